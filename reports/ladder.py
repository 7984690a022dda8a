"""The ladder: a sweep over ways to play, one row a setup and one column a way, so that swings are seen at a glance."""

from collections.abc import Mapping
from dataclasses import dataclass

from reports import wording
from reports.sweep import Axis, Cell, Share, Sweep, said
from reports.table import Column, Text

POLICY = "policy"
SWING = ("swing",)
"""By how far the shares of a row differ."""


@dataclass(frozen=True)
class Rung:
    """One row: a setup under every way to play.

    Attributes:
        setup: axis -> value, all axes but the ladder's.
        shares: way to play -> the leading outcome's share; ways that were not played, or cannot yield it, are left out.
    """

    setup: Mapping[str, str]
    shares: Mapping[str, Share]

    @property
    def name(self) -> str:
        """What tells this setup from the others."""
        return ", ".join(said(axis, value) for axis, value in self.setup.items())

    @property
    def lowest(self) -> float:
        """The smallest share."""
        return min(share.rate for share in self.shares.values())

    @property
    def highest(self) -> float:
        """The greatest share."""
        return max(share.rate for share in self.shares.values())

    @property
    def swing(self) -> float:
        """How far the share moves from one way to play to another, in [0, 1]."""
        return self.highest - self.lowest


@dataclass(frozen=True)
class Ladder:
    """Setups under several ways to play.

    Attributes:
        axis: the ways to play.
        rungs: the setups, in the order of the cells.
        others: the axes that tell the setups apart.
        title: what the shares are of.
        is_whole: whether the shares shown say all about outcomes: what is not of one is of the other.
    """

    axis: Axis
    rungs: tuple[Rung, ...]
    others: tuple[Axis, ...]
    title: str
    is_whole: bool


def of(sweep: Sweep) -> Ladder | None:
    """The ladder of a sweep over ways to play, and over something else besides; None of any other."""
    ways = [axis for axis in sweep.axes if _seats_policies(axis.name)]
    others = tuple(axis for axis in sweep.axes if axis not in ways)
    if len(ways) != 1 or not others or not sweep.led:
        return None
    (axis,) = ways
    rungs: dict[tuple[str, ...], Rung] = {}
    for cell, share in sweep.led:
        setup = _without(cell, axis.name)
        rung = rungs.get(tuple(setup.values()), Rung(setup, {}))
        rungs[tuple(setup.values())] = Rung(setup, {**rung.shares, cell.setup[axis.name]: share})
    title = f"{wording.capital(sweep.leading_title)}, by {axis.name}"
    return Ladder(axis, tuple(rungs.values()), others, title, len(sweep.outcomes) <= 2)


def _seats_policies(name: str) -> bool:
    """Whether an axis is a bundle or the policy of some seats, and not a knob."""
    return name == POLICY or (name.startswith(f"{POLICY}.") and name.count(".") == 1)


def _without(cell: Cell, axis: str) -> dict[str, str]:
    return {name: value for name, value in cell.setup.items() if name != axis}


def columns(ladder: Ladder) -> list[Column]:
    """A column for each other axis, one for each way to play, and how far the share moves between them."""
    told = [
        Column("setup", (axis.name,), axis.numeric, [(rung.setup[axis.name],) for rung in ladder.rungs])
        for axis in ladder.others
    ]
    told += [
        Column("share", (way,), True, [_share(rung.shares.get(way)) for rung in ladder.rungs])
        for way in ladder.axis.values
    ]
    swings = [(f"{100 * rung.swing:.1f}",) if len(rung.shares) > 1 else (wording.NO_VALUE,) for rung in ladder.rungs]
    return [*told, Column("more", SWING, True, swings, "points")]


def _share(share: Share | None) -> Text:
    return wording.share_parts(share.rate, share.low, share.high) if share else (wording.NO_VALUE,)


def sentences(sweep: Sweep) -> list[str]:
    """Where a setup's balance holds along the ladder, and where it swings."""
    ladder = of(sweep)
    full = [rung for rung in ladder.rungs if len(rung.shares) == len(ladder.axis.values)] if ladder else []
    if ladder is None or len(full) < 2:
        return []
    least, most = (pick(full, key=lambda rung: rung.swing) for pick in (min, max))
    between = f"From one {ladder.axis.name} to another the share moves"
    return [f"{between} least at {_moves(least)} and most at {_moves(most)}."]


def _moves(rung: Rung) -> str:
    return f"{rung.name} ({wording.percent(rung.lowest)} to {wording.percent(rung.highest)})"
