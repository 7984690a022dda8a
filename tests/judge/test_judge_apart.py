"""How far apart two setups are: by hand, and how often the intervals hold where games share their luck."""

from math import sqrt

import numpy as np
import pytest

from balance.judge.apart import Pieces, apart, paired
from reports.difference import PAIRED, UNPAIRED, between

BLOCK = 1000


def pieces(counts: np.ndarray, size: int = BLOCK) -> Pieces:
    """Blocks of games with these many of an outcome."""
    return Pieces(np.arange(len(counts)) * size, np.full(len(counts), size), np.stack([counts, size - counts], axis=1))


def alike(draws: np.random.Generator, blocks: int, share: float, gain: float, lose: float) -> tuple[Pieces, Pieces]:
    """Two setups of one luck; these shares of the games have the outcome in both, in the first alone, the second."""
    both, gained, lost, _ = draws.multinomial(BLOCK, [share, gain, lose, 1 - share - gain - lose], blocks).T
    return pieces(both + gained), pieces(both + lost)


def test_pieces_of_one_luck_by_hand() -> None:
    """50 blocks gain 10 games and 50 gain 14: 0.012 on average, with a standard error of 2.0101 / 1000 / 10."""
    one, other = np.tile([310, 314], 50), np.full(100, 300)
    found = paired(one, other, np.full(100, BLOCK))
    assert found is not None
    assert found.size == pytest.approx(0.012)
    error = sqrt(100 / 99 * 4) / 1000 / 10
    assert found.half_width == pytest.approx(1.9842 * error, rel=1e-4)  # Student's t, 99 degrees of freedom


def test_pieces_of_unequal_size_weigh_by_their_games() -> None:
    sizes = np.array([1000] * 100 + [500])
    one, other = sizes // 2, sizes // 2 - sizes // 100
    found = paired(one, other, sizes)
    assert found is not None
    assert found.size == pytest.approx(0.01)
    assert found.half_width == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.full(99, 300), np.full(99, 290)),  # too few blocks
        (np.full(100, 300), np.array([301] * 99 + [300])),  # too few games that differ
    ],
)
def test_too_little_is_left_to_newcombe(one: np.ndarray, other: np.ndarray) -> None:
    found = apart(pieces(one), pieces(other), 0)
    assert found.method == UNPAIRED
    assert found.difference == between(int(one.sum()), BLOCK * len(one), int(other.sum()), BLOCK * len(other))


def test_setups_that_played_other_games_are_not_paired() -> None:
    one, other = pieces(np.full(200, 300)), pieces(np.full(100, 280))
    assert apart(one, other, 0).method == UNPAIRED


@pytest.mark.parametrize(("gain", "lose"), [(0.05, 0.05), (0.02, 0.005), (0.0015, 0.0)])
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 40])
def test_intervals_hold_as_often_as_they_say(gain: float, lose: float, alpha: float) -> None:
    """Of 4,000 pairs of 100 blocks; what is allowed is four standard errors of the share that misses."""
    draws = np.random.default_rng(7)
    tries, missed, widths = 4000, 0, []
    for _ in range(tries):
        found = apart(*alike(draws, 100, 0.3, gain, lose), 0, alpha)
        missed += not found.difference.low <= gain - lose <= found.difference.high
        widths.append(found.difference.half_width)
        assert found.method == PAIRED
    assert missed / tries <= alpha + 4 * sqrt(alpha * (1 - alpha) / tries) + 0.0005
    unpaired = between(30_000 + round(1e5 * gain), 100_000, 30_000 + round(1e5 * lose), 100_000, alpha)
    assert np.mean(widths) < 0.8 * unpaired.half_width
