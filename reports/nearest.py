"""Which setups are nearest to what is aimed at, as far as their games can tell."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from reports import wording
from reports.plane import cross
from reports.sweep import Row, Share, Sweep

MOST_TIED = 3


@dataclass(frozen=True)
class Best:
    """What is nearest to the aim at one value of the first axis.

    Attributes:
        value: that value.
        other: the nearest value of the second axis, or those too close to rank: "2", "2 or 3".
        share: the leading outcome's share, with the nearest of them.
        met: whether that is known to be where the goal is.
    """

    value: str
    other: str
    share: Share
    met: bool


@dataclass(frozen=True)
class ByFirst:
    """The answer for each value of the first of two swept numbers.

    Attributes:
        headings: the first axis, the second axis, the leading outcome.
        lines: one for each value of the first axis.
    """

    title: str
    headings: tuple[str, str, str]
    lines: tuple[Best, ...]


def to_aim(sweep: Sweep, rows: Sequence[Row]) -> list[Row]:
    """The row nearest to the aim, first, and those that these games cannot tell from it."""
    aim = sweep.goal.aim
    best, *others = sorted(rows, key=lambda row: abs(row[1].rate - aim))
    return [best, *(row for row in others if not _farther(sweep, row, best))]


def _farther(sweep: Sweep, row: Row, best: Row) -> bool:
    """Whether a setup is surely farther from the aim than the nearest."""
    aim, far, near = sweep.goal.aim, row[1], best[1]
    if (far.rate - aim) * (near.rate - aim) > 0:  # on the same side, so that what sets them apart is their difference
        return sweep.apart(row, best).is_sure
    return _from(aim, far)[0] > _from(aim, near)[1]


def by_first(sweep: Sweep) -> ByFirst | None:
    """The answer for each value of the first axis; nothing unless two numbers are swept and cross."""
    if len(sweep.axes) != 2 or not all(axis.numeric for axis in sweep.axes) or cross(sweep) is None:
        return None
    first, second = (axis.name for axis in sweep.axes)
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in sweep.led:
        rows[row[0].setup[first]].append(row)
    return ByFirst(
        f"Nearest to {sweep.goal.aimed_at} for each {wording.number_of(first)}",
        (first, second, sweep.leading_title),
        tuple(_best(sweep, value, second, rows[value]) for value in sweep.axes[0].values if value in rows),
    )


def _best(sweep: Sweep, value: str, second: str, rows: Sequence[Row]) -> Best:
    near = to_aim(sweep, rows)
    others = [cell.setup[second] for cell, _ in near]
    return Best(value, wording.capped(others, MOST_TIED, "or"), near[0][1], sweep.is_met(near[0]))


def _from(aim: float, share: Share) -> tuple[float, float]:
    """The least and the greatest distance from an aim that the interval allows."""
    ends = abs(share.low - aim), abs(share.high - aim)
    return (0.0 if share.low <= aim <= share.high else min(ends)), max(ends)
