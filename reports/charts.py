"""Charts of a run as SVG, drawn by Altair and vl-convert, without a network."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from reports import answer, changes, histograms, palette, panels, wording
from reports.histograms import Histograms
from reports.panels import Panels
from reports.plane import Plane, cross
from reports.sweep import UNCHANGED, Axis, Cell, Row, Sweep

if TYPE_CHECKING:
    import altair
    import polars as pl

MOST_MAPS, MOST_SETUPS, MOST_HISTOGRAMS = 6, 16, 9
PERCENT = "format(100 * datum.value, '.3~g') + ' %'"
"""An axis label as the documents write percent, in Vega's expressions."""
LETTER = 8
"""The width in pixels that a letter of a label may take, whatever font a reader has."""
LONGEST_LABEL = 60
NO_LIMIT = 0
"""Labels are shortened here: where Vega does it, it cuts emoji in halves, and stumbles over them."""
NARROWEST_PANEL, WIDEST_PANEL = 130, 300
WIDEST_MAP, SMALLEST_STEP = 560, 14
"""Pixels that the columns of a heat map may take together to show words level, and that one takes at least."""

Datum = dict[str, Any]


@dataclass(frozen=True)
class Picture:
    """One drawing.

    Attributes:
        title: what it shows, a short heading above it; nothing where the figure's heading says it all.
        description: the same for those who cannot see it, in a sentence or two.
        svg: the drawing.
    """

    title: str
    description: str
    svg: str


@dataclass(frozen=True)
class Figure:
    """One or more drawings of a kind.

    Attributes:
        heading: what they show.
        note: how to read them, and what they leave out.
        legend: an outcome's title -> colour, where colours stand for outcomes.
    """

    heading: str
    pictures: tuple[Picture, ...]
    note: str
    legend: Mapping[str, str] = field(default_factory=dict)


def figures(sweep: Sweep, lengths: "pl.DataFrame") -> list[Figure]:
    """The charts that suit what was swept.

    Args:
        lengths: (cell, outcome, length, count).
    """
    if not sweep.led:
        return []
    plane = cross(sweep)
    drawn = [heat_maps(sweep, plane)] if plane else []
    if side_by_side := panels.of(sweep):
        drawn.append(share_panels(sweep, side_by_side))
    elif len(sweep.axes) == 1 and _is_line(sweep.axes[0]):
        drawn.append(outcome_lines(sweep))
    else:
        drawn.append(outcome_intervals(sweep))
    return [*drawn, length_histograms(sweep, lengths)]


def _is_line(axis: Axis) -> bool:
    return axis.numeric and len(axis.values) > 2


def heat_maps(sweep: Sweep, plane: Plane) -> Figure:
    """The leading outcome's share over two axes; a map for each setting of the others."""
    across, up = plane.across.name, plane.up.name
    reach = _reach((share.rate for _, share in sweep.led), sweep.goal.aim)
    description = (
        f"A heat map: {sweep.leading_title}, in percent, for each {across} (across) and {up} (upwards). "
        "Every number stands in the table below."
    )
    shown = list(plane.maps.items())[:MOST_MAPS]
    pictures = [Picture(title, description, _heat_map(sweep, plane, spots, reach)) for title, spots in shown]
    note = f"The numbers are percent. Framed: {answer.within(sweep)}."
    if len(shown) < len(plane.maps):
        note += f" Shown are {len(shown)} of {len(plane.maps)} maps; the table has all."
    return Figure(f"{wording.capital(sweep.leading_title)} by {across} and {up}", tuple(pictures), note)


def _reach(rates: Iterable[float], aim: float) -> float:
    """How far from the aim the colours go: as far as the shares do, in steps of ten points."""
    farthest = max(abs(rate - aim) for rate in rates)
    return next(reach / 10 for reach in range(1, 11) if farthest <= reach / 10)


def _heat_map(sweep: Sweep, plane: Plane, spots: Sequence[Row], reach: float) -> str:
    import altair as alt

    across, up, aim = plane.across, plane.up, sweep.goal.aim
    rows = [
        {
            "across": across.values.index(cell.setup[across.name]),
            "up": up.values.index(cell.setup[up.name]),
            "share": share.rate,
            "told": f"{100 * share.rate:.0f}",
            "even": sweep.is_met((cell, share)),
            "deep": abs(share.rate - aim) > 0.62 * reach,
        }
        for cell, share in spots
    ]
    width, height = _step(across), _step(up)
    if across.numeric == up.numeric:
        width = height = min(width, height)
    below = _labels(across.values, labelAngle=0)
    if not across.numeric:
        room = LETTER * max(map(len, across.values))
        if room > width and room * len(across.values) <= WIDEST_MAP:
            width = room
        below = _labels(across.values, labelAngle=0 if room <= width else -90)
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("across:O", title=across.name, axis=below),
        y=alt.Y("up:O", title=up.name, sort="descending" if up.numeric else "ascending", axis=_labels(up.values)),
    )
    ticks = [tick for part in (-2, -1, 0, 1, 2) if 0 <= (tick := aim + part * reach / 2) <= 1]
    colour = alt.Color(
        "share:Q",
        title=None,
        scale=alt.Scale(domain=[aim - reach, aim, aim + reach], range=list(palette.DIVERGING), interpolate="rgb"),
        legend=alt.Legend(labelExpr=PERCENT, orient="top", direction="horizontal", gradientLength=260, values=ticks),
    )
    framed = alt.condition("datum.even", alt.value(palette.DARK), alt.value("transparent"))
    layers = [base.mark_rect(strokeWidth=1.5, cornerRadius=2).encode(color=colour, stroke=framed)]
    if (smaller := min(width, height)) > SMALLEST_STEP:
        ink = alt.condition("datum.deep", alt.value(palette.LIGHT), alt.value(palette.DARK))
        layers.append(base.mark_text(fontSize=smaller // 4 + 4).encode(text="told:N", color=ink))
    return _svg(alt.layer(*layers).properties(width=alt.Step(width), height=alt.Step(height)))


def _step(axis: Axis) -> int:
    """The pixels that a value takes on a map."""
    return 42 if len(axis.values) <= 14 else 25 if len(axis.values) <= 30 else SMALLEST_STEP


def _labels(texts: Sequence[str], **settings: Any) -> "altair.Axis":
    """An axis over places, from 0, with room for the text of each, the middle of long ones left out.

    Args:
        settings: more of the axis.
    """
    import altair as alt

    short = [_shortened(text, LONGEST_LABEL) for text in texts]
    room = LETTER * max(map(len, short))
    extent = {} if settings.get("labelAngle") == 0 else {"minExtent": room}
    return alt.Axis(labelExpr=_by_place(short), labelLimit=NO_LIMIT, **extent, **settings)


def _by_place(texts: Sequence[str]) -> str:
    """The text of a place, in Vega's expressions: a list, so that no text is ever a field, a key or an expression.

    A letter stands before each and is cut off again, since Vega stumbles over texts such as "constructor".

    Args:
        texts: one for each place, line breaks in it or not.
    """
    return rf"split(slice({json.dumps([f'={text}' for text in texts])}[datum.value] || '=', 1), '\n')"


def _shortened(text: str, longest: int) -> str:
    """A text without its middle, where it is too long."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}"


def outcome_lines(sweep: Sweep) -> Figure:
    """Every outcome's share along the one swept number, with its interval as a band."""
    axis = sweep.axes[0]
    rows = [datum | {"across": float(cell.setup[axis.name])} for cell in sweep.cells for datum in _share_data(cell)]
    description = (
        f"Lines: the share of each outcome in percent along {axis.name}, from {axis.values[0]} to {axis.values[-1]}. "
        "Every number stands in the table below."
    )
    picture = Picture("", description, _lines(sweep, axis, rows))
    note = "Bands are intervals. The dashed line is at 50 %."
    return Figure(f"Outcomes by {axis.name}", (picture,), note, _legend(sweep))


def _lines(sweep: Sweep, axis: Axis, rows: list[Datum]) -> str:
    import altair as alt

    ticks = [float(value) for value in axis.values] if len(axis.values) <= 30 else alt.Undefined
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X(
            "across:Q",
            title=axis.name,
            scale=alt.Scale(zero=False, padding=10),
            axis=alt.Axis(values=ticks, grid=False),
        ),
        color=_outcome_colour(sweep),
    )
    band = base.mark_area(opacity=0.25).encode(y=_share_channel(alt.Y, "low:Q"), y2="high:Q")
    line = base.mark_line(strokeWidth=2).encode(y="share:Q")
    point = base.mark_point(filled=True, size=36, opacity=1).encode(y="share:Q")
    return _svg(alt.layer(_half(y="half:Q"), band, line, point).properties(width=560, height=300))


def outcome_intervals(sweep: Sweep) -> Figure:
    """Every outcome's share with its interval, a line a setup; of many setups those that tell most."""
    shown, left_out = _biggest_changes(sweep) or _nearest_to_aim(sweep)
    description = (
        f"Points with error bars: the share of each outcome in percent, for {wording.counted(len(shown), 'setup')}. "
        "Every number stands in the table below."
    )
    note = " ".join(filter(None, ("Bars through the points are intervals. The dashed line is at 50 %.", left_out)))
    return Figure("Outcomes by setup", (Picture("", description, _intervals(sweep, shown)),), note, _legend(sweep))


def _nearest_to_aim(sweep: Sweep) -> tuple[list[Cell], str]:
    """The setups to show, in their own order, and a sentence about those left out."""
    nearest = sorted(sweep.led, key=lambda row: abs(row[1].rate - sweep.goal.aim))[:MOST_SETUPS]
    keys = {cell.key for cell, _ in nearest}
    shown = [cell for cell in sweep.cells if cell.key in keys]
    if len(shown) == len(sweep.cells):
        return shown, ""
    of = f"{len(shown)} setups nearest to {sweep.goal.aimed_at} of {len(sweep.cells)}"
    return shown, f"Shown are the {of}; the table has all."


def _biggest_changes(sweep: Sweep) -> tuple[list[Cell], str] | None:
    """The same of a sweep that changes one thing at a time: where nothing is changed, then the biggest changes."""
    biggest = sorted(changes.of(sweep).values(), key=lambda change: -change.size)
    if not biggest:
        return None
    changed = [change.cell for change in biggest[: MOST_SETUPS - 1]]
    shown = [*(cell for cell in sweep.cells if cell.key in sweep.bases), *changed]
    named = changes.base_name(sweep)
    base = "the unchanged" if named == UNCHANGED else named
    told = f"what moves {sweep.leading_title} most stands first"
    if len(changed) == len(biggest):
        return shown, f"Below {base}, {told}."
    return shown, f"Below {base}, {told}: {len(changed)} of {len(biggest)} changes; the table has all."


def _intervals(sweep: Sweep, cells: Sequence[Cell]) -> str:
    import altair as alt

    rows = [datum | {"row": row} for row, cell in enumerate(cells) for datum in _share_data(cell)]
    labels = _labels([cell.name for cell in cells], grid=True, tickBand="extent")
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("row:O", title=None, axis=labels),
        yOffset=alt.YOffset("outcome:O", sort=list(sweep.outcomes)),
        color=_outcome_colour(sweep),
    )
    bar = base.mark_rule(strokeWidth=2).encode(x=_share_channel(alt.X, "low:Q"), x2="high:Q")
    point = base.mark_point(filled=True, size=44, opacity=1).encode(x="share:Q")
    step = alt.Step(max(6, 20 // len(sweep.outcomes)), **{"for": "offset"})
    return _svg(alt.layer(_half(x="half:Q"), bar, point).properties(width=420, height=step))


def share_panels(sweep: Sweep, found: Panels) -> Figure:
    """The leading outcome's share with its interval, the same rows in panels side by side."""
    beside = f"{wording.counted(len(found.rows), 'row')}, {wording.counted(len(found.names), 'panel')} side by side"
    description = (
        f"Points with error bars: {sweep.leading_title}, in percent, {beside}. Every number stands in the table below."
    )
    line = "the unchanged setup" if found.bases else "50 %"
    notes = [f"Bars through the points are intervals. The dashed line is at {line}."]
    if not all(spot.sure for spot in found.spots):
        notes.append("Hollow points: these games cannot tell the change from chance.")
    picture = Picture("", description, _panels(found, palette.of_outcomes(sweep.outcomes)[sweep.leading]))
    note = " ".join(filter(None, (*notes, found.note)))
    return Figure(f"{wording.capital(sweep.leading_title)} {found.heading}", (picture,), note)


def _panels(found: Panels, colour: str) -> str:
    import altair as alt

    rows = [
        {"row": spot.row, "panel": spot.panel, "share": spot.share.rate, "low": spot.share.low, "high": spot.share.high}
        | {"line": found.bases[spot.panel] if found.bases else 0.5, "sure": spot.sure}
        for spot in found.spots
    ]
    width = max(NARROWEST_PANEL, min(WIDEST_PANEL, WIDEST_MAP // found.abreast))
    names = ["\n".join(_shortened(line, width // LETTER) for line in name) for name in found.names]
    scale = alt.Scale(domain=_tens([row[end] for row in rows for end in ("low", "high", "line")]), nice=False)
    across = alt.X("share:Q", title=None, scale=scale, axis=alt.Axis(labelExpr=PERCENT, tickCount=4))
    base = alt.Chart().encode(y=alt.Y("row:O", title=None, axis=_labels(found.rows, grid=True, tickBand="extent")))
    line = alt.Chart().mark_rule(strokeDash=[4, 4], color=palette.GUIDE).encode(x="min(line):Q")
    bar = base.mark_rule(strokeWidth=3, opacity=0.5, color=colour).encode(x="low:Q", x2="high:Q")
    inside = alt.condition("datum.sure", alt.value(colour), alt.value("transparent"))
    point = base.mark_point(size=30, opacity=1, stroke=colour, strokeWidth=1.5).encode(x=across, fill=inside)
    panel = alt.layer(line, bar, point, data=alt.Data(values=rows)).properties(width=width, height=alt.Step(22))
    title = {"titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 2}
    header = alt.Header(labelExpr=_by_place(names), labelLimit=NO_LIMIT, labelFontSize=12, labelPadding=6, **title)
    named = alt.Facet("panel:O", title=found.title or None, header=header)
    return _svg(panel.facet(named, columns=found.abreast, spacing=18))


def _tens(rates: Sequence[float]) -> list[float]:
    """From where to where an axis goes that has room for all of these, in whole tens of percent."""
    return [floor(10 * min(rates)) / 10, ceil(10 * max(rates)) / 10]


def length_histograms(sweep: Sweep, lengths: "pl.DataFrame") -> Figure:
    """How long games last, by outcome; of many setups some, evenly spread over the sweep."""
    shown = panels.spread(sweep.cells, MOST_HISTOGRAMS)
    drawn = histograms.of([cell.key for cell in shown], lengths)
    unit = sweep.about.length_unit
    pictures = [
        Picture(
            cell.name,
            f"A histogram: the share of games by how many {wording.plural(unit)} they last and by outcome, "
            f"for {cell.name}. The mean is {cell.length:.1f} {wording.plural(unit)}.",
            _histogram(sweep, drawn, cell.key),
        )
        for cell in shown
    ]
    note = "Shares are of all games of a setup."
    if drawn.cut:
        longer = f"longer than {wording.counted(drawn.longest, unit)}"
        note += f" Games {longer} are not drawn: at most {wording.percent(1 - histograms.COVERED)} of a setup's."
    if len(shown) < len(sweep.cells):
        note += f" Shown are {len(shown)} of {len(sweep.cells)} setups, evenly spread over the sweep."
    return Figure("How long games last", tuple(pictures), note, _legend(sweep))


def _histogram(sweep: Sweep, drawn: Histograms, key: str) -> str:
    import altair as alt

    rows = [
        {"outcome": bar.outcome, "from": bar.first - 0.5, "to": bar.last + 0.5, "share": bar.share}
        | {"order": sweep.outcomes.index(bar.outcome)}
        for bar in drawn.bars[key]
    ]
    across = alt.X(
        "from:Q",
        bin="binned",
        title=wording.plural(sweep.about.length_unit),
        scale=alt.Scale(domain=[drawn.shortest - 0.5, drawn.longest + 0.5], nice=False),
        axis=alt.Axis(tickMinStep=1, format="d", grid=False),
    )
    scale = alt.Scale(domain=[0, drawn.highest])
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(binSpacing=1)
        .encode(
            x=across,
            x2="to:Q",
            y=alt.Y("share:Q", title=None, scale=scale, axis=alt.Axis(labelExpr=PERCENT, tickCount=4)),
            color=_outcome_colour(sweep),
            order="order:Q",
        )
    )
    return _svg(chart.properties(width=210, height=110))


def _share_data(cell: Cell) -> list[Datum]:
    return [
        {"outcome": outcome, "share": share.rate, "low": share.low, "high": share.high}
        for outcome, share in cell.shares.items()
    ]


def _share_channel(channel: Any, field: str) -> Any:
    """A position that shows a share, from 0 to 100 percent."""
    import altair as alt

    axis = alt.Axis(labelExpr=PERCENT, tickCount=5)
    return channel(field, title="share of games", scale=alt.Scale(domain=[0, 1]), axis=axis)


def _half(**channel: str) -> "altair.Chart":
    """A dashed line at one half."""
    import altair as alt

    line = alt.Chart(alt.Data(values=[{"half": 0.5}])).mark_rule(strokeDash=[4, 4], color=palette.GUIDE)
    return line.encode(**channel)


def _legend(sweep: Sweep) -> dict[str, str]:
    """An outcome's title -> its colour."""
    return {sweep.titles[outcome]: colour for outcome, colour in palette.of_outcomes(sweep.outcomes).items()}


def _outcome_colour(sweep: Sweep) -> "altair.Color":
    """The outcomes' colours, without a legend of their own: the document has one for all drawings of a figure."""
    import altair as alt

    colours = palette.of_outcomes(sweep.outcomes)
    return alt.Color("outcome:N", scale=alt.Scale(domain=list(colours), range=list(colours.values())), legend=None)


def _svg(chart: Any) -> str:
    """A chart drawn in the documents' style: on whatever lies behind it, without a mark's own description."""
    import vl_convert

    axis = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "domain": False, "ticks": False}
    styled = (
        chart.configure(background="transparent", font="system-ui, sans-serif", aria=False)
        .configure_view(stroke=None)
        .configure_axis(gridColor=f"{palette.GUIDE}40", labelPadding=7, **axis)
        .configure_legend(labelFontSize=12)
    )
    return str(vl_convert.vegalite_to_svg(styled.to_dict()))
