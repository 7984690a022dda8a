"""The answer to a designer's question in a few sentences: which setups are even, and what moves the share.

Shares are called different only where their intervals do not meet; what these games cannot tell apart is not ranked.
The leading outcome is named before a colon, which suits any title: "Village wins: within 45–55 % in none".
"""

from collections import defaultdict
from collections.abc import Sequence

from reports import changes, ladder, nearest, twins, wording
from reports.changes import Change
from reports.sweep import CHANGE, INSIDE, OUTSIDE, UNDECIDED, Axis, Cell, Row, Sweep
from reports.table import UNSURE

MOST_NAMED = 4
"""How many setups are named one by one."""
MOST_CHANGES = 6
"""How many changes are."""


def sentences(sweep: Sweep) -> list[str]:
    """What came out, the answer first."""
    if not sweep.cells:
        return ["No game was played yet."]
    if not sweep.led:
        return [f"No setup can end with the outcome “{sweep.leading_title}”."]
    if len(sweep.cells) == 1:
        return [*_asked(sweep), _shares(sweep, sweep.led[0][0]), *([] if sweep.goal.asked else [_verdict(sweep)])]
    return [*_asked(sweep), *_told(sweep), *twins.sentences(sweep)]


def _told(sweep: Sweep) -> list[str]:
    """What came out of several setups."""
    if len(sweep.led) <= 2:
        pair = [_pair(sweep, *sweep.led)] if len(sweep.led) == 2 else []
        return [*pair, *_even(sweep), _nearest(sweep)]
    return [
        *_changes(sweep),
        _nearest(sweep),
        *_even(sweep),
        *_range(sweep),
        *_moves(sweep),
        *ladder.sentences(sweep),
    ]


def within(sweep: Sweep) -> str:
    """When a setup counts as being where the goal is: "within 45–55 %, interval included"."""
    return f"within {sweep.goal.band}" + ("" if sweep.goal.asked else ", interval included")


def _asked(sweep: Sweep) -> list[str]:
    """The answers to the question that the games were played for."""
    if not sweep.goal.asked:
        return []
    named = {said: [cell for cell in sweep.cells if cell.answer == said] for said in (INSIDE, OUTSIDE, UNDECIDED)}
    question = f"{_title(sweep)} within {sweep.goal.band}?"
    if len(sweep.cells) == 1:
        found = next(said for said, cells in named.items() if cells)
        return [f"{question} {wording.capital(found)}{_open(named[UNDECIDED])}."]
    first, *others = [said for said, cells in named.items() if cells]
    told = [
        f"{wording.capital(first)} in {_few(sweep, named[first], f' of {_played(sweep)}')}",
        *(f"{said} in {_few(sweep, named[said])}" for said in others),
    ]
    return [f"{question} {'; '.join(told)}{_open(named[UNDECIDED])}."]


def _few(sweep: Sweep, cells: Sequence[Cell], of: str = "") -> str:
    """How many setups, of how many, and which if they are few, with their shares."""
    told = [f"{cell.name}: {cell.shares[sweep.leading]}" for cell in cells if sweep.leading in cell.shares]
    names = f" ({'; '.join(told)})" if len(cells) <= MOST_NAMED else ""
    return f"{wording.count(len(cells))}{of}{names}"


def _open(cells: Sequence[Cell]) -> str:
    """Why there is no answer to some of what was asked."""
    if not cells:
        return ""
    return f": {wording.count(max(cell.games for cell in cells))} games are too few to tell"


def _shares(sweep: Sweep, cell: Cell) -> str:
    told = [f"{sweep.titles[outcome]} {share}" for outcome, share in cell.shares.items()]
    of = f" with {cell.name}" if sweep.axes else ""
    return f"Of {wording.counted(cell.games, 'game')}{of}: {wording.listed(told)}."


def _verdict(sweep: Sweep) -> str:
    if sweep.is_met(sweep.led[0]):
        found = f"within {sweep.goal.band}"
    elif sweep.may_be_met(sweep.led[0]):
        found = f"too few games to tell whether within {sweep.goal.band}"
    else:
        found = f"outside {sweep.goal.band}"
    return f"{_title(sweep)}: {found}."


def _title(sweep: Sweep) -> str:
    return wording.capital(sweep.leading_title)


def _pair(sweep: Sweep, one: Row, other: Row) -> str:
    """How far two setups are apart."""
    higher, lower = sorted((one, other), key=lambda row: -row[1].rate)
    found = sweep.apart(higher, lower)
    shares = ", ".join(f"{cell.name} {wording.percent(share.rate, found.half_width)}" for cell, share in (one, other))
    size = f"a difference of {wording.difference(found.size, found.half_width)}"
    if twins.are(one[0], other[0]):
        size = "no difference"
    elif not found.is_sure:
        size = f"too few games to tell them apart ({size})"
    return f"{_title(sweep)}: {shares}: {size}."


def _changes(sweep: Sweep) -> list[str]:
    """Which single changes move the share most, and which these games cannot tell from the unchanged setup."""
    by_what = changes.by_what(changes.of(sweep))
    moving = {what: found for what, found in by_what.items() if any(change.is_sure for change in found)}
    biggest = sorted(moving, key=lambda what: -max(change.size for change in moving[what] if change.is_sure))
    small = [
        what
        for what, found in by_what.items()
        if what not in moving and not all(change.no_game_differs for change in found)
    ]
    told = []
    if biggest:
        moved = [f"{what} {_moved(moving[what])}" for what in biggest]
        told.append(f"biggest changes of {sweep.leading_title} in points: {wording.capped(moved, MOST_CHANGES)}")
    if small:
        told.append(f"too small for these games to tell: {wording.capped(small, MOST_CHANGES)}")
    return [f"{wording.capital('; '.join(told))}."] if told else []


def _moved(found: Sequence[Change]) -> str:
    """By how much a change moves the share: from where to where, if it was tried in several setups."""
    ends = sorted(found, key=lambda change: change.difference.size)
    return " to ".join(dict.fromkeys(_size(change) for change in (ends[0], ends[-1])))


def _size(change: Change) -> str:
    """By how much one change moves the share, marked where that may be chance."""
    told = wording.signed(change.difference.size, change.difference.half_width)
    return told if change.is_sure else f"{UNSURE} {told}"


def _even(sweep: Sweep) -> list[str]:
    """In which setups the leading outcome's share is where it is aimed at; that is said already where it was asked."""
    if sweep.goal.asked:
        return []
    met = [row[0] for row in sweep.led if sweep.is_met(row)]
    open_ = sum(sweep.may_be_met(row) for row in sweep.led) - len(met)
    told = f"{_title(sweep)}: within {sweep.goal.band} in {len(met) or 'none'} of {_played(sweep)}"
    if 0 < len(met) <= MOST_NAMED:
        told += f" ({'; '.join(cell.name for cell in met)})"
    if open_:
        told += f"; for {wording.count(open_)} too few games to tell"
    return [f"{told}."]


def _played(sweep: Sweep) -> str:
    of = wording.counted(len(sweep.cells), "setup")
    return of if sweep.is_finished else f"the {of} played"


def _nearest(sweep: Sweep) -> str:
    """The setup nearest to the aim, or those among which these games cannot say."""
    near = nearest.to_aim(sweep, sweep.led)
    told = f"Nearest to {sweep.goal.aimed_at}" + (" overall" if nearest.by_first(sweep) else "")
    if len(near) == 1:
        return f"{told}: {_with_share(sweep, near[0])}."
    if len(near) <= MOST_NAMED:
        return f"{told}, too close to rank: {'; '.join(_with_share(sweep, row) for row in near)}."
    return f"{told}: {len(near)} setups too close to rank, among them {_with_share(sweep, near[0])}."


def _with_share(sweep: Sweep, row: Row) -> str:
    cell, share = row
    return f"{cell.name} ({sweep.leading_title} {share})"


def _range(sweep: Sweep) -> list[str]:
    """From where to where the share goes; nothing where all setups played the same games."""
    if all(twins.are(cell, sweep.led[0][0]) for cell, _ in sweep.led):
        return []
    lowest = min(sweep.led, key=lambda row: row[1].rate)
    highest = max(sweep.led, key=lambda row: row[1].rate)
    if not _apart(sweep, highest, lowest):
        return [f"The lowest share is {lowest[1]}, the highest {highest[1]}: too few games to tell them apart."]
    rows = [(end, _ties(sweep, end)) for end in (lowest, highest)]
    ends = [f"{share} ({cell.name}{tied})" for (cell, share), tied in rows]
    return [f"It goes from {ends[0]} to {ends[1]}."]


def _ties(sweep: Sweep, end: Row) -> str:
    others = sum(not _apart(sweep, row, end) for row in sweep.led if row is not end)
    return f", too close to rank with {wording.count(others)} more" if others else ""


def _apart(sweep: Sweep, one: Row, other: Row) -> bool:
    """Whether these games can tell two setups apart; the same games are no two."""
    return sweep.apart(one, other).is_sure and not twins.are(one[0], other[0])


def _moves(sweep: Sweep) -> list[str]:
    """By how much each swept thing moves the share while all others stay."""
    if len(sweep.axes) < 2:
        return []
    axes = [axis for axis in sweep.axes if axis.name != CHANGE]
    told = [f"{axis.name}{_with_it(sweep, axis)} {moved}" for axis in axes if (moved := _swing(sweep, axis))]
    what = "What else moves it" if any(axis.name == CHANGE for axis in sweep.axes) else "What moves it"
    return [f"{what}, all else equal: {wording.listed(told)}."] if told else []


def _with_it(sweep: Sweep, axis: Axis) -> str:
    """What else differs along an axis, though nobody swept it, since the game settles it to suit the table."""
    seen: dict[str, set[tuple[tuple[str, ...], str]]] = defaultdict(set)
    for cell, _ in sweep.led:
        for name, value in cell.settled.items():
            seen[name].add((cell.apart_from(axis.name), value))
    suits = [name for name, found in seen.items() if len(found) > len({group for group, _ in found})]
    pronoun = "them" if axis.name.endswith("s") else "it"
    return f" (and with {pronoun} what suits the table: {wording.listed(suits)})" if suits else ""


def _swing(sweep: Sweep, axis: Axis) -> str:
    """The widest difference along an axis that these games can show, all other axes equal.

    Returns:
        "by up to 12.1 points", or why there is none; nothing where no two setups differ in this alone.
    """
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in sweep.led:
        groups[row[0].apart_from(axis.name)].append(row)
    lines = [group for group in groups.values() if len(group) > 1]
    if not lines:
        return ""
    if all(twins.are(cell, line[0][0]) for line in lines for cell, _ in line):
        return "not at all"
    ends = [(min(line, key=_rate), max(line, key=_rate)) for line in lines]
    widest = max((_rate(high) - _rate(low) for low, high in ends if _apart(sweep, high, low)), default=0.0)
    return f"by up to {wording.points(widest)}" if widest else "too little for these games to tell"


def _rate(row: Row) -> float:
    return row[1].rate
