"""`balance sweep`: what it plays, stores and prints; names and columns are those that scripts rely on."""

import json
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

SMALL = ("--games", "2000", "--quiet")


def test_json_has_every_name_that_scripts_rely_on(balance) -> None:
    said = balance("sweep", "werewolf", "players=8", "policy.all=random", "--games", "5000", "--json", "--quiet")
    assert said.code == 0
    assert said.err == ""
    assert set(said.json) == {"run", "cells"}
    (cell,) = said.json["cells"]
    assert cell["game"] == "werewolf"
    assert (cell["games"], cell["seed"]) == (5000, 1)
    assert cell["setup"]["werewolves"] == 2  # settled from "table": 2 werewolves from 7 players
    assert cell["setup"]["policy.village"] == "random"
    assert sum(cell["outcomes"].values()) == 5000
    assert sum(cell["ends"].values()) == 5000
    assert set(cell["length"]) == {"mean", "sd", "p50", "p95", "max"}
    assert {role: counts["dealt"] for role, counts in cell["roles"].items()} == {
        "villager": 10000,
        "werewolf": 10000,
        "knight": 5000,
        "seer": 5000,
        "medium": 5000,
        "traitor": 5000,
    }
    assert len(cell["seats"]) == 8
    assert sum(cell["seats"]) == sum(counts["wins"] for counts in cell["roles"].values())
    assert cell["policies"] == {"random": {"seats": 40000, "wins": sum(cell["seats"])}}
    assert int(cell["fingerprint"], 16) >= 0


def test_village_and_pack_win_as_whole_sides(balance) -> None:
    (cell,) = balance("sweep", "werewolf", "players=9", *SMALL, "--json").json["cells"]
    roles, outcomes = cell["roles"], cell["outcomes"]
    assert roles["seer"]["wins"] == roles["knight"]["wins"] == outcomes["villagers"]
    assert roles["werewolf"]["wins"] == 2 * outcomes["werewolves"]
    assert roles["traitor"]["wins"] == outcomes["werewolves"]
    assert roles["werewolf"]["survived"] >= outcomes["werewolves"]


def test_the_default_folder_is_named_after_cells_and_seed(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=5", *SMALL)
    balance("sweep", "werewolf", "players=5", "--seed", "2", *SMALL)
    balance("sweep", "werewolf", "players=6", *SMALL)
    names = sorted(path.name for path in (folder / "runs").iterdir())
    assert len(names) == 3
    assert all(name.startswith("werewolf-") and len(name) == len("werewolf-") + 8 for name in names)


def test_the_same_command_again_plays_nothing_and_says_the_same(balance) -> None:
    words = ("sweep", "werewolf", "players=5,6", "--games", "3000", "--json")
    first, again = balance(*words), balance(*words)
    assert first.out == again.out
    assert "nothing is missing" in again.err


def test_more_games_extend_a_run_to_the_same_counts_as_a_fresh_one(balance, folder: Path) -> None:
    grow = ("sweep", "werewolf", "players=7", "--out", "grown", "--json", "--quiet")
    balance(*grow, "--games", "1500")
    parts = len(list((folder / "grown/blocks").iterdir()))
    grown = balance(*grow, "--games", "4200").json["cells"]
    fresh = balance("sweep", "werewolf", "players=7", "--out", "fresh", "--games", "4200", "--json", "--quiet")
    assert grown == fresh.json["cells"]
    stored = pl.read_parquet(folder / "grown/blocks/*.parquet").sort("first")
    assert stored["games"].sum() == 4200
    assert stored["first"].to_list() == [0, 1000, 1500, 2000, 3000, 4000]  # blocks of 1000; what was there stays
    assert len(list((folder / "grown/blocks").iterdir())) > parts


def test_fewer_games_than_stored_are_shown_with_a_note(balance) -> None:
    words = ("sweep", "werewolf", "players=5", "--out", "run")
    balance(*words, "--games", "3000")
    said = balance(*words, "--games", "1000", "--json")
    assert said.json["cells"][0]["games"] == 3000
    assert "more games than asked for already" in said.err


def test_any_number_of_threads_makes_the_same_games(balance) -> None:
    words = ("sweep", "werewolf", "players=4..9", "--games", "5000", "--json", "--quiet")
    one = balance(*words, "--threads", "1", "--out", "one").json["cells"]
    many = balance(*words, "--threads", "7", "--out", "many").json["cells"]
    assert one == many


def test_every_table_joins_on_cell(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=4..6", "--out", "run", *SMALL)
    cells = pl.read_parquet(folder / "run/cells.parquet")
    assert cells["players"].to_list() == [4, 5, 6]
    assert {"game_version", "stop_reason", "fingerprint", "length_mean", "policy.village"} <= set(cells.columns)
    outcomes = pl.read_parquet(folder / "run/outcomes.parquet")
    assert outcomes.columns == ["cell", "outcome", "count", "rate", "low", "high", "ci_method"]
    assert outcomes.filter(pl.col("low") > pl.col("rate")).is_empty()
    for name, count in (("outcomes", "count"), ("ends", "count"), ("lengths", "count")):
        table = pl.read_parquet(folder / f"run/{name}.parquet")
        assert table.join(cells, on="cell").group_by("cell").agg(pl.col(count).sum())[count].to_list() == [2000] * 3
    seats = pl.read_parquet(folder / "run/seats.parquet")
    assert seats.columns == ["cell", "seat", "order", "games", "wins"]
    roles = pl.read_parquet(folder / "run/roles.parquet")
    assert {"dealt", "wins", "survived", "wins_squared"} <= set(roles.columns)
    assert (roles["wins_squared"] >= roles["wins"]).all()


def test_kept_games_add_up_to_the_tables(balance, folder: Path) -> None:
    words = ("sweep", "werewolf", "players=5,8", "--out", "run", "--games", "2500", "--quiet", "--keep-games")
    cells = {cell["cell"]: cell for cell in balance(*words, "--json").json["cells"]}
    games = pl.read_parquet(folder / "run/games.parquet")
    assert games.columns == ["cell", "game", "outcome", "length", "end", "winners"]
    for name, cell in cells.items():
        mine = games.filter(pl.col("cell") == name)
        assert mine["game"].to_list() == list(range(2500))
        for outcome, count in cell["outcomes"].items():
            assert mine.filter(pl.col("outcome") == outcome).height == count
        wins = mine["winners"].explode().value_counts().sort("winners")["count"].to_list()
        assert wins == cell["seats"]


def test_games_can_be_kept_of_a_run_that_did_not_keep_them(balance, folder: Path) -> None:
    words = ("sweep", "werewolf", "players=5", "--out", "run", "--quiet", "--json")
    before = balance(*words, "--games", "1500")
    after = balance(*words, "--games", "2500", "--keep-games")
    assert pl.read_parquet(folder / "run/games.parquet")["game"].to_list() == list(range(2500))
    fresh = balance("sweep", "werewolf", "players=5", "--out", "fresh", "--quiet", "--json", "--games", "2500")
    assert before.code == 0
    assert after.json["cells"] == fresh.json["cells"]  # nothing is counted twice


def test_grid_zip_where_and_one_at_a_time(balance) -> None:
    def setups(*words: str) -> list[tuple[int, int]]:
        cells = balance("sweep", "werewolf", *words, "--dry-run", "--json").json["cells"]
        return [(cell["setup"]["players"], cell["setup"]["werewolves"]) for cell in cells]

    assert setups("players=7,9", "werewolves=1..2") == [(7, 1), (7, 2), (9, 1), (9, 2)]
    assert setups("players=7,9", "werewolves=1,2", "--zip", "players,werewolves") == [(7, 1), (9, 2)]
    assert setups("players=5..9", "werewolves=1..3", "--where", "players == 2*werewolves + 3") == [
        (5, 1),
        (7, 2),
        (9, 3),
    ]
    assert setups("players=7,9", "werewolves=1,2", "--one-at-a-time") == [(7, 1), (9, 1), (7, 2)]
    assert setups("players=4,9", "werewolves=1..3", "--skip-invalid") == [(4, 1), (9, 1), (9, 2), (9, 3)]


def test_dry_run_stores_nothing_and_says_how_long(balance, folder: Path) -> None:
    said = balance("sweep", "werewolf", "players=5..7", "--dry-run")
    assert said.code == 0
    assert "3 setups, 100,000 games each: about" in said.out
    assert not (folder / "runs").exists()


def test_a_scenario_file_with_every_part(balance, folder: Path) -> None:
    (folder / "mine.toml").write_text(
        """
game = "werewolf"
title = "Does the Knight matter?"
games = 1000
seed = 5
where = "players > 6"

[setup]
tie = "lot"

[sweep]
players = "6..8"

[each]
knight = [0]
seer_first_night = ["told", "none"]
""",
        encoding="utf-8",
    )
    cells = balance("sweep", "mine.toml", "--json", "--quiet").json["cells"]
    assert [(cell["setup"]["players"], cell["label"]) for cell in cells] == [
        (players, label)
        for players in (7, 8)
        for label in ("unchanged", "knight=0", "seer_first_night=told", "seer_first_night=none")
    ]
    assert {cell["games"] for cell in cells} == {1000}
    assert {cell["seed"] for cell in cells} == {5}
    assert {cell["setup"]["tie"] for cell in cells} == {"lot"}
    assert (folder / "runs").is_dir()
    assert balance("sweep", "mine.toml", "players=9", "--dry-run", "--json").json["cells"][0]["setup"]["players"] == 9


def test_cases_have_labels_in_the_table(balance, folder: Path) -> None:
    (folder / "cases.toml").write_text(
        """
game = "werewolf"
title = "Two tables"
games = 1000

[[case]]
label = "ours"
players = 9

[[case]]
label = "theirs"
players = 9
seer = "off"
""",
        encoding="utf-8",
    )
    said = balance("sweep", "cases.toml")
    assert "ours" in said.out
    assert "theirs" in said.out


def test_what_a_setup_is_held_against_is_stored_whatever_its_label_says(balance, folder: Path) -> None:
    (folder / "mine.toml").write_text(
        """
game = "werewolf"
games = 1000

[[case]]
label = "unchanged"
reveal = "role"

[[case]]
label = "ours"

[each]
tie = "lot"
""",
        encoding="utf-8",
    )
    said = balance("sweep", "mine.toml", "--out", "run", "--json", "--quiet")
    label = {cell["cell"]: cell["label"] for cell in said.json["cells"]} | {None: None, "": None}
    held = {
        "unchanged, unchanged": None,
        "unchanged, tie=lot": "unchanged, unchanged",
        "ours, unchanged": None,
        "ours, tie=lot": "ours, unchanged",
    }
    assert {cell["label"]: label[cell["base"]] for cell in said.json["cells"]} == held
    table = pl.read_parquet(folder / "run/cells.parquet")
    assert {row["label"]: label[row["base"]] for row in table.iter_rows(named=True)} == held
    for derived in (folder / "run").glob("*.parquet"):
        derived.unlink()  # they are made anew from what the manifest says
    shown = balance("report", "run").out.splitlines()
    assert any("what is changed" in line and "against" in line for line in shown)
    assert balance("report", "run", "--json").code == 0


def test_the_table_names_policies_and_swept_columns_first(balance) -> None:
    said = balance("sweep", "werewolf", "players=6,7", "policy=blind,beginners", *SMALL)
    header = next(line for line in said.out.splitlines() if line.startswith("players"))
    assert header.split() == ["players", "blind", "beginners", "swing", "in", "points"]  # side by side
    assert "“blind” (everybody random)" in said.out
    said = balance("sweep", "werewolf", "players=6,7", "tie=lot,runoff", *SMALL)
    header = next(line for line in said.out.splitlines() if line.startswith("players"))
    assert header.split()[:3] == ["players", "tie", "village"]
    assert "village seer-leads" in said.out
    assert "days" in said.out


def test_equal_cells_are_played_once(balance) -> None:
    said = balance("sweep", "werewolf", "players=8", "werewolves=table,2", "--games", "1000", "--json")
    assert len(said.json["cells"]) == 1
    assert said.err.strip()  # a note says so


@pytest.mark.parametrize(
    "name", ["wolves-by-players", "default-tables", "parity", "house-rules", "ladder", "skill", "claims"]
)
def test_every_scenario_that_ships_can_be_played(balance, name: str) -> None:
    said = balance("sweep", name, "--games", "20", "--json", "--quiet")
    assert said.code == 0
    assert len(said.json["cells"]) > 10


def test_wolves_by_players_goes_from_one_werewolf_to_the_cap(balance) -> None:
    cells = balance("sweep", "wolves-by-players", "--dry-run", "--json", "--quiet").json["cells"]
    pairs = [(cell["setup"]["players"], cell["setup"]["werewolves"]) for cell in cells]
    assert pairs == [(n, w) for n in range(4, 31) for w in range(1, (n - 1) // 2 + 1)]


def test_a_manifest_says_how_to_reproduce_the_run(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=5..6", "--where", "players > 5", "--out", "run", *SMALL)
    manifest = json.loads((folder / "run/manifest.json").read_text(encoding="utf-8"))
    assert manifest["schema"] == 4
    assert manifest["about"]["command"] == (
        "balance sweep werewolf players=5..6 --where 'players > 5' --games 2000 --seed 1 --out run"
    )
    assert manifest["about"]["versions"]["werewolf rules"] == "2"


def test_blocks_are_of_one_size_whatever_the_run(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=5,30", "--out", "run", "--games", "3000", "--quiet")
    for part in (folder / "run/blocks").iterdir():
        assert set(pq.read_table(part).column("games").to_pylist()) == {1000}


def test_a_run_extended_without_its_games_says_so_and_can_be_mended(balance, folder: Path) -> None:
    words = ("sweep", "werewolf", "players=5", "--out", "run")
    balance(*words, "--games", "1000", "--keep-games")
    said = balance(*words, "--games", "2000")
    assert "games.parquet will lack the new games; --keep-games adds them" in said.err
    assert pl.read_parquet(folder / "run/games.parquet").height == 1000
    balance(*words, "--games", "2000", "--keep-games")
    assert pl.read_parquet(folder / "run/games.parquet")["game"].to_list() == list(range(2000))


def test_numbers_beyond_what_is_possible_are_told(balance) -> None:
    for option, value in (("--seed", str(2**63)), ("--games", str(10**13))):
        said = balance("sweep", "werewolf", "players=5", option, value)
        assert said.code == 2
        assert said.err.startswith(f"balance: {option} must be a whole number from ")


def test_a_deleted_part_is_played_again_and_no_game_is_kept_twice(balance, folder: Path) -> None:
    words = ("sweep", "werewolf", "players=5", "--games", "3000", "--out", "run", "--keep-games", "--json", "--quiet")
    before = balance(*words)
    (folder / "run/blocks/000001.parquet").unlink()
    assert balance(*words).out == before.out
    assert balance(*words).out == before.out
    assert pl.read_parquet(folder / "run/games.parquet")["game"].to_list() == list(range(3000))


def test_how_to_reproduce_a_run_never_names_fewer_games_than_it_shows(balance) -> None:
    words = ("sweep", "werewolf", "players=5", "--out", "run")
    balance(*words, "--games", "3000")
    balance(*words, "--games", "10")
    assert "--games 3000 --seed 1" in balance("report", "run").out


def test_columns_hold_numbers_where_they_can(balance, folder: Path) -> None:
    balance("sweep", "werewolf", "players=5", "prank_from=1,2", "--out", "numbers", *SMALL)
    balance("sweep", "werewolf", "players=5", "prank_from=1,never", "--out", "words", *SMALL)
    assert pl.read_parquet(folder / "numbers/cells.parquet")["prank_from"].to_list() == [1, 2]
    assert pl.read_parquet(folder / "words/cells.parquet")["prank_from"].to_list() == ["1", "never"]
