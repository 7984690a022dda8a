"""Charts of a run as SVG, drawn by Altair and vl-convert, without a network."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reports import histograms, palette, wording
from reports.histograms import Histograms
from reports.plane import Plane, cross
from reports.sweep import Axis, Cell, Share, Sweep

if TYPE_CHECKING:
    import altair
    import polars as pl

MOST_MAPS, MOST_SETUPS, MOST_HISTOGRAMS = 6, 16, 9
PERCENT = "format(100 * datum.value, '.3~g') + ' %'"
"""An axis label as the documents write percent, in Vega's expressions."""
LETTER = 7
"""The width in pixels that a letter of a label may take, whatever font a reader has."""

Row = dict[str, Any]


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
        legend: outcome -> colour, where colours stand for outcomes.
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
    if len(sweep.axes) == 1 and _is_line(sweep.axes[0]):
        drawn.append(outcome_lines(sweep))
    else:
        drawn.append(outcome_intervals(sweep))
    return [*drawn, length_histograms(sweep, lengths)]


def _is_line(axis: Axis) -> bool:
    return axis.numeric and len(axis.values) > 2


def heat_maps(sweep: Sweep, plane: Plane) -> Figure:
    """The leading outcome's share over two axes; a map for each setting of the others."""
    across, up = plane.across.name, plane.up.name
    reach = _reach(share.rate for _, share in sweep.led)
    description = (
        f"A heat map: the share of {sweep.leading} in percent for each {across} (across) and {up} (upwards). "
        "Every number stands in the table below."
    )
    shown = list(plane.maps.items())[:MOST_MAPS]
    pictures = [Picture(title, description, _heat_map(plane, spots, reach)) for title, spots in shown]
    note = f"The numbers are percent. Framed: within {wording.EVEN}, interval included."
    if len(shown) < len(plane.maps):
        note += f" Shown are {len(shown)} of {len(plane.maps)} maps; the table has all."
    return Figure(f"Share of {sweep.leading} by {across} and {up}", tuple(pictures), note)


def _reach(rates: Iterable[float]) -> float:
    """How far from one half the colours go: as far as the shares do, in steps of ten points."""
    farthest = max(abs(rate - 0.5) for rate in rates)
    return next(reach / 10 for reach in (1, 2, 3, 4, 5) if farthest <= reach / 10 or reach == 5)


def _heat_map(plane: Plane, spots: Sequence[tuple[Cell, Share]], reach: float) -> str:
    import altair as alt

    across, up = plane.across, plane.up
    rows = [
        {
            "across": cell.setup[across.name],
            "up": cell.setup[up.name],
            "share": share.rate,
            "told": f"{100 * share.rate:.0f}",
            "even": share.is_even,
            "deep": abs(share.rate - 0.5) > 0.62 * reach,
        }
        for cell, share in spots
    ]
    size = 42 if len(across.values) <= 14 else 25 if len(across.values) <= 30 else 14
    below = alt.Axis(labelAngle=0 if across.numeric else -35)
    beside = alt.Axis(minExtent=min(LETTER * max(map(len, up.values)), 200))
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("across:O", title=across.name, sort=list(across.values), axis=below),
        y=alt.Y("up:O", title=up.name, sort=list(up.values)[:: -1 if up.numeric else 1], axis=beside),
    )
    colour = alt.Color(
        "share:Q",
        title=None,
        scale=alt.Scale(domain=[0.5 - reach, 0.5, 0.5 + reach], range=list(palette.DIVERGING), interpolate="rgb"),
        legend=alt.Legend(labelExpr=PERCENT, orient="top", direction="horizontal", gradientLength=200, tickCount=5),
    )
    framed = alt.condition("datum.even", alt.value(palette.DARK), alt.value("transparent"))
    layers = [base.mark_rect(strokeWidth=1.5, cornerRadius=2).encode(color=colour, stroke=framed)]
    if size > 14:
        ink = alt.condition("datum.deep", alt.value(palette.LIGHT), alt.value(palette.DARK))
        layers.append(base.mark_text(fontSize=size // 4 + 4).encode(text="told:N", color=ink))
    return _svg(alt.layer(*layers).properties(width=alt.Step(size), height=alt.Step(size)))


def outcome_lines(sweep: Sweep) -> Figure:
    """Every outcome's share along the one swept number, with its interval as a band."""
    axis = sweep.axes[0]
    rows = [row | {"across": float(cell.setup[axis.name])} for cell in sweep.cells for row in _share_rows(cell)]
    description = (
        f"Lines: the share of each outcome in percent along {axis.name}, from {axis.values[0]} to {axis.values[-1]}. "
        "Every number stands in the table below."
    )
    picture = Picture("", description, _lines(sweep, axis, rows))
    note = "Bands are intervals. The dashed line is at 50 %."
    return Figure(f"Outcomes by {axis.name}", (picture,), note, palette.of_outcomes(sweep.outcomes))


def _lines(sweep: Sweep, axis: Axis, rows: list[Row]) -> str:
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
    """Every outcome's share with its interval, a line a setup; of many setups those nearest to even."""
    nearest = sorted(sweep.led, key=lambda row: abs(row[1].rate - 0.5))[:MOST_SETUPS]
    keys = {cell.key for cell, _ in nearest}
    shown = [cell for cell in sweep.cells if cell.key in keys]
    description = (
        f"Points with error bars: the share of each outcome in percent, for {wording.counted(len(shown), 'setup')}. "
        "Every number stands in the table below."
    )
    note = "Bars through the points are intervals. The dashed line is at 50 %."
    if len(shown) < len(sweep.cells):
        note += f" Shown are the {len(shown)} setups nearest to even of {len(sweep.cells)}; the table has all."
    picture = Picture("", description, _intervals(sweep, shown))
    return Figure("Outcomes by setup", (picture,), note, palette.of_outcomes(sweep.outcomes))


def _intervals(sweep: Sweep, cells: Sequence[Cell]) -> str:
    import altair as alt

    rows = [row | {"setup": cell.name} for cell in cells for row in _share_rows(cell)]
    names = list(dict.fromkeys(cell.name for cell in cells))
    room = min(LETTER * max(map(len, names)), 230)
    labels = alt.Axis(labelLimit=room, minExtent=room, grid=True, tickBand="extent")
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("setup:O", title=None, sort=names, axis=labels),
        yOffset=alt.YOffset("outcome:O", sort=list(sweep.outcomes)),
        color=_outcome_colour(sweep),
    )
    bar = base.mark_rule(strokeWidth=2).encode(x=_share_channel(alt.X, "low:Q"), x2="high:Q")
    point = base.mark_point(filled=True, size=44, opacity=1).encode(x="share:Q")
    step = alt.Step(max(6, 20 // len(sweep.outcomes)), **{"for": "offset"})
    return _svg(alt.layer(_half(x="half:Q"), bar, point).properties(width=420, height=step))


def length_histograms(sweep: Sweep, lengths: "pl.DataFrame") -> Figure:
    """How long games last, by outcome; of many setups some, evenly spread over the sweep."""
    played = [cell for cell in sweep.cells if cell.shares]
    last, parts = len(played) - 1, max(1, min(len(played), MOST_HISTOGRAMS) - 1)
    shown = [played[position] for position in sorted({last * part // parts for part in range(parts + 1)})]
    drawn = histograms.of([cell.key for cell in shown], lengths)
    unit = sweep.about.length_unit
    pictures = [
        Picture(
            cell.name,
            f"A histogram: the share of games by how many {wording.plural(unit)} they last and by outcome, "
            f"for {cell.name}. The mean is {wording.length(cell.length, unit)}.",
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
    return Figure("How long games last", tuple(pictures), note, palette.of_outcomes(sweep.outcomes))


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


def _share_rows(cell: Cell) -> list[Row]:
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
