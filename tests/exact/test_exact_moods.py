"""Moods: a table that votes by mood alone hits a werewolf with probability kW / (kW + V), at every vote of a game."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.stats import binomtest

from kernels.streams import start
from kernels.village.moods import deal_moods, highest_mood, lowest_mood
from tables import members, played, table, wins

GAMES = 100_000
UNLIKELY = 1e-6
"""The chance at which a right kernel fails one of these tests, over all their cases."""
ONLY_MOODS = "seer=0 knight=0 medium=0 traitor=0 prank_from=never policy.pack=hunting policy.pack.bus=1"
"""Everybody votes for the lowest mood, packmates too (it itself for the next), and nobody leaves in the night."""
CASES = [
    (players, werewolves, skill)
    for players, werewolves in ((4, 1), (7, 2), (9, 4), (12, 3), (16, 7), (30, 9))
    for skill in (1, 1.5, 2, 3.25, 5)
]


def by_mood(players: int, werewolves: int, skill: float) -> str:
    """The words of a table that votes by mood alone."""
    table_of = f"players={players} werewolves={werewolves}"
    return f"{table_of} policy.village=reading policy.village.skill={skill} {ONLY_MOODS}"


def hit(werewolves: int, others: int, skill: Fraction) -> Fraction:
    """The chance that the lowest of these moods is a werewolf's: Exp(1) / skill against Exp(1)."""
    return skill * werewolves / (skill * werewolves + others)


@cache
def village_wins(werewolves: int, others: int, skill: Fraction) -> Fraction:
    """The chance that the village wins where every vote falls on the lowest mood left, and there is no night.

    What is left of exponential moods without the lowest are exponential moods again.
    """
    if werewolves == 0:
        return Fraction(1)
    if werewolves >= others:
        return Fraction(0)
    chance = hit(werewolves, others, skill)
    after_hit = village_wins(werewolves - 1, others, skill)
    return chance * after_hit + (1 - chance) * village_wins(werewolves, others - 1, skill)


def is_likely(count: int, games: int, chance: Fraction) -> bool:
    """Whether so many of so many games are no wonder, each having that chance."""
    return binomtest(count, games, float(chance)).pvalue > UNLIKELY / len(CASES)


@pytest.mark.parametrize(("players", "werewolves", "skill"), CASES)
def test_a_table_that_votes_by_mood_alone(players, werewolves, skill):
    """Its win rate is that of a chain of hits and misses, each with the chance of its day."""
    tally = played(by_mood(players, werewolves, skill), GAMES, seed=17)
    expected = village_wins(werewolves, players - werewolves, Fraction(skill))
    assert is_likely(wins(tally, "villagers"), GAMES, expected)


@pytest.mark.parametrize(("players", "werewolves", "skill"), CASES)
def test_the_lowest_mood_of_all(players, werewolves, skill):
    """The lowest mood of all is a werewolf's with that chance."""
    laid = table(by_mood(players, werewolves, skill))
    state = laid.kernel.state(laid.setup, laid.seating)
    chance = hit(werewolves, players - werewolves, Fraction(skill))
    hits = sum(lowest_is_a_wolf(state, werewolves, number) for number in range(2000))
    assert is_likely(hits, 2000, chance)


def lowest_is_a_wolf(state: np.record, werewolves: int, number: int) -> bool:
    """Whether the lowest mood of a deal is one of the first `werewolves` seats."""
    state.pack = (1 << werewolves) - 1
    start(state, 5, number)
    deal_moods(state)
    return bool(state.by_mood[0] < werewolves)


@pytest.mark.plain
def test_everybody_has_a_mood():
    """The order is one of all seats; of any set the lowest stands first in it and the highest last."""
    for skill in (1, 1.01, 3, 5):
        laid = table(by_mood(11, 3, skill))
        state = laid.kernel.state(laid.setup, laid.seating)
        for number in range(40):
            state.pack = number * 37 % (1 << 11)
            start(state, 2, number)
            deal_moods(state)
            order = [int(seat) for seat in state.by_mood[:11]]
            assert sorted(order) == list(range(11))
            some = np.int64(number * 91 % ((1 << 11) - 1) + 1)
            places = [order.index(seat) for seat in members(int(some))]
            assert lowest_mood(state, some) == order[min(places)]
            assert highest_mood(state, some) == order[max(places)]
