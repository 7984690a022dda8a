"""The journal: what a game notes while it is played, for the tables of votes, mornings and nights (`extras.py`).

Each day is one number: the row of its morning in those tables (they are numbered axis by axis) above ten bits.

    bits 0-3  marks of the day's vote     bit 4  the pack pranked somebody in the night before
    bits 6-9  the role dealt to whom      bit 5  who was guarded

How a game ends is known only when its journal is added up. What differs from game to game is a number to add rather
than a branch: a processor that guesses a branch wrong loses more time than the adding takes.
"""

from collections.abc import Iterable
from math import prod
from typing import Any

import numpy as np

from kernels.bits import all_below, count, lowest, without_lowest
from kernels.game import Resolved, Whole
from kernels.jit import numbers, rule, step
from kernels.werewolf.extras import last_row, pack_dealt
from kernels.werewolf.roles import ROLES
from kernels.werewolf.spec import GAME
from kernels.werewolf.table import first_vote

VOTES, STATES, NIGHTS = GAME.extras
KINDS, ENDINGS, OF_VOTES, OF_NIGHTS = len(ROLES), len(STATES.columns), len(VOTES.columns), len(NIGHTS.columns)
MOST_DAYS = 1 + next(rule.high for rule in GAME.parameters if isinstance(rule, Whole) and rule.name == "day_cap")
HELD, HIT, RUN_OFF_HELD, LOT_DRAWN = numbers(OF_VOTES)
"""What is marked of a day's vote, in the order of its columns."""
PRANKED, SAVED, ROLE, ROW = 4, 5, 6, 10
MOST_ROLES, MOST_ROWS = 0xF, 0xFFFFFF


def journal_fields(seats: int) -> Iterable[tuple[Any, ...]]:
    """The fields of a state that hold the journal, for so many seats."""
    return (
        ("first_day", np.int64),  # the first day with a morning
        ("last_row", np.int64),  # the day that is counted together with all later ones
        ("pack_rows", np.int64),  # how many numbers of the pack there may be among the living
        ("states_at", np.int64),  # where the table of mornings begins among the extra counts
        ("nights_at", np.int64),
        ("tonight", np.int64),  # what tomorrow's number will say of tonight
        ("noted", np.int64, MOST_DAYS),  # day -> its number
        ("left_on", np.int64, seats),  # who is gone -> the day on which it went home
    )


def fix_journal(state: np.record, setup: Resolved) -> None:
    """Write down how long the tables of a setup are."""
    state.first_day = first_vote(setup)
    state.last_row = last_row(setup)
    state.pack_rows = pack_dealt(setup) + 1
    state.states_at = prod(VOTES.shape(setup))
    state.nights_at = state.states_at + prod(STATES.shape(setup))


@rule
def open_journal(state):
    """Nothing has happened yet."""
    state.tonight = 0


@rule
def note_prank(state, saved):
    """Tonight's prank, and whether its victim is guarded: 1 or 0."""
    state.tonight = state.role[state.pranked] << ROLE | saved << SAVED | 1 << PRANKED


@rule
def note_morning(state):
    """How many are living this morning and how many of them are of the pack."""
    day = min(state.day, state.last_row)
    row = (day * (state.players + 1) + count(state.living)) * state.pack_rows + count(state.living & state.pack)
    state.noted[state.day] = row << ROW | state.tonight
    state.tonight = 0


@rule
def mark_vote(state, mark, happened):
    """Whether something that is counted happened at today's vote: 1 or 0."""
    state.noted[state.day] |= happened << mark


@rule
def note_leaving(state, seat):
    """Somebody goes home; a night belongs to the day before it."""
    state.left_on[seat] = state.day


@step
def add_journal(state, tally, piece):
    """Add the journal of a game that has ended to piece number `piece` of the tally."""
    nobody_yet = 1
    days_ahead = state.day - state.night
    for day in range(state.first_day, state.day + 1):
        noted = state.noted[day]
        row = noted >> ROW & MOST_ROWS  # the compiler sees by the mask that it is not negative
        for mark in range(OF_VOTES):
            tally.extras[piece, OF_VOTES * row + mark] += noted >> mark & 1
        tally.extras[piece, state.states_at + ENDINGS * row + state.outcome] += 1
        if noted >> PRANKED & 1:
            saved = noted >> SAVED & 1
            night = min(day - days_ahead, state.last_row)
            cell = state.nights_at + OF_NIGHTS * (night * KINDS + (noted >> ROLE & MOST_ROLES))
            tally.extras[piece, cell] += 1
            tally.extras[piece, cell + 1] += saved
            tally.extras[piece, cell + 2] += nobody_yet & ~saved
            nobody_yet &= saved
    add_days_sat_out(state, tally, piece)


@rule
def add_days_sat_out(state, tally, piece):
    """Add the days that those who went home have sat out."""
    gone = all_below(state.players) & ~state.living
    while gone:
        seat = lowest(gone)
        tally.sat_out[piece, state.role[seat]] += state.day - state.left_on[seat]
        gone = without_lowest(gone)
