"""Two runs or baselines, cell by cell: where they differ, beyond what chance would do."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np

import kernels
from balance import baseline, blessing, parts, run
from balance.interrupts import apart
from balance.judge.difference import Compared, holm, judge
from balance.judge.paired import mcnemar
from balance.matching import Known, Side, differs, matched, names, of_pairs
from balance.progress import say
from balance.store import NotComparable, StoredCell, read_manifest
from balance.sweep import load, load_own, stored
from balance.tables import Total, outcome_counts
from kernels.game import Game
from reports.compared import Comparison, Pair
from reports.verdicts import CHANGED, UNDECIDED, Finding

MCNEMAR = "mcnemar"
ALPHA = 0.05
GAMES = 100_000
BATCH = 20_000
"""Games whose outcomes are in memory at once, of both setups."""


def side(path: Path) -> Side:
    """A run folder or a baseline.

    Raises:
        Mistake: it is neither, or damaged.
    """
    return _run(path) if path.is_dir() else _baseline(path)


def _run(path: Path) -> Side:
    manifest = read_manifest(path)
    game = kernels.game(manifest.game)
    totals, spans = parts.read_totals(path, manifest)
    found = []
    for cell in manifest.cells:
        games = sum(after - first for first, after in spans[cell.id])
        counts = outcome_counts(game, Total(cell, games, totals[cell.id]))
        found.append(Known(cell.id, cell.label, {**cell.setup.values, **cell.policies}, games, counts, cell))
    return Side(str(path), game, manifest.seed, tuple(found))


def _baseline(path: Path) -> Side:
    kept = baseline.read(path)
    planned = {cell.id: stored(cell) for cell in blessing.planned_by(kept.plan).cells}
    known = tuple(
        Known(name, cell["label"], cell["setup"], cell["games"], cell["outcomes"], planned.get(name))
        for name, cell in kept.cells.items()
    )
    return Side(str(path), kernels.game(kept.game), kept.seed, known)


def compare(
    one: Side, other: Side, paired: bool = False, games: int | None = None, seed: int | None = None, quiet: bool = False
) -> Comparison:
    """Hold the cells of two sides against each other.

    Args:
        one, other: before and after.
        paired: whether both are played on one seed, and only the games that end otherwise are counted.
        games, seed: of those; 100,000 and the first side's if None.
        quiet: whether notes are left out.

    Raises:
        NotComparable: they are of different games.
        NothingCompared: no cell of one belongs to one of the other.
    """
    if one.game.name != other.game.name:
        raise NotComparable(f"{one.name} is a run of {one.game.name}, {other.name} of {other.game.name}")
    pairs, how = matched(one, other)
    if paired:
        load(one.game, quiet)
        load_own(one.game, [known.cell for pair in pairs for known in pair if known.cell], quiet)
        count, drawn = games or GAMES, one.seed if seed is None else seed
        say(f"Playing both anew: {count:,} games of each setup, on seed {drawn} ...", quiet)
        found = apart(lambda: _by_games(one.game, pairs, drawn, count))
        method = (
            f"both played on seed {drawn}, {count:,} games each; exact McNemar test of the games that end otherwise"
        )
    else:
        found = judge([_compared(one.game, before, after) for before, after in pairs], 0.0)
        method = "unpaired: the difference of two shares, whatever their seeds"
    named = of_pairs(pairs)
    rows = [
        Pair(before.id, after.id, name, outcomes)
        for (before, after), name, outcomes in zip(pairs, named, found, strict=True)
    ]
    matched_ids = {known.id for pair in pairs for known in pair}
    return Comparison(
        one.name,
        other.name,
        one.game.title,
        how,
        f"{method}; ~ where nothing is significant at 5 % over all of them (Holm).",
        rows,
        tuple(names([known for known in one.cells if known.id not in matched_ids])),
        tuple(names([known for known in other.cells if known.id not in matched_ids])),
        {outcome.name: outcome.title for outcome in one.game.outcomes},
        differs(pairs),
    )


def _compared(game: Game, before: Known, after: Known) -> Compared:
    names = _possible(game, before, after)
    mine, theirs = (np.array([known.outcomes.get(name, 0) for name in names]) for known in (before, after))
    return Compared(names, mine, theirs, before.games, after.games)


def _possible(game: Game, before: Known, after: Known) -> tuple[str, ...]:
    """The outcomes that either can come to, as far as it is known, or did."""
    can = {name for known in (before, after) if known.cell for name in game.possible(known.cell.setup)}
    seen = {name for known in (before, after) for name, count in known.outcomes.items() if count}
    return tuple(outcome.name for outcome in game.outcomes if outcome.name in can | seen)


# --- paired by game -------------------------------------------------------------------------------------------------


def _by_games(game: Game, pairs: Sequence[tuple[Known, Known]], seed: int, games: int) -> list[tuple[Finding, ...]]:
    """Play both cells of every pair on one seed, and judge by the games that end otherwise."""
    found = [_discordant(game, before, after, seed, games) for before, after in pairs]
    every = [finding for findings in found for finding in findings]
    twins = np.array([k == 1 and len(findings) == 2 for findings in found for k in range(len(findings))])
    rejected = holm(np.array([finding.p for finding in every]), twins, ALPHA)
    judged = iter(
        replace(finding, verdict=CHANGED if is_other else UNDECIDED)
        for finding, is_other in zip(every, rejected, strict=True)
    )
    return [tuple(next(judged) for _ in findings) for findings in found]


def _discordant(game: Game, before: Known, after: Known, seed: int, games: int) -> tuple[Finding, ...]:
    """What the pairs of games of two cells come to, outcome by outcome."""
    if before.cell is None or after.cell is None:
        raise NotComparable(f"the setup {before.id} cannot be played any more, so it cannot be played in pairs")
    names = [outcome.name for outcome in game.outcomes]
    both = np.zeros((len(names), len(names)), dtype=np.int64)  # outcome before, outcome after -> games
    for first in range(0, games, BATCH):
        span = (first, min(games, first + BATCH))
        ends = [_ends(game, known.cell, seed, span) for known in (before, after) if known.cell]
        np.add.at(both, (ends[0], ends[1]), 1)
    return tuple(_finding(both, names.index(name), name, games) for name in _possible(game, before, after))


def _ends(game: Game, cell: StoredCell, seed: int, span: tuple[int, int]) -> np.ndarray:
    """How each of some games ends, by the outcome's place."""
    played = run.work(run.Task(game.name, cell.setup, cell.seating, seed, span, True))
    return played.games[:, 0]


def _finding(both: np.ndarray, place: int, name: str, games: int) -> Finding:
    before, after = int(both[place].sum()), int(both[:, place].sum())
    stayed = int(both[place, place])
    gained, lost = after - stayed, before - stayed
    difference = (gained - lost) / games
    error = sqrt(max(0.0, (gained + lost) / games - difference**2) / games)
    return Finding(name, before, after, games, games, difference, error, 0.0, MCNEMAR, mcnemar(gained, lost), UNDECIDED)
