"""One game of Werewolf both ways, compiled and naive, and where the two stories part.

cd tests && python -m naive.both_ways players=8 policy.pack=bloc --seed 1 --game 0
"""

import sys
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

from kernels import driver
from kernels.mistakes import Mistake
from naive.werewolf import Event, Game, Play
from setups import SETUPS, SWITCHES
from tables import members, named, pairs, table


@dataclass(frozen=True)
class Told:
    """What a game came to: two that are equal went the same way to the last draw."""

    story: list[Event]
    winner: str
    reason: str
    length: int
    winners: set[int]
    final: int


def naively(words: str, seed: int, number: int) -> Told:
    """The game as the naive rules play it."""
    laid = table(words)
    counts = {role.name: laid.setup.dealt.get(role.name, 0) for role in laid.game.roles}

    def plays(seat: int, role: str) -> Play:
        play = laid.seating.at(seat, role)
        return play.policy, dict(play.knobs)

    game = Game(dict(laid.setup.values), counts, plays, seed, number).run()
    return Told(game.story, game.winner, game.reason, game.day_number, game.winners, game.dice.final())


def compiled(words: str, seed: int, number: int) -> Told:
    """The same game as the kernel plays it, its numbers put into the naive rules' words."""
    laid = table(words)
    replay = driver.replay(laid, seed, number)
    return Told(
        [_in_words(laid, *row) for row in named(laid, replay.events)],
        replay.outcome,
        replay.end,
        replay.length,
        set(replay.winners),
        replay.final,
    )


def _in_words(laid: driver.Table, event: str, seat: int, value: int) -> Event:
    kind = next(kind for kind in laid.kernel.events if kind.name == event)
    meant: object = value if value >= 0 else None
    if kind.value == "reading":
        meant = (False, True)[value]
    elif kind.words:
        meant = kind.words[value]
    elif kind.value == "targets":
        meant = frozenset(members(value))
    return event, seat if seat >= 0 else None, meant


def simplest(words: str, seed: int, number: int) -> str:
    """`words` with everything left out that the disagreement does not need."""
    said = pairs(words)
    for key in [*SWITCHES, *(key for key in said if key.startswith("policy"))]:
        shorter = {name: value for name, value in said.items() if name != key}
        try:
            if key in said and differ(_joined(shorter), seed, number):
                said = shorter
        except Mistake:  # a smaller setup that no table has
            continue
    return _joined(said)


def _joined(said: dict[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in said.items())


def differ(words: str, seed: int, number: int) -> bool:
    """Whether the two ways disagree on a game."""
    return naively(words, seed, number) != compiled(words, seed, number)


def command(words: str, seed: int, number: int) -> str:
    """What to type to see a game both ways."""
    return f"cd tests && python -m naive.both_ways {words} --seed {seed} --game {number}"


def random_games(draw: int, games: int) -> tuple[str, int, range]:
    """Setup number `draw` of the random ones, a seed and which of its games to play."""
    draws = Random(draw)
    first = draws.choice((0, draws.randrange(1 << 40)))
    return SETUPS["werewolf"].draw(draws), draws.randrange(1 << 63), range(first, first + games)


def main() -> None:
    """Print a game both ways, from the first line in which they differ."""
    *words, seed_option, seed, game_option, number = sys.argv[1:]
    if (seed_option, game_option) != ("--seed", "--game"):
        raise SystemExit(__doc__)
    naive, kernel = (play(" ".join(words), int(seed), int(number)) for play in (naively, compiled))
    if naive == kernel:
        print(f"both ways the same: {len(naive.story)} events, {naive.winner}, final state {naive.final:016x}")
        return
    print(f"{'naive':<48} kernel")
    for left, right in zip_longest(naive.story, kernel.story):
        print(f"{left!s:<48} {right if left != right else '='}")
    for told in (naive, kernel):
        print(told.winner, told.reason, told.length, sorted(told.winners), f"{told.final:016x}")


if __name__ == "__main__":
    main()
