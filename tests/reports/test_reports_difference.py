"""Differences of shares."""

import pytest

from reports import difference


def test_newcombes_own_examples() -> None:
    # Newcombe (1998), table II, method 10: 56/70 - 48/80 and 9/10 - 3/10
    found = difference.between(56, 70, 48, 80)
    assert (found.size, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    found = difference.between(9, 10, 3, 10)
    assert (found.size, found.low, found.high) == pytest.approx((0.6, 0.1705, 0.8090), abs=5e-5)


def test_a_difference_is_sure_where_its_interval_leaves_out_nothing() -> None:
    assert difference.between(56, 70, 48, 80).is_sure
    assert difference.between(48, 80, 56, 70).is_sure
    assert not difference.between(50, 100, 49, 100).is_sure


def test_both_ways_are_alike() -> None:
    one, other = difference.between(56, 70, 48, 80), difference.between(48, 80, 56, 70)
    assert (one.size, one.low, one.high) == pytest.approx((-other.size, -other.high, -other.low))


def test_nothing_against_nothing_has_an_interval() -> None:
    found = difference.between(0, 10, 0, 20)
    # Newcombe (1998), table II, method 10, 0/10 - 0/20: -0.1611 to 0.2775
    assert (found.low, found.high) == pytest.approx((-0.1611, 0.2775), abs=5e-5)
