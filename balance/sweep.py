"""A sweep from what was asked for to its results: plan, play what is missing, make the tables."""

import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import kernels
from balance import kept, parts, results, run, stopping, store, targets
from balance.interrupts import deferred, held_back
from balance.progress import display, say
from balance.rules import Rule
from balance.store import Manifest, StoredCell
from balance.tables import as_json
from kernels import sound
from kernels.game import Game, Play, write
from reports.goal import Goal, question
from reports.results import Results
from reports.targets import FAIL, Aim
from reports.targets import UNDECIDED as OPEN
from scenarios import Cell, Plan
from scenarios.wording import number_of

UNDECIDED = 6
"""The exit code of a sweep that leaves a question open."""


@dataclass(frozen=True)
class Options:
    """How a plan is to be played.

    Attributes:
        rule: when each cell has been played enough.
        seed: of every cell.
        threads: workers.
        out: the run folder; None for one under `runs/` that the cells and the seed name.
        keep_games: whether a row for each game is stored.
        quiet: whether notes and progress are left out.
        aim: what is looked for, if it is said.
    """

    rule: Rule
    seed: int
    threads: int
    out: Path | None = None
    keep_games: bool = False
    quiet: bool = False
    aim: Goal | None = None


@dataclass(frozen=True)
class Finished:
    """A sweep that has been played.

    Attributes:
        path: its run folder.
        results: its tables, for documents.
        cells: its cells as `--json` prints them.
        aims: what came of its targets.
    """

    path: Path
    results: Results
    cells: list[dict[str, Any]]
    aims: list[Aim]

    @property
    def unsettled(self) -> str:
        """Why the exit code is not 0, in a sentence; nothing where it is."""
        missed = Counter(aim.verdict for aim in self.aims)
        cells = [cell for cell in self.cells if cell["stop_reason"] == stopping.UNDECIDED]
        told = [
            *([f"{number_of(missed[FAIL], 'target')} missed"] if missed[FAIL] else []),
            *([f"{number_of(missed[OPEN], 'target')} undecided"] if missed[OPEN] else []),
            *([f"{number_of(len(cells), 'setup')} undecided after {cells[0]['games']:,} games"] if cells else []),
        ]
        more = "; more games may tell: " + ("--max-games" if cells else "--games") if missed[OPEN] or cells else ""
        return "".join([", ".join(told), more])

    @property
    def exit_code(self) -> int:
        """What the command ends with: 1 where a target is missed, 6 where a question or a target is undecided."""
        still_open = any(cell["stop_reason"] == stopping.UNDECIDED for cell in self.cells)
        return targets.exit_code(self.aims) or (UNDECIDED if still_open else 0)


def sweep(plan: Plan, options: Options, words: Sequence[str]) -> Finished:
    """Play what is missing of a plan and make its tables.

    Args:
        plan: the cells.
        options: how to play them.
        words: what was typed after `balance sweep`, for saying how to reproduce the run.

    Raises:
        Mistake: the run folder holds something else or cannot be written to.
        KeyboardInterrupt: the person has had enough; everything finished is stored and in the tables.
    """
    cells = tuple(stored(cell) for cell in plan.cells)
    path = options.out or Path("runs") / folder_name(plan.name, cells, options.seed)
    today = datetime.now(UTC).date().isoformat()

    def manifest_of(rule: Rule) -> Manifest:
        again = command(words, rule, options)
        about = results.about(plan.game, plan.title, plan.swept, options.seed, again, today, goal_of(options))
        told = results.plain(about)
        return Manifest(plan.game.name, plan.game.version, options.seed, rule, told, cells)

    manifest = manifest_of(options.rule)
    with store.locked(path):
        if not (path / store.MANIFEST).exists():
            parts.check_origin(path, manifest)
        store.open_folder(path, manifest)
        jobs = run.jobs(path, manifest, options.keep_games)
        if any(more_than_asked(plan.game, options.rule, job) for job in jobs):
            if not options.rule.looks:
                least = min(job.games for job in jobs)
                manifest = manifest_of(replace(options.rule, games=max(options.rule.games, least)))
                store.write_manifest(path, manifest)
            say(f"{path} has more games than asked for already; all of them are shown", options.quiet)
        if any(job.left(plan.game) for job in jobs):
            load(plan.game, options.quiet)
            load_own(plan.game, plan.cells, options.quiet)
            Thread(target=_load_libraries, daemon=True).start()
            if (path / kept.GAMES_TABLE).exists() and not options.keep_games:
                say(f"{path / kept.GAMES_TABLE} will lack the new games; --keep-games adds them", options.quiet)
        else:
            say("nothing is missing: the run is shown as it is stored", options.quiet)
        with deferred() as interrupted:
            _play(path, manifest, jobs, options, interrupted)
            totals = run.totals(jobs)
            made = results.publish(path, manifest, totals)
            if options.keep_games:
                kept.gather(path, manifest)
    if interrupted():
        raise KeyboardInterrupt
    told = [as_json(plan.game, options.seed, options.rule, total) for total in totals]
    return Finished(path, made, told, targets.judge(plan, totals, [name_of(plan, cell) for cell in cells]))


def _play(
    path: Path, manifest: Manifest, jobs: Sequence[run.Job], options: Options, interrupted: Callable[[], bool]
) -> None:
    game = kernels.game(manifest.game)
    to_play = [(job.cell, job.left(game)) for job in jobs]
    with ThreadPoolExecutor(options.threads) as executor, display(to_play, options.quiet) as advance:
        runner = run.Runner(path, manifest, executor, options.threads, options.keep_games, advance, interrupted)
        runner.play(jobs)


def _load_libraries() -> None:
    """Load what the tables will need, while the games are played: a tenth of a short sweep's time."""
    for name in ("pyarrow.parquet", "polars", "scipy.special", "rich.table"):
        import_module(name)


def load(game: Game, quiet: bool = False) -> float:
    """Load a game's rules, saying so if they must be compiled first; the seconds it took."""
    started = time.perf_counter()
    _announce(
        game.name,
        f"Compiling the rules of {game.title}: once for each version, some seconds ...",
        f"The compiled rules of {game.title} were damaged: compiling them anew, some seconds ...",
        quiet,
    )
    with held_back():  # within the compiler an interruption would be lost in a callback
        game.load()
    return time.perf_counter() - started


def load_own(game: Game, cells: Sequence[Cell | StoredCell], quiet: bool = False) -> None:
    """Load the designers' own policies that play in some cells, saying so where one must be compiled first.

    Raises:
        BadPolicyFile: one of them cannot be compiled.
    """
    loaded = set()
    for cell in cells:
        for play in cell.seating.plays:
            if play.digest and play.policy not in loaded:
                loaded.add(play.policy)
                announce_own(play, quiet)
                with held_back():
                    game.load().state(cell.setup, cell.seating)


def announce_own(play: Play, quiet: bool) -> None:
    """Say so where a designer's own policy must be compiled before it can play."""
    from kernels import own

    _announce(
        own.kept_as(play),
        f"Compiling {play.policy}: once for each change of its file ...",
        f"What was compiled of {play.policy} was damaged: compiling it anew ...",
        quiet,
    )


def _announce(name: str, if_absent: str, if_damaged: str, quiet: bool) -> None:
    from kernels.jit import COMPILED

    found = sound.state(name) if COMPILED else sound.State.SOUND
    if found is not sound.State.SOUND:
        say(if_damaged if found is sound.State.DAMAGED else if_absent, quiet)


def goal_of(options: Options) -> Goal | None:
    """What is looked for: what the rule asks, else what was said, if anything was."""
    band = options.rule.band
    return question(band.outcome, band.low, band.high) if band else options.aim


def folder_name(name: str, cells: Sequence[StoredCell], seed: int) -> str:
    """The run folder's name: what is swept, and eight digits that stand for the cells and the seed."""
    identity = "\n".join([*sorted(cell.id for cell in cells), str(seed)])
    return f"{name}-{sha256(identity.encode()).hexdigest()[:8]}"


def more_than_asked(game: Game, rule: Rule, job: run.Job) -> bool:
    """Whether more is stored of a cell than the rule asks for."""
    if not rule.looks:
        return job.games > rule.games
    if job.reason not in (stopping.PRECISION, stopping.GAMES) or not job.games:
        return False
    return job.games > stopping.most(rule, game, job.cell.setup)


def command(words: Sequence[str], rule: Rule, options: Options) -> str:
    """The command that makes the same games again, and goes on with them where a run is unfinished."""
    kept = ["--keep-games"] if options.keep_games else []
    out = ["--out", str(options.out)] if options.out else []
    aim = ["--aim", f"{options.aim.outcome}={options.aim.aim:g}"] if options.aim else []
    return shlex.join(["balance", "sweep", *words, *_rule_words(rule), "--seed", str(options.seed), *aim, *kept, *out])


def _rule_words(rule: Rule) -> list[str]:
    words = [] if rule.looks else ["--games", str(rule.games)]
    if rule.half_width is not None:
        words += ["--precision", f"{round(100 * rule.half_width, 10):g}pp"]
    if rule.band is not None:
        words += ["--until-decided", f"{rule.band.outcome} in {rule.band.low:g}..{rule.band.high:g}"]
    return [*words, "--max-games", str(rule.games)] if rule.looks else words


def name_of(plan: Plan, cell: StoredCell) -> str:
    """What tells a cell of a plan apart, for people."""
    told = {**cell.setup.values, **cell.policies, "label": cell.label}
    keys = plan.swept or ("players",)
    return ", ".join(write(told[key]) if key == "label" else f"{key} {write(told[key]) or 'mixed'}" for key in keys)


def stored(cell: Cell) -> StoredCell:
    """A plan's cell as a manifest keeps it."""
    return StoredCell(cell.id, cell.label, cell.policies, cell.setup, cell.seating, cell.base)
