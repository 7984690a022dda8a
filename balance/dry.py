"""What a sweep would play, and how long it would take, without playing it."""

import time
from typing import TYPE_CHECKING, Any

from balance import run, show, stopping
from balance.sweep import Options, load, load_own
from kernels.game import write
from scenarios import Cell, Plan

if TYPE_CHECKING:
    from rich.console import RenderableType

SAMPLES, SECONDS_A_SAMPLE = 5, 0.1
"""How many cells a projection plays, for how long each."""


def projected_seconds(plan: Plan, options: Options) -> float:
    """How long the plan would take from nothing, by playing some of its cells for a moment."""
    load(plan.game, options.quiet)
    load_own(plan.game, plan.cells, options.quiet)
    step = max(1, len(plan.cells) // SAMPLES)
    samples = plan.cells[step // 2 :: step]
    a_game = sum(_seconds_a_game(cell, options.seed) for cell in samples) / len(samples)
    return a_game * sum(games_of(plan, options)) / options.threads


def games_of(plan: Plan, options: Options) -> list[int]:
    """How many games each cell would play: at most, where the rule looks at what they come to."""
    return [stopping.most(options.rule, plan.game, cell.setup) for cell in plan.cells]


def _seconds_a_game(cell: Cell, seed: int) -> float:
    games, started = 100, time.perf_counter()
    while True:
        played = run.work(run.Task(cell.game, cell.setup, cell.seating, seed, (0, games), False))
        if time.perf_counter() - started > SECONDS_A_SAMPLE:
            return played.seconds / games
        games *= 4


def as_json(plan: Plan, options: Options, seconds: float) -> dict[str, Any]:
    """The plan as plain values."""
    return {
        "games": options.rule.games,
        "seed": options.seed,
        "projected_seconds": round(seconds, 1),
        "cells": [
            {
                "cell": cell.id,
                "game": cell.game,
                "setup": _setup(cell),
                "label": cell.label,
                "base": cell.base,
                "games": games,
            }
            for cell, games in zip(plan.cells, games_of(plan, options), strict=True)
        ],
    }


def as_document(plan: Plan, options: Options, seconds: float, width: int | None = None) -> "RenderableType":
    """The plan for the terminal: a row a cell, then the time."""
    from rich.console import Group
    from rich.text import Text

    columns = [*(plan.swept or ("players",)), *(() if "policy" in plan.swept else ("policy",))]
    rows = [
        {name: cell.label if name == "label" else write(_setup(cell)[name]) for name in columns} for cell in plan.cells
    ]
    setups = "1 setup" if len(rows) == 1 else f"{len(rows):,} setups"
    most = max(games_of(plan, options))
    games = f"at most {most:,} games each, at most" if options.rule.looks else f"{most:,} games each:"
    effort = f"{setups}, {games} about {duration(seconds)} on {options.threads} threads"
    return Group(show.as_table(rows, width), Text(effort))


def duration(seconds: float) -> str:
    """A time for people: seconds, minutes or hours."""
    for unit, size in (("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} seconds" if seconds >= 1 else "a second"


def _setup(cell: Cell) -> dict[str, Any]:
    return {**cell.setup.values, **cell.policies}
