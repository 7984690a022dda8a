"""The ladder: a sweep over ways to play, one row a setup and one column a way, so that swings are seen at a glance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports import wording
from reports.sweep import Axis, Cell, Share, Sweep, said
from reports.table import UNSURE, Column, share_text

POLICY, SWING = "policy", "swing"
SWING_MEANING = "the largest share of a row less the smallest"


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
    def lowest(self) -> Share:
        """The smallest share."""
        return min(self.shares.values(), key=lambda share: share.rate)

    @property
    def highest(self) -> Share:
        """The largest share."""
        return max(self.shares.values(), key=lambda share: share.rate)

    @property
    def swing(self) -> float:
        """How far the share moves from one way to play to another, in [0, 1]."""
        return self.highest.rate - self.lowest.rate

    @property
    def least_swing(self) -> float:
        """The same as the intervals allow it at least, below 0 where they meet."""
        return self.highest.low - self.lowest.high

    @property
    def most_swing(self) -> float:
        """The same as the intervals allow it at most."""
        return self.highest.high - self.lowest.low


@dataclass(frozen=True)
class Ladder:
    """Setups under several ways to play.

    Attributes:
        axis: the ways to play.
        rungs: the setups, in the order of the cells.
        others: the axes that tell the setups apart.
        outcome: the title of the one that the shares are of.
    """

    axis: Axis
    rungs: tuple[Rung, ...]
    others: tuple[Axis, ...]
    outcome: str

    @property
    def title(self) -> str:
        """What is shown, as a heading."""
        return f"{wording.capital(self.outcome)}, by {self.axis.name}"


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
    return Ladder(axis, tuple(rungs.values()), others, sweep.leading_title)


def says_all(sweep: Sweep) -> bool:
    """Whether a ladder leaves out nothing but lengths: all setups are in it, two outcomes make 100 %, and none is held
    against another."""
    whole = len(sweep.led) == len(sweep.cells) and sweep.games_each is not None
    return whole and len(sweep.outcomes) <= 2 and not sweep.bases


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
        Column("share", (way,), True, [share_text(rung.shares.get(way)) for rung in ladder.rungs])
        for way in ladder.axis.values
    ]
    return [*told, Column("more", (SWING, "in points"), True, [(_swing(rung),) for rung in ladder.rungs])]


def _swing(rung: Rung) -> str:
    if len(rung.shares) < 2:
        return wording.NO_VALUE
    return f"{100 * rung.swing:.1f}" if rung.least_swing > 0 else f"{UNSURE} {100 * rung.swing:.1f}"


def figures(ladder: Ladder) -> dict[str, list[float | str | None]]:
    """The same as numbers: column -> a value for each setup, shares side by side before their intervals."""
    told: dict[str, list[float | str | None]] = {
        axis.name: [float(rung.setup[axis.name]) if axis.numeric else rung.setup[axis.name] for rung in ladder.rungs]
        for axis in ladder.others
    }
    shares = {way: [rung.shares.get(way) for rung in ladder.rungs] for way in ladder.axis.values}
    told |= {f"{way}_share": [share.rate if share else None for share in found] for way, found in shares.items()}
    told[SWING] = [rung.swing if len(rung.shares) > 1 else None for rung in ladder.rungs]
    for way, found in shares.items():
        told[f"{way}_low"] = [share.low if share else None for share in found]
        told[f"{way}_high"] = [share.high if share else None for share in found]
    return told


def meanings(ladder: Ladder) -> dict[str, str]:
    """What the columns of `figures` mean, those of setups apart."""
    said = {SWING: SWING_MEANING}
    for way in ladder.axis.values:
        played = f"“{ladder.outcome}”, {ladder.axis.name} {way}"
        said[f"{way}_share"] = f"share of games with the outcome {played}"
        said[f"{way}_low"] = f"lower end of the share's interval, outcome {played}"
        said[f"{way}_high"] = f"upper end of the share's interval, outcome {played}"
    return said


def notes(sweep: Sweep) -> list[str]:
    """What a reader must know to read the ladder."""
    if of(sweep) is None:
        return []
    unsure = f"{UNSURE} stands before it where their intervals meet, so that it may be chance"
    return [f"{wording.capital(SWING)}: {SWING_MEANING}; {unsure}."]


def sentences(sweep: Sweep) -> list[str]:
    """Where a setup's balance holds along the ladder, and where it swings; only setups played in every way are held."""
    ladder = of(sweep)
    full = [rung for rung in ladder.rungs if len(rung.shares) == len(ladder.axis.values)] if ladder else []
    if ladder is None or len(full) < 2:
        return []
    least, *_, most = sorted(full, key=lambda rung: rung.swing)
    between = f"From one {ladder.axis.name} to another the share moves"
    if _too_close(least, most):
        swings = f"{wording.points(least.swing)} ({least.name}) to {wording.points(most.swing)} ({most.name})"
        return [f"{between} by {swings}: too few games to tell where it moves most."]
    return [f"{between} least at {_moves(least, full)} and most at {_moves(most, full)}."]


def _moves(end: Rung, rungs: Sequence[Rung]) -> str:
    """From where to where the share moves at the end of the order of swings, and how many swing much the same."""
    others = sum(_too_close(rung, end) for rung in rungs) - 1
    tied = f", too close to rank with {wording.count(others)} more" if others else ""
    return f"{end.name} ({wording.percent(end.lowest.rate)} to {wording.percent(end.highest.rate)}{tied})"


def _too_close(one: Rung, other: Rung) -> bool:
    return one.least_swing <= other.most_swing and other.least_swing <= one.most_swing
