"""What a game is to everything above the kernels: plain descriptions, no Numba, no rules.

A game's `spec.py` fills these in. Tables, documents and the command line read nothing else, so a new game
is a new folder and no other change.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from kernels.mistakes import AlsoCalled, BadValue

if TYPE_CHECKING:
    from random import Random

    from kernels.kernel import Kernel

Value = int | float | bool | str
ON = ("on", "yes", "true")
OFF = ("off", "no", "false")


@dataclass(frozen=True)
class Parameter:
    """One thing a setup may say.

    Attributes:
        name: as typed before the equals sign.
        meaning: one sentence for a person who designs games.
        default: the value where a setup says nothing.
        section: the section of the rulebook, or the ruling, that it comes from.
    """

    name: str
    meaning: str
    default: Value
    section: str

    @property
    def allowed(self) -> str:
        """What it takes, in words, for messages and for `balance show`."""
        raise NotImplementedError(type(self).__name__)

    def read(self, raw: object) -> Value:
        """The value that `raw` (a word of the command line, or a TOML value) stands for.

        Raises:
            BadValue: it is none that this parameter takes.
        """
        raise NotImplementedError(type(self).__name__)

    def drawn(self, draws: "Random") -> Value:
        """A value at random, of those that it takes."""
        raise NotImplementedError(type(self).__name__)

    def bad(self, raw: object) -> BadValue:
        """The mistake to raise for `raw`."""
        return BadValue(self.name, write(raw), self.allowed)


@dataclass(frozen=True)
class Whole(Parameter):
    """A whole number from `low` to `high`, or one of a few `words`; with `switchable`, off is 0 and on is 1."""

    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    switchable: bool = False

    @property
    def allowed(self) -> str:
        either = [f"{self.low}..{self.high}", *self.words]
        return " or ".join(either) + (" (off is 0, on is 1)" if self.switchable else "")

    def read(self, raw: object) -> Value:
        text = write(raw).lower()
        if text in self.words:
            return text
        if self.switchable and text in ON + OFF:
            return int(text in ON)
        try:
            number = int(text)
        except ValueError:
            raise self.bad(raw) from None
        if not self.low <= number <= self.high:
            raise self.bad(raw)
        return number

    def drawn(self, draws: "Random") -> Value:
        values: tuple[Value, ...] = (draws.randint(self.low, self.high), *self.words)
        return draws.choice(values)


@dataclass(frozen=True)
class Number(Parameter):
    """A number from `low` to `high`: what most knobs are."""

    low: float = 0.0
    high: float = 1.0

    @property
    def allowed(self) -> str:
        return f"a number in {self.low:g}..{self.high:g}"

    def read(self, raw: object) -> Value:
        try:
            number = float(write(raw))
        except ValueError:
            raise self.bad(raw) from None
        if not self.low <= number <= self.high:
            raise self.bad(raw)
        return number

    def drawn(self, draws: "Random") -> Value:
        return draws.choice((self.low, self.high, draws.uniform(self.low, self.high)))


@dataclass(frozen=True)
class Choice(Parameter):
    """One of a few `words`."""

    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return ", ".join(self.words[:-1]) + " or " + self.words[-1]

    def read(self, raw: object) -> Value:
        text = write(raw).lower()
        if text not in self.words:
            raise self.bad(raw)
        return text

    def drawn(self, draws: "Random") -> Value:
        return draws.choice(self.words)


@dataclass(frozen=True)
class Switch(Parameter):
    """On or off."""

    @property
    def allowed(self) -> str:
        return "on or off"

    def read(self, raw: object) -> Value:
        text = write(raw).lower()
        if text not in ON + OFF:
            raise self.bad(raw)
        return text in ON

    def drawn(self, draws: "Random") -> Value:
        return draws.random() < 0.5


def write(value: object) -> str:
    """A value as a user would type it: `on`, `8`, `0.3`, `chooses`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value).strip()


@dataclass(frozen=True)
class Role:
    """A role as a person reads of it: its side, what others' looks say of it, what it does."""

    name: str
    side: str
    does: str
    seer_reads: str
    medium_reads: str
    section: str


@dataclass(frozen=True)
class Outcome:
    """One way a game is decided, or one thing that ends it.

    Attributes:
        name: as in the tables.
        title: what a table's heading says ("village wins").
        meaning: when it comes about, a clause.
    """

    name: str
    title: str
    meaning: str


@dataclass(frozen=True)
class Decision:
    """One kind of question that the rules ask of a policy."""

    name: str
    asked: str
    options: str


@dataclass(frozen=True)
class Policy:
    """One scripted way to play.

    Attributes:
        name: as typed; a designer's own is `FILE.py:FUNCTION`.
        sides: those it may sit on; none named: every side.
        plays: what it does, a sentence.
        knobs: what may be set of it.
        narrower: knob -> the sides that it is for, where it is not for all of the policy's.
        file, digest: of a designer's own, where its file is and what stands for the content; else empty.
    """

    name: str
    sides: tuple[str, ...]
    plays: str
    knobs: tuple[Parameter, ...] = ()
    narrower: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    file: str = ""
    digest: str = ""

    def knobs_on(self, sides: Collection[str]) -> tuple[Parameter, ...]:
        """The knobs that seats of `sides` have, whichever of these sides they are on."""
        return tuple(knob for knob in self.knobs if set(sides) & set(self.narrower.get(knob.name, sides)))


@dataclass(frozen=True)
class Play:
    """A policy with every one of its knobs set, as one seat plays it.

    Attributes:
        policy: its name.
        knobs: knob, value.
        file, digest: as the policy's; the same content elsewhere is the same play.
    """

    policy: str
    knobs: tuple[tuple[str, Value], ...] = ()
    file: str = field(default="", compare=False)
    digest: str = ""


@dataclass(frozen=True)
class Seating:
    """Who plays how: a play for each role in the game, and for seats that differ whatever their role.

    Attributes:
        by_role: role name -> play, one entry for each role dealt.
        by_seat: seat (counted from 0) -> play; narrower than the role.
    """

    by_role: Mapping[str, Play]
    by_seat: Mapping[int, Play] = field(default_factory=dict)

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play of a role or of a seat that differs; the same may come up twice."""
        return (*self.by_role.values(), *self.by_seat.values())

    def at(self, seat: int, role: str) -> Play:
        """How `seat` (from 0) plays when dealt `role`."""
        return self.by_seat.get(seat) or self.by_role[role]


@dataclass(frozen=True)
class Resolved:
    """A setup with nothing left open: every parameter has its value, none is `table`.

    Attributes:
        values: parameter name -> value, in the order of the game's parameters.
        dealt: role name -> seats dealt it, roles that are in play only.
        notes: what was adjusted to suit the table, a sentence each.
    """

    values: Mapping[str, Value]
    dealt: Mapping[str, int]
    notes: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return sum(self.dealt.values())


@dataclass(frozen=True)
class Axis:
    """What the rows of a table of counts run over.

    Attributes:
        name: the column's.
        meaning: a sentence.
        size: resolved setup -> how many values it has, from 0.
        labels: what the table calls them, where not by their numbers.
    """

    name: str
    meaning: str
    size: Callable[[Resolved], int]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Column:
    """Something that a table counts."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Extra:
    """A table of counts that a game has beside those that every game has.

    Attributes:
        name: the table's.
        axes: a row for every value of all of them, as far as anything was counted there.
        columns: what is counted.
        total: a first column, the sum of all others, where that says something.
        detail: whether it has so many rows that a workbook has it only where it is asked for.
    """

    name: str
    axes: tuple[Axis, ...]
    columns: tuple[Column, ...]
    total: Column | None = None
    detail: bool = False

    def shape(self, setup: Resolved) -> tuple[int, ...]:
        """How many values each axis has, then how many columns there are."""
        return (*(axis.size(setup) for axis in self.axes), len(self.columns))


@dataclass(frozen=True)
class Layout:
    """How wide the tallies of a setup are.

    Attributes:
        outcomes, ends, roles: how many names of each the game has.
        longest: the greatest length a game of the setup can have.
        places: the rows of the seat tally as (seat, order from the starting player), both from 0.
        extras: the shape of each of the game's extra tables; flat, one after another, they are one row of counts.
    """

    outcomes: int
    ends: int
    roles: int
    longest: int
    places: tuple[tuple[int, int], ...]
    extras: tuple[tuple[int, ...], ...] = ()

    @property
    def extra_counts(self) -> int:
        """How many counts the extra tables have together."""
        return sum(prod(shape) for shape in self.extras)


@dataclass(frozen=True)
class Game:
    """Everything the floors above must know of a game.

    Attributes:
        name: as typed on the command line.
        version: bumped whenever the same setup and seed would give other games.
        length_unit: what a game's length is counted in, singular; `length_meaning` says from where to where.
        always_named: parameters that a cell's identity always includes (those that `table` settles).
        bundles: bundle name -> side -> policy name.
        bundle: the bundle that plays where a setup names none.
        resolve: settles `table` and holds the setup against the game's rules; raises `RuleBroken`.
        possible: the outcomes that a resolved setup can yield, in the order of `outcomes`.
        longest: the greatest length that a game of a resolved setup can have.
        load: imports and compiles the rules; nothing before it needs Numba.
        seat_names: resolved setup -> the seats' names, `seat1` first.
        extras: tables of counts that only this game has, in the order in which its kernel fills them in.
        starter: whether seats are counted from a starting player.
        also_called: words that other tables use -> this game's names (parameters, roles, sides, outcomes) for it.
        not_set: what people may take for a parameter -> why it is none and what to set, a clause.
    """

    name: str
    title: str
    summary: str
    version: int
    length_unit: str
    length_meaning: str
    parameters: tuple[Parameter, ...]
    always_named: tuple[str, ...]
    sides: tuple[str, ...]
    roles: tuple[Role, ...]
    outcomes: tuple[Outcome, ...]
    ends: tuple[Outcome, ...]
    decisions: tuple[Decision, ...]
    policies: tuple[Policy, ...]
    bundles: Mapping[str, Mapping[str, str]]
    bundle: str
    resolve: Callable[[Mapping[str, Value]], Resolved]
    possible: Callable[[Resolved], tuple[str, ...]]
    longest: Callable[[Resolved], int]
    load: Callable[[], "Kernel"]
    starter: bool = False
    seat_names: Callable[[Resolved], tuple[str, ...]] = lambda setup: tuple(f"seat{k + 1}" for k in range(setup.seats))
    extras: tuple[Extra, ...] = ()
    also_called: AlsoCalled = field(default_factory=dict, hash=False)
    not_set: Mapping[str, str] = field(default_factory=dict, hash=False)

    def layout(self, setup: Resolved) -> Layout:
        """How wide the tallies of a resolved setup are."""
        orders = range(setup.seats)
        places = tuple((seat, order) for seat in range(setup.seats) for order in (orders if self.starter else (seat,)))
        extras = tuple(extra.shape(setup) for extra in self.extras)
        return Layout(len(self.outcomes), len(self.ends), len(self.roles), self.longest(setup), places, extras)

    def parameter(self, name: str) -> Parameter:
        """The parameter called `name`; raises `KeyError`."""
        return _named(self.parameters, name)

    def role(self, name: str) -> Role:
        """The role called `name`; raises `KeyError`."""
        return _named(self.roles, name)

    def policy(self, name: str) -> Policy:
        """The policy called `name`, which may name a folder too; raises `KeyError`."""
        return _named(self.policies, name.replace("\\", "/").rpartition("/")[2])


def _named(things: tuple[Any, ...], name: str) -> Any:
    for thing in things:
        if thing.name == name:
            return thing
    raise KeyError(name)
