"""Intervals and percentiles, against their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from balance.judge import intervals as judge


@given(games=st.integers(1, 3000), share=st.floats(0, 1))
def test_two_outcomes_have_plain_clopper_pearson_intervals(games: int, share: float) -> None:
    count = round(games * share)
    low, high = judge.intervals(np.array([count, games - count]), games, possible=2)
    for k, hits in enumerate((count, games - count)):
        exact = binomtest(hits, games).proportion_ci(0.95, "exact")  # scipy's own Clopper-Pearson
        assert low[k] == pytest.approx(exact.low, abs=1e-12)
        assert high[k] == pytest.approx(exact.high, abs=1e-12)


def test_three_outcomes_share_the_error() -> None:
    low, high = judge.intervals(np.array([30, 60, 10]), 100, possible=3)
    tail = 0.05 / 3 / 2
    # by definition: at an end of the interval what was seen, or more extreme, has probability alpha / k / 2
    assert binom.sf(29, 100, low[0]) == pytest.approx(tail)
    assert binom.cdf(30, 100, high[0]) == pytest.approx(tail)
    assert judge.method(3) == "clopper-pearson-95/3"
    assert judge.method(2) == "clopper-pearson-95/1"


def test_ends_are_closed_and_nothing_played_says_nothing() -> None:
    low, high = judge.intervals(np.array([0, 50]), 50, possible=2)
    assert (low[0], high[1]) == (0, 1)
    assert high[0] == pytest.approx(1 - 0.025 ** (1 / 50))  # no hit in 50: (1 - p)^50 = 0.025
    low, high = judge.intervals(np.array([0, 0]), 0, possible=2)
    assert list(low) == [0, 0]
    assert list(high) == [1, 1]


def test_a_hundred_million_games_still_have_an_interval() -> None:
    low, high = judge.intervals(np.array([50_000_000, 50_000_000]), 100_000_000, possible=2)
    half = (high[0] - low[0]) / 2
    assert half == pytest.approx(1.959964 * 0.5 / 1e4, rel=1e-3)  # the normal limit: 1.96 * sqrt(p q / n)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=12).filter(any), st.sampled_from([0.5, 0.95]))
def test_percentile_is_the_first_length_by_which_enough_games_had_ended(counts: list[int], share: float) -> None:
    games = sum(counts)
    expected = next(k for k in range(len(counts)) if sum(counts[: k + 1]) >= share * games - 1e-9)
    assert judge.percentile(np.array(counts), share) == expected
