"""Blessing: what was played becomes the baseline that later games are held against."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance import baseline, parts, playing
from balance.baseline import Baseline
from balance.playing import Sample
from balance.results import versions
from balance.store import BadFolder, Manifest, NotComparable, read_manifest
from balance.sweep import load, load_own, name_of, stored
from balance.tables import Total, facts, fingerprint, outcome_counts
from reports import files
from scenarios import Plan, plan

if TYPE_CHECKING:
    from kernels.game import Game

GAMES = 1_000_000
LOOSE = ("--where", "--zip")
FLAGS = ("--one-at-a-time", "--skip-invalid")
WITH_VALUE = ("--games", "--seed", "--precision", "--until-decided", "--max-games", "--out", "--threads")


@dataclass(frozen=True)
class Blessed:
    """What blessing came to: the cells that are new in the file, renewed, as they were, and no longer there; how many
    were looked at."""

    path: Path
    new: int
    renewed: int
    kept: int
    gone: int
    looked_at: int

    @property
    def sentence(self) -> str:
        """It for people."""
        if not (self.new or self.renewed or self.gone):
            of = f"the {self.looked_at:,} chosen of its" if self.looked_at < self.kept else "its"
            return f"{self.path} is as it was: nothing has changed in {of} {self.kept:,} setups"
        said = ((self.new, "new"), (self.renewed, "renewed"), (self.kept, "as they were"), (self.gone, "taken out"))
        return f"Wrote {self.path}: {', '.join(f'{count:,} {word}' for count, word in said if count)}"


def from_scenario(words: Sequence[str], seed: int, games: int, threads: int, quiet: bool) -> tuple[Plan, list[Sample]]:
    """Play a plan for a baseline."""
    planned = planned_by(words)
    load(planned.game, quiet)
    load_own(planned.game, planned.cells, quiet)
    spans = [(stored(cell), (0, games)) for cell in planned.cells]
    return planned, playing.play(planned.game.name, spans, seed, threads, quiet)


def from_run(path: Path) -> tuple[Plan, list[Sample], Manifest, tuple[str, ...]]:
    """What a run folder holds for a baseline: its plan, what each cell came to, and the words of the plan.

    Raises:
        BadFolder: it is no run, it has gaps or no games.
        NotComparable: its setups, or its rules' version, are not those of this program.
    """
    manifest = read_manifest(path)
    words = plan_words(shlex.split(str(manifest.about["command"]))[2:])
    planned = planned_by(words)
    if planned.game.version != manifest.game_version or {cell.id for cell in planned.cells} != {
        cell.id for cell in manifest.cells
    }:
        raise NotComparable(f"{path} was played by other rules, or other setups, than {shlex.join(words)} names now")
    pieces = parts.read_pieces(path, manifest)
    samples = []
    for cell in manifest.cells:
        spans, counts = pieces[cell.id]
        if not spans or spans[0][0] != 0 or any(one[1] != other[0] for one, other in pairwise(spans)):
            raise BadFolder(f"{path} is unfinished; run its command again: {manifest.about['command']}")
        samples.append(playing.of_pieces(cell, spans, counts))
    return planned, samples, manifest, words


def planned_by(words: Sequence[str]) -> Plan:
    """The plan that the words after `balance sweep` name."""
    found: dict[str, list[str]] = {option: [] for option in LOOSE}
    at, free = 1, []
    while at < len(words):
        if words[at] in LOOSE:
            found[words[at]].append(words[at + 1])
            at += 2
        else:
            free.append(words[at])
            at += 1
    pairs = [word for word in free if word not in FLAGS]
    return plan(
        words[0],
        pairs,
        zip=found["--zip"],
        where=found["--where"],
        one_at_a_time="--one-at-a-time" in free,
        skip_invalid="--skip-invalid" in free,
    )


def plan_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a sweep that say what is played, without those that say how often and where to."""
    kept, at = [], 0
    while at < len(words):
        if words[at] in WITH_VALUE:
            at += 2
            continue
        if words[at] not in ("--keep-games", "--json", "--quiet"):
            kept.append(words[at])
        at += 1
    return tuple(kept)


def check_place(path: Path) -> None:
    """Raise a mistake where no baseline can be written, or what is there is none, before anything is played."""
    files.check_place(path)
    if path.exists():
        baseline.read(path)


def bless(
    path: Path,
    planned: Plan,
    words: Sequence[str],
    samples: Sequence[Sample],
    seed: int,
    reason: str,
    only: frozenset[str] | None = None,
    with_blocks: bool = False,
) -> Blessed:
    """Write a baseline, or renew what has changed in one.

    Args:
        path: the file.
        planned: what was played.
        words: the words that name it.
        samples: what its cells came to.
        seed: of all of them.
        reason: why, for those who read it later.
        only: the cells that may be renewed; None for all.
        with_blocks: whether block tallies are kept beside it.

    Raises:
        BadBaseline: a damaged file, or no baseline, is there.
        NotComparable: only some cells are to be renewed, of another plan or seed than theirs.
    """
    before = baseline.read(path) if path.exists() else None
    if before is not None and only is not None and (before.seed, before.plan) != (seed, tuple(words)):
        raise NotComparable(
            f"{path} is of {shlex.join(before.plan)} with the seed {before.seed}; renew some of its cells by the same"
        )
    found = {sample.cell.id: record(planned, sample, seed, reason) for sample in samples}
    old = dict(before.cells) if before is not None else {}
    chosen = {cell: made for cell, made in found.items() if only is None or cell in only}
    changed = {
        cell: made for cell, made in chosen.items() if cell not in old or not baseline.same_games(old[cell], made)
    }
    kept = {cell: made for cell, made in old.items() if cell in found or only is not None}
    after = {**kept, **changed}
    said = Blessed(
        path,
        new=sum(cell not in old for cell in changed),
        renewed=sum(cell in old for cell in changed),
        kept=len(after) - len(changed),
        gone=len(old) - len(kept),
        looked_at=len(chosen),
    )
    if changed or len(kept) < len(old):
        baseline.write(path, Baseline(planned.game.name, planned.title, seed, tuple(words), after))
    _keep_blocks(path, planned.game, samples, after, with_blocks, changed=bool(changed))
    return said


def _keep_blocks(
    path: Path, game: "Game", samples: Sequence[Sample], cells: Mapping[str, Any], wanted: bool, changed: bool
) -> None:
    """Keep the block tallies beside a baseline if they are wanted; take stale ones away."""
    beside = baseline.blocks_path(path)
    names = [outcome.name for outcome in game.outcomes]
    if wanted:
        there = {sample.cell.id: sample.blocks for sample in samples if sample.cell.id in cells}
        baseline.write_blocks(beside, names, {**baseline.read_blocks(beside, names), **there})
    elif changed:
        beside.unlink(missing_ok=True)


def record(planned: Plan, sample: Sample, seed: int, reason: str) -> dict[str, Any]:
    """A cell as a baseline keeps it."""
    game = planned.game
    whole = Total(sample.cell, sample.games, sample.counts)
    head = head_of(sample)
    return {
        **facts(game, seed, whole),
        "name": name_of(planned, sample.cell),
        "head": {"games": head.games, "outcomes": outcome_counts(game, head), "fingerprint": fingerprint(head)},
        "blessed": {"date": datetime.now(UTC).date().isoformat(), "reason": reason, "versions": versions(game)},
    }


def head_of(sample: Sample) -> Total:
    """What the first games of a sample came to."""
    return Total(sample.cell, sample.head_games, sample.head)
