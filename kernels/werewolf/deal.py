"""Setup: who is dealt what, who knows whom, and the moods that people wear (rulebook, Setup; Q10-Q12)."""

import numpy as np

from kernels.bits import all_below, count, lowest, nth, one, without_lowest
from kernels.jit import rule
from kernels.streams import DEAL, RULES, below, start
from kernels.transcript import NOBODY, note
from kernels.village.moods import deal_moods
from kernels.village.talk import hush
from kernels.werewolf.asking import OPEN
from kernels.werewolf.events import DEALT, TOLD
from kernels.werewolf.journal import open_journal
from kernels.werewolf.roles import KNIGHT, MEDIUM, SEER, TRAITOR, VILLAGER
from kernels.werewolf.state import IN_PACK, KINDS, SEER_READS, WITH_WEREWOLVES, codes

CHOOSES, TOLD_ONE, LEARNS_NOTHING = codes("seer_first_night", "chooses", "told", "none")
NOT_PACK, READS_TRUE = codes("free_white_pool", "not_pack", "reads_true")


@rule
def deal(state, seed, game, log):
    """Start game number `game` of `seed`: every seat gets its role, its knowledge and its mood."""
    start(state, seed, game)
    open_journal(state)
    state.game = game
    state.living = all_below(state.players)
    state.voted_home = NOBODY
    state.at_dusk = state.living
    deal_roles(state, log)
    share_knowledge(state)
    if state.reads_moods:
        deal_moods(state)
    if state.listens:
        hush(state)


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
        state.play[seat] = state.plays_as[seat, state.role[seat]]
        state.policy[seat] = state.policy_of[state.play[seat]]
        note(log, DEALT, seat, state.role[seat])


@rule
def share_knowledge(state):
    """The pack knows itself; the Traitor knows it only by the house rule (Q11).

    The policy `open` is no rule of the game: it is shown who has which power, and `learn` shows it what Seers learn.
    """
    state.shown_looks = 0
    state.found_black = 0
    for seat in range(state.players):
        state.knows[seat] = 0
        state.black[seat] = 0
        state.white[seat] = 0
        state.knows_seers[seat] = 0
        state.spared_by[seat] = 0
        state.guards[seat] = NOBODY
        if state.policy[seat] == OPEN:
            state.shown_looks |= one(seat)
            state.knows_seers[seat] = state.holders[SEER] & ~one(seat)
            state.white[seat] = (state.holders[SEER] | state.holders[KNIGHT] | state.holders[MEDIUM]) & ~one(seat)
    knowing = state.pack
    if state.traitor_knows_pack:
        knowing |= state.holders[TRAITOR]
    pack = state.pack
    while pack:
        state.spared_by[lowest(pack)] = knowing
        pack = without_lowest(pack)
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
            learn(state, one(seer) | state.shown_looks, white, np.int64(0))
            note(log, TOLD, seer, white)
        seers = without_lowest(seers)


@rule
def learn(state, learners, seat, werewolf):
    """Each of `learners` learns that `seat` is a werewolf (1), or that it is none (0)."""
    black = werewolf << seat
    white = one(seat) ^ black
    state.found_black |= learners & -werewolf
    state.spared_by[seat] |= learners & ~-werewolf
    while learners:
        learner = lowest(learners)
        state.black[learner] |= black
        state.white[learner] |= white
        learners = without_lowest(learners)


@rule
def reads_true(state, seats):
    """Those of `seats` whom a look reads as what they are (A13: without foxes and Lycan)."""
    for role in range(KINDS):
        if SEER_READS[role] != IN_PACK[role]:
            seats &= ~state.holders[role]
    return seats
