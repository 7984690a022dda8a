"""A run as a reader sees it: setups told apart by what was swept, each with its outcomes' shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from reports import wording
from reports.difference import ALPHA, UNPAIRED, Difference, between
from reports.goal import Goal
from reports.results import About, Results

LABEL, BASE, UNCHANGED = "label", "base", "unchanged"
"""The columns of names that setups were given and of the setups they are held against, and what these are called."""
CHANGE, SETUP = "what is changed", "setup"
"""The headings over such names: of a sweep that changes one thing at a time, and of any other."""
INSIDE, OUTSIDE, UNDECIDED = "inside", "outside", "undecided"
"""What an answer can be."""
KNOWN = ("cell", "games", "stop_reason", "fingerprint", "length_mean", "length_p95", "answer")
"""The columns of `cells` that say what came of a setup."""
INTERRUPTED = "interrupted"
"""Why a cell stopped whose games are not all played."""


@dataclass(frozen=True)
class Axis:
    """One thing that tells setups apart.

    Attributes:
        name: the heading over its values: a swept column, or CHANGE, or SETUP.
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

    def __str__(self) -> str:
        return wording.share(self.rate, self.low, self.high)


@dataclass(frozen=True)
class Cell:
    """One setup and what came of it.

    Attributes:
        key: the cell's id in the tables.
        name: what tells this setup from the others: "players 9, werewolves 2".
        setup: axis name -> value as a setup would say it.
        shares: outcome -> share, only the outcomes that this setup can yield.
        finished: whether all games that were asked for are played.
        fingerprint: the same in two cells of as many games if they played the very same ones.
        length: the mean length of a game.
        length_p95: the length by which 95 % of the games are over.
        answer: whether the share that was asked about is inside the band, outside or undecided; empty if none was.
        base: the key of the setup, in which nothing is changed, that it is held against; nothing for none.
        settled: parameter that nobody swept, but that differs from setup to setup -> value: it suits the rest.
    """

    key: str
    name: str
    setup: Mapping[str, str]
    shares: Mapping[str, Share]
    games: int
    finished: bool
    fingerprint: str
    length: float
    length_p95: int
    answer: str
    base: str | None
    settled: Mapping[str, str]

    def apart_from(self, *axes: str) -> tuple[str, ...]:
        """Its values on all other axes: the same in setups that differ in these alone."""
        return tuple(value for axis, value in self.setup.items() if axis not in axes)


Row = tuple[Cell, Share]
"""A setup and its share of the leading outcome."""


@dataclass(frozen=True)
class Sweep:
    """The setups of one run.

    Attributes:
        about: what the tables alone do not say.
        axes: what tells the cells apart, in the order asked for; none where there is one cell.
        goal: what is looked for; its outcome is the leading one.
        outcomes: those that some cell can yield, in the game's order.
        cells: the setups that played a game, in the order asked for.
        asked: how many setups were asked for.
        glossary: what stands for several columns (a label, `unchanged`) -> what these are.
        differences: (a cell's key, another's) -> the first's share of the leading outcome less the other's, for those
            that were worked out game by game.
        methods: how the intervals of differences are made.
        dealt: how many seats are dealt which role, in every game of every setup; empty where that is not the same.
    """

    about: About
    axes: tuple[Axis, ...]
    goal: Goal
    outcomes: tuple[str, ...]
    cells: tuple[Cell, ...]
    asked: int
    glossary: Mapping[str, str]
    differences: Mapping[tuple[str, str], Difference]
    methods: tuple[str, ...]
    dealt: str

    @property
    def leading(self) -> str:
        """The outcome whose share answers what is asked."""
        return self.goal.outcome

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Outcome -> what people call it."""
        return {outcome.name: outcome.title or outcome.name for outcome in self.about.outcomes}

    @property
    def leading_title(self) -> str:
        """What people call the leading outcome."""
        return self.titles[self.leading]

    @property
    def is_finished(self) -> bool:
        """Whether all games of all setups that were asked for are played."""
        return len(self.cells) == self.asked and all(cell.finished for cell in self.cells)

    def is_met(self, row: "Row") -> bool:
        """Whether a setup is known to be where the goal is."""
        cell, share = row
        return cell.answer == INSIDE if self.goal.asked else self.goal.is_met(share.low, share.high)

    def may_be_met(self, row: "Row") -> bool:
        """Whether it may be there."""
        cell, share = row
        return cell.answer != OUTSIDE if self.goal.asked else self.goal.may_be_met(share.low, share.high)

    def apart(self, one: "Row", other: "Row") -> Difference:
        """One setup's share of the leading outcome less another's; its interval holds with all others of its kind."""
        (cell, share), (other_cell, other_share) = one, other
        if found := self.differences.get((cell.key, other_cell.key)):
            return found
        if found := self.differences.get((other_cell.key, cell.key)):
            return found.turned
        alpha = ALPHA / max(1, comb(len(self.led), 2))
        return between(share.count, cell.games, other_share.count, other_cell.games, alpha)

    @cached_property
    def led(self) -> tuple[Row, ...]:
        """The cells that can yield the leading outcome, with its share."""
        return tuple((cell, cell.shares[self.leading]) for cell in self.cells if self.leading in cell.shares)

    @cached_property
    def bases(self) -> frozenset[str]:
        """The keys of the setups that others are held against."""
        return frozenset(cell.base for cell in self.cells if cell.base)

    @cached_property
    def games_each(self) -> int | None:
        """How many games each cell played, if all played as many."""
        played = {cell.games for cell in self.cells}
        return played.pop() if len(played) == 1 else None


def read(results: Results) -> Sweep:
    """The setups of a run that played, told apart by as few columns as do."""
    about, cells = results.about, results.tables["cells"]
    asked = {column: _said_of(about, column, cells[column].to_list()) for column in about.swept}
    told = _without_implied(asked)
    bases = cells[BASE].to_list()
    columns = _headed(told, any(bases))
    if not any(bases):
        bases = _folded_bases(cells["cell"].to_list(), told, columns)
    settled = _settled(results)
    shares: dict[str, dict[str, Share]] = {key: {} for key in cells["cell"]}
    rows = results.tables["outcomes"].select("cell", "outcome", "count", "rate", "low", "high").iter_rows()
    for key, outcome, count, *figures in rows:
        if figures[0] is not None:
            shares[key][outcome] = Share(count, *figures)
    setups = [{name: values[row] for name, values in columns.items()} for row in range(cells.height)]
    known = zip(cells.select(*KNOWN).iter_rows(named=True), setups, bases, settled, strict=True)
    played = tuple(
        Cell(
            key=row["cell"],
            name=_name(setup),
            setup=setup,
            shares=shares[row["cell"]],
            games=row["games"],
            finished=row["stop_reason"] != INTERRUPTED,
            fingerprint=row["fingerprint"],
            length=row["length_mean"],
            length_p95=row["length_p95"],
            answer=row["answer"] or "",
            base=base,
            settled=suits,
        )
        for row, setup, base, suits in known
        if row["games"] > 0
    )
    outcomes = tuple(outcome.name for outcome in about.outcomes if any(outcome.name in row for row in shares.values()))
    goal = about.goal or Goal((outcomes or [about.outcomes[0].name])[0])
    differences, methods = _differences(results, goal.outcome)
    return Sweep(
        about=about,
        axes=tuple(_axis(name, [cell.setup[name] for cell in played]) for name in columns),
        goal=goal,
        outcomes=outcomes,
        cells=played,
        asked=cells.height,
        glossary=_labels(asked, told) | _unchanged(told, columns),
        differences=differences,
        methods=methods,
        dealt=_dealt(results),
    )


def _dealt(results: Results) -> str:
    """Who is dealt what in every game, if that is the same in all setups: "villager 5, seer 1 and werewolf 2"."""
    if "roles" not in results.tables:
        return ""
    games = dict(results.tables["cells"].select("cell", "games").iter_rows())
    dealt: dict[str, list[str]] = {cell: [] for cell, count in games.items() if count}
    for cell, role, seats in results.tables["roles"].select("cell", "role", "dealt").iter_rows():
        if cell in dealt and seats:
            each, left = divmod(seats, games[cell])
            dealt[cell].append(role if left else f"{role} {each}")
    told = {wording.listed(roles) for roles in dealt.values()}
    return told.pop() if len(told) == 1 else ""


def _said_of(about: About, column: str, values: Sequence[object]) -> list[str]:
    """The values of a swept column as a setup would say them: 1 and 0 of what can be switched are on and off."""
    if column in about.switches and set(values) <= {0, 1}:
        return ["on" if value else "off" for value in values]
    return [wording.value(value) for value in values]


def _differences(results: Results, outcome: str) -> tuple[dict[tuple[str, str], Difference], tuple[str, ...]]:
    """The differences of an outcome's share that a run has stored, and how their intervals were made."""
    table = results.tables.get("differences")
    if table is None or not table.height:
        return {}, (UNPAIRED,)
    of_outcome = table.filter(table["outcome"] == outcome)
    rows = of_outcome.select("cell", "base", "difference", "low", "high").iter_rows()
    found = {(cell, base): Difference(*figures) for cell, base, *figures in rows}
    methods = of_outcome["method"].unique(maintain_order=True).to_list()
    return found, tuple(dict.fromkeys(method.partition("/")[0] for method in methods))


def _settled(results: Results) -> list[dict[str, str]]:
    """For each cell the parameters that are not swept and yet differ from cell to cell, as a setup would say them."""
    about, cells = results.about, results.tables["cells"]
    names = [one.name for one in about.parameters if one.name in cells.columns and one.name not in about.swept]
    columns = {name: list(map(wording.value, cells[name])) for name in names if cells[name].n_unique() > 1}
    return [{name: values[row] for name, values in columns.items()} for row in range(cells.height)]


def said(axis: str, value: str) -> str:
    """A value on its axis: "players 9"; one that is a name already stands alone."""
    return value if axis in (CHANGE, SETUP) else f"{axis} {value}"


def _name(setup: Mapping[str, str]) -> str:
    return ", ".join(said(axis, value) for axis, value in setup.items()) or "this setup"


def _axis(name: str, values: Sequence[str]) -> Axis:
    distinct = tuple(dict.fromkeys(values))
    numeric = all(_is_number(value) for value in distinct)
    return Axis(name, tuple(sorted(distinct, key=float)) if numeric else distinct, numeric)


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).removeprefix("-").isdecimal() and word.isascii()


def _without_implied(columns: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The columns without those that a label, or a bundle of policies, already says."""
    told = dict(columns)
    for speaker, of in ((LABEL, ""), ("policy", "policy.")):
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
    spoken_for = {name: values for name, values in asked.items() if name not in told and not name.startswith("policy.")}
    if LABEL not in told:
        return {}
    return {
        label: ", ".join(f"{name} {values[row]}" for name, values in spoken_for.items())
        for row, label in enumerate(told[LABEL])
        if spoken_for
    }


def _unchanged(told: Mapping[str, list[str]], columns: Mapping[str, list[str]]) -> dict[str, str]:
    """What the unchanged setup is, where one thing changes at a time."""
    together = [name for name in told if name not in columns and name != LABEL]
    return {UNCHANGED: ", ".join(f"{name} {told[name][0]}" for name in together)} if together else {}


def _headed(columns: Mapping[str, list[str]], changed: bool) -> dict[str, list[str]]:
    """The columns under the headings that a reader sees, single changes in one.

    Args:
        changed: whether labels tell of changes, since setups are held against others.
    """
    if changed:
        return {CHANGE if name == LABEL else name: values for name, values in columns.items()}
    return {SETUP if name == LABEL else name: values for name, values in _one_at_a_time(columns).items()}


def _folded_bases(
    keys: Sequence[str], told: Mapping[str, list[str]], columns: Mapping[str, list[str]]
) -> list[str | None]:
    """The setup that each is held against where columns were put together in one: the first with nothing changed."""
    folded = [name for name in told if name not in columns and name != LABEL]
    if CHANGE not in columns or not folded:
        return [None] * len(keys)
    others = list(zip(*(values for name, values in columns.items() if name != CHANGE), strict=True)) or [()] * len(keys)
    is_base = [all(told[name][row] == told[name][0] for name in folded) for row in range(len(keys))]
    first = {others[row]: keys[row] for row in reversed(range(len(keys))) if is_base[row]}
    return [None if is_base[row] else first.get(others[row]) for row in range(len(keys))]


def _one_at_a_time(columns: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The columns, those of which never two differ from the first cell at once put together in one."""
    changed = {
        name: {row for row, value in enumerate(values) if value != values[0]} for name, values in columns.items()
    }
    alone = set(columns) - {LABEL}
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
