"""Shares side by side: a panel for each way to play, or for whatever else was swept beside single changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from reports import changes, ladder, wording
from reports.sweep import CHANGE, UNCHANGED, Axis, Cell, Share, Sweep, said

T = TypeVar("T")
MOST_ROWS, MOST_PANELS, MOST_ABREAST = 16, 12, 4


@dataclass(frozen=True)
class Spot:
    """A share at its place.

    Attributes:
        row, panel: from 0.
        sure: whether the games can tell it from the unchanged setup of its panel; so is what is held against none.
    """

    row: int
    panel: int
    share: Share
    sure: bool


@dataclass(frozen=True)
class Panels:
    """The leading outcome's share of the same rows in several panels.

    Attributes:
        heading: what follows the outcome's title in a heading.
        title: what the panels' names are values of; nothing where they say that themselves.
        names: of the panels, in lines.
        abreast: how many panels stand side by side before the next begin below.
        rows: the names of the rows, from above.
        bases: the share that the others of each panel are held against; nothing where there is none.
        note: in which order rows stand, and what is left out.
    """

    heading: str
    title: str
    names: tuple[tuple[str, ...], ...]
    abreast: int
    rows: tuple[str, ...]
    spots: tuple[Spot, ...]
    bases: tuple[float, ...]
    note: str


def of(sweep: Sweep) -> Panels | None:
    """The panels of a sweep that changes one thing at a time, or sweeps ways to play, beside something else."""
    return _of_changes(sweep) or _of_ladder(sweep)


def _of_changes(sweep: Sweep) -> Panels | None:
    """The unchanged setup above, then what moves the share most; a panel for each value of what else is swept."""
    others = [axis for axis in sweep.axes if axis.name != CHANGE]
    found = changes.of(sweep)
    unchanged = [(cell, share) for cell, share in sweep.led if cell.key in sweep.bases]
    if not others or not found or any(cell.setup.get(CHANGE) != UNCHANGED for cell, _ in unchanged):
        return None
    bases = {cell.apart_from(CHANGE): share for cell, share in unchanged}
    shown = spread(list(bases), MOST_PANELS)
    sizes = {
        what: max((change.size for change in tried if change.cell.apart_from(CHANGE) in shown), default=0.0)
        for what, tried in changes.by_what(found).items()
    }
    rows = [UNCHANGED, *sorted(sizes, key=lambda what: -sizes[what])][:MOST_ROWS]
    spots = tuple(
        Spot(rows.index(cell.setup[CHANGE]), shown.index(panel), share, _is_sure(cell, found))
        for cell, share in sweep.led
        if (panel := cell.apart_from(CHANGE)) in shown and cell.setup[CHANGE] in rows
    )
    note = f"Below the unchanged, what moves {sweep.leading_title} most anywhere stands first."
    left_out = _left_out((len(rows) - 1, len(sizes), "change"), (len(shown), len(bases), "panel"))
    return Panels(
        heading=f"by {CHANGE}, {_for_each(others)}",
        title=others[0].name if len(others) == 1 else "",
        names=tuple(_name(others, values) for values in shown),
        abreast=_abreast(others[-1], len(shown)),
        rows=tuple(rows),
        spots=spots,
        bases=tuple(bases[values].rate for values in shown),
        note=" ".join(filter(None, (note, left_out))),
    )


def _of_ladder(sweep: Sweep) -> Panels | None:
    """A panel for each way to play, a row for each setup; of many setups those that swing most."""
    found = ladder.of(sweep)
    if found is None:
        return None
    swinging = sorted(found.rungs, key=lambda rung: -rung.swing)[:MOST_ROWS]
    rungs = [rung for rung in found.rungs if rung in swinging]
    ways = spread(list(found.axis.values), MOST_PANELS)
    spots = tuple(
        Spot(row, panel, rung.shares[way], sure=True)
        for row, rung in enumerate(rungs)
        for panel, way in enumerate(ways)
        if way in rung.shares
    )
    left_out = _left_out((len(rungs), len(found.rungs), "setup"), (len(ways), len(found.axis.values), "panel"))
    note = f"{left_out} Those that swing most are shown." if len(rungs) < len(found.rungs) else left_out
    rows = tuple(rung.name for rung in rungs)
    return Panels(
        heading=f"by setup, {_for_each([found.axis])}",
        title=found.axis.name,
        names=tuple((way,) for way in ways),
        abreast=_abreast(found.axis, len(ways)),
        rows=rows,
        spots=spots,
        bases=(),
        note=note,
    )


def _is_sure(cell: Cell, found: Mapping[str, changes.Change]) -> bool:
    return cell.key not in found or found[cell.key].is_sure


def _for_each(axes: Sequence[Axis]) -> str:
    told = [wording.number_of(axis.name) if axis.numeric else axis.name for axis in axes]
    return f"for each {wording.listed(told)}"


def _abreast(axis: Axis, panels: int) -> int:
    """How many panels stand side by side: those that differ in the last axis alone, where they are not too many."""
    return min(MOST_ABREAST, panels, len(axis.values))


def _name(axes: Sequence[Axis], values: Sequence[str]) -> tuple[str, ...]:
    """A panel's name: a value where the title says of what, else a line for each, what it is of before it."""
    if len(axes) == 1:
        return tuple(values)
    return tuple(said(axis.name, value) for axis, value in zip(axes, values, strict=True))


def spread(every: Sequence[T], most: int) -> list[T]:
    """All of a few, of many some, evenly spread."""
    last, parts = len(every) - 1, max(1, min(len(every), most) - 1)
    return [every[position] for position in sorted({last * part // parts for part in range(parts + 1)})]


def _left_out(*counts: tuple[int, int, str]) -> str:
    """How many are shown of what is not shown in full; nothing where all is.

    Args:
        counts: how many are shown, of how many of what.
    """
    told = [f"{shown} of {wording.counted(every, noun)}" for shown, every, noun in counts if shown < every]
    return f"Shown are {wording.listed(told)}; the table has all." if told else ""
