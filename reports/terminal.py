"""The report for a terminal, and the table that ends a sweep.

What is no terminal (a pipe, a file) gets whole rows, however long.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reports import answer, changes, ladder, nearest, page, policies, runs, table, wording
from reports.page import Page
from reports.results import Results
from reports.sweep import Sweep, read
from reports.table import Column

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

WHOLE = Page()
"""The page of whoever does not say."""
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
    page.show(summary(results, page.of(sys.stdout)))


def summary(results: Sequence[Results], on: Page = WHOLE) -> "RenderableType":
    """The report of one or more runs: policies, question, answer, table, how to reproduce.

    Args:
        on: where it is shown.
    """
    from rich.console import Group

    sweeps = [read(run) for run in results]
    parts: list[RenderableType] = [on.text(line) for line in runs.players(results)]
    parts += [on.text(line, "bold") for line in runs.unfinished(results, sweeps)]
    for heading, sweep in zip(runs.headings(results), sweeps, strict=True):
        parts += [
            on.text(""),
            on.text(heading, "bold"),
            on.text(" ".join(answer.sentences(sweep))),
            *(on.text(line) for line in _nearest(sweep)),
            on.text(table.effort(sweep), "dim"),
            *_ladder(sweep, on),
            _table(sweep, on),
        ]
    parts += [on.text(""), *(on.text(note, "dim") for note in runs.notes(sweeps))]
    parts += [
        on.text(""),
        *(_reproduction(before, run, on) for before, run in zip(runs.invitations(results), results, strict=True)),
    ]
    return Group(*parts)


def sweep_table(results: Results, on: Page = WHOLE) -> "RenderableType":
    """A row a cell, the swept columns first, under a line that names the policies; a ladder side by side.

    Args:
        on: where it is shown.
    """
    from rich.console import Group

    sweep = read(results)
    effort = on.text(table.effort(sweep), "dim")
    side_by_side = list(_ladder(sweep, on))
    full = [] if side_by_side and ladder.says_all(sweep) else [_table(sweep, on)]
    return Group(on.text(policies.line(results)), effort, *side_by_side, *full)


def sweep_answer(results: Results, on: Page = WHOLE) -> "RenderableType":
    """What a sweep has found out, in sentences, and what signs in its table mean."""
    from rich.console import Group

    sweep = read(results)
    signs = _signs(sweep)
    told = on.text("\n" + " ".join(answer.sentences(sweep)))
    return Group(told, *([on.text(" ".join(signs), "dim")] if signs else []))


def _signs(sweep: Sweep) -> list[str]:
    """What signs in the tables mean, for those that are there."""
    side_by_side = ladder.of(sweep)
    unsure = any(not (change.is_sure or change.no_game_differs) for change in changes.of(sweep).values()) or (
        side_by_side is not None and any(rung.least_swing <= 0 for rung in side_by_side.rungs if len(rung.shares) > 1)
    )
    told = [f"{table.UNSURE}: these games cannot tell it from chance."] if unsure else []
    impossible = any(len(cell.shares) < len(sweep.outcomes) for cell in sweep.cells)
    return told + ([f"{wording.NO_VALUE}: the setup cannot end so."] if impossible else [])


def _reproduction(invitation: str, run: Results, on: Page) -> "Text":
    """The last line; never wrapped, so that the command can be copied."""
    command, made = table.reproduction(run.about)
    line = on.text(f"{invitation}: ").append_text(on.text(command, "bold")).append_text(on.text(f" ({made})"))
    line.no_wrap, line.overflow = True, "ignore"
    return line


def _nearest(sweep: Sweep) -> Iterator[str]:
    """The answer for each value of the first of two swept numbers, in a row."""
    if found := nearest.by_first(sweep):
        _, second, _ = found.headings
        told = [f"{best.value}: {second} {best.other} ({wording.percent(best.share.rate)})" for best in found.lines]
        yield f"{found.title}: {wording.capped(told, MOST_NEAREST)}."


def _ladder(sweep: Sweep, on: Page) -> Iterator["RenderableType"]:
    """The ways to play side by side, under a title, if that is what was swept and the width allows it."""
    if (found := ladder.of(sweep)) and (grid := _fitting(ladder.columns(found), on)):
        yield from (on.text(""), on.text(found.title), grid, on.text(""))


def _table(sweep: Sweep, on: Page) -> "RenderableType":
    """A row a setup; nothing is left out: where no table fits, a setup is a paragraph."""
    columns = table.columns(sweep)
    return _fitting(columns, on) or _paragraphs(sweep, columns, on)


def _fitting(columns: Sequence[Column], on: Page) -> "Table | None":
    """The first layout that fits: gaps close and headings break before names do, and those before shares do."""
    grid = _grid(columns, Layout(), on)
    if on.width is None or page.width_of(grid) <= on.width:
        return grid
    for layout in _layouts(columns, on):
        grid = _grid(columns, layout, on)
        if page.width_of(grid) <= on.width:
            return grid
    return None


def _layouts(columns: Sequence[Column], on: Page) -> Iterator[Layout]:
    """Ever narrower ones."""
    yield Layout(gap=1)
    yield Layout(gap=1, short_headings=True)
    names = [column for column in columns if column.kind == "setup" and not column.numeric]
    for all_below in (False, True):
        layout = Layout(gap=1, short_headings=True, lopsided_below=True, all_below=all_below)
        yield layout
        others = page.width_of(_grid([column for column in columns if column not in names], layout, on))
        if names and (room := ((on.width or 0) - others) // len(names) - layout.gap) >= NARROWEST:
            yield replace(layout, folded=room)


def _grid(columns: Sequence[Column], layout: Layout, on: Page) -> "Table":
    """A table whose cells are broken where the layout says, and nowhere else."""
    headings = [
        "\n".join(filter(None, (*column.heading, column.unit))) if layout.short_headings else column.title
        for column in columns
    ]
    rows = zip(*(_texts(column, layout) for column in columns), strict=True)
    right = [place for place, column in enumerate(columns) if column.numeric]
    return on.grid(headings, rows, right, layout.gap)


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


def _paragraphs(sweep: Sweep, columns: Sequence[Column], on: Page) -> "RenderableType":
    """For narrow terminals and many outcomes: a setup's name, its outcomes below, each kept in one piece."""
    from rich.columns import Columns
    from rich.console import Group
    from rich.padding import Padding

    parts: list[RenderableType] = []
    others = [column for column in columns if column.kind == "more"]
    for cell, *texts in zip(sweep.cells, *(column.lines for column in others), strict=True):
        more = [f"{column.title} {text}" for column, text in zip(others, texts, strict=True) if text]
        shares = [on.text(f"{sweep.titles[outcome]} {share}") for outcome, share in cell.shares.items()]
        for share in shares:
            share.no_wrap = True
        parts.append(on.text(", ".join((cell.name, *more)), "bold"))
        parts.append(Padding(Columns(shares, padding=(0, 3)), (0, 0, 0, 2)))
    return Group(*parts)
