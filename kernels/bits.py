"""Sets of seats and of options as bit masks: bit k stands for seat k. Masks are int64, with at most 63 bits.

seats   7 6 5 4 3 2 1 0
mask    0 0 1 0 1 1 0 1   = seats 0, 2, 3 and 5;  count 4, lowest 0, nth(mask, 2) = 3
"""

from typing import Any

import numpy as np

from kernels.jit import COMPILED, int64, intrinsic, rule

_ONE, _BYTE = np.uint64(1), np.uint64(256)
_PLACE = np.zeros(256 * 8, dtype=np.uint8)
"""8 * byte + k -> place of the k-th set bit of a byte."""
for _byte in range(256):
    for _rank, _place in enumerate(place for place in range(8) if _byte >> place & 1):
        _PLACE[8 * _byte + _rank] = _place

if COMPILED:

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(_typing: Any, _mask: Any) -> Any:
        """LLVM's instruction."""
        return int64(int64), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def trailing_zeros(_typing: Any, _mask: Any) -> Any:
        """LLVM's instruction."""

        def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return int64(int64), build

    @rule
    def count(mask):
        """How many bits are set."""
        return popcount(mask)

    @rule
    def lowest(mask):
        """The place of the lowest set bit; the mask is not empty."""
        return trailing_zeros(mask)

else:

    def count(mask: int) -> int:
        """How many bits are set."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """The place of the lowest set bit; the mask is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1


def members(mask: int) -> list[int]:
    """The places of the set bits, in order; for plain Python."""
    return [place for place in range(int(mask).bit_length()) if int(mask) >> place & 1]


@rule
def nth(mask, k):
    """The place of the `k`-th set bit, counted from 0 at the lowest; the mask has more than `k`.

    Halvings by population count, without a branch on `k`, down to a byte that a table knows; a mask of one byte
    goes there at once.
    """
    rest, rank, place = np.uint64(mask), np.uint64(k), np.uint64(0)
    if rest >= _BYTE:
        for width in (np.uint64(32), np.uint64(16), np.uint64(8)):
            below = np.uint64(count(np.int64(rest & ((_ONE << width) - _ONE))))
            if rank >= below:
                rank -= below
                rest >>= width
                place += width
    return np.int64(place + np.uint64(_PLACE[((rest & np.uint64(0xFF)) << np.uint64(3)) | (rank & np.uint64(7))]))


@rule
def one(seat):
    """The set of `seat` alone."""
    return np.int64(1) << seat


@rule
def all_below(seats):
    """The set of the first `seats` seats."""
    return (np.int64(1) << seats) - 1


@rule
def without_lowest(mask):
    """The mask without its lowest set bit: the step of a loop over members."""
    return mask & (mask - 1)


@rule
def preferred(options, wanted):
    """Those of `options` that are `wanted`; all of them if none is."""
    those = options & wanted
    return those if those else options
