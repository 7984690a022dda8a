"""Powers: whom seats look at, guard and prank, by their policy.

Whom to guard and whom to prank are lists too, read from left to right; a role stands for those who claim it.
"""

import numpy as np

from kernels.bits import lowest, one, preferred
from kernels.jit import rule
from kernels.village.knobs import AVOID_GUARDED, KNOBS
from kernels.village.moods import highest_mood, lowest_mood
from kernels.village.talk import cleared_by, standing, trusted_by
from kernels.werewolf.asking import (
    ASK_GUARD,
    ASK_LOOK,
    ASK_PRANK,
    ASK_SKIP,
    COUNTER,
    HUNTING,
    OPEN,
    QUIET,
    READING,
    SEER_LEADS,
    YES,
    at_random,
    friends,
    happens,
)
from kernels.werewolf.leaving import SHOWS_ROLE
from kernels.werewolf.roles import KNIGHT, MEDIUM, SEER

AVOIDS_GUARDED = KNOBS.index(AVOID_GUARDED)
CLEARED, ANYONE = -1, -2
GUARD_LIST = np.array([SEER, MEDIUM, CLEARED, ANYONE])
"""Whom a Knight guards: the trusted Seer, the trusted Medium, the cleared, the highest mood."""
PRANK_LIST = np.array([SEER, KNIGHT, MEDIUM, CLEARED, ANYONE])
"""Whom the pack pranks: standing Seers, Knights and Mediums, the cleared, the highest mood."""


@rule
def act(state, seat, policy, decision, legal):
    """Whom `seat` uses its power on by `policy`, or whether it does at all."""
    if decision == ASK_LOOK and policy in (SEER_LEADS, READING, OPEN):
        return look(state, seat, legal)
    if decision == ASK_GUARD and policy in (SEER_LEADS, READING, OPEN):
        return guard(state, seat, legal)
    if decision == ASK_PRANK and policy in (HUNTING, COUNTER):
        return prank(state, seat, legal)
    if decision == ASK_SKIP:
        return lowest(preferred(legal, one(YES)))
    if policy == QUIET:
        return at_random(state, preferred(legal, ~friends(state, seat)))
    return at_random(state, legal)


@rule
def look(state, seat, legal):
    """The most suspect of those not yet looked at, who are neither cleared nor have claimed anything."""
    fresh = preferred(legal, ~(state.black[seat] | state.white[seat]))
    return lowest_mood(state, preferred(fresh, ~(cleared_by(state, seat) | state.claimed)))


@rule
def guard(state, seat, legal):
    """Whoever is worth most to the village."""
    known = preferred(legal & state.white[seat], state.knows_seers[seat])
    if known and state.policy[seat] == OPEN:
        return at_random(state, known)
    trusted = trusted_by(state, seat)
    place = 0
    while True:
        entry = GUARD_LIST[place]
        if entry == ANYONE:
            return highest_mood(state, legal)
        those = legal & (cleared_by(state, seat) if entry == CLEARED else trusted & state.claims[entry])
        if those:
            return at_random(state, those)
        place += 1


@rule
def prank(state, seat, legal):
    """Whoever is worth most to the village; the next of the list where the first is feared to be guarded."""
    target = worthiest(state, seat, legal)
    rest = legal & ~one(target)
    if rest and knight_in_play(state) and happens(state, seat, AVOIDS_GUARDED):
        return worthiest(state, seat, rest)
    return target


@rule
def worthiest(state, seat, options):
    """The first of `options` on the pack's list."""
    place = 0
    while True:
        entry = PRANK_LIST[place]
        if entry == ANYONE:
            return highest_mood(state, options)
        if entry == CLEARED:
            those = options & cleared_by(state, seat)
        elif entry == SEER and standing(state, SEER) & state.knows[seat] & state.living:
            those = options & 0  # a packmate's claim stands beside: it would break
        else:
            those = options & standing(state, entry)
        if those:
            return at_random(state, those)
        place += 1


@rule
def knight_in_play(state):
    """Whether, for all that is told of those who went home, a Knight may still be here."""
    if state.reveal == SHOWS_ROLE:
        return (state.holders[KNIGHT] & state.living) != 0
    return state.count[KNIGHT] > 0
