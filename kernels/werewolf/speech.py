"""What seats say: who claims which role and when, and what claimants report, by their policy."""

import numpy as np

from kernels.bits import all_below, count, lowest, one
from kernels.jit import rule
from kernels.village.knobs import BLACK, CLAIM_DAY, CLAIM_ON, KNIGHT_CLAIMS, KNOBS, WHITE_TO_WOLF
from kernels.village.moods import highest_mood
from kernels.village.talk import MOST_SEATS, SILENCE, reported, standing
from kernels.werewolf.asking import (
    ASK_ANSWER,
    ASK_CLAIM,
    ASK_DEFEND,
    ASK_REPORT,
    COUNTER,
    READING,
    SEER_LEADS,
    at_random,
    happens,
    knob,
)
from kernels.werewolf.roles import KNIGHT, MEDIUM, SEER, WEREWOLF
from kernels.werewolf.state import IN_PACK, codes

CLAIMS_ON, CLAIMS_FROM = KNOBS.index(CLAIM_ON), KNOBS.index(CLAIM_DAY)
KNIGHT_SPEAKS = KNOBS.index(KNIGHT_CLAIMS)
INVENTS_BLACK, WHITENS_WOLF = KNOBS.index(BLACK), KNOBS.index(WHITE_TO_WOLF)
ON_DAY, ON_BLACK = range(len(CLAIM_ON.words))
AT_RUN_OFF, NEVER_SPEAKS = range(len(KNIGHT_CLAIMS.words))
_, TOLD_ONE, LEARNS_NOTHING = codes("seer_first_night", "chooses", "told", "none")
OPENS_AT_NIGHT, OPENS_BY_DAY = codes("opening", "night", "day")


@rule
def speak(state, seat, policy, decision, legal):
    """What `seat` claims or reports by `policy`; silence is always allowed."""
    if decision == ASK_REPORT:
        if policy == COUNTER:
            return invent(state, seat, legal)
        return report(state, seat, legal)
    role = SILENCE
    if policy == COUNTER:
        if decision == ASK_ANSWER and counters(state, seat):
            role = np.int64(SEER)
    elif policy in (SEER_LEADS, READING) and steps_forward(state, seat, decision):
        role = state.role[seat]
    return role if legal & one(role) else SILENCE


@rule
def report(state, seat, legal):
    """What `seat` was told and has not yet reported, one at a time."""
    left = legal & (state.white[seat] | (state.black[seat] << MOST_SEATS))
    return lowest(left) if left else SILENCE


@rule
def steps_forward(state, seat, decision):
    """Whether a villager claims the role that it holds."""
    role = state.role[seat]
    if role == SEER:
        return decision == ASK_DEFEND or seer_leads(state, seat) or standing(state, SEER) != 0
    if role == MEDIUM:
        return decision == ASK_DEFEND or (
            decision == ASK_CLAIM and (standing(state, SEER) != 0 or state.black[seat] != 0)
        )
    return role == KNIGHT and decision == ASK_DEFEND and knob(state, seat, KNIGHT_SPEAKS) == AT_RUN_OFF


@rule
def seer_leads(state, seat):
    """Whether the Seer steps forward without being pressed: its day has come, or it has found a werewolf."""
    if knob(state, seat, CLAIMS_ON) == ON_BLACK:
        return state.black[seat] != 0
    return state.day >= knob(state, seat, CLAIMS_FROM)


@rule
def counters(state, seat):
    """Whether `seat` claims to be the Seer against the only one; of the pack its highest mood does, once."""
    rival = standing(state, SEER)
    if count(rival) != 1 or not rival & state.living & ~state.knows[seat]:
        return False
    if not IN_PACK[state.role[seat]]:
        return True
    pack = state.knows[seat] & state.living
    return count(pack) > 1 and not state.knows[seat] & state.claimed and highest_mood(state, pack) == seat


@rule
def invent(state, seat, legal):
    """One invented result for every night that a Seer could have looked, then silence."""
    told = reported(state, seat)
    if count(told) >= looks_by_now(state):
        return SILENCE
    others = legal & all_below(state.players)
    if told or state.seer_first_night != TOLD_ONE or state.opening == OPENS_BY_DAY:
        blackened = count(state.says_black[seat] | state.to_black[seat])
        pool = others & state.living & ~state.claimed & ~state.knows[seat]
        if pool and blackened < state.count[WEREWOLF] and happens(state, seat, INVENTS_BLACK):
            return at_random(state, pool) + MOST_SEATS
    packmates = others & state.knows[seat]
    if packmates and happens(state, seat, WHITENS_WOLF):
        return at_random(state, packmates)
    rest = others & ~state.knows[seat] & ~state.claims[SEER]
    return at_random(state, rest) if rest else SILENCE


@rule
def looks_by_now(state):
    """How many nights there have been on which a Seer looked, or was told someone."""
    nights = state.night
    if state.opening == OPENS_BY_DAY or state.seer_first_night == LEARNS_NOTHING:
        nights -= 1
    return nights
