"""The report as one HTML file: opens offline, prints, fits a telephone, needs no scripts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports import answer, charts, ladder, nearest, runs, table, wording
from reports.nearest import ByFirst
from reports.results import Results
from reports.sweep import Sweep, read
from reports.table import Column

if TYPE_CHECKING:
    from markupsafe import Markup

TEMPLATE = "report.html.j2"


@dataclass(frozen=True)
class Line:
    """A row of the table: a text for each column, and whether the game is even there."""

    texts: Sequence[str]
    even: bool


@dataclass(frozen=True)
class Grid:
    """A table under a heading of its own."""

    title: str
    columns: Sequence[Column]
    lines: Sequence[Line]


@dataclass(frozen=True)
class Section:
    """One run in the document.

    Attributes:
        answer: sentences, the most important first.
        nearest: the answer for each value of the first of two swept numbers.
        ladder: the ways to play side by side.
        even: what the shading of lines means; nothing where none is shaded.
        shared: what is the same in all setups: (parameter, value, meaning).
    """

    heading: str
    answer: Sequence[str]
    effort: str
    nearest: ByFirst | None
    ladder: Grid | None
    figures: Sequence[charts.Figure]
    columns: Sequence[Column]
    lines: Sequence[Line]
    even: str
    shared: Sequence[tuple[str, str, str]]


def write(results: Sequence[Results], path: Path) -> None:
    """Write the report of one or more runs."""
    path.write_text(document(results), encoding="utf-8", newline="\n")


def document(results: Sequence[Results]) -> str:
    """The report of one or more runs: policies first, how to reproduce last."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("reports"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["zip"] = zip
    environment.filters["unbroken"] = _unbroken
    environment.filters["inline"] = _inline
    sweeps = [read(run) for run in results]
    return environment.get_template(TEMPLATE).render(
        title=runs.title(results),
        policies=runs.players(results),
        unfinished=runs.unfinished(results, sweeps),
        sections=[
            _section(heading, run, sweep)
            for heading, run, sweep in zip(runs.headings(results), results, sweeps, strict=True)
        ],
        notes=runs.notes(sweeps),
        reproductions=[
            (before, *table.reproduction(run.about))
            for before, run in zip(runs.invitations(results), results, strict=True)
        ],
    )


def _section(heading: str, run: Results, sweep: Sweep) -> Section:
    columns = table.columns(sweep, with_percentile=True)
    even = {row[0].key for row in sweep.led if sweep.is_met(row)}
    return Section(
        heading=heading,
        answer=answer.sentences(sweep),
        effort=table.effort(sweep),
        nearest=nearest.by_first(sweep),
        ladder=_ladder(sweep),
        figures=charts.figures(sweep, run.tables["lengths"]),
        columns=columns,
        lines=[
            Line(texts, cell.key in even)
            for cell, *texts in zip(sweep.cells, *(column.lines for column in columns), strict=True)
        ],
        even=f"Shaded: {sweep.leading_title} {answer.within(sweep)}." if even else "",
        shared=_shared(run),
    )


def _ladder(sweep: Sweep) -> Grid | None:
    """The ways to play side by side, if that is what was swept."""
    found = ladder.of(sweep)
    if found is None:
        return None
    columns = ladder.columns(found)
    lines = [Line(texts, even=False) for texts in zip(*(column.lines for column in columns), strict=True)]
    return Grid(found.title, columns, lines)


def _shared(run: Results) -> list[tuple[str, str, str]]:
    """The parameters that no cell differs in, with their value and meaning."""
    cells = run.tables["cells"]
    return [
        (parameter.name, wording.value(cells[parameter.name][0]), wording.plain(parameter.meaning))
        for parameter in run.about.parameters
        if parameter.name in cells.columns and cells[parameter.name].n_unique() == 1
    ]


def _unbroken(text: str) -> str:
    """Text whose percentages and half-widths stay in one line with their number."""
    return re.sub(r" (?=[%±])|(?<=±) ", "\N{NO-BREAK SPACE}", text)


def _inline(picture: charts.Picture, own: str) -> "Markup":
    """A picture as part of the document: told in words to those who cannot see it, its ids its own.

    Args:
        own: a word that no other picture has.
    """
    from markupsafe import Markup

    svg = picture.svg
    # Vega counts its ids up from drawing to drawing; counted anew, the same run gives the same document
    for number, name in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', svg))):
        svg = svg.replace(f'id="{name}"', f'id="{own}-{number}"').replace(f"url(#{name})", f"url(#{own}-{number})")
    opening = Markup('<svg role="img" aria-labelledby="{}"').format(own)
    title = Markup('<title id="{}">{}</title>').format(own, picture.description)
    head, body = svg.removeprefix("<svg").split(">", 1)
    return Markup("{}{}>{}{}").format(opening, Markup(head), title, Markup(body))
