"""Setups that played the very same games as another: what sets them apart changes nothing, however many are played."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from reports import wording
from reports.sweep import CHANGE, Axis, Cell, Sweep, said

MOST_NAMED, MOST_GROUPS = 6, 4

Group = tuple[str, ...]
"""The values on all axes but one."""


def are(one: Cell, other: Cell) -> bool:
    """Whether two setups played the very same games, though they may count a game's length differently."""
    return one.games == other.games and one.fingerprint == other.fingerprint


def sentences(sweep: Sweep) -> list[str]:
    """Which setups that differ in one thing alone played the same games and count them alike: one sentence or none."""
    found = [told for axis in sweep.axes for told in _along(sweep, axis)]
    if not found:
        return []
    told = [
        f"{twins} {'the same' if number else 'played the very same games'} as {first}"
        for number, (twins, first) in enumerate(found)
    ]
    more = [f"{len(told) - MOST_GROUPS} more likewise"] if len(told) > MOST_GROUPS else []
    groups = "; ".join([*told[:MOST_GROUPS], *more])
    return [f"{groups}: nobody who plays makes use of what differs, or it never came up."]


def _along(sweep: Sweep, axis: Axis) -> Iterator[tuple[str, str]]:
    """All values whose games are those of one other value in the same setups of all else, and that value, in words."""
    groups: dict[Group, list[Cell]] = defaultdict(list)
    for cell in sweep.cells:
        groups[cell.apart_from(axis.name)].append(cell)
    found: dict[tuple[str, str], list[Group]] = defaultdict(list)
    for group, cells in groups.items():
        for first, twin in _pairs(axis, cells, sweep.bases):
            found[first, twin].append(group)
    alike: dict[tuple[str, tuple[Group, ...]], list[str]] = defaultdict(list)
    for (first, twin), where in found.items():
        alike[first, tuple(where)].append(twin)
    others = [other.name for other in sweep.axes if other is not axis]
    for (first, shared), twins in alike.items():
        places = [", ".join(map(said, others, group)) for group in shared] if len(shared) < len(groups) else []
        at = f" with {wording.capped(places, MOST_NAMED)}" if places else ""
        yield wording.capped([said(axis.name, twin) for twin in twins], MOST_NAMED), f"{said(axis.name, first)}{at}"


def _pairs(axis: Axis, cells: Sequence[Cell], bases: Collection[str]) -> Iterator[tuple[str, str]]:
    """The first value on the axis, or the unchanged one, that played some games; each other that played the same."""
    same: dict[tuple[str, int, float], list[Cell]] = defaultdict(list)
    for cell in cells:
        same[cell.fingerprint, cell.games, cell.length].append(cell)
    for alike in same.values():
        unchanged = (cell for cell in alike if axis.name == CHANGE and cell.key in bases)
        first = next(unchanged, alike[0]).setup[axis.name]
        yield from ((first, value) for cell in alike if (value := cell.setup[axis.name]) != first)
