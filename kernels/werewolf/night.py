"""Night: first every choice is asked in the order of the decision table, then all are resolved at once."""

from kernels.bits import lowest, one, without_lowest
from kernels.jit import rule
from kernels.transcript import NOBODY, note
from kernels.werewolf.asking import ASK_GUARD, ASK_LOOK, ASK_PRANK, ASK_SKIP, NO_YES
from kernels.werewolf.deal import CHOOSES, TOLD_ONE, learn, tell_free_whites
from kernels.werewolf.events import (
    ANSWER,
    BY_PRANK,
    GUARD,
    LOOK,
    MEDIUM_READING,
    NIGHT,
    NO_PRANK,
    PRANK,
    SAVED,
)
from kernels.werewolf.journal import note_prank
from kernels.werewolf.leaving import go_home
from kernels.werewolf.policies import choose
from kernels.werewolf.roles import KNIGHT, MEDIUM, SEER
from kernels.werewolf.state import MEDIUM_READS, SEER_READS


@rule
def night(state, log):
    """One night, from dusk to the moment before the morning's list."""
    note(log, NIGHT, NOBODY, state.night)
    state.at_dusk = state.living
    read_voted_home(state, log)
    if state.night == 1 and state.seer_first_night == TOLD_ONE:
        tell_free_whites(state, log)
    ask_looks(state, log)
    ask_prank(state, log)
    ask_guards(state, log)
    answer_looks(state, log)
    resolve_prank(state, log)


@rule
def read_voted_home(state, log):
    """The Medium learns whether the person voted home today was a werewolf (Q16, Q17)."""
    mediums = state.holders[MEDIUM] & state.living
    if mediums and state.voted_home != NOBODY:
        answer = MEDIUM_READS[state.role[state.voted_home]]
        learn(state, mediums, state.voted_home, answer)
        while mediums:
            note(log, MEDIUM_READING, lowest(mediums), answer)
            mediums = without_lowest(mediums)


@rule
def seers_tonight(state):
    """The Seers who look tonight: all living, but on night 1 only where they choose (Q3)."""
    if state.night == 1 and state.seer_first_night != CHOOSES:
        return state.living & 0
    return state.holders[SEER] & state.living


@rule
def ask_looks(state, log):
    """Each Seer looks at one other person; the same one again is allowed (Q43)."""
    seers = seers_tonight(state)
    while seers:
        seer = lowest(seers)
        state.looked_at[seer] = choose(state, seer, ASK_LOOK, state.living & ~one(seer))
        note(log, LOOK, seer, state.looked_at[seer])
        seers = without_lowest(seers)


@rule
def answer_looks(state, log):
    """Each look tells its Seer "werewolf" or "not a werewolf" (Q15)."""
    seers = seers_tonight(state)
    while seers:
        seer = lowest(seers)
        target = state.looked_at[seer]
        answer = SEER_READS[state.role[target]]
        learn(state, one(seer) | state.shown_looks, target, answer)
        note(log, ANSWER, seer, answer)
        seers = without_lowest(seers)


@rule
def ask_prank(state, log):
    """The first living werewolf in seat order pranks one person outside the pack, alone (Q32)."""
    state.pranked = NOBODY
    if state.night < state.prank_from:
        return
    prankster = lowest(state.pack & state.living)
    if state.prank_skip and choose(state, prankster, ASK_SKIP, NO_YES) == 0:
        note(log, NO_PRANK, prankster, NOBODY)
        return
    state.pranked = choose(state, prankster, ASK_PRANK, state.living & ~state.pack)
    note(log, PRANK, prankster, state.pranked)


@rule
def ask_guards(state, log):
    """Each Knight guards one other person, by the setting not the one of the night before (Q3, Q40)."""
    state.guarded = 0
    if state.night == 1 and not state.knight_night1:
        return
    knights = state.holders[KNIGHT] & state.living
    while knights:
        knight = lowest(knights)
        legal = state.living & ~one(knight)
        if not state.knight_same_target and state.guards[knight] != NOBODY:
            legal &= ~one(state.guards[knight])
        if legal:
            state.guards[knight] = choose(state, knight, ASK_GUARD, legal)
            state.guarded |= one(state.guards[knight])
            note(log, GUARD, knight, state.guards[knight])
        else:  # A14
            state.guards[knight] = NOBODY
        knights = without_lowest(knights)


@rule
def resolve_prank(state, log):
    """The pranked person goes home unless guarded."""
    if state.pranked == NOBODY:
        return
    note_prank(state, state.guarded >> state.pranked & 1)
    if state.guarded & one(state.pranked):
        note(log, SAVED, NOBODY, state.pranked)
    else:
        go_home(state, state.pranked, BY_PRANK, log)
