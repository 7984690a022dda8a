"""Bit sets against Python's own integers and lists."""

from random import Random

import numpy as np
import pytest

from kernels import bits
from kernels.jit import rule
from tables import members

LARGEST = (1 << 63) - 1
DRAWS = Random(20_260_103)
MASKS = [
    *range(1, 300),
    *(1 << place for place in range(63)),
    *(LARGEST ^ 1 << place for place in range(63)),
    LARGEST,
    *(DRAWS.randrange(1, 1 << DRAWS.randint(1, 63)) for _ in range(300)),
]

pytestmark = [pytest.mark.plain, pytest.mark.bounds]


@rule
def measured(mask):
    """Count and lowest, which compiled code alone may call."""
    return bits.count(mask), bits.lowest(mask), bits.without_lowest(mask)


def test_count_lowest_and_the_rest():
    for mask in MASKS:
        places = members(mask)
        assert tuple(measured(np.int64(mask))) == (len(places), places[0], mask - (1 << places[0]))


def test_nth_is_the_place_in_the_ordered_set():
    for mask in MASKS:
        assert [bits.nth(np.int64(mask), k) for k in range(mask.bit_count())] == members(mask)


def test_sets_of_one_and_of_the_first():
    for seat in range(63):
        assert bits.one(np.int64(seat)) == 1 << seat
        assert bits.all_below(np.int64(seat)) == sum(1 << below for below in range(seat))
    assert bits.all_below(np.int64(0)) == 0
