"""The tables of a run: totals as rows with names, each joining the others on `cell`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from balance import extras, stopping
from balance.counts import Counts, policies_of
from balance.judge import intervals as judge
from balance.rules import Rule
from balance.store import StoredCell
from kernels.game import Game, write

if TYPE_CHECKING:
    import polars as pl

COLUMNS: Mapping[str, Mapping[str, str]] = {
    "cells": {
        "cell": "The setup's identity: the same setup has the same one in every run.",
        "label": "What tells the setup apart from the others, where it has a name of its own.",
        "base": "The setup that this one is held against, in which nothing is changed; nothing where there is none.",
        "policy": "The bundle of policies that plays, where the whole table plays one.",
        "games": "Games played.",
        "seed": "The seed: the same seed, setup and version make the same games.",
        "game": "The game.",
        "game_version": "The version of the game's rules and policies in this program.",
        "length_mean": "Mean length of a game.",
        "length_sd": "Standard deviation of the length.",
        "length_p50": "Half of the games were this long or shorter.",
        "length_p95": "95 % of the games were this long or shorter.",
        "length_max": "The longest game.",
        "stop_reason": "Why no more games were played: games (as many as asked for), precision (the widest interval "
        "was narrow enough), decided: inside or decided: outside (the question had its answer), undecided (it had none "
        "after as many as allowed) or interrupted.",
        "answer": "Whether the share that was asked about lies inside the band, outside or is undecided, where it was.",
        "fingerprint": "A checksum of every random draw of every game; equal ones mean the same games.",
    },
    "outcomes": {
        "cell": "The setup.",
        "outcome": "How a game can end.",
        "count": "Games that ended so.",
        "rate": "Their share of all games, in [0, 1].",
        "low": "Lower end of the share's exact interval; all of a setup's intervals hold together at 95 %.",
        "high": "Upper end of that interval.",
        "ci_method": "How the interval was made, and over how many outcomes it is shared.",
    },
    "ends": {
        "cell": "The setup.",
        "outcome": "How the game ended.",
        "end": "What ended it.",
        "count": "Games that ended so.",
    },
    "seats": {
        "cell": "The setup.",
        "seat": "The seat, from 1.",
        "order": "Its place counted from the starting player, from 1.",
        "games": "Games that seat played in that place.",
        "wins": "Games it won.",
    },
    "roles": {
        "cell": "The setup.",
        "role": "The role dealt.",
        "dealt": "Seats dealt it, over all games.",
        "wins": "Those of them that won.",
        "survived": "Those of them still here at the end.",
        "wins_squared": "Sum over games of the square of the role's winning seats: a role's seats win together.",
        "days_sat_out": "Sum over those seats of the days from leaving to the game's end (in units of its length).",
    },
    "lengths": {
        "cell": "The setup.",
        "outcome": "How the game ended.",
        "length": "Its length.",
        "count": "Games that ended so at that length.",
    },
    "differences": {
        "cell": "The setup.",
        "base": "The setup that it is held against.",
        "outcome": "How a game can end.",
        "difference": "The outcome's share less that of the setup it is held against, in [-1, 1].",
        "low": "Lower end of the difference's interval; all of a run's intervals of differences hold together at 95 %.",
        "high": "Upper end of that interval.",
        "method": "How the interval was made, and over how many differences alpha is shared.",
    },
    "policies": {
        "cell": "The setup.",
        "policy": "How a seat played.",
        "seats": "Seats that played so, over all games.",
        "wins": "Those of them that won.",
    },
}
"""Table that every game has -> column -> what it means; a parameter's column means what the parameter does."""

ROLE_COUNTS = ("dealt", "wins", "survived", "wins_squared", "days_sat_out")
"""The counts of a role, in the order of `Counts.roles`."""


class Total(NamedTuple):
    """What is known of one cell: its counts over the first `games` games."""

    cell: StoredCell
    games: int
    counts: Counts


def tables(game: Game, version: int, seed: int, rule: Rule, totals: Sequence[Total]) -> dict[str, "pl.DataFrame"]:
    """Every table of a run.

    Args:
        game: what was played, in `version`.
        seed: of every cell.
        rule: when a cell was to be played enough.
        totals: the cells in the order of the tables.
    """
    import polars as pl

    make: dict[str, Callable[[Total], Iterable[dict[str, Any]]]] = {
        "cells": lambda total: [_cell(game, version, seed, rule, total)],
        "outcomes": lambda total: _outcomes(game, total),
        "ends": lambda total: _ends(game, total),
        "seats": lambda total: _seats(game, total),
        "roles": lambda total: _roles(game, total),
        "lengths": lambda total: _lengths(game, total),
        "policies": _policies,
    }
    made = {}
    for name, rows_of in make.items():
        rows = [{"cell": total.cell.id, **row} for total in totals for row in rows_of(total)]
        made[name] = pl.DataFrame(_of_one_type(rows), infer_schema_length=None)
    return made | extras.tables(game, [(total.cell.id, total.cell.setup, total.counts.extras) for total in totals])


def _of_one_type(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same rows with words in every column that holds words beside numbers (`never` beside 2)."""
    words = {name for row in rows for name, value in row.items() if isinstance(value, str)}
    mixed = [name for name in words if any(not isinstance(row[name], str | None) for row in rows)]
    return [{**row, **{name: write(row[name]) for name in mixed}} for row in rows] if mixed else rows


def _cell(game: Game, version: int, seed: int, rule: Rule, total: Total) -> dict[str, Any]:
    cell = total.cell
    return {
        "label": cell.label or None,
        "base": cell.base or None,
        **{name: policy or None for name, policy in cell.policies.items()},
        **cell.setup.values,
        "games": total.games,
        "seed": seed,
        "game": game.name,
        "game_version": version,
        **{f"length_{name}": figure for name, figure in length_figures(total).items()},
        "stop_reason": stop_reason(game, rule, total),
        "answer": answer(game, rule, total) or None,
        "fingerprint": fingerprint(total),
    }


def stop_reason(game: Game, rule: Rule, total: Total) -> str:
    """Why no more games of a cell were played."""
    return stopping.reason(rule, game, total.cell.setup, outcomes_of(total.counts), total.games)


def answer(game: Game, rule: Rule, total: Total) -> str:
    """The answer to what a rule asks of a cell; nothing where it asks nothing."""
    return stopping.answer(rule, game, outcomes_of(total.counts), total.games)


def outcomes_of(counts: Counts) -> np.ndarray:
    """(..., outcomes) games by outcome, of counts of pieces or of their sum."""
    summed: np.ndarray = counts.lengths.sum(axis=-1)
    return summed


def length_figures(total: Total) -> dict[str, float | int | None]:
    """Mean, standard deviation, median, 95th percentile and greatest of the lengths; nothing for no games."""
    counts = total.counts.lengths.sum(axis=0)
    games = int(counts.sum())
    if games == 0:
        return {"mean": None, "sd": None, "p50": None, "p95": None, "max": None}
    lengths = np.arange(len(counts))
    mean = float((counts * lengths).sum() / games)
    squares = float((counts * (lengths - mean) ** 2).sum())
    return {
        "mean": mean,
        "sd": (squares / (games - 1)) ** 0.5 if games > 1 else 0.0,
        "p50": judge.percentile(counts, 0.5),
        "p95": judge.percentile(counts, 0.95),
        "max": int(np.flatnonzero(counts)[-1]),
    }


def fingerprint(total: Total) -> str:
    """The sum of the final random states as 16 hexadecimal digits."""
    return f"{int(total.counts.fingerprint[0]) & 0xFFFFFFFFFFFFFFFF:016x}"


def outcome_counts(game: Game, total: Total) -> dict[str, int]:
    """Outcome -> games, every outcome of the game."""
    names = (outcome.name for outcome in game.outcomes)
    return dict(zip(names, outcomes_of(total.counts).tolist(), strict=True))


def _outcomes(game: Game, total: Total) -> Iterable[dict[str, Any]]:
    possible = game.possible(total.cell.setup)
    counts = outcome_counts(game, total)
    low, high = judge.intervals(np.array([counts[name] for name in possible]), total.games, len(possible))
    for k, name in enumerate(possible):
        rate = counts[name] / total.games if total.games else None
        yield {
            "outcome": name,
            "count": counts[name],
            "rate": rate,
            "low": float(low[k]),
            "high": float(high[k]),
            "ci_method": judge.method(len(possible)),
        }


def _ends(game: Game, total: Total) -> Iterable[dict[str, Any]]:
    for k, outcome in enumerate(game.outcomes):
        for number, end in enumerate(game.ends):
            if count := int(total.counts.ends[k, number]):
                yield {"outcome": outcome.name, "end": end.name, "count": count}


def end_counts(game: Game, total: Total) -> dict[str, int]:
    """End -> games, every end that happened."""
    sums = total.counts.ends.sum(axis=0)
    return {end.name: int(sums[k]) for k, end in enumerate(game.ends) if sums[k]}


def _seats(game: Game, total: Total) -> Iterable[dict[str, Any]]:
    for (seat, order), (games, wins) in zip(game.layout(total.cell.setup).places, total.counts.places, strict=True):
        yield {"seat": seat + 1, "order": order + 1, "games": int(games), "wins": int(wins)}


def wins_by_order(game: Game, total: Total) -> list[int]:
    """Wins by order from the starting player, or by seat where the game has none."""
    wins = [0] * total.cell.setup.seats
    for row in _seats(game, total):
        wins[row["order"] - 1] += row["wins"]
    return wins


def _roles(game: Game, total: Total) -> Iterable[dict[str, Any]]:
    for number, role in enumerate(game.roles):
        if role.name in total.cell.setup.dealt:
            counts = (int(count) for count in total.counts.roles[number])
            yield {"role": role.name, **dict(zip(ROLE_COUNTS, counts, strict=True))}


def _lengths(game: Game, total: Total) -> Iterable[dict[str, Any]]:
    for k, outcome in enumerate(game.outcomes):
        for length in np.flatnonzero(total.counts.lengths[k]):
            count = int(total.counts.lengths[k, length])
            yield {"outcome": outcome.name, "length": int(length), "count": count}


def _policies(total: Total) -> Iterable[dict[str, Any]]:
    for name, (seats, wins) in zip(policies_of(total.cell.seating), total.counts.policies, strict=True):
        yield {"policy": name, "seats": int(seats), "wins": int(wins)}


def as_json(game: Game, seed: int, rule: Rule, total: Total) -> dict[str, Any]:
    """One cell as `balance sweep --json` prints it."""
    answered = {"answer": answer(game, rule, total)} if rule.band else {}
    told = {"base": total.cell.base, "stop_reason": stop_reason(game, rule, total), **answered}
    return {**facts(game, seed, total), **told}


def facts(game: Game, seed: int, total: Total) -> dict[str, Any]:
    """What was played of one cell, and what it came to."""
    return {
        "cell": total.cell.id,
        "game": game.name,
        "setup": {**total.cell.setup.values, **total.cell.policies},
        "label": total.cell.label,
        "games": total.games,
        "seed": seed,
        "game_version": game.version,
        "outcomes": outcome_counts(game, total),
        "length": length_figures(total),
        "ends": end_counts(game, total),
        "roles": {
            row["role"]: {"dealt": row["dealt"], "wins": row["wins"], "survived": row["survived"]}
            for row in _roles(game, total)
        },
        "seats": wins_by_order(game, total),
        "policies": {row["policy"]: {"seats": row["seats"], "wins": row["wins"]} for row in _policies(total)},
        "fingerprint": fingerprint(total),
    }
