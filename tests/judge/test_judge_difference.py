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


def test_what_is_rare_is_taken_from_all_games_though_the_rest_is_paired() -> None:
    before = np.tile([500, 500, 0], (100, 1))
    sides = ([100_000, 100_000, 0], [99_990, 100_000, 10])
    found = judge([compared(*sides, blocks_before=before, blocks_after=before)], MARGIN)[0]
    assert [finding.test for finding in found] == [PAIRED, PAIRED, FISHER]
    assert found[2].difference == pytest.approx(10 / 200_000)
    assert found[2].error == pytest.approx(
        sqrt((11 + 1) / 200_000) / sqrt(200_000), rel=1e-3
    )  # a game more on each side


def test_sides_of_unequal_size_have_the_error_of_shares_that_differ_by_the_margin() -> None:
    """Pooled, 700 hits in 80,000 games of which a quarter is the other side's: with 0.005 between the shares they are
    (700 - 0.005 * 20000) / 80000 = 0.0075 and 0.0125, by hand."""
    sides = (np.array([420, 59_580]), np.array([280, 19_720]), 60_000, 20_000)
    for finding in judge([Compared(("a", "b"), *sides)], MARGIN)[0]:
        assert finding.error == pytest.approx(sqrt(0.0075 * 0.9925 / 60_000 + 0.0125 * 0.9875 / 20_000))
    for finding in judge([Compared(("a", "b"), *sides, frozenset({"a"}))], MARGIN)[0]:
        assert finding.error == pytest.approx(sqrt(0.00875 * 0.99125 * (1 / 60_000 + 1 / 20_000)))


@pytest.mark.parametrize("scheme", ["same", "changed", "any change", "paired"])
def test_as_many_games_as_are_said_to_be_needed_decide(scheme: str) -> None:
    """The very shares of an undecided cell, with 1 % fewer games than it was said to need and with 1 % more."""
    after = {"same": 0.502, "changed": 0.509, "any change": 0.5049, "paired": 0.504}[scheme]

    def at(games: int) -> Compared:
        hits = [round(games * share) for share in (0.5, after)]
        sides = ([hits[0], games - hits[0]], [hits[1], games - hits[1]])
        if scheme == "paired":
            half = np.tile([500, 500], (round(games / 1000), 1))
            moved = half + np.where(np.arange(len(half))[:, None] % 2, [-16, 16], [24, -24])
            return compared(*sides, blocks_before=half, blocks_after=moved)
        return compared(*sides, any_change=frozenset({"villagers"} if scheme == "any change" else ()))

    first = judge([at(120_000 if scheme == "paired" else 20_000)], 0.005)[0][0]
    assert first.verdict == UNDECIDED
    assert first.games_needed is not None
    fewer, more = (judge([at(round(first.games_needed * part))], 0.005)[0][0].verdict for part in (0.99, 1.01))
    assert (fewer, more) == (UNDECIDED, CHANGED if scheme in ("changed", "any change") else SAME)


# --- false alarms and power ---------------------------------------------------------------------------------------

RUNS = 10_000
CELLS = 100
STALLED = 0.01
FIRST = np.linspace(0.05, 0.9, CELLS)
"""The share of each cell's first outcome; in every other cell a hundredth of all games stalls."""


def chances(difference: float) -> np.ndarray:
    """(cells, 3) the shares of outcomes, the first of them greater by so much, above one half smaller."""
    first = FIRST + np.where(FIRST > 0.5, -1, 1) * difference
    stalled = np.where(np.arange(CELLS) % 2, STALLED, 0.0)
    return np.stack([first, 1 - first - stalled, stalled], axis=-1)


def stacked(before: np.ndarray, after: np.ndarray, games: tuple[int, int]) -> Rows:
    """The rows of 100 cells at once, without the outcomes that mirror another: (tests,) in any order."""
    three = np.arange(CELLS) % 2 == 1
    sides = [np.concatenate([counts[:, 0], counts[three, 1], counts[three, 2]]) for counts in (before, after)]
    names = tuple(map(str, range(len(sides[0]))))
    return rows(Compared(names, *sides, *games, any_change=frozenset(names[-three.sum() :])), MARGIN)


def found_changed(every: Rows) -> np.ndarray:
    found: np.ndarray = verdicts_of(every, holm(p_values(every), every.twin, 0.05)) == CHANGED
    return found


def alarms(difference: float, games: tuple[int, int], runs: int) -> tuple[int, float]:
    """Runs of 100 cells in which anything is called changed, and the part of the first shares that is."""
    draws = np.random.default_rng(1)
    before, after = chances(0.0), chances(difference)
    runs_with, found = 0, 0
    for _ in range(runs):
        changed = found_changed(stacked(draws.multinomial(games[0], before), draws.multinomial(games[1], after), games))
        runs_with += bool(changed.any())
        found += int(changed[:CELLS].sum())
    return runs_with, found / (runs * CELLS)


def test_the_shortcut_is_the_judge() -> None:
    """What `alarms` looks at, judged cell by cell too: the same chances, verdicts and games needed."""
    draws = np.random.default_rng(7)
    before, after = draws.multinomial(100_000, chances(0.0)), draws.multinomial(100_000, chances(0.008))
    cells = [
        compared(one[: 2 + k % 2].tolist(), other[: 2 + k % 2].tolist(), any_change=frozenset({"stalled"}))
        for k, (one, other) in enumerate(zip(before, after, strict=True))
    ]
    whole = judge(cells, MARGIN)
    listed = [found[0] for found in whole] + [found[place] for place in (1, 2) for found in whole[1::2]]
    every = stacked(before, after, (100_000, 100_000))
    rejected = holm(p_values(every), every.twin, 0.05)
    assert {finding.verdict for finding in listed} == {CHANGED, SAME, UNDECIDED}
    assert [finding.verdict for finding in listed] == verdicts_of(every, rejected).tolist()
    assert [finding.p for finding in listed] == pytest.approx(p_values(every).tolist())
    needed = games_needed(every, verdicts_of(every, rejected), 0.05 / (~rejected).sum())
    assert [finding.games_needed or 0 for finding in listed] == needed.tolist()


@pytest.mark.parametrize("difference", [0.0, MARGIN])
def test_false_alarms_are_rare(difference: float) -> None:
    """At most 551 of 10,000 runs of 100 cells: 500, and 2.33 standard errors of sqrt(10000 * 0.05 * 0.95) more.

    At no difference it is the stalled games that could raise them, since of these any change counts.
    """
    runs, _ = alarms(difference, (1_000_000, 1_000_000), RUNS)
    assert 20 < runs <= 551


def test_false_alarms_are_rare_where_one_side_has_fewer_games() -> None:
    """Of 2,000 runs at most 123: 100, and 2.33 standard errors more."""
    for difference in (0.0, MARGIN):
        assert alarms(difference, (1_000_000, 20_000), 2000)[0] <= 123


def test_one_point_is_seen_at_half_a_million_games() -> None:
    """At s = 0.1 pp, Holm's 0.05 / 200 takes 3.5 s beyond the margin, and 1 pp lies 5 s beyond it; s is mostly less."""
    assert alarms(0.01, (500_000, 500_000), 500)[1] > 0.95


# --- paired games ---------------------------------------------------------------------------------------


def test_mcnemar_counts_only_what_differs() -> None:
    assert mcnemar(8, 2) == pytest.approx(2 * (1 + 10 + 45) / 1024)  # of 10 pairs 8 or more, either way
    assert mcnemar(0, 0) == 1
