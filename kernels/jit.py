"""The only place that names Numba: the decorators that kernels use, and where their machine code is kept.

With `NUMBA_DISABLE_JIT=1` everything runs as plain Python, for coverage and for stepping through a rule.
"""

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import config, from_dtype, types
from numba.extending import intrinsic as intrinsic  # for bits.py

from kernels import cache, sound
from kernels.reading import CHANGES, Reading

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


def step(function: F) -> F:
    """As `rule`, for a function that is always inlined: worth it where it is called often, from one place."""
    return numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)


def entry(signature: Any) -> Callable[[F], F]:
    """Compile a function that Python calls: an explicit signature, kept on disk, no global lock while it runs.

    It is kept by the name of its game, the folder that its module is in.
    """
    compile_it = numba.njit(signature, nogil=True, error_model="numpy", cache=True)
    return lambda function: _kept(function.__module__.split(".")[-2], lambda: compile_it(function))


def own(function: Callable[..., Any], state: Any, name: str) -> Any:
    """Compile a designer's function `(state, seat, decision, legal) -> option`, kept on disk by a name of its own.

    What goes wrong in it is an exception, as in plain Python: a division by zero, an index too great, in the rules
    that it calls too. It reads the state and changes nothing of it, but draws from its streams.

    Raises:
        NotCompiled: Numba cannot compile it, or it does not return a whole number.
    """
    try:
        with checked():  # the rules that are called, too: they are compiled anew for a state that is only read
            return _kept(name, lambda: _own(function, (Reading(state, ("stream",)), int64, int64, int64)))
    except NotCompiled:
        raise
    except Exception as error:
        raise NotCompiled(*_reason(error)) from None


def _own(function: Callable[..., Any], arguments: Any) -> Any:
    def compiled(signature: Any) -> Any:
        return numba.njit(signature, nogil=True, error_model="python", cache=True)(function)

    made = compiled(arguments)
    returned = made.overloads[arguments].signature.return_type
    if not isinstance(returned, types.Integer | types.Boolean):
        raise NotCompiled(f"it returns {_returned(returned)}; a policy returns one of the options, a whole number")
    return made if returned == int64 else compiled(int64(*arguments))


def _kept(name: str, compile_it: Callable[[], Any]) -> Any:
    """What is compiled, or loaded if it was before, with its files kept by a name: every kernel comes in here."""
    return sound.load(name, lambda folder: _compiled_in(folder, compile_it)) if COMPILED else compile_it()


def _compiled_in(folder: Path, compile_it: Callable[[], Any]) -> Any:
    usual, config.CACHE_DIR = config.CACHE_DIR, str(folder)  # Numba takes note of it as it decorates
    try:
        return compile_it()
    finally:
        config.CACHE_DIR = usual


@contextmanager
def checked() -> Iterator[None]:
    """What is compiled within the block looks at every index before it uses it."""
    usual, config.BOUNDSCHECK = config.BOUNDSCHECK, True
    try:
        yield
    finally:
        config.BOUNDSCHECK = usual


class NotCompiled(Exception):
    """Why a designer's function is not compiled: the reason, and where (file, line), innermost first."""

    def __init__(self, reason: str, *places: tuple[str, int]) -> None:
        super().__init__(reason)
        self.reason, self.places = reason, places


class NoField(str):
    """The reason that a state has no field of this name; Numba does not say where it is asked for."""


def _returned(returned: Any) -> str:
    if isinstance(returned, types.NoneType):
        return "nothing"
    if isinstance(returned, types.Optional):
        return "nothing in some cases"
    return f"a value of type {str(returned)[:40]}"


def _reason(error: Exception) -> tuple[Any, ...]:
    """Why Numba refused, in a sentence, and the places that it names."""
    if isinstance(error, KeyError):
        return (NoField(error.args[0]),)
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).replace(" Raised from None", "")
    named = r'File "([^"\n]+)", line (\d+)|" at ([^"\n]+) \((\d+)\)'
    places = [(file or other, int(line or at)) for file, line, other, at in re.findall(named, text)]
    where = getattr(error, "loc", None)
    if where is not None:
        places.append((where.filename, where.line))
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if line and not re.match(r"Failed in|- Resolution failure|During:|File |>>>", line)]
    if re.search(r"\((frozen nested|readonly )array", text):
        told = [CHANGES]
    return (told[0].rstrip(".:") if told else type(error).__name__, *reversed(places))


def address_of(compiled: Any) -> int:
    """Where a function that is compiled for one signature is in memory, for `call_at`."""
    (made,) = compiled.overloads.values()
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


FAILED = -(1 << 62)
"""What `call_at` answers for a function that an exception left."""

if COMPILED:

    @intrinsic  # type: ignore[untyped-decorator]
    def call_at(_typing: Any, _address: Any, state: Any, _seat: Any, _decision: Any, _legal: Any) -> Any:
        """Call the compiled policy at an address, by Numba's calling convention: an exception is a status."""
        arguments = (state, int64, int64, int64)

        def build(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(int64, arguments)
            function = builder.inttoptr(given[0], kind.as_pointer())
            status, answer = convention.call_function(builder, function, int64, arguments, given[1:])
            return builder.select(status.is_ok, answer, context.get_constant(int64, FAILED))

        return int64(int64, *arguments), build


_BY_ADDRESS = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_int64),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_int64,
)
"""How Numba calls `(state, seat, decision, legal) -> option`: (answer, exception, state ...) -> status."""


def callback(function: Callable[[int, int, int, int], int]) -> tuple[Any, int]:
    """A Python function `(state's address, seat, decision, legal) -> option` for `call_at`.

    Returns:
        What must be kept as long as it is used, and its address.
    """

    def called(answer: Any, _exception: int, *asked: int) -> int:
        answer[0] = function(*asked)
        return 0

    made = _BY_ADDRESS(called)
    return made, ctypes.cast(made, ctypes.c_void_p).value or 0


def call_from_python(address: int, state: Any, seat: int, decision: int, legal: int) -> int:
    """`call_at` for Python, which other threads do not wait for: what is at `address` may take its time."""
    answer, exception = ctypes.c_int64(), ctypes.c_void_p()
    at = np.frombuffer(state, dtype=np.uint8).ctypes.data
    failed = _BY_ADDRESS(address)(ctypes.byref(answer), ctypes.addressof(exception), at, seat, decision, legal)
    return FAILED if failed else answer.value


def tally_type(fields: type) -> Any:
    """The type of a `Tally`, for an entry's signature: (pieces, ...) int64 arrays."""
    dimensions = {"lengths": 3, "ends": 3, "fates": 4, "squares": 2, "sat_out": 2, "extras": 2, "fingerprint": 1}
    arrays = [types.Array(types.int64, dimensions[name], "C") for name in fields._fields]  # type: ignore[attr-defined]
    return types.NamedTuple(arrays, fields)
