"""Setup: who is dealt what, who knows whom, and the moods that people wear (rulebook, Setup; Q10-Q12)."""

import numpy as np

from kernels.bits import all_below, count, lowest, nth, one, without_lowest
from kernels.jit import rule
from kernels.streams import DEAL, MOOD, RULES, below, exponential, start
from kernels.transcript import NOBODY, note
from kernels.werewolf.events import DEALT, TOLD
from kernels.werewolf.roles import SEER, TRAITOR, VILLAGER
from kernels.werewolf.state import IN_PACK, KINDS, SEER_READS, WITH_WEREWOLVES, codes

CHOOSES, TOLD_ONE, LEARNS_NOTHING = codes("seer_first_night", "chooses", "told", "none")
NOT_PACK, READS_TRUE = codes("free_white_pool", "not_pack", "reads_true")


@rule
def deal(state, seed, game, log):
    """Start game number `game` of `seed`: every seat gets its role, its knowledge and its mood."""
    start(state, seed, game)
    state.living = all_below(state.players)
    state.voted_home = NOBODY
    deal_roles(state, log)
    share_knowledge(state)
    if state.reads_moods:
        for seat in range(state.players):
            state.mood[seat] = exponential(state, MOOD)


@rule
def deal_roles(state, log):
    """Each role but the Villager takes its seats one by one, uniformly among those still free."""
    free = state.living
    state.pack = 0
    state.with_werewolves = 0
    for role in range(KINDS):
        held = np.int64(0)
        if role != VILLAGER:
            for _ in range(state.count[role]):
                seat = nth(free, below(state, DEAL, count(free)))
                held |= one(seat)
                free &= ~one(seat)
                state.role[seat] = role
        state.holders[role] = held
        if IN_PACK[role]:
            state.pack |= held
        if WITH_WEREWOLVES[role]:
            state.with_werewolves |= held
    state.holders[VILLAGER] = free
    while free:
        state.role[lowest(free)] = VILLAGER
        free = without_lowest(free)
    for seat in range(state.players):
        state.policy[seat] = state.plays_as[seat, state.role[seat]]
        note(log, DEALT, seat, state.role[seat])


@rule
def share_knowledge(state):
    """The pack knows itself; the Traitor knows it only by the house rule (Q11)."""
    for seat in range(state.players):
        state.knows[seat] = 0
        state.black[seat] = 0
        state.white[seat] = 0
        state.guards[seat] = NOBODY
    knowing = state.pack
    if state.traitor_knows_pack:
        knowing |= state.holders[TRAITOR]
    while knowing:
        state.knows[lowest(knowing)] = state.pack
        knowing = without_lowest(knowing)


@rule
def tell_free_whites(state, log):
    """Name to each Seer one other person who is no werewolf (Q12)."""
    pool = state.living & ~state.pack
    if state.free_white_pool == READS_TRUE:
        pool = reads_true(state, pool)
    seers = state.holders[SEER]
    while seers:
        seer = lowest(seers)
        named = pool & ~one(seer)
        if named:
            white = nth(named, below(state, RULES, count(named)))
            state.white[seer] |= one(white)
            note(log, TOLD, seer, white)
        seers = without_lowest(seers)


@rule
def reads_true(state, seats):
    """Those of `seats` whom a look reads as what they are (A13: without foxes and Lycan)."""
    for role in range(KINDS):
        if SEER_READS[role] != IN_PACK[role]:
            seats &= ~state.holders[role]
    return seats
