"""The answer to a designer's question in a few sentences: which setups are even, and what moves the share.

Shares are called different only where their intervals do not meet; what these games cannot tell apart is not ranked.
"""

from collections import defaultdict
from collections.abc import Sequence

from reports import wording
from reports.sweep import CHANGE, UNCHANGED, Axis, Cell, Share, Sweep

MOST_NAMED = 4
"""How many setups are named one by one."""

Row = tuple[Cell, Share]


def sentences(sweep: Sweep) -> list[str]:
    """What came out, the answer first."""
    if not sweep.led:
        return ["No game was played yet."]
    if len(sweep.cells) == 1:
        return [_shares(sweep.cells[0]), _verdict(sweep)]
    told = [_nearest(sweep), _even(sweep), _range(sweep)]
    if [axis.name for axis in sweep.axes] == [CHANGE] and sweep.led[0][0].setup[CHANGE] == UNCHANGED:
        return [*told, *_changes(sweep)]
    return [*told, *_moves(sweep)]


def _shares(cell: Cell) -> str:
    told = [f"{outcome} {share}" for outcome, share in cell.shares.items()]
    return f"Of {wording.counted(cell.games, 'game')}: {wording.listed(told)}."


def _verdict(sweep: Sweep) -> str:
    share = sweep.led[0][1]
    if share.is_even:
        found = "within"
    elif share.may_be_even:
        return f"These games cannot tell whether the share of {sweep.leading} is within {wording.EVEN}."
    else:
        found = "outside"
    return f"The share of {sweep.leading} is {found} {wording.EVEN}."


def _even(sweep: Sweep) -> str:
    """In which setups the leading outcome's share is near one half."""
    even = [cell.name for cell, share in sweep.led if share.is_even]
    open_ = [share for _, share in sweep.led if share.may_be_even and not share.is_even]
    of = wording.counted(len(sweep.cells), "setup")
    told = f"The share of {sweep.leading} is within {wording.EVEN} in {len(even) or 'none'} of {of}"
    if 0 < len(even) <= MOST_NAMED:
        told += f" ({'; '.join(even)})"
    if open_:
        told += f"; for {wording.count(len(open_))} these games cannot tell"
    return f"{told}."


def _nearest(sweep: Sweep) -> str:
    """The setup nearest to one half, or those among which these games cannot say."""
    reach = min(_from_even(share)[1] for _, share in sweep.led)
    nearest = [row for row in sweep.led if _from_even(row[1])[0] <= reach]
    if len(nearest) == 1:
        return f"Nearest to even is {_with_share(sweep, nearest[0])}."
    if len(nearest) <= MOST_NAMED:
        return f"Nearest to even, too close to rank: {'; '.join(_with_share(sweep, row) for row in nearest)}."
    middle = min(nearest, key=lambda row: abs(row[1].rate - 0.5))
    return f"Nearest to even are {len(nearest)} setups too close to rank, among them {_with_share(sweep, middle)}."


def _from_even(share: Share) -> tuple[float, float]:
    """The least and the greatest distance from one half that the interval allows."""
    ends = abs(share.low - 0.5), abs(share.high - 0.5)
    return (0.0 if share.low <= 0.5 <= share.high else min(ends)), max(ends)


def _with_share(sweep: Sweep, row: Row) -> str:
    cell, share = row
    return f"{cell.name} ({sweep.leading} {share})"


def _range(sweep: Sweep) -> str:
    """From where to where the share goes."""
    lowest = min(sweep.led, key=lambda row: row[1].rate)
    highest = max(sweep.led, key=lambda row: row[1].rate)
    if not _apart(lowest[1], highest[1]):
        return "Between the lowest and the highest share these games show no difference."
    rows = [(low_end, _ties(low_end, sweep.led)) for low_end in (lowest, highest)]
    ends = [f"{share} ({cell.name}{tied})" for (cell, share), tied in rows]
    return f"It goes from {ends[0]} to {ends[1]}."


def _ties(end: Row, rows: Sequence[Row]) -> str:
    others = sum(not _apart(share, end[1]) for _, share in rows) - 1
    return f", too close to rank with {wording.count(others)} more" if others else ""


def _apart(one: Share, other: Share) -> bool:
    return one.high < other.low or other.high < one.low


def _moves(sweep: Sweep) -> list[str]:
    """By how much each swept thing moves the share while all others stay."""
    if len(sweep.axes) < 2:
        return []
    swings = {axis.name: _swing(sweep, axis) for axis in sweep.axes}
    told = [f"{name} by {_up_to(swing)}" for name, swing in swings.items() if swing is not None]
    return [f"What moves it, all else equal: {wording.listed(told)}."] if told else []


def _up_to(swing: float) -> str:
    return f"up to {wording.points(swing)}" if swing else "nothing that these games can show"


def _swing(sweep: Sweep, axis: Axis) -> float | None:
    """The widest difference along an axis that these games can show, all other axes equal.

    Returns:
        A difference of shares; 0 where no two intervals are apart; None where no two setups differ in this alone.
    """
    groups: dict[tuple[str, ...], list[Share]] = defaultdict(list)
    for cell, share in sweep.led:
        groups[tuple(value for name, value in cell.setup.items() if name != axis.name)].append(share)
    lines = [group for group in groups.values() if len(group) > 1]
    if not lines:
        return None
    ends = [(min(line, key=_rate), max(line, key=_rate)) for line in lines]
    return max((high.rate - low.rate for low, high in ends if _apart(low, high)), default=0.0)


def _rate(share: Share) -> float:
    return share.rate


def _changes(sweep: Sweep) -> list[str]:
    """Which single changes move the share away from the unchanged setup."""
    (_, base), *changed = sweep.led
    moved = [
        f"{cell.setup[CHANGE]} ({wording.signed_points(share.rate - base.rate)})"
        for cell, share in changed
        if _apart(base, share)
    ]
    of = wording.counted(len(changed), "change")
    if not moved:
        return [f"None of {of} moves it by more than these games can tell from chance."]
    return [f"Of {of}, {len(moved)} can be told from the unchanged setup: {wording.listed(moved)}."]
