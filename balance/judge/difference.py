"""Whether shares have changed by more than what matters, over many cells at once.

For every cell and possible outcome, d is the share after less the share before, s its standard error, and delta the
smallest difference that matters:

    changed    Holm's procedure, over all of them at 0.05, rejects that |difference| <= delta
    same       |d| + 1.645 s < delta
    undecided  else

The chance of a difference as great, were |difference| = delta, is Phi((delta - |d|) / s) + Phi((-delta - |d|) / s).
Where both sides were played block by block on one seed, d and s are the mean and the standard error of the blocks'
differences, and Student's t stands in for the normal distribution. Where one side has more games than the other, s is
that of the shares nearest to those seen that differ by delta: the smaller side's own share is too rough a guide to its
error. Where any change matters delta is 0 for `changed`, and what it is elsewhere for `same`. Rare outcomes are held
against no difference at all, by Fisher's exact test on all games.

Sources:
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979);
    Schuirmann's two one-sided tests (1987) for `same`; Agresti and Caffo, The American Statistician 54 (2000), for the
    standard error of rare outcomes; Dunnett and Gent, Biometrics 33 (1977), for that of sides of unequal size.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from reports.verdicts import CHANGED, SAME, UNDECIDED, Finding

ALPHA = 0.05
RARE = 100
"""Outcomes, or their absence, expected fewer times than this are rare."""
BLOCKS = 100
"""The fewest blocks that a paired comparison takes."""
EXACT, UNPAIRED, PAIRED, FISHER = "exact", "unpaired", "paired", "fisher"


@dataclass(frozen=True)
class Compared:
    """One cell, before and after.

    Attributes:
        outcomes: the names of those that are possible, on either side.
        before, after: (outcomes,) games that ended so.
        games_before, games_after: games played.
        any_change: the outcomes in which any difference matters: games that stall, and what could not happen before.
        blocks_before, blocks_after: (blocks, outcomes) the same block by block, where both sides played the same
            blocks on one seed; else empty.
        block: games a block.
    """

    outcomes: tuple[str, ...]
    before: np.ndarray
    after: np.ndarray
    games_before: int
    games_after: int
    any_change: frozenset[str] = frozenset()
    blocks_before: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    blocks_after: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    block: int = 1000

    @property
    def paired(self) -> bool:
        """Whether it is compared block by block."""
        return len(self.blocks_before) >= BLOCKS and len(self.blocks_before) == len(self.blocks_after)


class Rows(NamedTuple):
    """Differences of many outcomes; each field has a number for every one of them.

    Attributes:
        before, after, games_before, games_after: counts.
        difference, error: d and s.
        spread: n times the square of s where n games were played on both sides.
        freedom: degrees of freedom of the error; infinite where it is not estimated from blocks.
        floor: the difference that a change must exceed: the smallest that matters, or 0.
        margin: the smallest that matters.
        rare: whether Fisher's test is taken.
        twin: whether the outcome mirrors the one before it, as the second of two does: both are one test.
    """

    before: np.ndarray
    after: np.ndarray
    games_before: np.ndarray
    games_after: np.ndarray
    difference: np.ndarray
    error: np.ndarray
    spread: np.ndarray
    freedom: np.ndarray
    floor: np.ndarray
    margin: np.ndarray
    rare: np.ndarray
    twin: np.ndarray


def judge(cells: Sequence[Compared], margin: float, alpha: float = ALPHA) -> list[tuple[Finding, ...]]:
    """What is to be said of every outcome of every cell.

    Args:
        cells: what was played, before and after.
        margin: the smallest difference that matters, in [0, 1].
        alpha: the chance that any cell at all is called changed, none having changed by more.
    """
    if not cells:
        return []
    made = [rows(cell, margin) for cell in cells]
    every = Rows(*(np.concatenate(fields) for fields in zip(*made, strict=True)))
    chances = p_values(every)
    rejected = holm(chances, every.twin, alpha)
    verdicts = verdicts_of(every, rejected)
    needed = games_needed(every, verdicts, alpha / max(1, (~every.twin & ~rejected).sum()))
    found, at = [], 0
    for cell in cells:
        places = range(at, at + len(cell.outcomes))
        found.append(tuple(_finding(cell, every, k, k - at, chances, verdicts, needed) for k in places))
        at += len(cell.outcomes)
    return found


def rows(cell: Compared, margin: float) -> Rows:
    """The differences of one cell's outcomes."""
    size = len(cell.outcomes)
    n0, n1 = float(cell.games_before), float(cell.games_after)
    rare = _rare(cell.before, cell.after, n0, n1)
    if size == 2:
        rare = np.full(2, rare.any())
    floor = np.array([0.0 if outcome in cell.any_change else margin for outcome in cell.outcomes])
    if size == 2:
        floor = np.full(2, floor.min())
    measured = _by_games(cell, floor, rare)
    if cell.paired:
        measured = np.where(rare, measured, _by_blocks(cell))
    twin = np.arange(size) == 1 if size == 2 else np.zeros(size, dtype=bool)
    every = np.ones(size)
    difference, error, spread, freedom = measured
    return Rows(
        cell.before, cell.after, n0 * every, n1 * every, difference, error, spread, freedom,
        floor, margin * every, rare, twin,
    )  # fmt: skip


def _rare(before: np.ndarray, after: np.ndarray, n0: float, n1: float) -> np.ndarray:
    share = (before + after) / (n0 + n1)
    rare: np.ndarray = np.minimum(share, 1 - share) * min(n0, n1) < RARE
    return rare


def _by_games(cell: Compared, floor: np.ndarray, rare: np.ndarray) -> np.ndarray:
    """(4, outcomes) difference, error, spread and freedom of all games."""
    n0, n1 = cell.games_before, cell.games_after
    difference = cell.after / n1 - cell.before / n0
    one, other = ((side + rare) / (games + 2 * rare) for side, games in ((cell.before, n0), (cell.after, n1)))
    if n0 != n1:
        step = np.sign(difference) * floor
        near = np.clip((cell.before + cell.after - step * n1) / (n0 + n1), 0, 1)
        one, other = np.where(rare, one, near), np.where(rare, other, np.clip(near + step, 0, 1))
    one, other = one * (1 - one), other * (1 - other)
    return np.array([difference, np.sqrt(one / n0 + other / n1), one + other, np.full(len(floor), np.inf)])


def _by_blocks(cell: Compared) -> np.ndarray:
    """(4, outcomes) difference, error, spread and freedom of the blocks that both sides played."""
    differences = (cell.blocks_after - cell.blocks_before) / cell.block
    blocks, outcomes = differences.shape
    variance = differences.var(axis=0, ddof=1)
    freedom = np.full(outcomes, blocks - 1.0)
    return np.array([differences.mean(axis=0), np.sqrt(variance / blocks), variance * cell.block, freedom])


def p_values(every: Rows) -> np.ndarray:
    """The chance of differences as great, were there none beyond the floor."""
    from scipy.special import ndtr, stdtr
    from scipy.stats import fisher_exact

    size = np.abs(every.difference)
    error = np.where(every.error > 0, every.error, 1.0)
    near, far = (every.floor - size) / error, (-every.floor - size) / error
    known = np.isinf(every.freedom)
    freedom = np.where(known, 1.0, every.freedom)
    chances = np.where(known, ndtr(near) + ndtr(far), stdtr(freedom, near) + stdtr(freedom, far))
    chances = np.where(every.error > 0, chances, np.where(size > every.floor, 0.0, 1.0))
    for k in np.flatnonzero(every.rare):
        hits = [int(every.after[k]), int(every.before[k])]
        missed = [int(every.games_after[k]) - hits[0], int(every.games_before[k]) - hits[1]]
        chances[k] = fisher_exact([hits, missed]).pvalue
    return np.minimum(chances, 1.0)


def holm(chances: np.ndarray, twin: np.ndarray, alpha: float) -> np.ndarray:
    """Which are rejected; a twin goes with the one before it, and is no test of its own."""
    tests = np.flatnonzero(~twin)
    order = tests[np.argsort(chances[tests], kind="stable")]
    passed = chances[order] <= alpha / np.arange(len(order), 0, -1)
    first = len(order) if passed.all() else int(np.argmin(passed))
    rejected = np.zeros(len(chances), dtype=bool)
    rejected[order[:first]] = True
    twins = np.flatnonzero(twin)
    rejected[twins] = rejected[twins - 1]
    return rejected


def verdicts_of(every: Rows, rejected: np.ndarray) -> np.ndarray:
    """The verdict of every difference."""
    from scipy.special import ndtri, stdtrit

    known = np.isinf(every.freedom)
    times = np.where(known, ndtri(1 - ALPHA), stdtrit(np.where(known, 1.0, every.freedom), 1 - ALPHA))
    same = np.abs(every.difference) + times * every.error < every.margin
    return np.where(rejected, CHANGED, np.where(same, SAME, UNDECIDED))


def games_needed(every: Rows, verdicts: np.ndarray, level: float) -> np.ndarray:
    """Games on each side that would decide what is undecided, the shares staying as they are; 0 where none would.

    Args:
        every: the differences.
        verdicts: theirs.
        level: what a p-value must come down to for a change.
    """
    from scipy.special import ndtri

    size = np.abs(every.difference)
    both = np.where(every.floor > 0, 1, 2)  # without a floor a change of the other sign is as likely
    ways = ((ndtri(1 - ALPHA), every.margin - size), (-ndtri(level / both), size - every.floor))
    with np.errstate(divide="ignore"):
        games = [
            np.where(gap > 0, every.spread * (times / np.where(gap > 0, gap, 1)) ** 2, np.inf) for times, gap in ways
        ]
    fewest = np.maximum(np.minimum(*games), np.minimum(every.games_before, every.games_after) + 1)
    undecided = (verdicts == UNDECIDED) & np.isfinite(fewest) & (fewest < 1e15)
    return np.where(undecided, np.ceil(np.where(undecided, fewest, 0.0)), 0.0)


def _finding(
    cell: Compared, every: Rows, k: int, place: int, chances: np.ndarray, verdicts: np.ndarray, needed: np.ndarray
) -> Finding:
    test = FISHER if every.rare[k] else (UNPAIRED if np.isinf(every.freedom[k]) else PAIRED)
    return Finding(
        outcome=cell.outcomes[place],
        before=int(cell.before[place]),
        after=int(cell.after[place]),
        games_before=cell.games_before,
        games_after=cell.games_after,
        difference=float(every.difference[k]),
        error=float(every.error[k]),
        margin=float(every.floor[k]),
        test=test,
        p=float(chances[k]),
        verdict=str(verdicts[k]),
        games_needed=int(needed[k]) or None,
    )
