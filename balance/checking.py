"""A baseline held against games played now: the very same games where rules and seed are the same, else the odds."""

import secrets
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from balance import baseline, blessing, playing
from balance.baseline import Baseline, NothingCompared
from balance.judge.difference import BLOCKS, EXACT, Compared, judge
from balance.pieces import BLOCK
from balance.playing import HEAD_BLOCKS, Sample
from balance.store import NotComparable, StoredCell
from balance.sweep import load, load_own, name_of, stored
from balance.tables import Total, facts, fingerprint, outcome_counts
from kernels.game import Game
from kernels.mistakes import Mistake
from reports.verdicts import CHANGED, IDENTICAL, MISSING, NEW, SAME, UNDECIDED, Finding, Judgement, Verdict
from scenarios import Cell, Plan

FAIL, WARN, IGNORE = "fail", "warn", "ignore"
STALLED = "stalled"
FAILED, OPEN = 1, 6
"""Exit codes: a check that failed; one that is undecided."""
MARGIN = "0.5pp"
ORDER = (3, 1, 4, 5, 6)
"""Exit codes, the one that counts most first."""


@dataclass(frozen=True)
class Options:
    """How a baseline is checked.

    Attributes:
        margin: the smallest difference that matters, in [0, 1].
        fresh: whether other games are played, of another seed.
        seed: that seed; None for one that is drawn.
        games: of each cell, where the odds are compared; None for as many as the baseline has.
        on: verdict -> fail, warn or ignore, for `NEW`, `MISSING` and `UNDECIDED`.
        threads: workers.
        quiet: whether notes and progress are left out.
    """

    margin: float
    fresh: bool
    seed: int | None
    games: int | None
    on: dict[str, str]
    threads: int
    quiet: bool


@dataclass(frozen=True)
class Check:
    """What is to be checked: a baseline, and what its plan comes to now.

    Attributes:
        path: the baseline's file.
        kept: what it says.
        planned: what its plan names now.
        before: cell that is planned -> its record; found by what it says where another policy file makes it another.
        exact: the cells whose very same games can be played again; `others` those of which only the odds compare.
        seed: of the games played now.
        blocks: cell -> its block tallies, for those of which the odds compare.
    """

    path: Path
    kept: Baseline
    planned: Plan
    before: Mapping[str, baseline.Cell]
    exact: tuple[StoredCell, ...]
    others: tuple[StoredCell, ...]
    seed: int
    blocks: Mapping[str, np.ndarray]


def check(paths: Sequence[Path], options: Options) -> list[Judgement]:
    """Hold baselines against games played now; all of them are read before the first game.

    Raises:
        Mistake: a baseline is missing or damaged, or its plan names nothing that there is.
    """
    return [_judged(one, options) for one in [_prepared(path, options) for path in paths]]


def exit_code(judgements: Sequence[Judgement]) -> int:
    """What the command ends with: of several codes the one that counts most."""
    codes = {judgement.exit_code for judgement in judgements}
    return next((code for code in ORDER if code in codes), 0)


def _prepared(path: Path, options: Options) -> Check:
    kept = baseline.read(path)
    try:
        planned = blessing.planned_by(kept.plan)
    except Mistake as mistake:
        raise NotComparable(f"{path} is of {shlex.join(kept.plan)}, which cannot be played now: {mistake}") from None
    if options.seed is not None and options.seed != kept.seed and not options.fresh:
        raise NotComparable(
            f"{path} has the seed {kept.seed}, not {options.seed}; add --fresh-seed to compare the odds"
        )
    before = _records(kept, planned)
    cells = [stored(cell) for cell in planned.cells if cell.id in before]
    exact = [cell for cell in cells if not options.fresh and _same_rules(planned.game, before[cell.id], cell)]
    others = [cell for cell in cells if cell not in exact]
    if options.games is not None and exact:
        raise Mistake("--games goes with --fresh-seed; the same games are compared whole")
    seed = kept.seed
    if options.fresh:
        seed = options.seed if options.seed is not None else _another(kept.seed)
    names = [outcome.name for outcome in planned.game.outcomes]
    blocks = baseline.read_blocks(baseline.blocks_path(path), names) if others and not options.fresh else {}
    return Check(path, kept, planned, before, tuple(exact), tuple(others), seed, blocks)


def _records(kept: Baseline, planned: Plan) -> dict[str, baseline.Cell]:
    """The record of every planned cell that has one: its own, else that of a cell no longer planned that says the same,
    which an own policy's file made another."""
    ids = {cell.id for cell in planned.cells}
    left = [record for cell, record in kept.cells.items() if cell not in ids]
    found = {}
    for cell in planned.cells:
        alike = (record for record in left if record["setup"] == _said(cell) and record["label"] == cell.label)
        record = kept.cells.get(cell.id) or next(alike, None)
        if record is not None:
            found[cell.id] = record
    return found


def _said(cell: Cell | StoredCell) -> dict[str, Any]:
    return {**cell.setup.values, **cell.policies}


def _same_rules(game: Game, before: baseline.Cell, cell: StoredCell) -> bool:
    same: bool = before["cell"] == cell.id and before["game_version"] == game.version and before["setup"] == _said(cell)
    return same


def _another(seed: int) -> int:
    """A seed that nobody has looked at."""
    while (drawn := secrets.randbits(31)) == seed:
        pass
    return drawn


def _judged(one: Check, options: Options) -> Judgement:
    started = time.perf_counter()
    load(one.planned.game, options.quiet)
    load_own(one.planned.game, one.planned.cells, options.quiet)
    compared = {verdict.cell: verdict for verdict in (*_exactly(one, options), *_by_odds(one, options))}
    planned = [compared.get(cell.id) or _new(one, cell) for cell in one.planned.cells]
    there = {record["cell"] for record in one.before.values()}
    missing = [_missing(cell, kept) for cell, kept in one.kept.cells.items() if cell not in there]
    verdicts = [_ruled(verdict, options) for verdict in (*planned, *missing)]
    return Judgement(
        baseline=str(one.path),
        title=one.kept.title,
        game_title=one.planned.game.title,
        how=_how(one, options),
        verdicts=verdicts,
        margin=options.margin,
        outcomes={outcome.name: outcome.title for outcome in one.planned.game.outcomes},
        seconds=time.perf_counter() - started,
        exit_code=_code(verdicts),
    )


def _new(one: Check, cell: Cell) -> Verdict:
    name = name_of(one.planned, stored(cell))
    return Verdict(cell.id, name, NEW, note="bless the baseline again to take it in")


def _missing(cell: str, kept: baseline.Cell) -> Verdict:
    return Verdict(cell, kept["name"], MISSING, note="bless the baseline again to take it out")


def _ruled(verdict: Verdict, options: Options) -> Verdict:
    """A verdict with what follows from it."""
    rule = FAIL if verdict.verdict == CHANGED else options.on.get(verdict.verdict, IGNORE)
    if verdict.verdict == UNDECIDED and not verdict.findings:  # others have drifted already
        rule = IGNORE
    return replace(verdict, fails=rule == FAIL, warns=rule == WARN)


def _code(verdicts: Sequence[Verdict]) -> int:
    if any(verdict.fails and verdict.verdict != UNDECIDED for verdict in verdicts):
        return FAILED
    if not any(verdict.verdict not in (NEW, MISSING) for verdict in verdicts):
        return NothingCompared.exit_code
    return OPEN if any(verdict.fails for verdict in verdicts) else 0


def _how(one: Check, options: Options) -> str:
    """How it was judged, for people."""
    sentences = []
    if one.exact:
        sentences.append(
            f"Same rules and seed {one.kept.seed}: the very same games, compared by every count and random draw."
        )
    if one.others:
        why = f"other games, seed {one.seed}" if options.fresh else "other rules, setups or policies, the same seed"
        sentences.append(
            f"{'Elsewhere ' if one.exact else ''}{why}: changed where a difference beyond ±{100 * options.margin:g} pp "
            "is significant at 5 % over all setups and outcomes (Holm), same where it is surely smaller."
        )
    text = " ".join(sentences) or "No setup of the baseline is in its plan any more."
    return text[0].upper() + text[1:]


# --- tier one: the very same games ----------------------------------------------------------------------------------


def _exactly(one: Check, options: Options) -> list[Verdict]:
    """Play the first games of every cell again; the rest, where none of those has drifted."""
    games = {cell.id: int(one.before[cell.id]["games"]) for cell in one.exact}
    ends = {cell.id: min(games[cell.id], HEAD_BLOCKS * BLOCK) for cell in one.exact}
    heads = _play(one, [(cell, (0, ends[cell.id])) for cell in one.exact], options)
    drifted = [head for head in heads if not _same_head(one, head)]
    if drifted:
        return [_drift(one, head) if head in drifted else _untold(one, head) for head in heads]
    rest = _play(
        one, [(cell, (ends[cell.id], games[cell.id])) for cell in one.exact if ends[cell.id] < games[cell.id]], options
    )
    more = {sample.cell.id: sample for sample in rest}
    whole = [playing.together(head, more[head.cell.id]) if head.cell.id in more else head for head in heads]
    return [_identical_or_not(one, sample) for sample in whole]


def _play(one: Check, spans: list[tuple[StoredCell, tuple[int, int]]], options: Options) -> list[Sample]:
    if not spans:
        return []
    return playing.play(one.planned.game.name, spans, one.seed, options.threads, options.quiet)


def _same_head(one: Check, head: Sample) -> bool:
    before, now = one.before[head.cell.id]["head"], Total(head.cell, head.games, head.counts)
    same: bool = before["outcomes"] == outcome_counts(one.planned.game, now) and before["fingerprint"] == fingerprint(
        now
    )
    return same


def _drift(one: Check, head: Sample) -> Verdict:
    """A cell whose first games are others by now."""
    before = one.before[head.cell.id]["head"]
    return _moved(one, head, before, f"the first {head.games:,} games, under the same rules and seed, are others")


def _identical_or_not(one: Check, sample: Sample) -> Verdict:
    before = one.before[sample.cell.id]
    now = facts(one.planned.game, one.seed, Total(sample.cell, sample.games, sample.counts))
    if baseline.same_games(before, now):
        return Verdict(sample.cell.id, before["name"], IDENTICAL)
    differs = next(key for key in baseline.PLAYED if before[key] != now[key])
    return _moved(one, sample, before, f"under the same rules and seed its {differs} differ")


def _moved(one: Check, sample: Sample, before: Any, why: str) -> Verdict:
    game = one.planned.game
    now = outcome_counts(game, Total(sample.cell, sample.games, sample.counts))
    findings = tuple(
        Finding(
            outcome=name,
            before=before["outcomes"].get(name, 0),
            after=now[name],
            games_before=before["games"],
            games_after=sample.games,
            difference=now[name] / sample.games - before["outcomes"].get(name, 0) / before["games"],
            error=0.0,
            margin=0.0,
            test=EXACT,
            p=None,
            verdict=CHANGED if now[name] != before["outcomes"].get(name, 0) else SAME,
        )
        for name in game.possible(sample.cell.setup)
    )
    return Verdict(sample.cell.id, one.before[sample.cell.id]["name"], CHANGED, findings, why)


def _untold(one: Check, head: Sample) -> Verdict:
    name = one.before[head.cell.id]["name"]
    return Verdict(
        head.cell.id,
        name,
        UNDECIDED,
        note=f"its first {head.games:,} games are the same; not played on, since others drifted",
    )


# --- tier two: the odds ---------------------------------------------------------------------------------------------


def _by_odds(one: Check, options: Options) -> list[Verdict]:
    """Play as many games of every other cell, and judge all differences together."""
    spans = [(cell, (0, options.games or int(one.before[cell.id]["games"]))) for cell in one.others]
    samples = _play(one, spans, options)
    compared = [_compared(one, sample, one.blocks.get(sample.cell.id)) for sample in samples]
    found = judge(compared, options.margin)
    return [_verdict(one, sample, findings) for sample, findings in zip(samples, found, strict=True)]


def _compared(one: Check, sample: Sample, blocks: np.ndarray | None) -> Compared:
    game, before = one.planned.game, one.before[sample.cell.id]
    now = outcome_counts(game, Total(sample.cell, sample.games, sample.counts))
    possible = game.possible(sample.cell.setup)
    seen = tuple(name for name in now if name in possible or before["outcomes"].get(name, 0))
    fresh = {name for name in seen if name not in before["outcomes"]} | ({STALLED} & set(seen))
    places = [list(now).index(name) for name in seen]
    common = min(len(sample.blocks), len(blocks)) if blocks is not None else 0
    sides: dict[str, Any] = {}
    if blocks is not None and common >= BLOCKS:
        sides = {"blocks_before": blocks[:common, places], "blocks_after": sample.blocks[:common, places]}
    return Compared(
        seen,
        np.array([before["outcomes"].get(name, 0) for name in seen]),
        np.array([now[name] for name in seen]),
        int(before["games"]),
        sample.games,
        frozenset(fresh),
        **sides,
    )


def _verdict(one: Check, sample: Sample, findings: tuple[Finding, ...]) -> Verdict:
    said = {finding.verdict for finding in findings}
    worst = next(verdict for verdict in (CHANGED, UNDECIDED, SAME) if verdict in said)
    return Verdict(sample.cell.id, one.before[sample.cell.id]["name"], worst, findings)
