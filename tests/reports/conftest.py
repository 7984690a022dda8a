"""Runs made up for the documents' tests: counts by a seeded binomial, intervals as the tool computes them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import beta

from reports.goal import Goal
from reports.results import About, Meaning, Results

GAMES = 100_000
SIDES = {"policy": "beginners", "policy.village": "quiet", "policy.pack": "stealth", "policy.allies": "quiet"}
PARAMETERS = {
    "players": "How many people play.",
    "werewolves": "How many werewolves are dealt.",
    "knight_same_target": "The Knight may guard the same person two nights in a row.",
    "tie": "What a tied vote leads to.",
    "prank_from": "The first night on which the pack pranks.",
}
STANDARD: dict[str, Any] = {
    "players": 8,
    "werewolves": 2,
    "knight_same_target": True,
    "tie": "runoff",
    "prank_from": "2",
}
TITLES = {"villagers": "village wins", "werewolves": "werewolves win"}
"""What headings call an outcome; the others are called what they are."""
CELLS = {"label": pl.String, "base": pl.String, "answer": pl.String, "length_mean": pl.Float64}
LENGTHS = {"cell": pl.String, "outcome": pl.String, "length": pl.Int64, "count": pl.Int64}
Setup = Mapping[str, Any]


@dataclass(frozen=True)
class Made:
    """What a made-up run is made of; `run` makes it."""

    setups: Sequence[Setup]
    swept: tuple[str, ...]
    games: int = GAMES
    outcomes: tuple[str, ...] = ("villagers", "werewolves", "stalled")
    title: str = "How many werewolves for how many players?"
    command: str = "balance sweep werewolf players=4..12 werewolves=1..3"
    name: str = ""
    rare: float = 0.00003
    finished: bool = True
    goal: Goal | None = None

    def run(self) -> Results:
        rows = [{**SIDES, **STANDARD, **setup} for setup in self.setups]
        draws = np.random.default_rng(1)
        tables = [_play(f"{number:08x}", row, self, draws) for number, row in enumerate(rows)]
        return Results(
            about=About(
                title=self.title,
                game="werewolf",
                game_title="Werewolf",
                length_unit="day",
                length_meaning="the number of the day on which a game was decided; the first vote is day 2's",
                outcomes=tuple(
                    Meaning(name, f"how `{name}` comes about.", TITLES.get(name, "")) for name in self.outcomes
                ),
                ends=(Meaning("vote", "decided by a vote"), Meaning("morning", "decided by the morning's list")),
                parameters=tuple(Meaning(name, meaning) for name, meaning in PARAMETERS.items()),
                swept=self.swept,
                seed=1,
                command=self.command,
                versions={"wolfbalance": "0.1.0", "numba": "0.68"},
                created="2026-07-01",
                columns={"cells": {"players": "How many people play.", "games": "Games played."}},
                goal=self.goal,
            ),
            tables={name: pl.concat([made[name] for made in tables]) for name in tables[0]},
            name=self.name,
        )


def _interval(count: int, games: int, alpha: float) -> dict[str, float | None]:
    """A share and its exact interval (Clopper and Pearson, 1934); nothing where no game was played."""
    if not games:
        return {"rate": None, "low": None, "high": None}
    low = float(beta.ppf(alpha / 2, count, games - count + 1)) if count else 0.0
    high = float(beta.ppf(1 - alpha / 2, count + 1, games - count)) if count < games else 1.0
    return {"rate": count / games, "low": low, "high": high}


def _play(key: str, row: Setup, made: Made, draws: np.random.Generator) -> dict[str, pl.DataFrame]:
    chance = float(
        np.clip(1.18 - 1.32 * (row["werewolves"] / row["players"]) ** 0.6 + row.get("_shift", 0), 0.02, 0.97)
    )
    rest = np.full(len(made.outcomes) - 2, made.rare)
    games = row.get("_games", made.games)
    counts = draws.multinomial(games, [chance - rest.sum() / 2, 1 - chance - rest.sum() / 2, *rest])
    alpha = 0.05 / (len(counts) if len(counts) > 2 else 1)
    outcomes = [
        {
            "cell": key,
            "outcome": outcome,
            "count": int(count),
            **_interval(int(count), games, alpha),
            "ci_method": "clopper-pearson",
        }
        for outcome, count in zip(made.outcomes, counts, strict=True)
    ]
    mean = row["players"] / 2.4
    lengths = [
        {"cell": key, "outcome": outcome, "length": int(length), "count": int(count)}
        for outcome, played in zip(made.outcomes, counts, strict=True)
        for length, count in _tallied(2 + draws.binomial(row["players"], 0.3, played))
    ]
    cell = {
        "cell": key,
        "label": None,
        "base": None,
        **{name: value for name, value in row.items() if not name.startswith("_")},
        "games": games,
        "seed": 1,
        "game": "werewolf",
        "game_version": 1,
        "length_mean": mean if games else None,
        "length_sd": 1.1,
        "length_p50": int(mean),
        "length_p95": int(mean) + 2,
        "length_max": int(mean) + 5,
        "stop_reason": "games" if games >= made.games or made.finished else "interrupted",
        "answer": row.get("_answer"),
        "fingerprint": row.get("_fingerprint", f"{int(key, 16) + 0xFEDCBA9876543210:016x}"),
    }
    seats = [{"cell": key, "seat": seat, "order": seat, "games": games, "wins": games // 2} for seat in (1, 2)]
    return {
        "cells": pl.DataFrame([cell], schema_overrides=CELLS),
        "outcomes": pl.DataFrame(outcomes, schema_overrides=dict.fromkeys(("rate", "low", "high"), pl.Float64)),
        "ends": pl.DataFrame([{"cell": key, "outcome": "villagers", "end": "vote", "count": int(counts[0])}]),
        "seats": pl.DataFrame(seats),
        "roles": pl.DataFrame(
            [{"cell": key, "role": "seer", "dealt": games, "wins": 1, "survived": 2, "wins_squared": 3}]
        ),
        "lengths": pl.DataFrame(lengths, schema=LENGTHS),
        "policies": pl.DataFrame([{"cell": key, "policy": "quiet", "seats": 6 * games, "wins": 3 * games}]),
    }


def _tallied(values: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(*np.unique(values, return_counts=True), strict=True))


def _over(**swept: Sequence[Any]) -> list[dict[str, Any]]:
    return [dict(zip(swept, values, strict=True)) for values in product(*swept.values())]


def _outnumbered(setups: Sequence[Setup]) -> list[Setup]:
    return [setup for setup in setups if 2 * setup["werewolves"] < setup["players"]]


@pytest.fixture(scope="session")
def make() -> Callable[..., Results]:
    """Makes a run from setups and the names of the swept columns; further settings are Made's."""
    return lambda setups, swept, **settings: Made(setups, tuple(swept), **settings).run()


@pytest.fixture(scope="session")
def grid() -> Results:
    """Players 4..12 by werewolves 1..4, where the werewolves are outnumbered."""
    return Made(_outnumbered(_over(players=range(4, 13), werewolves=range(1, 5))), ("players", "werewolves")).run()


@pytest.fixture(scope="session")
def large() -> Results:
    """More than 200 cells, as the scenario that ships has."""
    setups = _outnumbered(_over(players=range(4, 31), werewolves=range(1, 15)))
    return Made(setups, ("players", "werewolves")).run()


@pytest.fixture(scope="session")
def line() -> Results:
    """One swept number."""
    return Made(_over(players=range(5, 16)), ("players",), title="How many players?").run()


@pytest.fixture(scope="session")
def single() -> Results:
    """One cell, nothing swept."""
    return Made([{}], (), title="The default table", command="balance sweep werewolf").run()


@pytest.fixture(scope="session")
def each() -> Results:
    """One thing changed at a time, the unchanged setup first."""
    changes: list[dict[str, Any]] = [{}, {"knight_same_target": False}, {"tie": "lot", "_shift": 0.05}]
    changes += [{"tie": "nobody", "_shift": -0.1}, {"prank_from": "never", "_shift": 0.2}]
    return Made(changes, ("knight_same_target", "tie", "prank_from"), title="Which house rule matters?").run()


@pytest.fixture(scope="session")
def bundles() -> Results:
    """Bundles swept over players."""
    both = [SIDES, {"policy": "blind", **dict.fromkeys(list(SIDES)[1:], "random"), "_shift": -0.1}]
    setups = [{**bundle, **setup} for setup in _over(players=range(6, 10)) for bundle in both]
    return Made(setups, ("players", *SIDES), title="Does play matter?").run()


@pytest.fixture(scope="session")
def swinging() -> Results:
    """Four bundles swept over players, two outcomes: much the same at 7 and 8, far apart at 9; one setup left out."""
    shifts = {"blind": -0.3, "beginners": -0.1, "casual": 0.0, "sharp": 0.2}
    setups = [
        {**SIDES, "policy": bundle, "players": players, "_shift": shift if players == 9 else shift / 40}
        for players in (7, 8, 9)
        for bundle, shift in shifts.items()
        if (bundle, players) != ("sharp", 8)
    ]
    return Made(setups, ("players", "policy"), outcomes=("villagers", "werewolves"), title="The ladder").run()


HOSTILE = (
    "<script>alert(1)</script>",
    "=1+1",
    "a|b `c` *d* [e](http://f.example) _g_",
    "two\nlines\x1b[31m",
    '"&quot;"',
    "+49 30",
)


@pytest.fixture(scope="session")
def hostile() -> Results:
    """Labels, a title and a command made to break documents."""
    setups = [{"label": label, "werewolves": 1 + number % 2} for number, label in enumerate(HOSTILE)]
    command = "balance sweep 'a`b.toml' --where \"players < 9\""
    made = Made(setups, ("label", "werewolves"), title="<b>Bold</b> | {{ 7 * 7 }}", command=command, name="=run")
    return made.run()


@pytest.fixture(scope="session")
def interrupted() -> Results:
    """A run that was stopped before its third cell was done and its last one had played a game."""
    setups = [{"players": players, "_games": games} for players, games in ((7, GAMES), (8, GAMES), (9, 1000), (10, 0))]
    return Made(setups, ("players",), finished=False).run()


@pytest.fixture(scope="session")
def labelled() -> Results:
    """Two table sizes; at each, under the tool's labels, the unchanged setup and one thing changed at a time.

    Village wins where nobody pranks 20 points more, where a tie is nobody's 10 less; nobody reads what is revealed.
    """
    changes: list[dict[str, Any]] = [
        {"label": "unchanged", "_fingerprint": "same"},
        {"label": "prank_from=never", "prank_from": "never", "_shift": 0.2},
        {"label": "tie=nobody", "tie": "nobody", "_shift": -0.1},
        {"label": "tie=lot", "tie": "lot"},
        {"label": "reveal=role", "_fingerprint": "same"},
    ]
    setups = [
        {"players": players, **change, "base": f"{len(changes) * place:08x}" if change is not changes[0] else None}
        for place, players in enumerate((8, 9))
        for change in changes
    ]
    return Made(setups, ("players", "label"), title="Which house rule matters?").run()


@pytest.fixture(scope="session")
def two_runs(grid: Results, line: Results) -> list[Results]:
    """Two runs of different shapes for one document."""
    return [replace(grid, name="wolves-1a2b3c4d"), replace(line, name="players-5e6f7a8b")]
