"""Tables for other programs: CSV, Parquet and JSON read back."""

import csv
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import openpyxl
import polars as pl
import pyarrow.parquet
import pytest
from polars.testing import assert_frame_equal

from reports import ReportMistake, Results, export

Make = Callable[..., Results]
FIGURES = ("count", "share", "low", "high")


def _csv(runs: list[Results], folder: Path, table: str | None = None) -> list[dict[str, str]]:
    path = folder / "table.csv"
    export(runs, path, table)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _parquet(runs: list[Results], folder: Path, table: str | None = None) -> pl.DataFrame:
    path = folder / "table.parquet"
    export(runs, path, table)
    return pl.from_arrow(pyarrow.parquet.read_table(path))


def _json(runs: list[Results], folder: Path, table: str | None = None) -> dict[str, Any]:
    path = folder / "tables.json"
    export(runs, path, table)
    told = json.loads(path.read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert isinstance(told, dict)
    return told


def test_a_row_a_cell_with_outcomes_as_columns(grid: Results, tmp_path: Path) -> None:
    table = _parquet([grid], tmp_path)
    cells = grid.tables["cells"]
    assert_frame_equal(table.select(cells.columns), cells)
    figures = [f"{name}_{figure}" for name in ("villagers", "werewolves", "stalled") for figure in FIGURES]
    assert table.columns[len(cells.columns) :] == figures
    for outcome in ("villagers", "werewolves", "stalled"):
        known = grid.tables["outcomes"].filter(pl.col("outcome") == outcome)
        assert table[f"{outcome}_count"].to_list() == known["count"].to_list()
        assert table[f"{outcome}_share"].to_list() == known["rate"].to_list()
        assert table[f"{outcome}_low"].to_list() == known["low"].to_list()
    # the parameter of the same name as an outcome is still there
    assert table["werewolves"].to_list() == cells["werewolves"].to_list()


def test_csv_says_the_same(grid: Results, tmp_path: Path) -> None:
    rows, table = _csv([grid], tmp_path), _parquet([grid], tmp_path)
    assert list(rows[0]) == table.columns
    assert [float(row["villagers_share"]) for row in rows] == table["villagers_share"].to_list()
    assert [row["fingerprint"] for row in rows] == table["fingerprint"].to_list()


def test_csv_says_switches_and_lists_as_setups_do(make: Make, tmp_path: Path) -> None:
    setups = [{"knight_same_target": on, "mutations": cards} for on, cards in ((True, ["clue", "supper"]), (False, []))]
    rows = _csv([make(setups, ["knight_same_target"])], tmp_path)
    assert [(row["knight_same_target"], row["mutations"]) for row in rows] == [("on", "clue+supper"), ("off", "")]


def test_parquet_and_json_keep_types(make: Make, tmp_path: Path) -> None:
    run = make([{"mutations": ["clue", "supper"], "skill": 1.5}], [])
    table = _parquet([run], tmp_path)
    kinds = ("knight_same_target", "mutations", "skill", "games", "label")
    assert [table.schema[name] for name in kinds] == [pl.Boolean, pl.List(pl.String), pl.Float64, pl.Int64, pl.String]
    (row,) = _json([run], tmp_path)["tables"]["cells"]
    assert [row[name] for name in kinds] == [True, ["clue", "supper"], 1.5, 100_000, None]


@pytest.mark.parametrize("name", ["outcomes", "lengths", "cells"])
def test_another_table(grid: Results, tmp_path: Path, name: str) -> None:
    assert_frame_equal(_parquet([grid], tmp_path, name), grid.tables[name])
    assert len(_csv([grid], tmp_path, name)) == grid.tables[name].height
    assert list(_json([grid], tmp_path, name)["tables"]) == [name]


def test_json_has_every_table_and_what_there_is_to_say(grid: Results, tmp_path: Path) -> None:
    told = _json([grid], tmp_path)
    assert told["about"] == json.loads(json.dumps(asdict(grid.about)))
    assert list(told["tables"]) == list(grid.tables)
    for name, table in grid.tables.items():
        assert told["tables"][name] == table.to_dicts()


def test_json_has_no_word_for_not_a_number(make: Make, tmp_path: Path) -> None:
    (row,) = _json([make([{"skill": float("nan")}], [])], tmp_path)["tables"]["cells"]
    assert row["skill"] is None


def test_hostile_labels_come_back_as_they_were(hostile: Results, tmp_path: Path) -> None:
    labels = hostile.tables["cells"]["label"].to_list()
    assert [row["label"].removeprefix("'") for row in _csv([hostile], tmp_path)] == labels
    assert _parquet([hostile], tmp_path)["label"].to_list() == labels
    assert [row["label"] for row in _json([hostile], tmp_path)["tables"]["cells"]] == labels


RUNS = ("=1+1", "+49 30", "-x", "@SUM(A1)", "\tx", "\rx", "\n=x", '=HYPERLINK("a")', "-", "-1+2")
HARMLESS = ("a=1", "'=x", "", " =1", "1-1", "-1", "-2.5", "[/x]", "ü", "a\r\nb")


def test_text_that_a_spreadsheet_would_run_is_text_in_csv(make: Make, tmp_path: Path) -> None:
    labels = [*RUNS, *HARMLESS]
    run = make([{"label": label, "_shift": 0} for label in labels], ["label"], name="=run")
    told = [row["label"] for row in _csv([run], tmp_path)]
    assert told == [*(f"'{label}" for label in RUNS), *HARMLESS]
    assert {row["run"] for row in _csv([run, run], tmp_path)} == {"'=run", "'=run (2)"}
    # the same in what programs read
    assert _parquet([run], tmp_path)["label"].to_list() == labels


def test_numbers_below_0_stay_numbers_in_csv(make: Make, tmp_path: Path) -> None:
    run = make([{"score": score, "mixed": mixed} for score, mixed in ((-1.5, "-2"), (2.0, "never"))], ["score"])
    _csv([run], tmp_path)
    table = pl.read_csv(tmp_path / "table.csv")
    assert table["score"].to_list() == [-1.5, 2]
    assert table["mixed"].to_list() == ["-2", "never"]


def test_headings_that_a_spreadsheet_would_run_are_text_in_csv(grid: Results, tmp_path: Path) -> None:
    cells = grid.tables["cells"].with_columns(pl.lit(1).alias("=cmd()"))
    run = replace(grid, tables={**grid.tables, "cells": cells})
    assert "'=cmd()" in _csv([run], tmp_path)[0]


def test_several_runs_are_one_table_with_their_names(two_runs: list[Results], tmp_path: Path) -> None:
    table = _parquet(two_runs, tmp_path)
    assert table["run"].to_list() == ["wolves-1a2b3c4d"] * 27 + ["players-5e6f7a8b"] * 11
    told = _json(two_runs, tmp_path)
    assert list(told["about"]) == ["wolves-1a2b3c4d", "players-5e6f7a8b"]
    assert {row["run"] for row in told["tables"]["roles"]} == set(told["about"])


def test_runs_of_other_columns_and_types_unite(make: Make, tmp_path: Path) -> None:
    one = make([{"prank_from": 2, "cub_counts": True, "fox": 1}], [], name="one")
    other = make([{"prank_from": "never", "cub_counts": "vote", "skill": 1.5}], [], name="other")
    table = _parquet([one, other], tmp_path)
    assert table.select("run", "prank_from", "cub_counts", "fox", "skill").rows() == [
        ("one", "2", "on", 1, None),
        ("other", "never", "vote", None, 1.5),
    ]


def test_a_table_that_only_some_runs_have(two_runs: list[Results], tmp_path: Path) -> None:
    games = pl.DataFrame({"cell": ["x"], "game": [0]})
    runs = [two_runs[0], replace(two_runs[1], tables={**two_runs[1].tables, "games": games})]
    assert _csv(runs, tmp_path, "games") == [{"run": "players-5e6f7a8b", "cell": "x", "game": "0"}]


def test_an_outcome_that_a_setup_cannot_yield_is_empty(make: Make, tmp_path: Path) -> None:
    run = make([{"players": 7}, {"players": 8}], ["players"])
    outcomes = run.tables["outcomes"].filter((pl.col("cell") == "00000001") | (pl.col("outcome") != "stalled"))
    rows = _csv([replace(run, tables={**run.tables, "outcomes": outcomes})], tmp_path)
    assert rows[0]["stalled_count"] == rows[0]["stalled_share"] == ""
    assert rows[1]["stalled_share"] != ""


@pytest.fixture
def kept(grid: Results) -> Results:
    """A run that kept three games of its first cell one by one."""
    games = pl.DataFrame(
        {
            "cell": ["00000000"] * 3,
            "game": [0, 1, 2],
            "outcome": ["villagers", "werewolves", "stalled"],
            "length": [2, 3, 9],
            "end": ["vote", "morning", "cap"],
            "winners": [[1, 3, 12], [2], []],
        },
        schema_overrides={"winners": pl.List(pl.UInt8)},
    )
    return replace(grid, tables={**grid.tables, "games": games})


def test_kept_games_as_text_join_their_winners(kept: Results, tmp_path: Path) -> None:
    rows = _csv([kept], tmp_path, "games")
    assert [row["winners"] for row in rows] == ["1+3+12", "2", ""]
    assert rows[1] == {
        "cell": "00000000",
        "game": "1",
        "outcome": "werewolves",
        "length": "3",
        "end": "morning",
        "winners": "2",
    }


def test_kept_games_keep_their_types(kept: Results, tmp_path: Path) -> None:
    assert_frame_equal(_parquet([kept], tmp_path, "games"), kept.tables["games"])
    assert [row["winners"] for row in _json([kept], tmp_path, "games")["tables"]["games"]] == [[1, 3, 12], [2], []]


def test_kept_games_as_a_sheet(kept: Results, tmp_path: Path) -> None:
    export([kept], tmp_path / "games.xlsx", "games")
    book = openpyxl.load_workbook(tmp_path / "games.xlsx")
    assert book.sheetnames == ["games", "about", "columns"]
    rows = list(book["games"].iter_rows(values_only=True))
    assert rows[0] == ("cell", "players", "werewolves", "game", "outcome", "length", "end", "winners")
    assert rows[1] == ("00000000", 4, 1, 0, "villagers", 2, "vote", "1+3+12")
    assert rows[3][-1] in ("", None)


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".json", ".xlsx"])
def test_a_run_that_kept_no_games_is_told_how_to(grid: Results, line: Results, tmp_path: Path, suffix: str) -> None:
    with pytest.raises(ReportMistake, match=r"^this run kept no games; sweep again with --keep-games$"):
        export([grid], tmp_path / f"games{suffix}", "games")
    with pytest.raises(ReportMistake, match=r"^these runs kept no games; sweep again with --keep-games$"):
        export([grid, line], tmp_path / f"games{suffix}", "games")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".json", ".xlsx"])
def test_an_unknown_table_is_told_its_nearest(grid: Results, tmp_path: Path, suffix: str) -> None:
    with pytest.raises(ReportMistake, match="unknown table 'outcome'; did you mean 'outcomes'"):
        export([grid], tmp_path / f"table{suffix}", "outcome")
    with pytest.raises(ReportMistake, match="unknown table 'xyz'; there is cells, outcomes, ends"):
        export([grid], tmp_path / f"table{suffix}", "xyz")
    assert list(tmp_path.iterdir()) == []
