"""Day: the vote, its run-off and its lot (rulebook, How to play: Vote; Q19-Q21)."""

from kernels.bits import count, lowest, nth, one, without_lowest
from kernels.jit import rule
from kernels.streams import RULES, below
from kernels.transcript import NOBODY, note
from kernels.village.ballots import add_vote, most_voted, no_votes
from kernels.werewolf.events import BALLOT, BY_VOTE, LOT, SECOND_BALLOT, STAYS, TIED
from kernels.werewolf.leaving import go_home
from kernels.werewolf.policies import ASK_RUNOFF, ASK_VOTE, choose
from kernels.werewolf.state import codes

RUN_OFF, BY_LOT, NOBODY_GOES = codes("tie", "runoff", "lot", "nobody")
BALLOTS, JOINT_LOT = codes("vote", "ballots", "lot")


@rule
def vote(state, log):
    """The living send one person home."""
    state.voted_home = NOBODY
    if state.vote == JOINT_LOT:
        top = state.living
    else:
        top = ballot(state, ASK_VOTE, state.living, BALLOT, log)
        if without_lowest(top):
            top = break_tie(state, top, log)
    if top:
        state.voted_home = draw_lot(state, top, log)
        go_home(state, state.voted_home, BY_VOTE, log)


@rule
def ballot(state, decision, candidates, event, log):
    """Every living person votes for one other among `candidates`; who got the most votes, a set."""
    votes = no_votes()
    voters = state.living
    while voters:
        voter = lowest(voters)
        legal = candidates & ~one(voter)
        if legal:
            choice = choose(state, voter, decision, legal)
            votes = add_vote(votes, one(choice))
            note(log, event, voter, choice)
        voters = without_lowest(voters)
    return most_voted(votes, candidates)


@rule
def break_tie(state, tied, log):
    """Whom a tie leaves to be sent home: the run-off's most voted, all the tied, or nobody (Q20, Q21)."""
    note(log, TIED, NOBODY, tied)
    if state.tie == RUN_OFF:
        return ballot(state, ASK_RUNOFF, tied, SECOND_BALLOT, log)
    if state.tie == NOBODY_GOES:
        note(log, STAYS, NOBODY, NOBODY)
        return tied & 0
    return tied


@rule
def draw_lot(state, seats, log):
    """One of `seats`, by lot where there are several."""
    if not without_lowest(seats):
        return lowest(seats)
    drawn = nth(seats, below(state, RULES, count(seats)))
    note(log, LOT, NOBODY, drawn)
    return drawn
