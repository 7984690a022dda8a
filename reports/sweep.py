"""A run as a reader sees it: setups told apart by what was swept, each with its outcomes' shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from reports import wording
from reports.results import About, Results

CHANGE, UNCHANGED = "change", "unchanged"
"""The heading, and the first setup's word, of a sweep that changes one thing at a time."""


@dataclass(frozen=True)
class Axis:
    """One thing that tells setups apart.

    Attributes:
        name: the heading over its values: a swept column, or `change`.
        values: every value as a setup would say it; numbers ascend, words keep the order of the cells.
        numeric: whether all values are numbers.
    """

    name: str
    values: tuple[str, ...]
    numeric: bool


@dataclass(frozen=True)
class Share:
    """How often an outcome came up: a count of games, a share in [0, 1] and its interval."""

    count: int
    rate: float
    low: float
    high: float

    @property
    def is_even(self) -> bool:
        """Whether the whole interval lies where a game counts as even."""
        return self.low >= wording.EVEN_FROM and self.high <= wording.EVEN_TO

    @property
    def may_be_even(self) -> bool:
        """Whether any of the interval does."""
        return self.low <= wording.EVEN_TO and self.high >= wording.EVEN_FROM

    def __str__(self) -> str:
        return wording.share(self.rate, self.low, self.high)


@dataclass(frozen=True)
class Cell:
    """One setup and what came of it.

    Attributes:
        key: the cell's id in the tables.
        name: what tells this setup from the others: "players 9, werewolves 2".
        setup: axis name -> value as a setup would say it.
        shares: outcome -> share, only the outcomes that this setup can yield; none where no game was played.
        length: the mean length of a game; nothing where none was played.
    """

    key: str
    name: str
    setup: Mapping[str, str]
    shares: Mapping[str, Share]
    games: int
    length: float | None


@dataclass(frozen=True)
class Sweep:
    """The setups of one run.

    Attributes:
        about: what the tables alone do not say.
        axes: what tells the cells apart, in the order asked for; none where there is one cell.
        outcomes: those that some cell can yield, in the game's order; the first is the leading one.
        cells: the setups in the order asked for.
        glossary: what stands for several columns (a label, `unchanged`) -> what these are.
    """

    about: About
    axes: tuple[Axis, ...]
    outcomes: tuple[str, ...]
    cells: tuple[Cell, ...]
    glossary: Mapping[str, str]

    @property
    def leading(self) -> str:
        """The outcome whose share answers whether the game is even."""
        return self.outcomes[0]

    @cached_property
    def led(self) -> tuple[tuple[Cell, Share], ...]:
        """The cells that were played and can yield the leading outcome, with its share."""
        if not self.outcomes:
            return ()
        return tuple((cell, cell.shares[self.leading]) for cell in self.cells if self.leading in cell.shares)

    @cached_property
    def games_each(self) -> int | None:
        """How many games each cell played, if all played as many."""
        played = {cell.games for cell in self.cells}
        return played.pop() if len(played) == 1 else None


def read(results: Results) -> Sweep:
    """The setups of a run, told apart by as few columns as do."""
    about, cells = results.about, results.tables["cells"]
    asked = {column: [wording.value(value) for value in cells[column].to_list()] for column in about.swept}
    told = _without_implied(asked)
    columns = _one_at_a_time(told)
    shares: dict[str, dict[str, Share]] = {key: {} for key in cells["cell"]}
    rows = results.tables["outcomes"].select("cell", "outcome", "count", "rate", "low", "high").iter_rows()
    for key, outcome, count, *figures in rows:
        if figures[0] is not None:
            shares[key][outcome] = Share(count, *figures)
    setups = [{name: values[row] for name, values in columns.items()} for row in range(cells.height)]
    known = cells.select("cell", "games", "length_mean").iter_rows()
    return Sweep(
        about=about,
        axes=tuple(_axis(name, values) for name, values in columns.items()),
        outcomes=tuple(
            outcome.name for outcome in about.outcomes if any(outcome.name in row for row in shares.values())
        ),
        cells=tuple(
            Cell(key, _name(setup) or about.game_title, setup, shares[key], games, length)
            for (key, games, length), setup in zip(known, setups, strict=True)
        ),
        glossary=_labels(asked, told) | _unchanged(told, columns),
    )


def _name(setup: Mapping[str, str]) -> str:
    return ", ".join(value if axis in ("label", CHANGE) else f"{axis} {value}" for axis, value in setup.items())


def _axis(name: str, values: Sequence[str]) -> Axis:
    distinct = tuple(dict.fromkeys(values))
    numeric = all(_is_number(value) for value in distinct)
    return Axis(name, tuple(sorted(distinct, key=float)) if numeric else distinct, numeric)


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).removeprefix("-").isdecimal() and word.isascii()


def _without_implied(columns: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The columns without those that a label, or a bundle of policies, already says."""
    told = dict(columns)
    for speaker, of in (("label", ""), ("policy", "policy.")):
        if speaker in told:
            told = {
                name: values
                for name, values in told.items()
                if name == speaker or not name.startswith(of) or not _implies(told[speaker], values)
            }
    return told


def _implies(speaker: Sequence[str], values: Sequence[str]) -> bool:
    return len(set(zip(speaker, values, strict=True))) == len(set(speaker))


def _labels(asked: Mapping[str, list[str]], told: Mapping[str, list[str]]) -> dict[str, str]:
    """What each label stands for: the columns that it says."""
    said = {name: values for name, values in asked.items() if name not in told and not name.startswith("policy.")}
    if "label" not in told:
        return {}
    return {
        label: ", ".join(f"{name} {values[row]}" for name, values in said.items())
        for row, label in enumerate(told["label"])
        if said
    }


def _unchanged(told: Mapping[str, list[str]], columns: Mapping[str, list[str]]) -> dict[str, str]:
    """What the unchanged setup is, where one thing changes at a time."""
    together = [name for name in told if name not in columns]
    return {UNCHANGED: ", ".join(f"{name} {told[name][0]}" for name in together)} if together else {}


def _one_at_a_time(columns: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The columns, those of which never two differ from the first cell at once put together in one."""
    changed = {
        name: {row for row, value in enumerate(values) if value != values[0]} for name, values in columns.items()
    }
    alone = set(columns) - {"label"}
    while clashes := [pair for pair in combinations(sorted(alone), 2) if changed[pair[0]] & changed[pair[1]]]:
        often = [name for pair in clashes for name in pair]
        alone.remove(max(alone, key=lambda name: (often.count(name), name)))
    if len(alone) < 2:
        return dict(columns)
    one = [
        next((f"{name} {columns[name][row]}" for name in columns if name in alone and row in changed[name]), UNCHANGED)
        for row in range(len(next(iter(columns.values()))))
    ]
    return {name: values for name, values in columns.items() if name not in alone} | {CHANGE: one}
