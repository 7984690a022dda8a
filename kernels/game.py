"""What a game is to everything above the kernels: plain descriptions, no Numba, no rules.

A game's `spec.py` fills these in. Tables, documents and the command line read nothing else, so a new game
is a new folder and no other change.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kernels.mistakes import BadValue

if TYPE_CHECKING:
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
    """One scripted way to play: the sides it may sit on (none named: every side) and its knobs."""

    name: str
    sides: tuple[str, ...]
    plays: str
    knobs: tuple[Parameter, ...] = ()


@dataclass(frozen=True)
class Play:
    """A policy with every one of its knobs set, as one seat plays it."""

    policy: str
    knobs: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Seating:
    """Who plays how: a play for each role in the game, and for seats that differ whatever their role.

    Attributes:
        by_role: role name -> play, one entry for each role dealt.
        by_seat: seat (counted from 0) -> play; narrower than the role.
    """

    by_role: Mapping[str, Play]
    by_seat: Mapping[int, Play] = field(default_factory=dict)

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
class Layout:
    """How wide the tallies of a setup are.

    Attributes:
        outcomes, ends, roles: how many names of each the game has.
        longest: the greatest length a game of the setup can have.
        places: the rows of the seat tally as (seat, order from the starting player), both from 0.
    """

    outcomes: int
    ends: int
    roles: int
    longest: int
    places: tuple[tuple[int, int], ...]


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
        starter: whether seats are counted from a starting player.
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

    def layout(self, setup: Resolved) -> Layout:
        """How wide the tallies of a resolved setup are."""
        orders = range(setup.seats)
        places = tuple((seat, order) for seat in range(setup.seats) for order in (orders if self.starter else (seat,)))
        return Layout(len(self.outcomes), len(self.ends), len(self.roles), self.longest(setup), places)

    def parameter(self, name: str) -> Parameter:
        """The parameter called `name`; raises `KeyError`."""
        return _named(self.parameters, name)

    def role(self, name: str) -> Role:
        """The role called `name`; raises `KeyError`."""
        return _named(self.roles, name)

    def policy(self, name: str) -> Policy:
        """The policy called `name`; raises `KeyError`."""
        return _named(self.policies, name)


def _named(things: tuple[Any, ...], name: str) -> Any:
    for thing in things:
        if thing.name == name:
            return thing
    raise KeyError(name)
