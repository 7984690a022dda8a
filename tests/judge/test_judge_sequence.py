"""The confidence sequence: its error by exact dynamic programming, its numbers by their definition."""

from fractions import Fraction
from math import factorial, log

import numpy as np
import pytest

from balance.judge.sequence import ALPHA, INSIDE, OUTSIDE, UNDECIDED, bounds, decide, evidence, refuted

GAMES = 2000


def error_at(share: float, games: int, alpha: float = ALPHA) -> float:
    """The chance that a true share is ever refuted, looking after every game: exact, state by state."""
    alive = np.array([1.0])  # alive[x]: x hits so far and never refuted
    lost = 0.0
    for played in range(1, games + 1):
        alive = np.concatenate([alive * (1 - share), [0.0]]) + np.concatenate([[0.0], alive * share])
        out = refuted(np.arange(played + 1), played, share, alpha=alpha)
        lost += float(alive[out].sum())
        alive[out] = 0.0
    return lost


@pytest.mark.parametrize("share", [0.005, 0.05, 0.3, 0.45, 0.5, 0.55, 0.95])
def test_a_true_share_is_ever_refuted_by_at_most_alpha(share: float) -> None:
    error = error_at(share, GAMES)
    assert 0.005 < error <= ALPHA  # Ville's inequality bounds it; that it is used up in part shows that it can fail


def test_evidence_is_that_of_a_uniform_mixture() -> None:
    """B(x + 1, n - x + 1) = x! (n - x)! / (n + 1)!: here by exact fractions, of 7 hits in 12 against 2 / 5."""
    ratio = Fraction(factorial(7) * factorial(5), factorial(13)) / (Fraction(2, 5) ** 7 * Fraction(3, 5) ** 5)
    assert float(evidence(7, 12, 0.4)) == pytest.approx(log(ratio))


@pytest.mark.parametrize(
    ("games", "share", "hits", "published"),
    [
        (10, 0.05, 1, 1.243108442750477),
        (100_000, 0.05, 100, -4624.756745998),
        (1_000_000, 0.99, 990_596, -9.977077184266818),
        (1_000_000, 0.99, 990_597, -10.039129993485403),
    ],
)
def test_published_values(games: int, share: float, hits: int, published: float) -> None:
    """The examples of Paul Khuong's csm.py (github.com/pkhuong/csm, BSD), which rounds the same quantity upwards: the
    logarithm of (n + 1) C(n, x) p^x (1 - p)^(n - x), Robbins' (1970) bound as Ding, Gandy and Hahn (2017) use it."""
    assert -float(evidence(hits, games, share)) == pytest.approx(published, rel=1e-8, abs=1e-6)


@pytest.mark.parametrize(
    ("games", "share", "hits", "level", "published"),
    [
        (1, 0.5, 1, np.exp(-1), False),
        (100, 0.9, 98, 1e-5, False),
        (100, 0.9, 98, 0.2, True),
        (10_000, 0.01, 50, 1e-9, False),
        (10_000, 0.01, 50, 1e-3, True),
        (1_000_000, 0.99, 990_596, np.exp(-10), False),
        (1_000_000, 0.99, 990_597, np.exp(-10), True),
    ],
)
def test_published_decisions(games: int, share: float, hits: int, level: float, published: bool) -> None:
    """From the same source."""
    assert bool(refuted(hits, games, share, alpha=level)) == published


def test_what_cannot_be_is_refuted_and_what_must_be_is_not() -> None:
    assert evidence(1, 10, 0.0) == np.inf
    assert not refuted(0, 10, 0.0)
    assert evidence(9, 10, 1.0) == np.inf
    assert not refuted(10, 10, 1.0)


@pytest.mark.parametrize("hits", [0, 3, 50, 97, 100])
def test_bounds_are_where_evidence_suffices(hits: int) -> None:
    low, high = bounds(hits, 100, tests=3)
    assert 0 <= low <= hits / 100 <= high <= 1
    for edge in (low, high):
        if 0 < edge < 1:
            assert float(evidence(hits, 100, edge)) == pytest.approx(log(3 / ALPHA), abs=1e-6)
    assert (low == 0) == (hits == 0)
    assert (high == 1) == (hits == 100)


@pytest.mark.parametrize(
    ("hits", "games", "band", "answer"),
    [
        (5000, 10_000, (0.45, 0.55), INSIDE),
        (50, 100, (0.45, 0.55), UNDECIDED),
        (4000, 10_000, (0.45, 0.55), OUTSIDE),
        (6000, 10_000, (0.45, 0.55), OUTSIDE),
        (4500, 10_000, (0.45, 0.55), UNDECIDED),
        (4000, 10_000, (0.0, 0.55), INSIDE),
        (6000, 10_000, (0.0, 0.55), OUTSIDE),
        (6000, 10_000, (0.45, 1.0), INSIDE),
        (0, 500, (0.0, 0.01), UNDECIDED),
        (0, 10_000, (0.0, 0.01), INSIDE),
        (0, 0, (0.0, 1.0), UNDECIDED),
    ],
)
def test_bands(hits: int, games: int, band: tuple[float, float], answer: str) -> None:
    assert decide(hits, games, *band) == answer


def test_more_bands_take_more_evidence() -> None:
    assert decide(4700, 10_000, 0.45, 0.55) == INSIDE
    assert decide(4700, 10_000, 0.45, 0.55, tests=100_000) == UNDECIDED
