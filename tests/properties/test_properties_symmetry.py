"""No seat is better than another where everybody plays by the same policies: wins and roles by seat are uniform."""

import numpy as np
import pytest
from scipy.stats import chi2

from exact.chances import LEVEL
from kernels import driver
from tables import table

GAMES, SEED = 1_000_000, 20_260_108
CASES = [
    f"players={players} {policy}"
    for players, policy in (
        (5, "policy=blind"),
        (8, "policy=blind"),
        (8, "policy=beginners"),
        (13, "policy=beginners policy.pack=bloc"),
    )
]
TESTS = 2 * len(CASES)


def uniform_p(by_seat: np.ndarray, spread: float) -> float:
    """The p-value of counts by seat against seats that are all alike.

    Within a game the seats' chances hang together (a side wins together), but alike for all pairs. Then the squared
    deviations from the mean, each over `spread`, add up to a chi-square with one degree less than seats.

    Args:
        by_seat: (seats,) games in which a seat was so.
        spread: the sum over games of the variance within a game, k (n - k) / (n (n - 1)) for k of n seats being so.
    """
    return float(chi2.sf(((by_seat - by_seat.mean()) ** 2).sum() / spread, len(by_seat) - 1))


@pytest.mark.parametrize("words", CASES)
def test_wins_by_seat_are_uniform(words):
    tally, rows = driver.play(table(words), SEED, [0, GAMES], keep_games=True)
    seats = tally.fates.shape[1]
    winners = np.bitwise_count(rows[:, 3]).astype(float)
    spread = float((winners * (seats - winners)).sum() / (seats * (seats - 1)))
    assert uniform_p(tally.fates[0, :, :, 2:].sum(axis=(1, 2)), spread) >= LEVEL / TESTS


@pytest.mark.parametrize("words", CASES)
def test_each_role_falls_on_each_seat_alike(words):
    laid = table(words)
    tally, _ = driver.play(laid, SEED, [0, GAMES])
    seats = laid.setup.seats
    for number, role in enumerate(laid.game.roles):
        dealt = laid.setup.dealt.get(role.name, 0)
        if dealt:
            spread = GAMES * dealt * (seats - dealt) / (seats * (seats - 1))
            p = uniform_p(tally.fates[0, :, number].sum(axis=1), spread)
            assert p >= LEVEL / (TESTS * len(laid.game.roles)), role.name


def test_a_favoured_seat_is_noticed():
    """One seat that wins one percent more often than the others of a table of 8, who win every second game."""
    by_seat = np.full(8, GAMES / 2)
    by_seat[3] *= 1.01
    assert uniform_p(by_seat, GAMES * 4 * 4 / (8 * 7)) < LEVEL / TESTS
