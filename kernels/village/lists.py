"""Whom people vote for: the first tier of their list that is not empty, and in it the lowest mood.

A list is a row of `LISTS`, read from left to right.
"""

import numpy as np

from kernels.bits import lowest, one, without_lowest
from kernels.jit import numbers, rule
from kernels.village.moods import lowest_mood

TIERS = {
    "own_black": "whom I was told is a werewolf",
    "liars": "claimants whom I know to lie: my rival, and whoever accuses me",
    "blamed": "whom the trusted report to be werewolves",
    "broken": "those whose claim is broken",
    "contested": "those who claim one role against each other (where `contested` is `roll`)",
    "unknown": "those neither cleared nor claimed",
    "uncleared": "those not cleared",
    "anyone": "anyone",
}
"""Tier -> who is in it."""
LISTS = {
    "villager": ("own_black", "liars", "blamed", "broken", "contested", "unknown", "uncleared", "anyone"),
    "pack": ("blamed", "broken", "contested", "unknown", "uncleared", "anyone"),
    "open": ("own_black", "anyone"),
}
"""List -> its tiers, the most pressing first."""

OWN_BLACK, LIARS, BLAMED, BROKEN, CONTESTED, UNKNOWN, UNCLEARED, ANYONE = numbers(len(TIERS))
VILLAGER_LIST, PACK_LIST, OPEN_LIST = numbers(len(LISTS))
ROWS = np.array([[*(list(TIERS).index(tier) for tier in row), *[int(ANYONE)] * 8][:8] for row in LISTS.values()])
"""List, place -> tier, filled up with `anyone`."""


@rule
def suspects(state, seat, row, pool):
    """The first tier of list `row` that has any of `pool`, a set that is not empty: those of it."""
    place = 0
    while True:
        those = tier(state, seat, ROWS[row, place]) & pool
        if those:
            return those
        place += 1


@rule
def tier(state, seat, number):
    """Who is in tier `number` of the list of `seat`, here or gone."""
    if number == OWN_BLACK:
        return state.black[seat]
    if number == LIARS:
        return liars(state, seat) if state.knows_more & one(seat) else np.int64(0)
    return state.tiers[state.sees[seat], number]


@rule
def first_on_list(state, view, candidates):
    """Who of the `candidates` heads the list of somebody who sees the talk in a view and knows nothing more."""
    number = BLAMED
    while not state.tiers[view, number] & candidates:
        number += 1
    return lowest_mood(state, state.tiers[view, number] & candidates)


@rule
def followers(state, view, head):
    """Those who vote by a list, see the talk in this view and vote for `head`, who heads it for everyone: nobody whom
    they know more of stands before it, and they do not spare it."""
    return state.listed[view] & ~(state.found_black | state.knows_more | state.spared_by[head] | one(head))


@rule
def liars(state, seat):
    """The claimants whom `seat` knows to lie: whoever claims the role that only it was dealt, or itself claims, and
    whoever reports it to be a werewolf, unless a look reads its role as one."""
    role = state.role[seat]
    lying = state.claimed & 0
    if state.count[role] == 1:
        lying |= state.claims[role]
    if state.claimed & one(seat) and state.count[state.claim[seat]] == 1:
        lying |= state.claims[state.claim[seat]]
    if state.accused & one(seat) and not state.reads_black & one(role):
        lying |= accusers(state, seat)
    return lying & ~one(seat)


@rule
def accusers(state, seat):
    """The claimants who report `seat` to be a werewolf."""
    accusing = state.claimed & 0
    claimants = state.claimed
    while claimants:
        claimant = lowest(claimants)
        if state.says_black[claimant] & one(seat):
            accusing |= one(claimant)
        claimants = without_lowest(claimants)
    return accusing
