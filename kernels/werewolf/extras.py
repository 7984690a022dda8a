"""The tables that Werewolf has beside those of every game: what moderators ask of votes, mornings and nights."""

from collections.abc import Sequence

from kernels.game import Axis, Column, Extra, Outcome, Resolved
from kernels.werewolf.roles import PACK, ROLES
from kernels.werewolf.table import last_day

LAST_ROW = 40
"""The last day and night with rows of their own; only where votes may send nobody home are games longer."""


def last_row(setup: Resolved) -> int:
    """The day, or night, that is counted together with all later ones."""
    return min(last_day(setup), LAST_ROW)


def pack_dealt(setup: Resolved) -> int:
    """How many of the pack are dealt."""
    return sum(setup.dealt.get(row.name, 0) for row in ROLES if row.side == PACK)


def _numbered(name: str, meaning: str) -> Axis:
    later = f"{meaning}; {LAST_ROW} stands for all later ones too, which come only where votes may send nobody home."
    return Axis(name, later, lambda setup: last_row(setup) + 1)


def _living(when: str) -> tuple[Axis, Axis]:
    living = Axis("living", f"How many people were still here {when}.", lambda setup: setup.seats + 1)
    return living, Axis("pack", "How many of them were of the pack.", lambda setup: pack_dealt(setup) + 1)


def extras(outcomes: Sequence[Outcome]) -> tuple[Extra, Extra, Extra]:
    """The tables, in the order in which `journal.py` fills them in."""
    votes = (
        Column("ballots", "Votes held on that day by so many people."),
        Column("hits", "Those of them that sent one of the pack home."),
        Column("run_offs", "Those of them that went to a run-off."),
        Column("lots", "Those of them that a lot decided."),
    )
    states = tuple(
        Column(f"{outcome.name}_count", f"Those of them that ended so: {outcome.meaning}.") for outcome in outcomes
    )
    nights = (
        Column("pranks", "Pranks played in that night on people dealt that role."),
        Column("saves", "Those of them that failed, because the person was guarded."),
        Column("first_victims", "Those of them that were the first of their game to send somebody home."),
    )
    role = Axis("role", "The role dealt to the person pranked.", lambda _: len(ROLES), tuple(row.name for row in ROLES))
    games = Column("games", "Games that came to such a morning; they may have been decided by it.")
    return (
        Extra("votes", (_numbered("day", "The day of the vote"), *_living("at the vote")), votes, detail=True),
        Extra("states", (_numbered("morning", "The day"), *_living("after the morning's list")), states, games, True),
        Extra("nights", (_numbered("night", "The night"), role), nights),
    )
