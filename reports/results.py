"""What a document is made of: the tables of one or more runs, and what a reader must be told of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reports.goal import Goal

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Meaning:
    """A name as the tables have it, what it means in a sentence, and what a heading calls it."""

    name: str
    meaning: str
    title: str = ""


@dataclass(frozen=True)
class About:
    """What the tables alone do not say.

    Attributes:
        title: what the run asks, for people ("How many werewolves for how many players?").
        game: the game's name in the tables; `game_title` for people.
        length_unit: the unit of a game's length, singular ("day"); `length_meaning`: from where to where it counts.
        outcomes: every outcome of the game, in its own order; `ends` likewise.
        parameters: every parameter of the game, in its own order.
        swept: the columns of `cells` that differ from cell to cell, in the order asked for; `label` is one
            of them where cells are told apart by a label.
        seed: the seed of every cell.
        command: the command that makes this run again.
        versions: program -> version.
        created: the day the run was made, ISO.
        columns: table -> column -> what it means.
        goal: which share of which outcome is looked for; None for an even game by the leading outcome.
        switches: the parameters of which 1 is on and 0 is off.
        details: the tables with so many rows that a workbook has them only where they are asked for.
    """

    title: str
    game: str
    game_title: str
    length_unit: str
    length_meaning: str
    outcomes: tuple[Meaning, ...]
    ends: tuple[Meaning, ...]
    parameters: tuple[Meaning, ...]
    swept: tuple[str, ...]
    seed: int
    command: str
    versions: Mapping[str, str]
    created: str
    columns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    goal: Goal | None = None
    details: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


@dataclass(frozen=True)
class Results:
    """One run: its tables by name, and what there is to say about them.

    Attributes:
        about: what the tables alone do not say.
        tables: name -> table; each joins the others on `cell`:
            `cells` (cell, label, base: the cell that it is held against, policy, policy.SIDE ..., every parameter,
            games, seed, game, game_version, length_mean, length_sd, length_p50, length_p95, length_max, stop_reason,
            fingerprint),
            `outcomes` (cell, outcome, count, rate, low, high, ci_method), only the possible ones,
            `ends` (cell, outcome, end, count), `seats` (cell, seat, order, games, wins),
            `roles` (cell, role, dealt, wins, survived, wins_squared, days_sat_out),
            `lengths` (cell, outcome, length, count), `policies` (cell, policy, seats, wins);
            the game's own (`votes`, `states` ...); where games were kept one by one,
            `games` (cell, game, outcome, length, end, winners: seats from 1).
        name: what tells this run from others in one document: its folder's name.
        unread: the names of tables that the run has besides, left where they are.
    """

    about: About
    tables: Mapping[str, "pl.DataFrame"]
    name: str = ""
    unread: tuple[str, ...] = ()
