"""Two swept things crossed: what heat maps and pivots show of the leading outcome."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from reports.sweep import Axis, Row, Sweep, said


@dataclass(frozen=True)
class Plane:
    """The leading outcome's share over two axes.

    Attributes:
        across: the axis of numbers, or of more values where both are numbers or neither is; `up` the other.
        maps: the setting of all other axes ("policy blind"), nothing where there are none -> cells and shares.
    """

    across: Axis
    up: Axis
    maps: Mapping[str, list[Row]]


def cross(sweep: Sweep) -> Plane | None:
    """The first two swept numbers, or where there are fewer the first two axes; nothing if they do not cross."""
    axes = sorted(sweep.axes, key=lambda axis: not axis.numeric)[:2]
    if len(axes) < 2:
        return None
    across, up = sorted(axes, key=lambda axis: (not axis.numeric, -len(axis.values)))
    others = [axis.name for axis in sweep.axes if axis not in axes]
    maps: dict[str, list[Row]] = defaultdict(list)
    for cell, share in sweep.led:
        maps[", ".join(said(name, cell.setup[name]) for name in others)].append((cell, share))
    spots = {(cell.setup[across.name], cell.setup[up.name]) for cell, _ in sweep.led}
    return Plane(across, up, maps) if len(spots) > len(across.values) else None
