"""The report as one HTML file: opens offline, prints, fits a telephone, needs no scripts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports import answer, charts, runs, table, wording
from reports.results import Meaning, Results
from reports.sweep import Axis, Cell, Sweep, read

if TYPE_CHECKING:
    from markupsafe import Markup

TEMPLATE = "report.html.j2"


@dataclass(frozen=True)
class Line:
    """A row of the table: the setup's texts and the figures', and whether the game is even there."""

    setup: Sequence[str]
    figures: Sequence[str]
    even: bool


@dataclass(frozen=True)
class Section:
    """One run in the document.

    Attributes:
        answer: sentences, the most important first.
        headings: those of the setup's columns, then those of the figures'.
        shared: what is the same in all setups: (parameter and meaning, value).
    """

    heading: str
    answer: Sequence[str]
    effort: str
    figures: Sequence[charts.Figure]
    axes: Sequence[Axis]
    headings: Sequence[str]
    lines: Sequence[Line]
    even: str
    notes: Sequence[str]
    shared: Sequence[tuple[Meaning, str]]


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
    environment.filters["unbroken"] = _unbroken
    environment.filters["inline"] = _inline
    sections = [_section(heading, run) for heading, run in zip(runs.headings(results), results, strict=True)]
    return environment.get_template(TEMPLATE).render(
        title=wording.listed(list(dict.fromkeys(wording.one_line(run.about.title) for run in results))),
        policies=runs.players(results),
        sections=sections,
        reproductions=[
            (before, *table.reproduction(run.about))
            for before, run in zip(runs.invitations(results), results, strict=True)
        ],
    )


def _section(heading: str, run: Results) -> Section:
    sweep = read(run)
    return Section(
        heading=heading,
        answer=answer.sentences(sweep),
        effort=table.effort(sweep),
        figures=charts.figures(sweep, run.tables["lengths"]),
        axes=sweep.axes,
        headings=table.headings(sweep)[len(sweep.axes) :],
        lines=[_line(sweep, cell) for cell in sweep.cells],
        even=f"Shaded: the share of {sweep.leading} is within {wording.EVEN}." if _any_even(sweep) else "",
        notes=table.notes(sweep),
        shared=_shared(run),
    )


def _line(sweep: Sweep, cell: Cell) -> Line:
    texts = table.row(sweep, cell)
    leading = cell.shares.get(sweep.leading)
    return Line(texts[: len(sweep.axes)], texts[len(sweep.axes) :], bool(leading and leading.is_even))


def _any_even(sweep: Sweep) -> bool:
    return any(share.is_even for _, share in sweep.led)


def _shared(run: Results) -> list[tuple[Meaning, str]]:
    """The parameters that no cell differs in, with their value."""
    cells = run.tables["cells"]
    return [
        (parameter, wording.value(cells[parameter.name][0]))
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
