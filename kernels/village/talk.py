"""Talk, as everyone hears it: who claims which role, what claimants report, whose claim breaks, who is trusted.

    claim     a seat says that it holds a role; it claims once
    report    a claimant of a role that reads people names someone as a werewolf ("black") or as none ("white")
    broken    a claim that something public contradicts
    standing  a claim that is not broken, whether its claimant is still here or not
    contested standing claims of a role that more people claim than were dealt it
    trusted   standing claims of a role that no more people claim than were dealt it, as far as a policy trusts them:
              each claim has one public lot, and a policy believes it if the lot falls below its knob `trust`
    cleared   the trusted and whom they report white, those with a broken claim apart;  blamed: whom they report black

All of it is public; the fields `to_...` alone hold what is said but not yet heard, where several speak at once.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from kernels.bits import all_below, count, lowest, one, without_lowest
from kernels.jit import numbers, rule
from kernels.streams import MOOD, chance
from kernels.village.lists import ANYONE, BLAMED, BROKEN, CONTESTED, TIERS, UNCLEARED, UNKNOWN

CLAIMING, ANSWERING, DEFENDING = numbers(3)
"""The moments of talk: all together before the vote, one by one after that, the tied before a run-off."""
MOMENTS = 3
SILENCE = np.int64(60)
"""The option to say nothing (more): greater than any role's number."""
MOST_SEATS = 30
"""In a report option s says that seat s is no werewolf, option MOST_SEATS + s that it is one."""


def talk_fields(seats: int, roles: int, plays: int) -> Iterable[tuple[Any, ...]]:
    """The fields of a state that hold the talk, for so many seats, roles and plays."""
    return (
        ("talks", np.int64),  # whether anybody at the table ever says anything
        ("reads_black", np.int64),  # the roles that a look reads as a werewolf, a bit each
        ("claimable", np.int64),  # the options of a claim: roles in play, and silence
        ("speaks", np.int64, (MOMENTS, plays)),  # moment, play -> the roles that may have something to say then
        ("speakers", np.int64, MOMENTS),  # moment -> who may have something to say then
        ("claimed", np.int64),  # who has claimed a role
        ("roles_claimed", np.int64),  # the roles that are claimed, a bit each
        ("claims", np.int64, roles),  # role -> who has claimed it
        ("claim", np.int64, seats),  # claimant -> the role it claims
        ("claimed_on", np.int64, seats),  # claimant -> the day of its claim
        ("lot", np.float64, seats),  # claimant -> the lot of its claim, in [0, 1)
        ("says_black", np.int64, seats),  # seat -> whom it has reported to be werewolves
        ("says_white", np.int64, seats),  # seat -> whom it has reported to be none
        ("accused", np.int64),  # everyone whom some claimant reports to be a werewolf
        ("broken", np.int64),
        ("views", np.int64),  # how many ways there are to see all this; plays with equal knobs share one
        ("view_of", np.int64, plays),  # play -> its view
        ("trusts", np.float64, plays),  # view -> its knob `trust`
        ("rolls", np.int64, plays),  # view -> whether its knob `contested` is `roll`
        ("trusted", np.int64, plays),  # view -> whom it trusts
        ("cleared", np.int64, plays),
        ("tiers", np.int64, (plays, len(TIERS))),  # view, tier -> who is in it (`lists.py`)
        ("by_list_of", np.int64, plays),  # play -> whether it votes by a list
        ("sees", np.int64, seats),  # seat -> its view
        ("knows_more", np.int64),  # who has a rival or an accuser, and so may know of liars
        ("listed", np.int64, plays),  # view -> who votes by a list and has this view
        ("found_black", np.int64),  # who was told of anyone that is a werewolf
        ("spared_by", np.int64, seats),  # seat -> who votes for it only where nobody else is left
        ("to_claim", np.int64, seats),  # what each is about to say
        ("to_black", np.int64, seats),
        ("to_white", np.int64, seats),
    )


@rule
def hush(state):
    """Nobody has said anything yet; who may have something to say follows from role and play."""
    for view in range(state.views):
        state.listed[view] = 0
    claiming = np.int64(0)
    answering = np.int64(0)
    defending = np.int64(0)
    for seat in range(state.players):
        play, role = state.play[seat], state.role[seat]
        claiming |= ((state.speaks[CLAIMING, play] >> role) & 1) << seat
        answering |= ((state.speaks[ANSWERING, play] >> role) & 1) << seat
        defending |= ((state.speaks[DEFENDING, play] >> role) & 1) << seat
        state.sees[seat] = state.view_of[play]
        state.says_black[seat] = 0
        state.says_white[seat] = 0
        if state.by_list_of[play]:
            state.listed[state.sees[seat]] |= one(seat)
    state.speakers[CLAIMING] = claiming
    state.speakers[ANSWERING] = answering
    state.speakers[DEFENDING] = defending
    for role in range(len(state.claims)):
        state.claims[role] = 0
    state.claimed = 0
    state.roles_claimed = 0
    state.accused = 0
    state.broken = 0
    state.knows_more = 0
    for view in range(state.views):
        believe(state, view, np.int64(0), np.int64(0))


@rule
def make_claim(state, seat, role):
    """Let everyone hear that `seat` claims `role`; its lot is drawn."""
    state.claims[role] |= one(seat)
    state.claimed |= one(seat)
    state.roles_claimed |= one(role)
    state.claim[seat] = role
    state.claimed_on[seat] = state.day
    state.lot[seat] = chance(state, MOOD)


@rule
def make_reports(state, seat):
    """Let everyone hear what `seat` is about to report."""
    state.says_black[seat] |= state.to_black[seat]
    state.says_white[seat] |= state.to_white[seat]
    state.accused |= state.to_black[seat]
    whites = state.to_white[seat]
    while whites:
        state.spared_by[lowest(whites)] |= one(seat)
        whites = without_lowest(whites)


@rule
def standing(state, role):
    """Those whose claim of `role` is not broken, here or gone."""
    return state.claims[role] & ~state.broken


@rule
def only_rival(state, seat):
    """The only other standing claimant of a role dealt once that `seat` claims too, as a set that may be empty."""
    role = state.claim[seat]
    others = standing(state, role) & ~one(seat)
    if state.count[role] == 1 and count(others) == 1:
        return others
    return others & 0


@rule
def reported(state, seat):
    """Whom `seat` has reported, or is about to."""
    return state.says_black[seat] | state.says_white[seat] | state.to_black[seat] | state.to_white[seat]


@rule
def unreported(state, seat):
    """The options that `seat`, about to report, still has: everyone else in black and in white, and silence."""
    others = all_below(state.players) & ~reported(state, seat) & ~one(seat)
    return others | (others << MOST_SEATS) | one(SILENCE)


@rule
def take_report(state, seat, option):
    """Keep what `seat` is about to say: `option` of `unreported`, silence apart."""
    if option < MOST_SEATS:
        state.to_white[seat] |= one(option)
    else:
        state.to_black[seat] |= one(option - MOST_SEATS)


@rule
def reckon(state):
    """Work out anew, after anything was said or has broken, who is contested, trusted and cleared, and the tiers."""
    believable = state.claimed & 0
    contested = state.claimed & 0
    rivals = state.claimed & 0
    roles = state.roles_claimed
    while roles:
        role = lowest(roles)
        claimants = standing(state, role)
        if count(claimants) > state.count[role]:
            contested |= claimants
        else:
            believable |= claimants
        rivals |= rivals_of_role(state, role)
        roles = without_lowest(roles)
    state.knows_more = state.accused | rivals
    for view in range(state.views):
        believe(state, view, believable, contested)


@rule
def rivals_of_role(state, role):
    """Those who hold or claim a role that somebody else claims."""
    claimants, holders = state.claims[role], state.holders[role]
    if without_lowest(claimants):
        return claimants | holders
    return holders & ~claimants


@rule
def believe(state, view, believable, contested):
    """Whom a view trusts among the `believable`, and what follows from their reports."""
    trusted = believable & 0
    white = believable & 0
    black = believable & 0
    while believable:
        seat = lowest(believable)
        if state.lot[seat] < state.trusts[view]:
            trusted |= one(seat)
            white |= state.says_white[seat]
            black |= state.says_black[seat]
        believable = without_lowest(believable)
    state.trusted[view] = trusted
    state.cleared[view] = (trusted | white) & ~state.broken
    state.tiers[view, BLAMED] = black
    state.tiers[view, BROKEN] = state.broken
    state.tiers[view, CONTESTED] = contested if state.rolls[view] else contested & 0
    state.tiers[view, UNKNOWN] = ~state.cleared[view] & ~state.claimed
    state.tiers[view, UNCLEARED] = ~state.cleared[view]
    state.tiers[view, ANYONE] = np.int64(-1)


@rule
def trusted_by(state, seat):
    """Whom `seat` trusts."""
    return state.trusted[state.sees[seat]]


@rule
def cleared_by(state, seat):
    """Whom `seat` trusts, and whom those report to be no werewolves."""
    return state.cleared[state.sees[seat]]
