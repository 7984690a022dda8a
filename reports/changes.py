"""Sweeps that change one thing at a time: every setup held against the unchanged one."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from reports import twins
from reports.difference import Difference
from reports.sweep import CHANGE, UNCHANGED, Cell, Sweep


@dataclass(frozen=True)
class Change:
    """A setup that differs from the unchanged one in one thing.

    Attributes:
        what: what is changed.
        difference: its share of the leading outcome less that of the unchanged setup.
        no_game_differs: whether both played the very same games.
    """

    cell: Cell
    what: str
    difference: Difference
    no_game_differs: bool

    @property
    def is_sure(self) -> bool:
        """Whether the games can tell it from the unchanged setup."""
        return self.difference.is_sure and not self.no_game_differs

    @property
    def size(self) -> float:
        """How far it moves the share, whichever way."""
        return abs(self.difference.size)


def of(sweep: Sweep) -> Mapping[str, Change]:
    """Cell -> its change, for every cell whose unchanged setup was played too.

    Where other things are swept as well, a cell is held against the unchanged setup that is like it in those.
    """
    led = {cell.key: (cell, share) for cell, share in sweep.led}
    changes = {}
    for cell, share in sweep.led:
        base = led.get(cell.base) if cell.base else None
        if base is not None:
            found = sweep.apart((cell, share), base)
            changes[cell.key] = Change(cell, cell.setup.get(CHANGE, cell.name), found, twins.are(cell, base[0]))
    return changes


def base_name(sweep: Sweep) -> str:
    """What the setups that others are held against are called: "unchanged", or the value of the one that there is."""
    bases = [cell for cell in sweep.cells if cell.key in sweep.bases]
    if len(bases) != 1 or CHANGE in bases[0].setup:
        return UNCHANGED
    (base,) = bases
    return next(iter(base.setup.values())) if len(base.setup) == 1 else base.name


def by_what(changes: Mapping[str, Change]) -> Mapping[str, list[Change]]:
    """What is changed -> what that does, wherever it was tried."""
    grouped: dict[str, list[Change]] = defaultdict(list)
    for change in changes.values():
        grouped[change.what].append(change)
    return grouped
