"""The kernel and the naive rules tell the same story of every game, over random setups, to the last draw."""

from collections import Counter

import pytest

from naive.both_ways import command, compiled, naively, random_games, simplest
from naive.werewolf import Dice
from setups import SETUPS, SWITCHES
from tables import pairs, table

SETUPS_A_CHUNK, GAMES = 500, 4
CHUNKS = 12


def compare(draws: range, games: int) -> None:
    """Fail at the first game on which the two ways disagree, with the smallest setup that shows it."""
    for draw in draws:
        words, seed, numbers = random_games(draw, games)
        for number in numbers:
            if naively(words, seed, number) != compiled(words, seed, number):
                pytest.fail(f"draw {draw}: {words}\nto see it:\n{command(simplest(words, seed, number), seed, number)}")


@pytest.mark.bounds
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_same_story_over_random_setups(chunk):
    compare(range(chunk * SETUPS_A_CHUNK, (chunk + 1) * SETUPS_A_CHUNK), GAMES)


@pytest.mark.plain
def test_same_story_over_a_few_random_setups():
    compare(range(10_000, 10_060), games=2)


@pytest.mark.parametrize("words", SETUPS["werewolf"].interesting)
def test_same_story_over_interesting_setups(words):
    for number in range(100):
        assert naively(words, 11, number) == compiled(words, 11, number), command(words, 11, number)


def test_random_setups_reach_everything():
    """The random setups are many, and each value of each switch, each role count and policy is among them."""
    drawn = [random_games(draw, GAMES)[0] for draw in range(CHUNKS * SETUPS_A_CHUNK)]
    assert len(set(drawn)) >= 2000
    seen = Counter(pair for words in drawn for pair in pairs(words).items())
    wanted = {(switch, value) for switch, values in SWITCHES.items() for value in values}
    wanted |= {(role, str(count)) for role in ("knight", "seer", "medium", "traitor") for count in range(4)}
    wanted |= {("policy.pack", policy) for policy in ("random", "stealth", "bloc")}
    wanted |= {("players", str(players)) for players in range(4, 31)} | {("policy.seat1", "random")}
    assert {pair for pair in wanted if seen[pair] < 10} == set()


def test_random_setups_reach_every_event():
    """Each event of the story happens in some compared game, so that none goes untested."""
    told = set()
    for draw in range(200):
        words, seed, numbers = random_games(draw, GAMES)
        told |= {event for event, _, _ in naively(words, seed, numbers[0]).story}
    assert told == {kind.name for kind in table("players=8").kernel.events}


def test_dice_are_splitmix64():
    """The published first outputs for the seed 1234567, so the naive dice are right by themselves."""
    dice = Dice(0, 0)
    dice.counters["deal"] = 1234567
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [dice.word("deal") for _ in published] == published
