"""Who plays how: `policy=BUNDLE`, `policy.SEATS=NAME`, `policy.SEATS.KNOB=VALUE`, the narrower winning.

SEATS is a side or a role of the game (whoever is dealt it), a seat by its name, or `all`.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from kernels import policy_files
from kernels.game import Choice, Game, Parameter, Play, Policy, Resolved, Seating, Value, write
from kernels.mistakes import Mistake, RuleBroken, UnknownName
from scenarios.wording import either

Chosen: TypeAlias = Mapping[str, str]
"""The policy keys of a setup, with what they are set to."""

BUNDLE, ALL = "policy", "all"
SEAT = re.compile(r"seat([1-9]\d{0,3})", re.ASCII)


class BadPolicy(Mistake):
    """A policy that the seats it is asked for cannot have, or a seat's knob without a policy to belong to."""


@dataclass(frozen=True)
class Plays:
    """Who would play how, whatever is dealt.

    Attributes:
        roles: role -> play, for every role of the game.
        seats: seat that is named, as it is named -> play.
        told: what messages and tables may ask: every side, role and seat that is named, and `all` where it is.
    """

    roles: Mapping[str, Play]
    seats: Mapping[str, Play]
    told: Mapping[str, Play]


def is_policy(key: str) -> bool:
    """Whether a key of a setup is about policies, not a parameter of the game."""
    return key == BUNDLE or key.startswith(f"{BUNDLE}.")


def policy_keys(game: Game) -> tuple[str, ...]:
    """The policy keys that every setup of the game has; seats and knobs come on top."""
    return (BUNDLE, *(f"{BUNDLE}.{seats}" for seats in (ALL, *game.sides, *(role.name for role in game.roles))))


def with_own(game: Game, settings: Iterable[tuple[str, str]], folders: Sequence[Path]) -> Game:
    """The game with every designer's own policy that the settings name among its policies.

    Args:
        settings: keys and values of a setup.
        folders: where their files are looked for.

    Raises:
        BadPolicyFile: a file or function is not there, or is no policy.
        BadPolicy: two files have the same name, by which tables would not tell their policies apart.
    """
    for key, name in settings:
        if not is_policy(key) or key == BUNDLE or _split(key)[1] or not policy_files.is_own(name):
            continue
        own = policy_files.describe(name, folders)
        for policy in game.policies:
            if policy.file not in ("", own.file) and Path(policy.file).name == Path(own.file).name:
                raise BadPolicy(f"{policy.file} and {own.file} have the same name; rename one of them")
        if own not in game.policies:
            game = replace(game, policies=(*game.policies, own))
    return game


def side_keys(game: Game) -> list[str]:
    """The policy keys of the sides, in their order."""
    return [f"{BUNDLE}.{side}" for side in game.sides]


def check_key(game: Game, key: str) -> None:
    """Hold a policy key against the game.

    Raises:
        UnknownName: its seats are none of the game's.
    """
    seats, knob = _split(key)
    known = f"{BUNDLE}.{seats}".rstrip(".") in policy_keys(game) or seats in _usual_seats(game) or SEAT.fullmatch(seats)
    if not known or key.endswith(".") or ".." in key:
        keys = [*policy_keys(game), f"{BUNDLE}.seat1"]
        names = [f"{name}.{knob}" for name in keys if name != BUNDLE] if knob else keys
        raise UnknownName("parameter", key, names, f" of {game.name}", game.also_called)


def check_value(game: Game, key: str, name: str) -> None:
    """Hold what a policy key is set to against the game; a knob's value waits for its policy.

    Raises:
        UnknownName: there is no such bundle or policy.
        BadPolicy: the policy is not legal on every side that the seats may be dealt.
    """
    seats, knob = _split(key)
    policies = [policy.name for policy in game.policies]
    if key == BUNDLE:
        if name not in game.bundles:
            hint = (
                f", and a policy is seated by {BUNDLE}.SEATS={name}"
                if name in policies or policy_files.is_own(name)
                else ""
            )
            raise UnknownName("bundle", name, game.bundles, f" of {game.name}{hint}")
    elif not knob:
        if name not in policies and not policy_files.is_own(name):
            hint = f", and a bundle is seated by {BUNDLE}={name}" if name in game.bundles else ""
            raise UnknownName("policy", name, policies, f" of {game.name}{hint}")
        sides = _sides(game, seats)
        if not _legal(game.policy(name), sides):
            suits = either(policy.name for policy in game.policies if _legal(policy, sides))
            only = " and ".join(game.policy(name).sides)
            raise BadPolicy(f"{key}={name} is not possible; {name} plays {only} only, and {key} takes {suits}")


def read_plays(game: Game, chosen: Chosen) -> Plays:
    """Who plays how under the policy keys of a setup.

    Args:
        chosen: policy key -> value; seats, bundle and policies are known to be the game's.

    Raises:
        UnknownName: a knob is set where nobody plays a policy that has it.
        BadPolicy: a seat has a knob set, and which policy that is for depends on the role dealt.
        BadValue: a knob is set to what it does not take.
    """
    bundle = game.bundles[chosen.get(BUNDLE, game.bundle)]
    sides = {side: _play(game, chosen, (side, ALL), (side,), bundle[side]) for side in game.sides}
    roles = {
        role.name: _play(game, chosen, (role.name, role.side, ALL), (role.side,), bundle[role.side])
        for role in game.roles
    }
    named = {seats for seats, _ in map(_split, chosen)} - {*sides, *roles, ALL, ""}
    seats = {seat: _seat_play(game, chosen, seat, set(roles.values())) for seat in sorted(named)}
    everyone = {ALL: _play(game, chosen, (ALL,), game.sides, "")} if f"{BUNDLE}.{ALL}" in chosen else {}
    plays = Plays(roles, seats, {**everyone, **roles, **sides, **seats})
    for key in chosen:
        _check_knob(game, key, plays)
    return plays


def seat(game: Game, plays: Plays, setup: Resolved) -> Seating:
    """The plays of the roles dealt and of the seats named, in one resolved setup.

    Equal tables have equal seatings: where the role dealt changes nothing, the play that most seats have stands
    for all roles, and only the seats that differ are named.

    Raises:
        RuleBroken: the table has no seat of that name.
    """
    by_role = {role: plays.roles[role] for role in setup.dealt}
    if not plays.seats:
        return Seating(by_role)
    named = {_seat_number(game, setup, name): play for name, play in plays.seats.items()}
    alike = set(by_role.values())
    if len(alike) > 1 and len(named) < setup.seats:
        return Seating(by_role, dict(sorted(named.items())))
    usual = next(iter(by_role.values()))  # the role dealt changes nothing: either all are alike, or every seat is named
    seats = [named.get(number, usual) for number in range(setup.seats)]
    most = max(seats, key=seats.count)
    return Seating(dict.fromkeys(by_role, most), {number: play for number, play in enumerate(seats) if play != most})


def columns(game: Game, chosen: Chosen, plays: Plays, shown: Iterable[str]) -> dict[str, str]:
    """What the tables say of the policies, the bundle apart: every side, and what else is `shown`.

    Args:
        chosen: the policy keys of the setup.
        plays: what comes of them.
        shown: the policy keys of the whole plan; of those that say nothing here the column is empty.

    Returns:
        column -> a policy with the knobs that differ from their default, or a knob's value.
    """
    keys = side_keys(game)
    for key in shown:
        seats, knob = _split(key)
        if knob and seats != ALL:
            keys.append(f"{BUNDLE}.{seats}")
        keys.append(key)
    return {key: _written(game, _told(game, key, chosen, plays)) for key in keys if key != BUNDLE}


def facts(game: Game, chosen: Chosen, plays: Plays, shown: Iterable[str]) -> dict[str, Value]:
    """What a `where` may ask of the policies, the bundle apart: names without knobs, and the knobs `shown`."""
    told = {key: _told(game, key, chosen, plays) for key in (*policy_keys(game), *shown) if key != BUNDLE}
    return {key: one.policy if isinstance(one, Play) else one for key, one in told.items()}


def fact_names(game: Game, shown: Iterable[str]) -> dict[str, Parameter]:
    """The names of `facts` and of the bundle, each with what it can be."""
    knobs = {knob.name: knob for knob in _knobs(game.policies)}
    names: dict[str, Parameter] = {}
    for key in (*policy_keys(game), *shown):
        _, knob = _split(key)
        words = game.bundles if key == BUNDLE else [policy.name for policy in game.policies]
        if not knob:
            names[key] = Choice(key, "", "", "", tuple(words))
        elif knob in knobs:  # else the key is foreign, which it is told where it is set
            names[key] = knobs[knob]
    return names


def _split(key: str) -> tuple[str, str]:
    """The seats and the knob of a policy key: `policy.village.skill` -> `village`, `skill`; either may be empty."""
    seats, _, knob = key.removeprefix(BUNDLE).removeprefix(".").partition(".")
    return seats, knob


def _usual_seats(game: Game) -> tuple[str, ...]:
    """The names of the seats of the game's usual table."""
    return game.seat_names(game.resolve({parameter.name: parameter.default for parameter in game.parameters}))


def _seat_number(game: Game, setup: Resolved, name: str) -> int:
    """The number, from 0, of the seat called `name`."""
    names = game.seat_names(setup)
    if name in names:
        return names.index(name)
    numbered = SEAT.fullmatch(name)
    if numbered and int(numbered[1]) <= len(names):
        return int(numbered[1]) - 1
    raise RuleBroken(f"{BUNDLE}.{name}: there is no such seat; a table of {len(names)} has {names[0]}..{names[-1]}")


def _sides(game: Game, seats: str) -> Collection[str]:
    """The sides that those seats may be dealt."""
    if seats in game.sides:
        return (seats,)
    return [role.side for role in game.roles if role.name == seats] or game.sides


def _legal(policy: Policy, sides: Iterable[str]) -> bool:
    return not policy.sides or set(sides) <= set(policy.sides)


def _setter(chosen: Chosen, scopes: Iterable[str], knob: str = "") -> str | None:
    """The key that sets the policy, or that knob of it: of the first of `scopes`, narrowest first, that has one."""
    keys = (f"{BUNDLE}.{scope}.{knob}" if knob else f"{BUNDLE}.{scope}" for scope in scopes)
    return next((key for key in keys if key in chosen), None)


def _play(game: Game, chosen: Chosen, scopes: tuple[str, ...], sides: Collection[str], usual: str) -> Play:
    """The play of the seats that `scopes` reach, narrowest first, and that may be dealt `sides`.

    `usual` is the policy where none of the scopes sets one.
    """
    key = _setter(chosen, scopes)
    policy = game.policy(usual if key is None else chosen[key])
    knobs = policy.knobs_on(sides)
    return _playing(policy, _set_knobs(knobs, chosen, scopes, {knob.name: knob.default for knob in knobs}))


def _playing(policy: Policy, knobs: tuple[tuple[str, Value], ...]) -> Play:
    return Play(policy.name, knobs, policy.file, policy.digest)


def _seat_play(game: Game, chosen: Chosen, seat: str, usual: set[Play]) -> Play:
    """The play of a seat, whatever role it is dealt; `usual` are the plays of the roles."""
    if f"{BUNDLE}.{seat}" in chosen:
        return _play(game, chosen, (seat, ALL), game.sides, "")
    if len(usual) > 1:
        key = next(key for key in chosen if _split(key)[0] == seat)
        raise BadPolicy(f"{key} needs {BUNDLE}.{seat}=NAME too; without it, how {seat} plays hangs on the role dealt")
    (play,) = usual
    policy = game.policy(play.policy)
    return _playing(policy, _set_knobs(policy.knobs, chosen, (seat,), dict(play.knobs)))


def _set_knobs(
    knobs: Iterable[Parameter], chosen: Chosen, scopes: tuple[str, ...], usual: Mapping[str, Value]
) -> tuple[tuple[str, Value], ...]:
    """Every one of `knobs` with its value, by name; `usual` is what they are where none of `scopes` sets them."""
    said = []
    for knob in sorted(knobs, key=lambda knob: knob.name):
        key = _setter(chosen, scopes, knob.name)
        said.append((knob.name, usual[knob.name] if key is None else replace(knob, name=key).read(chosen[key])))
    return tuple(said)


def _check_knob(game: Game, key: str, plays: Plays) -> None:
    """Hold a knob that is set against the policies of the seats it is set for; dealt or not is all the same."""
    seats, knob = _split(key)
    if not knob:
        return
    if seats == ALL:
        reached = list(plays.told.values())
    else:
        reached = [plays.told[seats], *(plays.roles[role.name] for role in game.roles if role.side == seats)]
    names = list(dict.fromkeys(name for play in reached for name, _ in play.knobs))
    if knob not in names:
        played = " and ".join(dict.fromkeys(play.policy for play in reached))
        raise UnknownName("knob", knob, names, f" of {played}, which {key.rpartition('.')[0]} plays")


def _knobs(policies: Iterable[Policy]) -> list[Parameter]:
    """The knobs of all these policies, of the same name only one."""
    return list({knob.name: knob for policy in policies for knob in policy.knobs}.values())


def _told(game: Game, key: str, chosen: Chosen, plays: Plays) -> Play | Value:
    """What a policy key, other than the bundle's, comes to in a setup; empty where it says nothing there."""
    seats, knob = _split(key)
    if not knob:
        return plays.told.get(seats, "")
    if seats != ALL:
        return dict(plays.told[seats].knobs).get(knob, "") if seats in plays.told else ""
    policies = [game.policy(play.policy) for play in plays.told.values()]
    return next((one.read(chosen[key]) for one in _knobs(policies) if one.name == knob and key in chosen), "")


def _written(game: Game, told: Play | Value) -> str:
    """A policy with the knobs that differ from their default (`reading skill=2`), or a value, as a person types it."""
    if not isinstance(told, Play):
        return write(told)
    usual = {knob.name: knob.default for knob in game.policy(told.policy).knobs}
    changed = [f"{name}={write(value)}" for name, value in told.knobs if value != usual[name]]
    return " ".join([told.policy, *changed])
