"""Moods: how suspect everyone looks to everyone, dealt once a game.

A mood is m = Exp(1) / r, where r is the table's skill for the pack and 1 for all others. Nothing ever asks more of
moods than their order, so the order itself is dealt, the lowest mood first: of those not yet placed each is next with
a chance in proportion to its r, which is how exponential moods fall (Luce, "Individual Choice Behavior", 1959).
"""

import numpy as np

from kernels.bits import all_below, count, nth, one
from kernels.jit import rule
from kernels.streams import MOOD, below, chance


@rule
def deal_moods(state):
    """Line up the seats by mood, the most suspect first: `by_mood`."""
    if state.skill > 1.0:
        deal_telling_moods(state)
        return
    left = all_below(state.players)
    for place in range(state.players):
        seat = nth(left, below(state, MOOD, state.players - place))
        left &= ~one(seat)
        state.by_mood[place] = seat


@rule
def deal_telling_moods(state):
    """The same where the pack looks more suspect than others."""
    wolves = state.pack
    others = all_below(state.players) & ~wolves
    wolves_left, others_left = count(wolves), count(others)
    for place in range(state.players):
        weight = state.skill * wolves_left
        drawn = chance(state, MOOD) * (weight + others_left)
        wolf = drawn < weight
        seats, left = (wolves, wolves_left) if wolf else (others, others_left)
        number = np.int64(drawn * state.one_by_skill if wolf else drawn - weight)
        seat = nth(seats, min(number, left - 1))
        wolves &= ~one(seat)
        others &= ~one(seat)
        wolves_left -= wolf
        others_left -= not wolf
        state.by_mood[place] = seat


@rule
def lowest_mood(state, seats):
    """The one of `seats`, a set that is not empty, with the lowest mood: the most suspect."""
    place = 0
    while not (seats >> state.by_mood[place]) & 1:
        place += 1
    return state.by_mood[place]


@rule
def highest_mood(state, seats):
    """The one of `seats`, a set that is not empty, with the highest mood: the least suspect."""
    place = state.players - 1
    while not (seats >> state.by_mood[place]) & 1:
        place -= 1
    return state.by_mood[place]
