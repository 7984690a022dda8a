"""Tier two of a check: its rules by hand, its false alarms and its power on multinomial counts."""

from math import erf, sqrt

import numpy as np
import pytest
from scipy.stats import fisher_exact, t

from balance.judge.difference import (
    FISHER,
    PAIRED,
    UNPAIRED,
    Compared,
    Rows,
    games_needed,
    holm,
    judge,
    p_values,
    rows,
    verdicts_of,
)
from balance.judge.paired import mcnemar
from reports.verdicts import CHANGED, SAME, UNDECIDED

MARGIN = 0.005


def compared(before: list[int], after: list[int], **more: object) -> Compared:
    names = ("villagers", "werewolves", "stalled")[: len(before)]
    return Compared(names, np.array(before), np.array(after), sum(before), sum(after), **more)


def phi(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def test_the_chance_is_that_of_the_interval_of_no_matter() -> None:
    (found,) = judge([compared([470_000, 530_000], [478_000, 522_000])], MARGIN)
    error = sqrt(0.47 * 0.53 / 1e6 + 0.478 * 0.522 / 1e6)
    for finding, sign in zip(found, (1, -1), strict=True):
        assert finding.difference == pytest.approx(sign * 0.008)
        assert finding.error == pytest.approx(error)
        assert finding.p == pytest.approx(phi((MARGIN - 0.008) / error) + phi((-MARGIN - 0.008) / error))
        assert (finding.verdict, finding.test) == (CHANGED, UNPAIRED)


def test_same_undecided_and_how_many_games_would_tell() -> None:
    """1.645 s < 0.4 pp from n = 2 * 0.25 * (1.645 / 0.004)^2 = 84,562 games on: by hand."""
    same = judge([compared([500_000, 500_000], [501_000, 499_000])], MARGIN)[0][0]
    few = judge([compared([5000, 5000], [5010, 4990])], MARGIN)[0][0]
    assert same.verdict == SAME
    assert (few.verdict, few.test) == (UNDECIDED, UNPAIRED)
    assert few.games_needed == pytest.approx(84_562, rel=1e-3)
    enough = judge([compared([42_300, 42_300], [42_384, 42_216])], MARGIN)[0][0]
    assert enough.verdict == SAME


def test_a_difference_at_the_margin_is_never_decided() -> None:
    found = judge([compared([500_000, 500_000], [505_000, 495_000])], MARGIN)[0][0]
    assert found.verdict == UNDECIDED
    assert found.games_needed is None or found.games_needed > 10**9


def test_rare_outcomes_are_held_against_no_difference_by_fishers_test() -> None:
    found = judge([compared([500_000, 499_990, 10], [500_000, 499_945, 55])], MARGIN)[0]
    rare = found[2]
    assert rare.test == FISHER
    assert rare.p == pytest.approx(fisher_exact([[55, 10], [999_945, 999_990]]).pvalue)
    assert rare.verdict == CHANGED
    assert [finding.verdict for finding in found[:2]] == [SAME, SAME]


def test_what_never_happened_is_the_same() -> None:
    found = judge([compared([500_000, 500_000, 0], [500_000, 500_000, 0])], MARGIN)[0]
    assert found[2].verdict == SAME
    assert found[2].p == 1


def test_any_stalled_game_more_counts() -> None:
    common = compared([400_000, 500_000, 100_000], [398_000, 500_000, 102_000])
    assert judge([common], MARGIN)[0][2].verdict == SAME
    strict = compared([400_000, 500_000, 100_000], [398_000, 500_000, 102_000], any_change=frozenset({"stalled"}))
    assert judge([strict], MARGIN)[0][2].verdict == CHANGED


def test_two_outcomes_are_one_test() -> None:
    cells = [compared([500, 500], [500, 500])] * 3
    every = Rows(*(np.concatenate(fields) for fields in zip(*(rows(cell, MARGIN) for cell in cells), strict=True)))
    assert every.twin.tolist() == [False, True] * 3
    assert (
        holm(np.array([0.016, 0.016, 0.03, 0.03, 0.06, 0.06]), every.twin, 0.05).tolist() == [True, True] + [False] * 4
    )
    assert holm(np.array([0.016, 0.016, 0.02, 0.02, 0.04, 0.04]), every.twin, 0.05).all()


def test_blocks_of_one_seed_are_paired() -> None:
    """Differences of 4 and 8 games of 1000 in turn: mean 6, so d = 0.006, and s = sd / sqrt(100), by hand."""
    before = np.tile([500, 500], (100, 1))
    after = before + np.where(np.arange(100)[:, None] % 2, [4, -4], [8, -8])
    sides = (before.sum(axis=0).tolist(), after.sum(axis=0).tolist())
    found = judge([compared(*sides, blocks_before=before, blocks_after=after)], MARGIN)[0][0]
    error = sqrt(100 * 0.002**2 / 99) / 10
    assert found.test == PAIRED
    assert found.error == pytest.approx(error)
    assert found.p == pytest.approx(t.sf(0.001 / error, 99) + t.sf(0.011 / error, 99))
    assert found.verdict == CHANGED
    assert judge([compared(*sides)], MARGIN)[0][0].verdict == UNDECIDED  # unpaired, the same counts say little
    few = judge([compared(*sides, blocks_before=before[:99], blocks_after=after[:99])], MARGIN)[0][0]
    assert few.test == UNPAIRED


def test_blocks_that_do_not_differ_at_all_are_the_same() -> None:
    block = np.tile([500, 500], (100, 1))
    found = judge([compared([50_000, 50_000], [50_000, 50_000], blocks_before=block, blocks_after=block)], MARGIN)[0][0]
    assert (found.verdict, found.p) == (SAME, 1)


def test_nothing_compared_is_nothing_found() -> None:
    assert judge([], MARGIN) == []


# --- false alarms and power ---------------------------------------------------------------------------------------

SHARES = np.linspace(0.05, 0.95, 100)
RUNS = 10_000


def alarms(difference: float, games: int, runs: int, changed_cells: int = 100, seed: int = 1) -> np.ndarray:
    """(runs,) cells called changed in runs of 100 cells whose first share differs so, through the real judge's core."""
    draws = np.random.default_rng(seed)
    signs = np.where(SHARES > 0.5, -1, 1)
    found = np.zeros(runs, dtype=np.int64)
    for run in range(runs):
        moved = SHARES + np.where(np.arange(100) < changed_cells, signs * difference, 0)
        before, after = draws.binomial(games, SHARES), draws.binomial(games, moved)
        every = stacked(before, after, games)
        found[run] = (verdicts_of(every, holm(p_values(every), every.twin, 0.05)) == CHANGED).sum()
    return found


def stacked(before: np.ndarray, after: np.ndarray, games: int) -> Rows:
    """The rows of many cells of two outcomes, of which the second mirrors the first and is left out."""
    cell = Compared(tuple(map(str, range(len(before)))), before, after, games, games)
    return rows(cell, MARGIN)


def test_the_shortcut_is_the_judge() -> None:
    """The rows of 100 cells at once, judged cell by cell too."""
    draws = np.random.default_rng(7)
    before, after = draws.binomial(100_000, SHARES), draws.binomial(100_000, SHARES + 0.008 * (SHARES < 0.5))
    cells = [compared([x, 100_000 - x], [y, 100_000 - y]) for x, y in zip(before.tolist(), after.tolist(), strict=True)]
    whole = [found[0] for found in judge(cells, MARGIN)]
    every = stacked(before, after, 100_000)
    rejected = holm(p_values(every), every.twin, 0.05)
    assert [finding.verdict for finding in whole] == verdicts_of(every, rejected).tolist()
    assert [finding.p for finding in whole] == pytest.approx(p_values(every).tolist())
    needed = games_needed(every, verdicts_of(every, rejected), 0.05 / (~rejected).sum())
    assert [finding.games_needed or 0 for finding in whole] == needed.tolist()


@pytest.mark.parametrize("difference", [0.0, MARGIN])
def test_false_alarms_are_rare(difference: float) -> None:
    """At most 551 of 10,000 runs of 100 cells: 500, and 2.33 standard errors of sqrt(10000 * 0.05 * 0.95) more."""
    assert (alarms(difference, 1_000_000, RUNS) > 0).sum() <= 551


def test_one_point_is_seen_at_half_a_million_games() -> None:
    """At s = 0.1 pp and less, Holm's 0.05 / 100 takes 3.29 s beyond the margin, 1 pp is 5 s: at least 0.95 each."""
    found = alarms(0.01, 500_000, 500)
    assert found.sum() / (500 * 100) > 0.95


# --- paired games ---------------------------------------------------------------------------------------


def test_mcnemar_counts_only_what_differs() -> None:
    assert mcnemar(8, 2) == pytest.approx(2 * (1 + 10 + 45) / 1024)  # of 10 pairs 8 or more, either way
    assert mcnemar(0, 0) == 1
