"""`report`, `export`, `replay`, `bench`, `warm` on a run as a user would try them."""

import json
from pathlib import Path

import openpyxl
import polars as pl
import pytest

import kernels


@pytest.fixture
def run_folder(balance, folder: Path) -> Path:
    """A small grid of players and werewolves."""
    words = ("players=5..8", "werewolves=1,2", "--games", "2000", "--out", "run", "--quiet")
    assert balance("sweep", "werewolf", *words).code == 0
    return folder / "run"


def test_report_to_the_terminal(balance, run_folder: Path) -> None:
    lines = balance("report", run_folder).out.strip().splitlines()
    assert "village seer-leads, pack hunting, allies counter" in lines[0]
    assert "balance sweep werewolf players=5..8 werewolves=1,2 --games 2000 --seed 1" in lines[-1]


def test_report_as_json_holds_the_tables_and_what_they_are(balance, run_folder: Path) -> None:
    told = balance("report", run_folder, "--json").json
    assert told["about"]["game"] == "werewolf"
    assert len(told["tables"]["cells"]) == 8
    assert balance("report", run_folder, "--json", "-o", "a.md").code == 2


def test_report_to_markdown_and_html(balance, run_folder: Path, folder: Path) -> None:
    assert balance("report", run_folder, "-o", "a.md").code == 0
    assert balance("report", run_folder, "-o", "a.html").code == 0
    markdown = (folder / "a.md").read_text(encoding="utf-8").strip().splitlines()
    assert "village seer-leads" in markdown[0]
    assert "balance sweep" in markdown[-1]
    html = (folder / "a.html").read_text(encoding="utf-8")
    assert html.count("<svg") >= 3
    assert 'src="http' not in html


def test_export_in_every_format(balance, run_folder: Path, folder: Path) -> None:
    for name in ("a.xlsx", "a.csv", "a.parquet", "a.json"):
        assert balance("export", run_folder, "-o", name).code == 0
    csv, parquet = pl.read_csv(folder / "a.csv"), pl.read_parquet(folder / "a.parquet")
    assert csv.height == parquet.height == 8
    assert parquet["villagers_count"].sum() + parquet["werewolves_count"].sum() == 8 * 2000
    book = openpyxl.load_workbook(folder / "a.xlsx")
    assert len(book.sheetnames) >= 7
    assert json.loads((folder / "a.json").read_text(encoding="utf-8"))["tables"]["cells"]
    assert balance("export", run_folder, "-o", "b.csv", "--table", "lengths").code == 0
    assert set(pl.read_csv(folder / "b.csv").columns) >= {"outcome", "length", "count"}


def test_kept_games_are_exported_like_any_table(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=5", "--games", "50", "--out", "kept", "--keep-games", "--quiet")
    assert balance("export", "kept", "-o", "games.csv", "--table", "games").code == 0
    games = pl.read_csv(folder / "games.csv")
    assert games["game"].to_list() == list(range(50))
    assert games["winners"].str.contains("+", literal=True).any()


def test_tables_of_many_rows_stand_in_a_workbook_where_they_are_asked_for(balance, run_folder: Path) -> None:
    long = {extra.name for extra in kernels.game("werewolf").extras if extra.detail}
    assert long
    sheets = {}
    for name, words in {"a": (), "b": ("--all-tables",)}.items():
        said = balance("export", run_folder, "-o", f"{name}.xlsx", *words)
        assert said.code == 0
        assert ("--all-tables" in said.err) == (not words)
        assert [name in said.err for name in long] == [not words] * len(long)
        sheets[name] = {*openpyxl.load_workbook(run_folder.parent / f"{name}.xlsx").sheetnames}
    assert sheets["b"] - sheets["a"] == long
    balance("export", run_folder, "-o", "votes.xlsx", "--table", "votes")
    assert openpyxl.load_workbook(run_folder.parent / "votes.xlsx").sheetnames == ["votes", "about", "columns"]
    balance("export", run_folder, "-o", "a.json")
    assert long < {*json.loads((run_folder.parent / "a.json").read_text(encoding="utf-8"))["tables"]}


def test_fewer_games_kept_than_played_are_told(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=5", "--games", "50", "--out", "kept", "--keep-games", "--quiet")
    for name in ("games.csv", "games.xlsx"):
        assert "of the" not in balance("export", "kept", "-o", name, "--table", "games").err
    balance("sweep", "werewolf", "players=5", "--games", "80", "--out", "kept", "--quiet")
    told = "The table games has 50 of the 80 games played; sweep again with --keep-games for the others."
    for words in (("games.csv", "--table", "games"), ("all.xlsx", "--all-tables"), ("all.json", "--all-tables")):
        assert told in balance("export", "kept", "-o", *words).err
    about = openpyxl.load_workbook(folder / "all.xlsx")["about"]
    assert told in [row[1].value for row in about.iter_rows()]
    assert len(json.loads((folder / "all.json").read_text(encoding="utf-8"))["tables"]["games"]) == 50
    said = balance("export", "kept", "-o", "brief.json").err
    assert "The table games is left out" in said
    assert told not in said
    assert len(balance("export", "kept", "-o", "a.csv").err.splitlines()) == 1


def test_one_table_and_all_of_them_are_two_things(balance, run_folder: Path) -> None:
    said = balance("export", run_folder, "-o", "a.xlsx", "--table", "votes", "--all-tables")
    assert (said.code, "--table votes names one table" in said.err) == (2, True)
    said = balance("export", run_folder, "-o", "a.csv", "--all-tables")
    assert (said.code, "a .csv file holds one table" in said.err) == (2, True)
    assert not list(run_folder.parent.glob("a.*"))


def test_replay_tells_a_game_to_its_end(balance) -> None:
    words = ("replay", "werewolf", "players=9", "reveal=role", "--seed", "3", "--game", "17")
    said = balance(*words)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "Werewolf, 9 players, game 17 of seed 3"
    assert "reveal=role" in lines[1]
    assert sum("plays" in line for line in lines) == 9
    assert lines[-1].startswith("Outcome: ")
    events = balance(*words, "--json").json
    assert events["outcome"] in lines[-1]
    assert events["final_state"] in lines[-1]
    assert {row["event"] for row in events["events"]} >= {
        "dealt",
        "night",
        "morning",
        "ballot",
        "home",
        "over",
        "outcome",
    }
    assert sum(row["event"] == "dealt" and row["role"] == "werewolf" for row in events["events"]) == 2
    assert all(1 <= row["target"] <= 9 for row in events["events"] if "target" in row)


def test_replay_is_the_game_that_the_sweep_played(balance, folder: Path) -> None:
    words = ("sweep", "werewolf", "players=8", "--games", "50", "--keep-games", "--quiet", "--out", "run", "--json")
    total = int(balance(*words).json["cells"][0]["fingerprint"], 16)
    kept = pl.read_parquet(folder / "run/games.parquet").rows(named=True)
    finals = 0
    for game in kept:
        told = balance("replay", "werewolf", "players=8", "--game", game["game"], "--json").json
        assert (told["outcome"], told["length"], told["end"]) == (game["outcome"], game["length"], game["end"])
        assert told["winners"] == game["winners"]
        finals += int(told["final_state"], 16)
    assert finals % 2**64 == total  # the fingerprint is the sum of the final random states


def test_bench_measures_every_bundle(balance) -> None:
    said = balance("bench", "werewolf", "players=6", "--seconds", "0.05", "--no-starts", "--json")
    assert said.code == 0
    assert [row["policy"] for row in said.json["speeds"]] == ["blind", "beginners", "casual", "sharp"]
    assert all(row["one_thread"] > 0 and row["players"] == 6 for row in said.json["speeds"])
    seated = balance("bench", "werewolf", "players=5,6", "policy=blind", "--seconds", "0.05", "--no-starts", "--json")
    assert [(row["players"], row["policy"]) for row in seated.json["speeds"]] == [(5, "blind"), (6, "blind")]
    assert balance("bench", "werewolf", "--seconds", "0.05", "--no-starts").out.count("werewolf") == 4


def test_warm_compiles_ahead(balance) -> None:
    assert "werewolf is ready" in balance("warm").out
    assert set(balance("warm", "werewolf", "--json").json["seconds"]) == {"werewolf"}


def test_a_bundle_is_named_only_where_it_seats_every_setup(balance) -> None:
    words = ("players=5", "policy.village=random,quiet", "--games", "100", "--quiet", "--out", "swept")
    first = balance("sweep", "werewolf", *words).out.splitlines()[0]
    assert first == "Policies swept: village random or quiet, pack hunting."
