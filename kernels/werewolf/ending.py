"""The end: the test of who has won, and who wins with whom (rulebook, Winning and scoring; Q77-Q79)."""

import numpy as np

from kernels.bits import all_below, count
from kernels.jit import numbers, rule
from kernels.transcript import NOBODY, note
from kernels.werewolf.events import OUTCOME, OVER
from kernels.werewolf.spec import ENDS, OUTCOMES
from kernels.werewolf.state import codes

VILLAGERS, WEREWOLVES, STALLED = numbers(len(OUTCOMES))
UNDECIDED = np.int64(-1)
IN_THE_MORNING, BY_VOTE, AT_THE_CAP = numbers(len(ENDS))
PARITY, ELIMINATION, MAJORITY = codes("ending", "parity", "elimination", "majority")


@rule
def decided(state, end, log):
    """Hold the win test; whether the game is over, with outcome, end and winners in the state if it is."""
    outcome = win_test(state)
    if outcome == UNDECIDED:
        return False
    close(state, outcome, end, log)
    return True


@rule
def win_test(state):
    """Who has won by the living: no pack left, or a pack that is enough by the `ending` in force."""
    pack = count(state.living & state.pack)
    others = count(state.living) - pack
    if pack == 0:
        return VILLAGERS
    if state.ending == PARITY:
        won = pack >= others
    elif state.ending == MAJORITY:
        won = pack > others
    else:
        won = others == 0
    return WEREWOLVES if won else UNDECIDED


@rule
def stall(state, log):
    """The day cap has come: nobody wins."""
    close(state, STALLED, AT_THE_CAP, log)


@rule
def close(state, outcome, end, log):
    """Write down how the game ended, and its winners: the whole side, gone home or not."""
    state.outcome = outcome
    state.end = end
    if outcome == VILLAGERS:
        state.winners = all_below(state.players) & ~state.with_werewolves
    elif outcome == WEREWOLVES:
        state.winners = state.with_werewolves
    else:
        state.winners = 0
    note(log, OVER, NOBODY, end)
    note(log, OUTCOME, NOBODY, outcome)
