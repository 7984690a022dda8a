"""What is looked for: an even game, a share that was said, or the band that was asked about."""

import io
from collections.abc import Callable
from dataclasses import replace

import polars as pl
import pytest

from reports import answer, html, markdown, nearest, show, table, terminal
from reports.goal import Goal, aim, question
from reports.results import Results
from reports.sweep import read

Make = Callable[..., Results]


def at(run: Results, goal: Goal | None) -> Results:
    return replace(run, about=replace(run.about, goal=goal))


def answered(run: Results, answers: list[str]) -> Results:
    """The same run, its setups with these answers to a question about the village's share."""
    cells = run.tables["cells"].with_columns(pl.Series("answer", answers, pl.String))
    return at(replace(run, tables={**run.tables, "cells": cells}), question("villagers", 0.2, 0.25))


def test_an_aim_has_a_band_around_it() -> None:
    goal = aim("villagers", 0.4)
    assert (goal.outcome, goal.aim, goal.low, goal.high) == ("villagers", 0.4, 0.35, 0.45)
    assert (goal.aimed_at, goal.band) == ("40 %", "35–45 %")
    assert aim("werewolves", 1) == Goal("werewolves", 1, 0.95, 1.0)
    assert aim("villagers", 0.5) == Goal("villagers")
    assert (Goal("villagers").aimed_at, Goal("villagers").band) == ("even", "45–55 %")


def test_setups_are_ranked_by_what_is_aimed_at(grid: Results) -> None:
    aimed = at(grid, Goal("werewolves", 0.6, 0.55, 0.65))
    rows = read(aimed).led
    best = min(rows, key=lambda row: abs(row[1].rate - 0.6))
    assert nearest.to_aim(read(aimed), rows)[0] == best
    told = " ".join(answer.sentences(read(aimed)))
    assert f"Nearest to 60 % overall, too close to rank: {best[0].name} (werewolves win {best[1]}); " in told
    assert "Werewolves win: within 55–65 % in " in told
    assert "Nearest to 60 % for each number of players" in markdown.document([aimed])
    assert "Shaded: werewolves win within 55–65 %, interval included." in html.document([aimed]).replace("\xa0", " ")


def test_every_setup_has_its_answer(make: Make) -> None:
    run = answered(make([{"players": n} for n in (6, 7, 8)], ["players"]), ["inside", "undecided", "outside"])
    column = next(column for column in table.columns(read(run)) if column.title == "in 20–25 %?")
    assert column.lines == ["inside", "undecided", "outside"]
    told, shares = answer.sentences(read(run)), [share for _, share in read(run).led]
    assert told[0] == (
        f"Village wins within 20–25 %? Inside in 1 of 3 setups (players 6: {shares[0]}); outside in 1 (players 8: "
        f"{shares[2]}); undecided in 1 (players 7: {shares[1]}): 100,000 games are too few to tell."
    )
    assert not any("45" in sentence for sentence in told)
    assert "45–55" not in markdown.document([run])
    shaded = html.document([run])
    assert shaded.count('class="even"') == 1
    assert "Shaded: village wins within 20–25 %." in shaded.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("inside", "Inside."),
        ("outside", "Outside."),
        ("undecided", "Undecided: 100,000 games are too few to tell."),
    ],
)
def test_one_setup_has_one_too(make: Make, said: str, told: str) -> None:
    run = answered(make([{}], []), [said])
    first, *others = answer.sentences(read(run))
    assert first == f"Village wins within 20–25 %? {told}"
    assert not any("within" in sentence or "outside" in sentence for sentence in others)


def test_an_outcome_that_no_setup_can_yield_is_said_to_be_none(single: Results) -> None:
    run = at(single, Goal("werewolves", 0.4, 0.35, 0.45))
    only = run.tables["outcomes"].filter(pl.col("outcome") == "villagers")
    told = answer.sentences(read(replace(run, tables={**run.tables, "outcomes": only})))
    assert told == ["No setup can end with the outcome “werewolves win”."]


def test_a_sweep_ends_with_its_answer(make: Make) -> None:
    run = make([{"tie": "lot"}, {"tie": "runoff", "_shift": 0.2}], ["tie"])
    stream = io.StringIO()
    show(terminal.sweep_answer(run), stream)
    told = stream.getvalue()
    assert "a difference of" in told
    assert "Nearest to even: " in told
