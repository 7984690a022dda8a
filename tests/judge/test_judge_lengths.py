"""What is known of a length: by its definition in fractions, and its error by exact dynamic programming."""

from fractions import Fraction
from math import log

import numpy as np
import pytest

from balance.judge.lengths import BETS, decide_mean, decide_percentile, log_wealth, mean
from balance.judge.sequence import INSIDE, OUTSIDE, UNDECIDED

COUNTS = np.array([0, 2, 5, 1, 0])


def test_wealth_is_the_mean_over_bets_of_what_each_has_won() -> None:
    """Game by game, by exact fractions: lengths 1, 1, 2, 2, 2, 2, 2, 3 against a mean of 3 / 2, at most 4."""
    for above, worst in ((True, Fraction(3, 2)), (False, Fraction(5, 2))):
        wealth = Fraction(0)
        for power in range(1, BETS + 1):
            bet = Fraction(1, 2**power) / worst
            won = Fraction(1)
            for length, count in enumerate(COUNTS.tolist()):
                excess = length - Fraction(3, 2) if above else Fraction(3, 2) - length
                won *= (1 + bet * excess) ** count
            wealth += won / BETS
        assert log_wealth(COUNTS, 1.5, above) == pytest.approx(log(wealth))


def test_a_true_mean_is_ever_refuted_by_at_most_alpha() -> None:
    """Lengths 1, 2 and 4 with chances 1/2, 1/4, 1/4: mean 2, at most 4; every state of up to 50 games, exactly."""
    alive, lost = {(0, 0, 0): 1.0}, 0.0
    for _ in range(50):
        after: dict[tuple[int, int, int], float] = {}
        for (ones, twos, fours), chance in alive.items():
            for state, part in (
                ((ones + 1, twos, fours), 0.5),
                ((ones, twos + 1, fours), 0.25),
                ((ones, twos, fours + 1), 0.25),
            ):
                after[state] = after.get(state, 0.0) + chance * part
        alive = {}
        for (ones, twos, fours), chance in after.items():
            if chance < 1e-9:
                continue
            counts = np.array([0, ones, twos, 0, fours])
            if decide_mean(counts, 2.0, 2.0, alpha=0.5) == OUTSIDE:
                lost += chance
            else:
                alive[ones, twos, fours] = chance
    assert 0.005 < lost <= 0.5


def test_bands_of_the_mean() -> None:
    counts = 1000 * COUNTS
    assert mean(counts) == 1.875
    assert decide_mean(counts, 1.8, 1.95) == INSIDE
    assert decide_mean(counts, 1.8, 1.876) == UNDECIDED
    assert decide_mean(counts, 1.95, 4.0) == OUTSIDE
    assert decide_mean(counts, None, 1.8) == OUTSIDE
    assert decide_mean(counts, None, 1.95) == INSIDE
    assert decide_mean(counts, 1.8, None) == INSIDE
    assert decide_mean(0 * counts, 1.8, 1.95) == UNDECIDED
    assert decide_mean(counts, 0.0, 4.0) == INSIDE


def test_bands_of_a_percentile() -> None:
    counts = np.array([0, 200, 500, 260, 40])  # 70 % have ended by 2, 96 % by 3
    big = 100 * counts
    assert decide_percentile(big, 0.95, 3, 3) == INSIDE
    assert decide_percentile(counts, 0.95, 3, 3) == UNDECIDED  # 96 % of 1000 games: it may be 95
    assert decide_percentile(big, 0.95, None, 2) == OUTSIDE
    assert decide_percentile(big, 0.95, 4, None) == OUTSIDE
    assert decide_percentile(big, 0.5, 2, 2) == INSIDE
    assert decide_percentile(big, 0.95, None, 10) == INSIDE
    assert decide_percentile(big, 0.95, 0, None) == INSIDE


def test_two_edges_take_the_evidence_of_two_tests() -> None:
    """A length may be at both edges at once, and each could be called missed; a far edge costs as a near one does."""
    lengths = 97 * COUNTS
    assert decide_mean(lengths, 1.8, None) == INSIDE
    assert decide_mean(lengths, 1.8, 4.0) == decide_mean(lengths, 1.8, None, tests=2) == UNDECIDED
    ended = np.array([0, 1460, 3650, 1898, 292])  # 96 % by 3
    assert decide_percentile(ended, 0.95, None, 3) == INSIDE
    assert decide_percentile(ended, 0.95, 0, 3) == decide_percentile(ended, 0.95, None, 3, tests=2) == UNDECIDED
