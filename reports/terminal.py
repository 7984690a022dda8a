"""The report for a terminal, and the table that ends a sweep.

What is no terminal (a pipe, a file) gets whole rows, however long.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING

from reports import answer, ladder, nearest, policies, runs, table, wording
from reports.results import Results
from reports.sweep import Sweep, read
from reports.table import Column

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

UNBOUNDED = 1_000_000
"""A width that no row reaches."""
MOST_NEAREST = 30
NARROWEST = 12
"""The fewest columns into which names are folded."""


@dataclass(frozen=True)
class Layout:
    """How a table is set.

    Attributes:
        gap: columns between two of the table's.
        short_headings: whether headings take a line a word, units among them.
        lopsided_below: whether an interval that takes both its ends stands below its share; `all_below` for all.
        folded: the columns that names may take; 0 for as many as they need.
    """

    gap: int = 2
    short_headings: bool = False
    lopsided_below: bool = False
    all_below: bool = False
    folded: int = 0


def report(results: Sequence[Results]) -> None:
    """Print the report of one or more runs on standard output."""
    show(summary(results, width_of(sys.stdout)))


def show(document: "RenderableType", stream: IO[str] | None = None) -> None:
    """Print a document whole: as wide as the terminal, or as wide as its rows where there is none.

    Args:
        stream: where to; standard output if nothing is said.
    """
    console = _console(sys.stdout if stream is None else stream)
    console.print(document, crop=False, highlight=False)


def width_of(stream: IO[str]) -> int | None:
    """How many columns a stream shows, None where it is no terminal."""
    return _console(stream).width if stream.isatty() else None


def summary(results: Sequence[Results], width: int | None = None) -> "RenderableType":
    """The report of one or more runs: policies, question, answer, table, how to reproduce.

    Args:
        width: columns to fit into; None for as many as it takes.
    """
    from rich.console import Group
    from rich.text import Text

    sweeps = [read(run) for run in results]
    parts: list[RenderableType] = [Text(line) for line in runs.players(results)]
    parts += [Text(line, style="bold") for line in runs.unfinished(results, sweeps)]
    for heading, sweep in zip(runs.headings(results), sweeps, strict=True):
        parts += [
            Text(),
            Text(heading, style="bold"),
            Text(" ".join(answer.sentences(sweep))),
            *(Text(line) for line in _nearest(sweep)),
            Text(table.effort(sweep), style="dim"),
            *_ladder(sweep, width),
            _table(sweep, width),
        ]
    parts += [Text(note, style="dim") for note in runs.notes(sweeps)]
    parts += [
        Text(),
        *(_reproduction(before, run) for before, run in zip(runs.invitations(results), results, strict=True)),
    ]
    return Group(*parts)


def sweep_table(results: Results, width: int | None = None) -> "RenderableType":
    """A row a cell, the swept columns first, under a line that names the policies; a ladder side by side.

    Args:
        width: columns to fit into; None for as many as it takes.
    """
    from rich.console import Group
    from rich.text import Text

    sweep = read(results)
    effort = Text(table.effort(sweep), style="dim")
    side_by_side = list(_ladder(sweep, width))
    full = [] if side_by_side and ladder.says_all(sweep) else [_table(sweep, width)]
    return Group(Text(policies.line(results)), effort, *side_by_side, *full)


def _console(stream: IO[str]) -> "Console":
    from rich.console import Console as RichConsole

    class Console(RichConsole):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the program, not its printer, says how it ends

    return Console(file=stream) if stream.isatty() else Console(file=stream, width=UNBOUNDED, color_system=None)


def _reproduction(invitation: str, run: Results) -> "Text":
    """The last line; never wrapped, so that the command can be copied."""
    from rich.text import Text

    command, made = table.reproduction(run.about)
    return Text.assemble(f"{invitation}: ", (command, "bold"), f" ({made})", no_wrap=True, overflow="ignore")


def _nearest(sweep: Sweep) -> Iterator[str]:
    """The answer for each value of the first of two swept numbers, in a row."""
    if found := nearest.by_first(sweep):
        _, second, _ = found.headings
        told = [f"{best.value}: {second} {best.other} ({wording.percent(best.share.rate)})" for best in found.lines]
        yield f"{found.title}: {wording.capped(told, MOST_NEAREST)}."


def _ladder(sweep: Sweep, width: int | None) -> Iterator["RenderableType"]:
    """The ways to play side by side, under a title, if that is what was swept and the width allows it."""
    from rich.text import Text

    if (found := ladder.of(sweep)) and (grid := _fitting(ladder.columns(found), width)):
        yield from (Text(), Text(found.title), grid, Text())


def _table(sweep: Sweep, width: int | None) -> "RenderableType":
    """A row a setup; nothing is left out: where no table fits, a setup is a paragraph."""
    columns = table.columns(sweep)
    return _fitting(columns, width) or _paragraphs(sweep, columns)


def _fitting(columns: Sequence[Column], width: int | None) -> "Table | None":
    """The first layout that fits: gaps close and headings break before names do, and those before shares do."""
    grid = _grid(columns, Layout())
    if width is None or _width(grid) <= width:
        return grid
    for layout in _layouts(columns, width):
        grid = _grid(columns, layout)
        if _width(grid) <= width:
            return grid
    return None


def _layouts(columns: Sequence[Column], width: int) -> Iterator[Layout]:
    """Ever narrower ones."""
    yield Layout(gap=1)
    yield Layout(gap=1, short_headings=True)
    names = [column for column in columns if column.kind == "setup" and not column.numeric]
    for all_below in (False, True):
        layout = Layout(gap=1, short_headings=True, lopsided_below=True, all_below=all_below)
        yield layout
        others = _width(_grid([column for column in columns if column not in names], layout))
        if names and (room := (width - others) // len(names) - layout.gap) >= NARROWEST:
            yield replace(layout, folded=room)


def _grid(columns: Sequence[Column], layout: Layout) -> "Table":
    """A table whose cells are broken where the layout says, and nowhere else."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    # the box puts one column between two, the padding the others
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, layout.gap - 1, 0, 0))
    for column in columns:
        heading = "\n".join(filter(None, (*column.heading, column.unit))) if layout.short_headings else column.title
        grid.add_column(Text(heading), justify="right" if column.numeric else "left", no_wrap=True)
    for row in zip(*(_texts(column, layout) for column in columns), strict=True):
        grid.add_row(*map(Text, row))
    return grid


def _texts(column: Column, layout: Layout) -> list[str]:
    """A column's texts with their line breaks."""
    if column.kind == "setup" and not column.numeric and layout.folded:
        return [_folded(line, layout.folded) for line in column.lines]
    if not layout.short_headings:
        return column.lines
    return [
        ("\n" if layout.all_below or (layout.lopsided_below and parts[-1].startswith("(")) else " ").join(parts)
        for parts in column.texts
    ]


def _folded(text: str, width: int) -> str:
    """Text in lines of some width, broken between words, within one only where there is no other way."""
    words = re.findall(r"[^ =,]*[ =,]+|[^ =,]+", text)
    lines = [""]
    for piece in (piece for word in words for piece in (_parts(word, width) if len(word) > width else [word])):
        if len(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _parts(word: str, width: int) -> list[str]:
    """A word's parts, none wider than that: up to its underscores, if they are near enough."""
    return re.findall(rf".{{0,{width - 1}}}_|.{{1,{width}}}", word)


def _width(grid: "Table") -> int:
    """The columns that a table takes where it may take as many as it likes."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(width=UNBOUNDED)
    return Measurement.get(console, console.options, grid).maximum


def _paragraphs(sweep: Sweep, columns: Sequence[Column]) -> "RenderableType":
    """For narrow terminals and many outcomes: a setup's name, its outcomes below, each kept in one piece."""
    from rich.columns import Columns
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    parts: list[RenderableType] = []
    others = [column for column in columns if column.kind == "more"]
    for cell, *texts in zip(sweep.cells, *(column.lines for column in others), strict=True):
        more = [f"{column.title} {text}" for column, text in zip(others, texts, strict=True) if text]
        shares = [Text(f"{sweep.titles[outcome]} {share}", no_wrap=True) for outcome, share in cell.shares.items()]
        parts.append(Text(", ".join((cell.name, *more)), style="bold"))
        parts.append(Padding(Columns(shares, padding=(0, 3)), (0, 0, 0, 2)))
    return Group(*parts)
