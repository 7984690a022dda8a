"""Intervals of cells that were played until they were narrow enough: how often they hold, exactly."""

import numpy as np
import pytest
from scipy.signal import fftconvolve
from scipy.stats import binom

from balance.judge.intervals import intervals
from balance.judge.precision import at_least

BLOCK = 1000


def coverage(share: float, half: float) -> tuple[float, float]:
    """The chance that the interval holds the share when play stops at the first look at which it is narrow enough.

    Every count of hits that is still in play after each block has its exact chance; those at which play stops are
    taken out. Returns the coverage and the mean number of games.
    """
    block = binom.pmf(np.arange(BLOCK + 1), BLOCK, share)
    chances, first = np.array([1.0]), 0  # chances[k]: first + k hits, and still playing
    held = games = 0.0
    played = 0
    while chances.sum() > 1e-12:
        played += BLOCK
        chances = np.maximum(fftconvolve(chances, block), 0.0)
        keep = np.flatnonzero(chances > 1e-16)
        chances, first = chances[keep[0] : keep[-1] + 1], first + keep[0]
        if played < at_least(half, 2):
            continue
        hits = first + np.arange(len(chances))
        low, high = intervals(hits, played, 2)
        stops = (high - low) / 2 <= half
        holds = (low <= share) & (share <= high)
        held += float(chances[stops & holds].sum())
        games += played * float(chances[stops].sum())
        chances = np.where(stops, 0.0, chances)
        if not chances.any():
            break
    return held, games


@pytest.mark.parametrize(
    ("share", "half", "games"),
    [
        (0.5, 0.005, 39_000),
        (0.5, 0.002, 241_000),
        (0.05, 0.005, 7_990),
        (0.05, 0.002, 46_610),
        (0.005, 0.0005, 78_910),
    ],
)
def test_intervals_hold_though_play_stops_when_they_are_narrow(share: float, half: float, games: int) -> None:
    held, mean = coverage(share, half)
    assert 0.949 <= held < 0.97
    assert mean == pytest.approx(games, rel=0.02)  # (1.96 / half)^2 p q games, and what exactness and whole blocks cost


def test_no_fewer_games_can_do() -> None:
    for half in (0.005, 0.0005):
        fewest = at_least(half, 2)
        for games, enough in ((fewest - 1, False), (fewest, True)):
            low, high = intervals(np.array([0]), games, 2)
            assert ((high[0] - low[0]) / 2 <= half) == enough
