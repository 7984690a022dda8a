"""How seats play: `choose` answers every question of the rules, by the policy of the seat that is asked.

A policy reads what its seat knows and nothing else: its role, its looks, the pack if it knows it, the public moods,
who is still here. It answers with one of `legal` and changes nothing.
"""

import numpy as np

from kernels.bits import count, lowest, nth, one, preferred, without_lowest
from kernels.jit import numbers, rule
from kernels.streams import POLICY, below
from kernels.werewolf.spec import DECISIONS, POLICIES

ASK_LOOK, ASK_SKIP, ASK_PRANK, ASK_GUARD, ASK_VOTE, ASK_RUNOFF = numbers(len(DECISIONS))
RANDOM, QUIET, STEALTH, BLOC = numbers(len(POLICIES))
NO_YES = np.int64(0b11)
"""The set of the options no, which is 0, and yes, which is 1."""
YES = np.int64(1)


@rule
def choose(state, seat, decision, legal):
    """What `seat` answers to `decision`: one of the set `legal`."""
    policy = state.policy[seat]
    if policy == RANDOM:
        return at_random(state, legal)
    if policy == QUIET:
        return quiet(state, seat, decision, legal)
    return among_wolves(state, seat, decision, legal)


@rule
def at_random(state, options):
    """One of `options`, uniformly: the policy `random`, and whatever a policy leaves open."""
    return nth(options, below(state, POLICY, count(options)))


@rule
def quiet(state, seat, decision, legal):
    """The policy `quiet`: votes on what it has seen itself, acts on anyone not known as a friend."""
    if decision in (ASK_VOTE, ASK_RUNOFF):
        seen = legal & state.black[seat]
        if seen:
            return lowest_mood(state, seen)
    return at_random(state, preferred(legal, ~friends(state, seat)))


@rule
def among_wolves(state, seat, decision, legal):
    """The policies `stealth` and `bloc`: the pack votes outside itself, each alone or all on the lowest mood."""
    if decision in (ASK_VOTE, ASK_RUNOFF):
        outside = preferred(legal, ~state.knows[seat])
        if state.policy[seat] == BLOC:
            return lowest_mood(state, outside)
        return at_random(state, outside)
    if decision == ASK_SKIP:
        return lowest(preferred(legal, one(YES)))
    return at_random(state, legal)


@rule
def friends(state, seat):
    """Whom `seat` knows, or takes, to be on its side: the pack if it knows it, and whom its looks called none."""
    return state.knows[seat] | state.white[seat]


@rule
def lowest_mood(state, seats):
    """The one of `seats` with the lowest mood: the most suspect."""
    lowest_so_far = lowest(seats)
    rest = without_lowest(seats)
    while rest:
        seat = lowest(rest)
        if state.mood[seat] < state.mood[lowest_so_far]:
            lowest_so_far = seat
        rest = without_lowest(rest)
    return lowest_so_far
