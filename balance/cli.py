"""The commands: each reads its arguments, calls one function, and hands what comes back to a report."""

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.interrupts import apart, held_back
from balance.progress import complain, say
from balance.words import decimal, one_of, whole
from kernels.mistakes import Mistake, UnknownName
from scenarios.numbers import MOST_GAMES, MOST_SEED

if TYPE_CHECKING:
    from reports.page import Page

GAMES, SEED = 100_000, 1
PARTS = ("roles", "policies", "parameters", "decisions", "outcomes")
"""What `balance show` can be narrowed to."""
RULINGS = ("fail", "warn", "ignore")
"""What may follow from a verdict of a check."""


class Commands(typer.core.TyperGroup):
    """The commands by name; of an unknown one the nearest is told."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; raises `UnknownName`."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise UnknownName("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="balance",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help is text too: [targets] is a word
)


Target = Annotated[str, typer.Argument(metavar="GAME|SCENARIO", help="A game, a scenario that ships, or a TOML file.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game (see: balance games).")]
Pairs = Annotated[
    list[str] | None,
    typer.Argument(metavar="KEY=VALUE", help="What the setup says; ranges a..b and lists a,b make a sweep."),
]
Runs = Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders.")]
Aim = Annotated[
    str | None,
    typer.Option(metavar="OUTCOME=SHARE", help="The share that is looked for (villagers=0.4); one half if not given."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON to standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No notes and no progress.")]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole("--seed", 0, MOST_SEED),
        help="The seed, 1 if not given; the same seed makes the same games.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(metavar="N", parser=whole("--threads", 1, 1024), help="Threads; all processors if not given."),
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"balance {version('wolfbalance')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Is this table fair, and what makes it so? Plays millions of werewolf games and tells."""


@app.command()
def games(as_json: AsJson = False) -> None:
    """The games, one line each."""
    from balance import show

    rows = show.games()
    if as_json:
        _print_json({"games": rows})
    else:
        for row in rows:
            print(f"{row['name']:<10} {row['title']}: {row['summary']}")


@app.command(name="show")
def show_(
    game: GameName,
    part: Annotated[
        str | None,
        typer.Argument(metavar=f"[{'|'.join(PARTS)}]", parser=one_of("the part", PARTS), help="Only this part."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(metavar="FILE.py:FUNCTION", help="Check that a policy of yours reads nothing it cannot know."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Everything a setup may say: range, default, meaning, rulebook section."""
    import kernels
    from balance import show

    if check is not None:
        return _check(game, part, check, as_json)
    described = show.described(kernels.game(game), part)
    if as_json:
        _print_json({"game": game, **described})
    else:
        _print(lambda page: show.as_document(described, page.width))
    return 0


def _check(game: str, part: str | None, name: str, as_json: bool) -> int:
    """Check a designer's own policy; the exit code."""
    import kernels
    from balance import checks

    if part != "policies":
        command = shlex.join(["balance", "show", game, "policies", "--check", name])
        raise Mistake(f"--check is about policies; write {command}")
    checked = checks.check(kernels.game(game), name, as_json)
    if as_json:
        _print_json({"game": game, **checked._asdict()})
    else:
        print(checks.sentence(checked))
    return checks.FAILED if checked.fault else 0


@app.command()
def scenarios(as_json: AsJson = False) -> None:
    """The scenarios that ship."""
    from scenarios import load, names, plan

    rows = [
        {"name": name, "title": load(name).title, "game": load(name).game, "cells": len(plan(name).cells)}
        for name in names()
    ]
    if as_json:
        _print_json({"scenarios": rows})
    else:
        for row in rows:
            print(f"{row['name']:<20} {row['cells']:>5} setups  {row['title']}")


@app.command()
def sweep(
    target: Target,
    pairs: Pairs = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--games", 1, MOST_GAMES),
            help=f"Games a setup, {GAMES:,} if nothing says otherwise.",
        ),
    ] = None,
    precision: Annotated[
        str | None,
        typer.Option(
            metavar="0.2pp", help="In place of --games: until every interval is at most so wide on either side."
        ),
    ] = None,
    until_decided: Annotated[
        str | None,
        typer.Option(
            metavar="QUESTION", help='In place of --games: until the answer is known: "villagers in 0.45..0.55".'
        ),
    ] = None,
    max_games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--max-games", 1, MOST_GAMES),
            help="The most games a setup with these two, 10,000,000 if not given.",
        ),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The run folder; under runs/ if not given.")] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPRESSION", help='Only setups for which this holds: "2*werewolves < players".'),
    ] = None,
    zip: Annotated[
        list[str] | None, typer.Option(metavar="KEY,KEY", help="Pair these keys' lists in place of multiplying them.")
    ] = None,
    one_at_a_time: Annotated[
        bool, typer.Option("--one-at-a-time", help="Change one swept key at a time from the first value of each.")
    ] = False,
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Leave out setups that break a rule of the game, and count them.")
    ] = False,
    aim: Aim = None,
    targets: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Judge the setups by the [targets] of a TOML file, too.")
    ] = None,
    keep_games: Annotated[bool, typer.Option("--keep-games", help="Store a row for each game too.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the setups and the time they would take.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Play setups and store what comes of them; the same command again plays only what is missing."""
    from scenarios import plan
    from scenarios.targets import read_targets_file

    planned = plan(
        target,
        pairs or [],
        zip=zip or [],
        where=where or [],
        one_at_a_time=one_at_a_time,
        skip_invalid=skip_invalid,
        targets=read_targets_file(targets) if targets is not None else (),
    )
    from balance import sweep as sweeps

    for note in planned.notes:
        say(note, quiet)
    options = sweeps.Options(
        rule=_rule(planned, games, precision, until_decided, max_games),
        seed=_settled(seed, planned.seed),
        threads=threads or _processors(),
        out=out,
        keep_games=keep_games,
        quiet=quiet,
        aim=_aim(aim, planned.game),
    )
    if options.aim is not None and options.rule.band is not None:
        raise Mistake("--until-decided says what is looked for already; leave out --aim")
    if dry_run:
        _show_plan(planned, options, as_json)
        return 0
    words = _words(target, pairs, zip, where, one_at_a_time, skip_invalid)
    from reports import targets as aimed

    finished = sweeps.sweep(planned, options, words)
    if as_json:
        differences = finished.results.tables["differences"].to_dicts()
        judged = {"targets": aimed.as_json(finished.aims)} if planned.targets else {}
        found = {"differences": differences} if differences else {}
        _print_json({"run": str(finished.path), "cells": finished.cells, **found, **judged})
        return _ended(finished.exit_code, finished.unsettled)
    from reports import terminal

    _print(lambda page: terminal.sweep_table(finished.results, page))
    _print(lambda page: terminal.sweep_answer(finished.results, page))
    if planned.targets:
        _print(lambda page: aimed.document(finished.aims, page))
    document = shlex.join(["balance", "report", str(finished.path), "-o", "report.html"])
    say(f"Stored in {finished.path}; for a document: {document}", quiet)
    return _ended(finished.exit_code, finished.unsettled)


@app.command()
def report(
    runs: Runs,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="A .md or .html file; the terminal if not given.")
    ] = None,
    aim: Aim = None,
    as_json: AsJson = False,
) -> None:
    """A summary document of one or more runs: terminal, Markdown or HTML."""
    import reports
    from balance import results

    if as_json and out is not None:
        raise Mistake("--json prints to standard output; leave out -o, or use balance export for a .json file")
    loaded = [results.aimed(results.load(run), aim) for run in runs]
    if as_json:
        from reports import json as as_lines

        _print_lines(as_lines.lines(loaded))
    elif out is None:
        from reports import terminal

        _print(lambda page: terminal.summary(loaded, page))
    else:
        with held_back():
            reports.report(loaded, out)
        say(f"Wrote {out}")


@app.command()
def export(
    runs: Runs,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="A .xlsx, .csv, .parquet or .json file.")],
    table: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Another table than a row a setup: outcomes, ends, seats, roles, lengths, differences, policies, "
            "games, and those of the game: votes, states, nights.",
        ),
    ] = None,
    all_tables: Annotated[
        bool,
        typer.Option(
            "--all-tables",
            help="Every table there is. Otherwise .xlsx leaves out those of many rows; .json has all but the games.",
        ),
    ] = False,
) -> None:
    """The tables of one or more runs as a spreadsheet or a data file."""
    import reports
    from balance import results

    if table is not None and all_tables:
        raise Mistake(f"--table {table} names one table, --all-tables are all; give one of them")
    loaded = [results.load(run, with_games=all_tables or table == "games") for run in runs]
    with held_back():
        notes = reports.export(loaded, out, table, all_tables)
    for note in (f"Wrote {out}", *notes):
        say(note)


@app.command()
def replay(
    game: Target,
    pairs: Pairs = None,
    seed: Seed = None,
    index: Annotated[
        int, typer.Option("--game", metavar="N", parser=whole("--game", 0, MOST_GAMES - 1), help="Which game, from 0.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """One game as a readable transcript."""
    from balance import replays
    from balance.sweep import load, load_own
    from scenarios import plan

    planned = plan(game, pairs or [])
    replays.only_cell(planned)
    settled = _settled(seed, planned.seed)
    load(planned.game)
    load_own(planned.game, planned.cells)
    if as_json:
        _print_json(replays.events(planned, settled, index))
    else:
        print("\n".join(replays.story(planned, settled, index)))


@app.command()
def bless(
    source: Annotated[str, typer.Argument(metavar="RUN|GAME|SCENARIO", help="A run folder, or what is to be played.")],
    pairs: Pairs = None,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="BASELINE", help="The baseline, a .json file.")] = ...,  # type: ignore[assignment]
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, kept in the baseline.")] = "",
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole("--games", 1, MOST_GAMES), help="Games a setup, 1,000,000 if not given."
        ),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    cells: Annotated[
        str | None, typer.Option(metavar="EXPRESSION", help='Only setups for which this holds: "players <= 9".')
    ] = None,
    blocks: Annotated[
        bool, typer.Option("--blocks", help="Keep block tallies beside it, for a sharper comparison.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write or renew a baseline; only what has changed is written."""
    from balance import blessing
    from scenarios import plan

    blessing.check_place(out)
    if (Path(source) / "manifest.json").is_file():
        if pairs or games is not None or seed is not None:
            raise Mistake("a run folder is blessed as it is; leave out pairs, --games and --seed")
        planned, samples, manifest, words = blessing.from_run(Path(source))
        of_seed = manifest.seed
    else:
        words = (source, *(pairs or []))
        of_seed = _settled(seed, blessing.planned_by(words).seed)
        if cells is not None and not out.exists():
            words, cells = (*words, "--where", cells), None
        chosen = (*words, "--where", cells) if cells is not None else words
        planned, samples = blessing.from_scenario(
            chosen, of_seed, games or blessing.GAMES, threads or _processors(), quiet
        )
    only = None
    if cells is not None:
        only = frozenset(cell.id for cell in plan(words[0], list(words[1:]), where=[cells]).cells)
    with held_back():
        done = blessing.bless(out, planned, words, samples, of_seed, reason, only, blocks)
    if as_json:
        _print_json(
            {"baseline": str(out), "new": done.new, "renewed": done.renewed, "kept": done.kept, "gone": done.gone}
        )
    else:
        print(done.sentence)


@app.command()
def check(
    baselines: Annotated[
        list[Path], typer.Argument(metavar="BASELINE...", help="Baselines, as balance bless writes them.")
    ],
    fresh_seed: Annotated[bool, typer.Option("--fresh-seed", help="Play other games, and compare the odds.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole("--seed", 0, MOST_SEED), help="The seed of those games, drawn if not given."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--games", 1, MOST_GAMES),
            help="Games a setup of those, as many as blessed if not given.",
        ),
    ] = None,
    min_effect: Annotated[
        str, typer.Option(metavar="0.5pp", help="The smallest difference of a share that matters.")
    ] = "0.5pp",
    on_new_cell: Annotated[
        str,
        typer.Option(
            metavar="|".join(RULINGS),
            parser=one_of("--on-new-cell", RULINGS),
            help="What a setup does that the baseline has not.",
        ),
    ] = "fail",
    on_missing_cell: Annotated[
        str,
        typer.Option(
            metavar="|".join(RULINGS),
            parser=one_of("--on-missing-cell", RULINGS),
            help="What one does that is no longer planned.",
        ),
    ] = "fail",
    on_undecided: Annotated[
        str,
        typer.Option(
            metavar="|".join(RULINGS),
            parser=one_of("--on-undecided", RULINGS),
            help="What one does that too few games were played of.",
        ),
    ] = "fail",
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write JUnit XML, a test case a setup.")] = None,
    summary: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a Markdown summary.")] = None,
    threads: Threads = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Play baselines again: exit code 0 where nothing has changed, 1 where something has, 6 where games are too few."""
    from balance import checking
    from balance.rules import read_precision
    from reports import annotations, files, judged, judged_markdown
    from reports import junit as junit_file
    from reports.verdicts import MISSING, NEW, UNDECIDED

    for path in (junit, summary):
        if path is not None:
            files.check_place(path)
    on = {NEW: on_new_cell, MISSING: on_missing_cell, UNDECIDED: on_undecided}
    found = checking.check(
        baselines,
        checking.Options(
            margin=read_precision(min_effect, "--min-effect"),
            fresh=fresh_seed,
            seed=seed,
            games=games,
            on=on,
            threads=threads or _processors(),
            quiet=quiet,
        ),
    )
    if junit is not None:
        junit_file.write(junit, found)
    if summary is not None:
        judged_markdown.write(summary, found)
    if (step := judged_markdown.step_summary()) is not None:
        judged_markdown.append(step, found)
    if annotations.wanted():
        for line in annotations.lines(found):
            print(line, file=sys.stderr)
    if as_json:
        _print_json(judged.as_json(found))
    else:
        _print(lambda page: judged.document(found, page))
    return _ended(checking.exit_code(found), judged.unsettled(found))


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder or a baseline.")],
    after: Annotated[Path, typer.Argument(metavar="RUN", help="Another.")],
    paired: Annotated[
        bool, typer.Option("--paired", help="Play both on one seed, and count the games that end otherwise.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--games", 1, MOST_GAMES),
            help="Games a setup with --paired, 100,000 if not given.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--seed", 0, MOST_SEED),
            help="The seed with --paired, the first run's if not given.",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Two runs or baselines, setup by setup: what differs by more than chance would make."""
    from balance import comparing
    from reports import compared

    if not paired and (games is not None or seed is not None):
        raise Mistake("--games and --seed go with --paired; without it both are compared as they are")
    sides = (comparing.side(before), comparing.side(after))
    found = comparing.compare(*sides, paired, games, seed, quiet)
    if as_json:
        _print_json(compared.as_json(found))
    else:
        _print(lambda page: compared.document(found, page))


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; all of them if not given.")] = None,
    pairs: Pairs = None,
    threads: Threads = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", parser=decimal("--seconds", 0.05, 60), help="How long each measurement takes.")
    ] = 1.0,
    starts: Annotated[bool, typer.Option(help="Also time a cold (compiling) and a warm start.")] = True,
    as_json: AsJson = False,
) -> None:
    """Games per second by game and policy, cold and warm start."""
    import kernels
    from balance import bench as benches
    from balance.sweep import load, load_own

    names = [game] if game else kernels.names()
    speeds: list[dict[str, Any]] = []
    for name in names:
        load(kernels.game(name))
        load_own(kernels.game(name), benches.cells(name, pairs or []))
        speeds += apart(partial(benches.speeds, name, pairs or [], threads or _processors(), seconds))
    times = [benches.starts(name) for name in names] if starts else []
    if as_json:
        _print_json({"speeds": speeds, "starts": times})
    else:
        _print(lambda page: benches.as_document(speeds, times, page.width))


@app.command()
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all if not given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compile ahead, for images and CI."""
    import kernels
    from balance.sweep import load
    from kernels import cache

    chosen = [kernels.game(name) for name in (games or kernels.names())]
    took = {game.name: round(load(game, quiet=as_json), 2) for game in chosen}
    if as_json:
        _print_json({"folder": str(cache.folder()), "seconds": took})
    else:
        for name, seconds in took.items():
            print(f"{name} is ready ({seconds:.1f} s), kept in {cache.folder()}")


def _print_json(plain: Any) -> None:
    _print_lines([json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False), "\n"])


def _print_lines(lines: Iterable[str]) -> None:
    """Print JSON, which has a way of its own to write what the stream cannot."""
    sys.stdout.reconfigure(errors="json")  # type: ignore[union-attr]
    sys.stdout.writelines(lines)


def _print(document: "Callable[[Page], Any]") -> None:
    from reports import page

    page.show(document(page.of(sys.stdout)), sys.stdout)


def _ended(code: int, why: str) -> int:
    """An exit code, after a sentence that says why it is not 0."""
    if code:
        complain(why)
    return code


def _aim(text: str | None, game: Any) -> Any:
    """What is looked for, if that was said."""
    if text is None:
        return None
    from balance.rules import read_aim

    return read_aim(text, game)


def _settled(seed: int | None, planned: int | None) -> int:
    """The seed: as typed, else the scenario's, else the usual one."""
    return next(value for value in (seed, planned, SEED) if value is not None)


def _rule(
    planned: Any, games: int | None, precision: str | None, until_decided: str | None, max_games: int | None
) -> Any:
    """When a cell has been played enough: as typed, else as the scenario says, else after the usual games."""
    from balance import rules

    if sum(option is not None for option in (games, precision, until_decided)) > 1:
        raise Mistake("--games, --precision and --until-decided say three ways when it is enough; give one of them")
    cap = max_games or planned.max_games or rules.MOST_GAMES
    if until_decided is not None:
        return rules.Rule(cap, band=rules.read_band(until_decided, planned.game, len(planned.cells)))
    wanted = precision or (planned.precision if games is None else None)
    if wanted is not None:
        return rules.Rule(cap, half_width=rules.read_precision(wanted))
    if max_games is not None:
        raise Mistake("--max-games goes with --precision or --until-decided; a fixed number is --games")
    return rules.Rule(games or planned.games or GAMES)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _words(
    target: str,
    pairs: Sequence[str] | None,
    zip: Sequence[str] | None,
    where: Sequence[str] | None,
    one_at_a_time: bool,
    skip_invalid: bool,
) -> list[str]:
    """The words of a sweep that say what is played."""
    words = [target, *(pairs or [])]
    for option, values in (("--zip", zip), ("--where", where)):
        words += [word for value in values or [] for word in (option, value)]
    words += ["--one-at-a-time"] * one_at_a_time + ["--skip-invalid"] * skip_invalid
    return words


def _show_plan(planned: Any, options: Any, as_json: bool) -> None:
    from balance import dry

    seconds = apart(lambda: dry.projected_seconds(planned, options))
    if as_json:
        _print_json(dry.as_json(planned, options, seconds))
    else:
        _print(lambda page: dry.as_document(planned, options, seconds, page.width))
