"""Day: the vote, its run-off and its lot (rulebook, How to play: Vote; Q19-Q21)."""

from kernels.bits import count, lowest, nth, one, without_lowest
from kernels.jit import rule
from kernels.streams import RULES, below
from kernels.transcript import NOBODY, note
from kernels.village.ballots import add_vote, add_votes, most_voted, no_votes
from kernels.village.lists import first_on_list, followers
from kernels.werewolf.asking import ASK_RUNOFF, ASK_VOTE
from kernels.werewolf.events import BALLOT, BY_VOTE, LOT, SECOND_BALLOT, STAYS, TIED
from kernels.werewolf.journal import HELD, HIT, LOT_DRAWN, RUN_OFF_HELD, mark_vote
from kernels.werewolf.leaving import go_home
from kernels.werewolf.policies import choose
from kernels.werewolf.state import codes
from kernels.werewolf.talk import defend, hear_who_left

RUN_OFF, BY_LOT, NOBODY_GOES = codes("tie", "runoff", "lot", "nobody")
BALLOTS, JOINT_LOT = codes("vote", "ballots", "lot")


@rule
def vote(state, log):
    """The living send one person home."""
    state.voted_home = NOBODY
    mark_vote(state, HELD, 1)
    if state.vote == JOINT_LOT:
        top = state.living
    else:
        top = ballot(state, ASK_VOTE, state.living, BALLOT, log)
        if without_lowest(top):
            top = break_tie(state, top, log)
    if top:
        state.voted_home = draw_lot(state, top, log)
        go_home(state, state.voted_home, BY_VOTE, log)
        mark_vote(state, HIT, state.pack >> state.voted_home & 1)
        if state.claimed and state.reveal:
            hear_who_left(state, one(state.voted_home), log)


@rule
def ballot(state, decision, candidates, event, log):
    """Every living person votes for one other among `candidates`; who got the most votes, a set."""
    votes = no_votes()
    voters = state.living
    if state.votes_by_list:  # those who vote for who heads everyone's list need not be asked one by one
        for view in range(state.views):
            head = first_on_list(state, view, candidates)
            alike = voters & followers(state, view, head)
            votes = add_votes(votes, head, count(alike))
            voters &= ~alike
            if log.room:
                remember(state, alike, head)
    while voters:
        voter = lowest(voters)
        legal = candidates & ~one(voter)
        state.choice[voter] = choose(state, voter, decision, legal)
        votes = add_vote(votes, one(state.choice[voter]))
        voters = without_lowest(voters)
    if log.room:
        note_ballots(state, event, log)
    return most_voted(votes, candidates)


@rule
def remember(state, voters, choice):
    """Keep the vote of several for the same person."""
    while voters:
        state.choice[lowest(voters)] = choice
        voters = without_lowest(voters)


@rule
def note_ballots(state, event, log):
    """Note every vote of a ballot, in seat order."""
    voters = state.living
    while voters:
        note(log, event, lowest(voters), state.choice[lowest(voters)])
        voters = without_lowest(voters)


@rule
def break_tie(state, tied, log):
    """Whom a tie leaves to be sent home: the run-off's most voted, all the tied, or nobody (Q20, Q21)."""
    note(log, TIED, NOBODY, tied)
    if state.tie == RUN_OFF:
        mark_vote(state, RUN_OFF_HELD, 1)
        defend(state, tied, log)
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
    mark_vote(state, LOT_DRAWN, 1)
    return drawn
