"""Tables for tests, laid from words as the command line takes them: `players=8 policy.pack=bloc`."""

from collections.abc import Sequence
from typing import Any

import kernels
from kernels import driver
from kernels.game import Game, Resolved, Seating
from kernels.kernel import Tally
from scenarios import policies

WORD = 1 << 64
"""Final random states and fingerprints are numbers modulo this."""


def table(words: str, game: str = "werewolf") -> driver.Table:
    """The table that `words` describe; a setup that breaks the game's rules raises what it raises for a user."""
    described = kernels.game(game)
    setup = resolved(described, words)
    return driver.seat(described, setup, seating(described, setup, words))


def resolved(game: Game, words: str) -> Resolved:
    """The setup that `words` describe, policies left out."""
    said = {key: value for key, value in pairs(words).items() if not key.startswith("policy")}
    values = {parameter.name: parameter.default for parameter in game.parameters}
    return game.resolve(values | {key: game.parameter(key).read(value) for key, value in said.items()})


def seating(game: Game, setup: Resolved, words: str) -> Seating:
    """Who plays how, by the policy keys of `words`: the narrowest of seat, role, side, all and bundle wins."""
    chosen = {key: value for key, value in pairs(words).items() if policies.is_policy(key)}
    return policies.seat(game, policies.read_plays(game, chosen), setup)


def pairs(words: str) -> dict[str, str]:
    """Key -> value of `key=value` words."""
    return dict(word.split("=", 1) for word in words.split())


def played(words: str, games: int, seed: int, game: str = "werewolf") -> Tally:
    """The tally, in one piece, of the games 0..games - 1 of `seed`."""
    return driver.play(table(words, game), seed, [0, games])[0]


def wins(tally: Tally, outcome: str, game: str = "werewolf") -> int:
    """How many games of `tally` came to `outcome`."""
    names = [each.name for each in kernels.game(game).outcomes]
    return int(tally.lengths[:, names.index(outcome)].sum())


def named(laid: driver.Table, rows: Sequence[Any]) -> list[tuple[str, int, int]]:
    """The rows of an event log with their events by name."""
    return [(laid.kernel.events[int(event)].name, int(seat), int(value)) for event, seat, value in rows]


def members(mask: int) -> list[int]:
    """The seats of a bit set, in order."""
    return [seat for seat in range(int(mask).bit_length()) if int(mask) >> seat & 1]
