"""What may be asked of a policy, and the answers that need no thought."""

import numpy as np

from kernels.bits import count, nth
from kernels.jit import numbers, rule
from kernels.streams import POLICY, below, chance
from kernels.werewolf.spec import DECISIONS, POLICIES

(
    ASK_LOOK,
    ASK_SKIP,
    ASK_PRANK,
    ASK_GUARD,
    ASK_CLAIM,
    ASK_ANSWER,
    ASK_DEFEND,
    ASK_REPORT,
    ASK_VOTE,
    ASK_RUNOFF,
) = numbers(len(DECISIONS))
RANDOM, QUIET, SEER_LEADS, READING, OPEN, STEALTH, BLOC, HUNTING, COUNTER, HIDE = numbers(len(POLICIES))
NO_YES = np.int64(0b11)
"""The set of the options no, which is 0, and yes, which is 1."""
YES = np.int64(1)


@rule
def at_random(state, options):
    """One of `options`, uniformly: the policy `random`, and whatever a policy leaves open."""
    return nth(options, below(state, POLICY, count(options)))


@rule
def knob(state, seat, column):
    """What `seat` has a built-in knob at; `column` is its place in `kernels.village.knobs.KNOBS`."""
    return state.knob[state.play[seat], column]


@rule
def happens(state, seat, column):
    """Whether something comes about whose chance is a knob of `seat`."""
    return chance(state, POLICY) < knob(state, seat, column)


@rule
def friends(state, seat):
    """Whom `seat` knows, or takes, to be on its side: the pack if it knows it, and whom it was told is no werewolf."""
    return state.knows[seat] | state.white[seat]
