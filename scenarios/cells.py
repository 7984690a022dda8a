"""Cells: assignments read and resolved by their game, each with an identity."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from kernels.game import OFF, ON, Game, Parameter, Play, Resolved, Seating, Switch, Value, Whole, write
from kernels.mistakes import Mistake, UnknownName, called_here
from scenarios import policies
from scenarios.expand import Assignment
from scenarios.policies import BUNDLE, Plays
from scenarios.where import Names, Values

ID_DIGITS = 12
AT_TOP = ("games", "precision", "max_games", "seed", "where", "zip", "targets")
OPTIONS = (*AT_TOP, "until_decided", "threads", "out")
"""Options of a sweep that people may take for parameters; those `AT_TOP` stand at a scenario's top, too."""
MOST_SEATS = 10_000
"""More than any table has; only there because a count must have an end."""


class NoParameter(Mistake):
    """An option of a sweep, or what follows from other parameters, where a parameter of the game belongs."""


@dataclass(frozen=True)
class Cell:
    """One setup with nothing left open, and who plays it.

    Attributes:
        game: the game's name.
        setup: the value of every parameter, and who is dealt what.
        seating: who plays how.
        id: the first digits of the hash of all these; labels stay outside.
        policies: column -> what the tables say there of the policies: `policy` (the bundle that seats the table
            exactly so, or nothing), `policy.SIDE` for every side, of a plan's cells only for those that some cell
            deals or that the plan sets, and each other policy key of the plan.
        label: what sets it apart, in words, where the plan has labels.
        base: the id of the cell that it is held against; empty for none.
    """

    game: str
    setup: Resolved
    seating: Seating
    id: str
    policies: Mapping[str, str]
    label: str = ""
    base: str = ""


@dataclass(frozen=True)
class Players:
    """What the policy keys of an assignment come to, whatever the setup.

    Attributes:
        plays: who would play how.
        columns, facts: the same for tables and for `where`, the bundle apart.
        asked: the bundle that is asked for.
    """

    plays: Plays
    columns: Mapping[str, str]
    facts: Mapping[str, Value]
    asked: str


@dataclass(frozen=True)
class Draft:
    """An assignment as the game reads it, not yet held against its rules.

    Attributes:
        values: every parameter's value; some may be `table`.
        players: who would play how.
        label: as the assignment's.
    """

    values: Mapping[str, Value]
    players: Players
    label: str


class Resolver:
    """Makes cells of one game's assignments; what many of them share is worked out once."""

    def __init__(self, game: Game, shown: tuple[str, ...]) -> None:
        """Resolve setups of `game`; `shown` are the policy keys of the whole plan."""
        self.game = game
        self.shown = shown
        self.usual = {parameter.name: parameter.default for parameter in game.parameters}
        self.bundles = {name: policies.read_plays(game, {BUNDLE: name}).roles for name in game.bundles}
        self.read: dict[tuple[str, str], Value] = {}
        self.players: dict[tuple[tuple[str, str], ...], Players] = {}

    def draft(self, assignment: Assignment) -> Draft:
        """Read an assignment, whose keys and values are known to be the game's.

        Raises:
            UnknownName: it sets a knob where nobody plays a policy that has it.
            BadPolicy: it sets a seat's knob, and which policy that is for depends on the role dealt.
            BadValue: it sets a knob to what it does not take.
        """
        chosen = tuple(pair for pair in assignment.values.items() if policies.is_policy(pair[0]))
        if chosen not in self.players:
            self.players[chosen] = self._players(dict(chosen))
        said = {key: self._value(key, raw) for key, raw in assignment.values.items() if not policies.is_policy(key)}
        return Draft(self.usual | said, self.players[chosen], assignment.label)

    def cell(self, draft: Draft) -> Cell:
        """Settle a draft.

        Raises:
            RuleBroken: it breaks a rule of the game, or names a seat that the table has not.
        """
        setup = self.game.resolve(draft.values)
        seating = policies.seat(self.game, draft.players.plays, setup)
        columns = {BUNDLE: self._bundle(seating, draft.players.asked), **draft.players.columns}
        return Cell(self.game.name, setup, seating, identity(self.game, setup, seating), columns, draft.label)

    def facts(self, draft: Draft, cell: Cell) -> Values:
        """What a `where` may ask of a cell: roles' counts, policies and parameters."""
        counts = {role.name: cell.setup.dealt.get(role.name, 0) for role in self.game.roles}
        return {**counts, **draft.players.facts, BUNDLE: cell.policies[BUNDLE], **cell.setup.values}

    def known(self, draft: Draft) -> Values:
        """What a `where` may ask of a draft that breaks a rule: only what needs no settling."""
        settled = {name: value for name, value in draft.values.items() if value != "table"}
        return {**draft.players.facts, **settled}

    def _value(self, key: str, raw: str) -> Value:
        if (key, raw) not in self.read:
            self.read[key, raw] = self.game.parameter(key).read(raw)
        return self.read[key, raw]

    def _players(self, chosen: dict[str, str]) -> Players:
        plays = policies.read_plays(self.game, chosen)
        columns = policies.columns(self.game, chosen, plays, self.shown)
        facts = policies.facts(self.game, chosen, plays, self.shown)
        return Players(plays, columns, facts, chosen.get(BUNDLE, self.game.bundle))

    def _bundle(self, seating: Seating, asked: str) -> str:
        """The bundle that seats a table so, of several the one asked for; empty if none does."""
        for name in (asked, *self.bundles):
            plays = self.bundles[name]
            if not seating.by_seat and all(play == plays[role] for role, play in seating.by_role.items()):
                return name
        return ""


def check_setting(game: Game, key: str, raw: str) -> None:
    """Hold a key and a value of it against the game.

    Raises:
        NoParameter: the key is an option, or says what follows from other parameters.
        UnknownName: the key, the policy or the bundle does not exist.
        BadPolicy: the seats cannot have the policy.
        BadValue: the parameter does not take the value.
    """
    names = [parameter.name for parameter in game.parameters]
    if policies.is_policy(key):
        policies.check_key(game, key)
        policies.check_value(game, key, raw)
    elif key in names:
        game.parameter(key).read(raw)
    elif (option := key.replace("-", "_")) in OPTIONS:
        top = f", and {option} at a scenario's top" if option in AT_TOP else ""
        raise NoParameter(f"{key} is no parameter of {game.name}; balance sweep has --{option.replace('_', '-')}{top}")
    elif why := game.not_set.get(called_here(key, [*names, *game.not_set], game.also_called)):
        raise NoParameter(f"{key} is no parameter of {game.name}; {why}")
    else:
        raise UnknownName("parameter", key, [*names, *policies.policy_keys(game)], f" of {game.name}", game.also_called)


def spelled(game: Game, key: str, raw: str) -> str:
    """A value of a switch, or of what is on or off too, as everything shows it: on or off, whichever way it is said."""
    switches = (one.name for one in game.parameters if isinstance(one, Switch) or getattr(one, "switchable", False))
    word = raw.lower()
    return write(word in ON) if word in ON + OFF and key in switches else raw


def where_names(game: Game, shown: tuple[str, ...]) -> Names:
    """What a `where` may name: parameters, policy keys (those `shown` too) and roles, which are their counts."""
    counts: dict[str, Parameter] = {role.name: Whole(role.name, "", 0, "", 0, MOST_SEATS) for role in game.roles}
    parameters = {parameter.name: parameter for parameter in game.parameters}
    return {**counts, **policies.fact_names(game, shown), **parameters}


def identity(game: Game, setup: Resolved, seating: Seating) -> str:
    """The name of a cell that depends on nothing but what is played.

    It is the start of the SHA-256 of JSON with sorted keys and no spaces: the game, the parameters that differ
    from their default or that `table` settles, and the plays of the roles dealt and of the seats named, each a
    policy and those of its knobs that differ from their default; of a designer's own also what stands for its file.
    """
    usual = {parameter.name: parameter.default for parameter in game.parameters}
    seats = game.seat_names(setup) if seating.by_seat else ()
    content = {
        "game": game.name,
        "setup": {k: v for k, v in setup.values.items() if k in game.always_named or v != usual[k]},
        "roles": {role: _played(game, play) for role, play in seating.by_role.items()},
        "seats": {seats[number]: _played(game, play) for number, play in seating.by_seat.items()},
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]


def _played(game: Game, play: Play) -> list[object]:
    """A play as it enters the identity."""
    usual = {knob.name: knob.default for knob in game.policy(play.policy).knobs}
    own = [play.digest] if play.digest else []
    return [play.policy, {name: value for name, value in play.knobs if value != usual[name]}, *own]
