"""One game of Werewolf from deal to outcome, and many of them added up."""

import numpy as np

from kernels.bits import count
from kernels.jit import entry, int64, row, rows, rule, step, tally_type, void
from kernels.kernel import Kernel, Tally
from kernels.streams import final, plus
from kernels.transcript import LOG_RECORD, NOBODY, note
from kernels.werewolf.day import vote
from kernels.werewolf.deal import deal
from kernels.werewolf.ending import BY_VOTE, IN_THE_MORNING, decided, stall
from kernels.werewolf.events import EVENTS, MORNING
from kernels.werewolf.journal import add_journal, note_morning
from kernels.werewolf.night import night
from kernels.werewolf.state import KINDS, RECORD, blank, codes
from kernels.werewolf.story import tell
from kernels.werewolf.talk import hear_who_is_missing, hear_who_left, talk

OPENS_AT_NIGHT, OPENS_BY_DAY = codes("opening", "night", "day")
NIGHT_AFTER_DAY, NIGHT_BEFORE_DAY = codes("day_numbering", "night_after_day", "night_before_day")


@step
def game(state, seed, index, log):
    """Play game number `index` of `seed` to its end."""
    deal(state, seed, index, log)
    state.night = 1
    state.day = 1 if state.day_numbering == NIGHT_AFTER_DAY else 0
    if state.opening == OPENS_AT_NIGHT:
        night(state, log)
    while True:
        morning(state, log)
        if decided(state, IN_THE_MORNING, log):
            return
        talk(state, log)
        vote(state, log)
        if decided(state, BY_VOTE, log):
            return
        if state.day == state.day_cap:
            stall(state, log)
            return
        state.night += 1
        night(state, log)


@rule
def morning(state, log):
    """A new day begins; who went home in the night is known by now."""
    state.day += 1
    note(log, MORNING, NOBODY, state.day)
    note_morning(state)
    if state.claimed and state.reveal:
        hear_who_left(state, state.at_dusk & ~state.living, log)
    if state.claimed:
        hear_who_is_missing(state, log)


@step
def add_up(state, tally, piece):
    """Add the game that has just ended to piece number `piece` of the tally."""
    tally.lengths[piece, state.outcome, state.day] += 1
    tally.ends[piece, state.outcome, state.end] += 1
    for seat in range(state.players):
        fate = 2 * ((state.winners >> seat) & 1) + ((state.living >> seat) & 1)
        tally.fates[piece, seat, state.role[seat], fate] += 1
    for role in range(KINDS):
        wins = count(state.holders[role] & state.winners)
        tally.squares[piece, role] += wins * wins
    add_journal(state, tally, piece)
    tally.fingerprint[piece] = np.int64(plus(np.uint64(tally.fingerprint[piece]), np.uint64(final(state))))


@entry(void(RECORD, int64, row, tally_type(Tally), rows, LOG_RECORD))
def play(state, seed, edges, tally, games, log):
    """Play the games edges[0]..edges[-1] - 1, piece by piece; see `kernels.kernel.Kernel`."""
    kept = 0
    for piece in range(len(edges) - 1):
        for index in range(edges[piece], edges[piece + 1]):
            game(state, seed, index, log)
            add_up(state, tally, piece)
            if len(games):
                games[kept, 0] = state.outcome
                games[kept, 1] = state.day
                games[kept, 2] = state.end
                games[kept, 3] = state.winners
                kept += 1


def check(policy, seed):
    """See `knowledge.check`, which is there only for this."""
    from kernels.werewolf import knowledge

    return knowledge.check(policy, seed)


KERNEL = Kernel(state=blank, play=play, events=EVENTS, tell=tell, check=check)
