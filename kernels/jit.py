"""The only place that names Numba: the decorators that kernels use, and where their machine code is kept.

With `NUMBA_DISABLE_JIT=1` everything runs as plain Python, for coverage and for stepping through a rule.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba import config, from_dtype, types
from numba.extending import intrinsic as intrinsic  # for bits.py

from kernels import cache

config.CACHE_DIR = str(cache.folder())
COMPILED = not config.DISABLE_JIT

F = TypeVar("F", bound=Callable[..., Any])

record = from_dtype
int64, void = types.int64, types.void
rows = types.Array(types.int64, 2, "C")
row = types.Array(types.int64, 1, "C")


def numbers(count: int) -> Any:
    """0..count - 1 for constants that are passed to rules: a plain int there would compile a version for each value."""
    return np.arange(count)


def rule(function: F) -> F:
    """Compile a function that other kernel functions call; kept inside the entries that use it."""
    return numba.njit(nogil=True, error_model="numpy")(function)


def entry(signature: Any) -> Callable[[F], F]:
    """Compile a function that Python calls: an explicit signature, kept on disk, no global lock while it runs."""
    return numba.njit(signature, nogil=True, error_model="numpy", cache=True)


def tally_type(fields: type) -> Any:
    """The type of a `Tally`, for an entry's signature: (pieces, ...) int64 arrays."""
    dimensions = {"lengths": 3, "ends": 3, "fates": 4, "squares": 2, "fingerprint": 1}
    arrays = [types.Array(types.int64, dimensions[name], "C") for name in fields._fields]  # type: ignore[attr-defined]
    return types.NamedTuple(arrays, fields)
