"""The kernel and the naive rules tell the same story of every game, over random setups, to the last draw."""

from collections import Counter

import pytest

import kernels
from naive.both_ways import command, compiled, naively, random_games, simplest
from naive.werewolf import Dice
from setups import COUNTED, KNOBS, POLICIES, ROLES, SETUPS, SWITCHES
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
    """The random setups are many, and each value of each switch and knob, each role count and policy is among them."""
    drawn = [random_games(draw, GAMES)[0] for draw in range(CHUNKS * SETUPS_A_CHUNK)]
    assert len(set(drawn)) >= 2000
    seen = Counter(pair for words in drawn for pair in pairs(words).items())
    wanted = {(switch, value) for switch, values in SWITCHES.items() for value in values}
    wanted |= {(role, str(count)) for role in COUNTED for count in range(4)}
    wanted |= {(f"policy.{side}", policy) for side, policies in POLICIES.items() for policy in policies}
    wanted |= {(f"policy.{role}", policy) for role, side in ROLES.items() for policy in POLICIES[side]}
    wanted |= {("policy", bundle) for bundle in kernels.game("werewolf").bundles}
    wanted |= {("players", str(players)) for players in range(4, 31)} | {("policy.seat1", "random")}
    assert {pair for pair in wanted if seen[pair] < 10} == set()
    knobs = Counter((key.rpartition(".")[2], value) for words in drawn for key, value in pairs(words).items())
    assert {(knob, value) for knob, values in KNOBS.items() for value in values if knobs[knob, value] < 10} == set()


def test_every_policy_and_knob_is_drawn():
    """No policy or knob of the game is left out of the random setups."""
    game = kernels.game("werewolf")
    for side, policies in POLICIES.items():
        assert set(policies) == {policy.name for policy in game.policies if side in (policy.sides or game.sides)}
    assert set(KNOBS) == {knob.name for policy in game.policies for knob in policy.knobs}


def test_random_setups_reach_every_event():
    """Each event of the story happens in some compared game, so that none goes untested; each break of a claim too."""
    told = set()
    for draw in range(1000):
        words, seed, numbers = random_games(draw, GAMES)
        story = naively(words, seed, numbers[0]).story
        told |= {(event, what if event == "broken" else "") for event, _, what in story}
    kinds = table("players=8").kernel.events
    assert told == {(kind.name, word) for kind in kinds for word in (kind.words if kind.name == "broken" else ("",))}


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
