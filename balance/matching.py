"""Which cells of two runs or baselines belong together, what they are matched by, and what differs between them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.baseline import NothingCompared
from balance.store import StoredCell
from kernels.game import Game, write
from reports import wording
from reports.compared import Differs

MOST_NAMED = 4
"""How many keys a sentence names."""


@dataclass(frozen=True)
class Known:
    """A cell and what it came to.

    Attributes:
        id: its identity.
        label: its label, if it has one.
        said: its parameters and policies.
        games, outcomes: what was played, and how it ended.
        cell: what would be played; None where its plan no longer says.
    """

    id: str
    label: str
    said: Mapping[str, Any]
    games: int
    outcomes: Mapping[str, int]
    cell: StoredCell | None


@dataclass(frozen=True)
class Side:
    """One of the two.

    Attributes:
        name: as it was named.
        game: what was played.
        seed: of all cells.
        cells: what there is, in order.
    """

    name: str
    game: Game
    seed: int
    cells: tuple[Known, ...]


Twosome = tuple[Known, Known]
"""A cell of the first side and the one of the second that belongs to it."""


def matched(one: Side, other: Side) -> tuple[list[Twosome], str]:
    """The pairs of cells that belong together, and what they were matched by, in words.

    Equal cells come first, then those of the same values of what both sweep, then of what either does; two sides of
    one cell each are held against each other whatever they are.

    Raises:
        NothingCompared: there are none, or none of which both have played games.
    """
    there = {known.id: known for known in other.cells}
    pairs = [(known, there[known.id]) for known in one.cells if known.id in there]
    how = "the same setups"
    if not pairs:
        pairs, how = _alike(one, other)
    if not pairs:
        raise NothingCompared(_nothing(one, other))
    if not (played := [(before, after) for before, after in pairs if before.games and after.games]):
        raise NothingCompared(f"{one.name} and {other.name} have no games yet in a setup that belongs to both")
    return played, how


def _alike(one: Side, other: Side) -> tuple[list[Twosome], str]:
    """Pairs of cells that differ, by as many keys as tell them apart."""
    mine, theirs = swept(one.cells), swept(other.cells)
    for keys in ([key for key in mine if key in theirs], list(dict.fromkeys([*mine, *theirs]))):
        told = _keys_in_words(one, other, keys)
        if told and (pairs := _of_same_values(one, other, keys)):
            return pairs, f"setups of the same {wording.capped(told, MOST_NAMED)}"
    if len(one.cells) == len(other.cells) == 1:
        return [(one.cells[0], other.cells[0])], "one setup each"
    return [], ""


def _keys_in_words(one: Side, other: Side, keys: Sequence[str]) -> list[str]:
    """What cells are matched by: their labels, if any have one, and some keys."""
    return [*(["label"] if any(known.label for known in (*one.cells, *other.cells)) else []), *keys]


def _of_same_values(one: Side, other: Side, keys: Sequence[str]) -> list[Twosome]:
    mine, theirs = (_by_values(side, keys) for side in (one, other))
    return [(mine[values], theirs[values]) for values in mine if values in theirs]


def _nothing(one: Side, other: Side) -> str:
    """Why no cells belong together, and what to do."""
    numbers = " and ".join(f"{side.name} ({wording.counted(len(side.cells), 'setup')})" for side in (one, other))
    keys = list(dict.fromkeys([*swept(one.cells), *swept(other.cells)]))
    told = wording.capped(_keys_in_words(one, other, keys), MOST_NAMED)
    return (
        f"{numbers} have no setup in common, and cannot be paired by {told}; "
        f"sweep both over the same {told}, or give one setup each"
    )


def swept(cells: Sequence[Known]) -> list[str]:
    """What tells cells of one label apart, without what follows from it: parameters in their order, then policies."""
    keys: list[str] = []
    groups = len({known.label for known in cells})
    for key in cells[0].said if cells else {}:
        apart_by = len({_values(known, [*keys, key]) for known in cells})
        if apart_by > groups:
            keys, groups = [*keys, key], apart_by
    return keys


def _by_values(side: Side, keys: Sequence[str]) -> dict[tuple[str, ...], Known]:
    """The cells by their label and their values of some keys, those that are alone with them."""
    values = {known.id: _values(known, keys) for known in side.cells}
    counts = Counter(values.values())
    return {values[known.id]: known for known in side.cells if counts[values[known.id]] == 1}


def _values(known: Known, keys: Sequence[str]) -> tuple[str, ...]:
    return (known.label, *(write(known.said.get(key)) for key in keys))


def names(cells: Sequence[Known]) -> list[str]:
    """What tells cells apart, for people."""
    keys = swept(cells)
    told = [
        ", ".join([*([known.label] if known.label else []), *(f"{key} {write(known.said.get(key))}" for key in keys)])
        for known in cells
    ]
    return [name or f"players {write(known.said.get('players'))}" for name, known in zip(told, cells, strict=True)]


def of_pairs(pairs: Sequence[Twosome]) -> list[str]:
    """What tells pairs apart, for people; where there is one pair of unlike cells, what tells these apart too."""
    before, after = (names(side) for side in zip(*pairs, strict=True))
    if len(pairs) == 1 and before != after:
        return [f"{before[0]}, now {after[0]}"]
    return before


# --- what differs ---------------------------------------------------------------------------------------------------


def differs(pairs: Sequence[Twosome]) -> tuple[Differs, ...]:
    """The parameters, policies and knobs that some pair differs in, with their values over all pairs."""
    keys = dict.fromkeys(key for pair in pairs for known in pair for key in known.said)
    told = [_differs(key, [tuple(_value(known, key) for known in pair) for pair in pairs]) for key in keys]
    files = dict.fromkeys(name for pair in pairs for known in pair for name in _files(known))
    told += [
        _differs(f"file of {name}", [tuple(_files(known).get(name, "") for known in pair) for pair in pairs])
        for name in files
        if all(name in _files(known) for pair in pairs for known in pair)
    ]
    return tuple(one for one in told if one)


def _differs(name: str, values: Sequence[tuple[str, ...]]) -> Differs | None:
    """What differs by one name; None where nothing does.

    Args:
        values: of the two cells of each pair; empty for none.
    """
    if all(before == after for before, after in values):
        return None
    before, after = (tuple(filter(None, dict.fromkeys(side))) for side in zip(*values, strict=True))
    return Differs(name, before, after)


def _value(known: Known, key: str) -> str:
    return write(known.said[key]) if key in known.said else ""


def _files(known: Known) -> Mapping[str, str]:
    """A designer's own policies of a cell -> the beginning of what stands for their file."""
    plays = known.cell.seating.plays if known.cell else ()
    return {play.policy: play.digest[:8] for play in plays if play.digest}
