"""The ladder: ways to play side by side."""

from collections.abc import Callable
from dataclasses import replace

import polars as pl
import pytest
from rich.console import Console

from reports import Page, answer, ladder, markdown, runs, terminal
from reports.results import Results
from reports.sweep import read


def told(results: Results, width: int | None = None) -> str:
    """What ends a sweep, as text."""
    console = Console(width=width or 200, color_system=None)
    with console.capture() as capture:
        console.print(terminal.sweep_table(results, Page(width)))
    return capture.get()


def test_a_row_a_setup_and_a_column_a_bundle(bundles: Results) -> None:
    sweep = read(bundles)
    found = ladder.of(sweep)
    assert found is not None
    assert found.axis.name == "policy"
    assert {rung.name for rung in found.rungs} == {f"players {value}" for value in found.others[0].values}
    shown = {column.title: column.lines for column in ladder.columns(found)}
    assert list(shown) == ["players", *found.axis.values, "swing in points"]
    for cell, share in sweep.led:
        row = shown["players"].index(cell.setup["players"])
        assert shown[cell.setup["policy"]][row] == str(share)


def test_the_swing_is_from_the_smallest_share_to_the_greatest(bundles: Results) -> None:
    sweep = read(bundles)
    found = ladder.of(sweep)
    for rung in found.rungs:
        rates = [share.rate for cell, share in sweep.led if cell.setup["players"] == rung.setup["players"]]
        assert rung.swing == max(rates) - min(rates)


def test_where_balance_swings_is_said_as_far_as_the_games_tell(swinging: Results, bundles: Results) -> None:
    first, second, last = ladder.of(read(swinging)).rungs
    assert (first.name, second.name, last.name) == ("players 7", "players 8", "players 9")
    (sentence,) = ladder.sentences(read(swinging))
    ends = [f"{100 * end.rate:.1f} %" for rung in (first, last) for end in (rung.lowest, rung.highest)]
    assert sentence == (
        f"From one policy to another the share moves least at players 7 ({ends[0]} to {ends[1]}) "
        f"and most at players 9 ({ends[2]} to {ends[3]})."
    )
    assert sentence in answer.sentences(read(swinging))
    (sentence,) = ladder.sentences(read(bundles))
    assert sentence.endswith(": too few games to tell where it moves most.")


def test_setups_that_swing_alike_are_not_ranked(bundles: Results, swinging: Results) -> None:
    steady = bundles.tables["cells"].filter(pl.col("players") < 8)["cell"].to_list()
    assert len(steady) == 4
    rungs = ladder.of(read(bundles)).rungs
    assert ladder._moves(rungs[0], rungs).endswith(", too close to rank with 3 more)")
    rungs = ladder.of(read(swinging)).rungs
    assert "too close" not in ladder._moves(rungs[2], rungs)


def test_a_swing_that_may_be_chance_is_marked(make: Callable[..., Results], swinging: Results) -> None:
    setups = [{"players": players, "policy": policy} for players in (7, 8) for policy in ("blind", "sharp")]
    same = read(make(setups, ("players", "policy"), games=400))
    assert all(text.startswith("~ ") for text in ladder.columns(ladder.of(same))[-1].lines)
    assert not ladder.columns(ladder.of(read(swinging)))[-1].lines[2].startswith("~")
    (note,) = ladder.notes(same)
    assert note.startswith("Swing: the largest share of a row less the smallest; ~ stands")
    assert note in runs.notes([same])


@pytest.mark.parametrize("run", ["grid", "single", "each", "large"])
def test_other_sweeps_have_none(run: str, request: pytest.FixtureRequest) -> None:
    sweep = read(request.getfixturevalue(run))
    assert ladder.of(sweep) is None
    assert ladder.sentences(sweep) == []
    assert ladder.notes(sweep) == []


def test_a_sweep_over_bundles_alone_has_none(bundles: Results) -> None:
    """With nothing beside it, the usual table is a ladder already."""
    cells = bundles.tables["cells"]
    first = cells.filter(cells["players"] == cells["players"][0])
    alone = replace(
        bundles,
        about=replace(bundles.about, swept=("policy",)),
        tables={
            name: table.filter(table["cell"].is_in(first["cell"].to_list())) for name, table in bundles.tables.items()
        },
    )
    assert ladder.of(read(alone)) is None


def test_what_was_not_played_is_marked(bundles: Results) -> None:
    cells = bundles.tables["cells"]
    some = cells["cell"].to_list()[1:]
    partly = replace(
        bundles, tables={name: table.filter(table["cell"].is_in(some)) for name, table in bundles.tables.items()}
    )
    found = ladder.of(read(partly))
    assert [line for column in ladder.columns(found) if column.kind == "share" for line in column.lines].count("–") == 1


def test_knobs_are_no_ways_to_play() -> None:
    assert ladder._seats_policies("policy.village")
    assert not ladder._seats_policies("policy.village.skill")
    assert not ladder._seats_policies("players")


def test_it_stands_for_the_long_table_where_it_says_all_but_lengths(swinging: Results, bundles: Results) -> None:
    """Three outcomes are more than one share says; so is a setup's number of games where that differs."""
    assert ladder.says_all(read(swinging))
    assert "mean length" not in told(swinging)
    assert not ladder.says_all(read(bundles))
    assert told(bundles).index("Village wins, by policy") < told(bundles).index("mean length")
    cells = swinging.tables["cells"].with_columns(games=pl.Series(range(1, 12)))
    assert not ladder.says_all(read(replace(swinging, tables={**swinging.tables, "cells": cells})))


def test_a_report_has_the_long_table_too(swinging: Results) -> None:
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(terminal.summary([swinging]))
    assert 0 < capture.get().index("Village wins, by policy") < capture.get().index("mean length")


def test_figures_are_the_same_as_numbers(swinging: Results) -> None:
    found = ladder.of(read(swinging))
    figures = ladder.figures(found)
    shares = [f"{way}_share" for way in found.axis.values]
    assert list(figures)[: len(shares) + 2] == ["players", *shares, "swing"]
    assert figures["players"] == [7.0, 8.0, 9.0]
    assert figures["sharp_share"][1] is figures["sharp_low"][1] is None
    assert figures["blind_share"][0] == found.rungs[0].shares["blind"].rate
    assert figures["swing"] == [rung.swing for rung in found.rungs]
    assert ladder.meanings(found).keys() == figures.keys() - {"players"}


def test_it_stands_in_every_document(bundles: Results) -> None:
    assert "Village wins, by policy" in told(bundles)
    assert "## Village wins, by policy" in markdown.document([bundles])
    assert "## All setups" in markdown.document([bundles])


@pytest.mark.parametrize("run", ["bundles", "swinging"])
@pytest.mark.parametrize("width", [60, 80])
def test_it_fits_a_narrow_terminal(run: str, width: int, request: pytest.FixtureRequest) -> None:
    lines = told(request.getfixturevalue(run), width).splitlines()
    start = lines.index("Village wins, by policy")
    assert all(len(line) <= width for line in lines[start:])


def test_where_it_does_not_fit_the_long_table_stands_in(swinging: Results) -> None:
    shown = told(swinging, 30)
    assert "Village wins, by policy" not in shown
    assert shown.count("village wins ") == len(read(swinging).cells)
