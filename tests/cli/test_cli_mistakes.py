"""Bad input: one clear sentence on standard error, the right exit code, nothing lost."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from balance import parquet, seals

USAGE, NOT_COMPARABLE = 2, 4

SAID_OF_WORDS = [
    (("sweep", "werewolv"), "did you mean 'werewolf'?"),
    (("sweep", "wolves-by-player"), "did you mean 'wolves-by-players'?"),
    (("sweep", "werewolf", "playrs=8"), "did you mean 'players'?"),
    (("sweep", "werewolf", "players"), "players"),
    (("sweep", "werewolf", "players="), "players"),
    (("sweep", "werewolf", "players=3"), "players takes 4..30"),
    (("sweep", "werewolf", "players=31"), "players takes 4..30"),
    (("sweep", "werewolf", "players=eight"), "players takes 4..30"),
    (("sweep", "werewolf", "players=8..6"), "players"),
    (("sweep", "werewolf", "players=4..9..0"), "step"),
    (("sweep", "werewolf", "players=8", "players=9"), "players"),
    (("sweep", "werewolf", "werewolves=4"), "must be outnumbered"),
    (("sweep", "werewolf", "players=4", "knight=1", "medium=1", "traitor=1"), "1 seat too few for"),
    (("sweep", "werewolf", "tie=coin"), "runoff, lot or nobody"),
    (("sweep", "werewolf", "knight_same_target=maybe"), "on or off"),
    (("sweep", "werewolf", "policy=begginers"), "did you mean 'beginners'?"),
    (("sweep", "werewolf", "policy.village=quite"), "did you mean 'quiet'?"),
    (("sweep", "werewolf", "policy.vilage=quiet"), "did you mean"),
    (("sweep", "werewolf", "policy.seat9=random"), "seat9"),
    (("sweep", "werewolf", "policy.village=stealth"), "stealth"),
    (("sweep", "werewolf", "policy.all=quiet"), "quiet"),
    (("sweep", "werewolf", "policy.village.skill=2"), "skill"),
    (("sweep", "werewolf", "players=8,9", "--where", "players > 9"), "the plan is empty"),
    (("sweep", "werewolf", "--where", "players >"), "where"),
    (("sweep", "werewolf", "--where", "__import__('os').system('true')"), "where"),
    (("sweep", "werewolf", "--where", "playrs > 7"), "did you mean 'players'?"),
    (("sweep", "werewolf", "players=8,9", "werewolves=1,2,3", "--zip", "players,werewolves"), "players"),
    (("sweep", "werewolf", "players=8,9", "--zip", "players,wolves"), "wolves"),
    (("sweep", "missing.toml"), "missing.toml"),
    (("report", "nowhere"), "nowhere"),
    (("export", "nowhere", "-o", "x.csv"), "nowhere"),
    (("replay", "werewolf", "players=8,9"), "2 setups"),
    (("replay", "werewolve"), "did you mean 'werewolf'?"),
    (("show", "wolfmoonn"), "unknown game"),
    (("bench", "wolf"), "wolf"),
    (("warm", "wolf"), "wolf"),
]


@pytest.mark.parametrize(("words", "says"), SAID_OF_WORDS, ids=[" ".join(words) for words, _ in SAID_OF_WORDS])
def test_one_sentence_and_exit_2(balance, words: tuple[str, ...], says: str) -> None:
    said = balance(*words)
    assert said.code == USAGE
    assert said.out == ""
    assert says in said.err
    assert said.err.startswith("balance: ")
    assert len(said.err.strip().splitlines()) == 1
    assert "Traceback" not in said.err


SAID_OF_USAGE = [
    (("swep",), "unknown command 'swep'; did you mean 'sweep'?"),
    (("sweep",), "balance sweep needs GAME|SCENARIO (see balance sweep --help)"),
    (("sweep", "werewolf", "--gamse", "5"), "unknown option '--gamse' of balance sweep; did you mean '--games'?"),
    (("sweep", "werewolf", "--games"), "--games takes a value after it"),
    (("sweep", "werewolf", "--quiet=1"), "--quiet takes no value"),
    (
        ("show", "werewolf", "rolls"),
        "must be roles, policies, parameters, decisions or outcomes, not 'rolls'; did you mean 'roles'?",
    ),
    (("check", "x.json", "--on-new-cell", "wern"), "--on-new-cell must be fail, warn or ignore, not 'wern'"),
    (("export", "run"), "balance export needs -o or --out"),
    (("games", "more"), "unexpected extra argument"),
    (("--version=1",), "--version takes no value"),
]


@pytest.mark.parametrize(("words", "says"), SAID_OF_USAGE, ids=[" ".join(words) for words, _ in SAID_OF_USAGE])
def test_usage_mistakes_exit_2(balance, words: tuple[str, ...], says: str) -> None:
    said = balance(*words)
    assert said.code == USAGE
    assert said.err.startswith("balance: ")
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


def numeric_options() -> list[tuple[str, str]]:
    """Every command with each of its options that takes a number."""
    from typer.main import get_command

    from balance.cli import app

    commands = get_command(app).commands.items()  # type: ignore[attr-defined]
    return [(name, one.opts[0]) for name, command in commands for one in command.params if one.metavar in ("N", "S")]


@pytest.mark.parametrize(("command", "option"), numeric_options(), ids=" ".join)
@pytest.mark.parametrize("given", ["x", "-1", "9" * 30, "1e400", "", "1,000", "nan"])
def test_every_number_that_is_none_is_told_alike(balance, command: str, option: str, given: str) -> None:
    said = balance(command, f"{option}={given}")
    assert said.code == USAGE
    assert said.err.startswith(f"balance: {option} must be a ")
    assert f"not '{given}'" in said.err
    assert len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize("given", ["1000", "1_000", "1e3", "1.0E3"])
def test_whole_numbers_may_be_written_in_several_ways(balance, given: str) -> None:
    said = balance("sweep", "werewolf", "--games", given, "--max-games", given, "--precision", "1pp", "--seed", given)
    assert "three ways" in said.err  # read so far
    said = balance("replay", "werewolf", "players=5", "--seed", given, "--game", given)
    assert "game 1000 of seed 1000" in said.out


@pytest.mark.parametrize("option", ["games", "max_games", "seed"])
def test_a_number_is_as_great_in_a_scenario_as_after_an_option(balance, folder: Path, option: str) -> None:
    typed = balance("sweep", "werewolf", f"--{option.replace('_', '-')}", "9" * 19)
    precision = 'precision = "1pp"\n' if option == "max_games" else ""
    (folder / "great.toml").write_text(f'game = "werewolf"\n{precision}{option} = {"9" * 19}\n', encoding="utf-8")
    written = balance("sweep", "great.toml")
    assert typed.code == written.code == USAGE
    limit = typed.err.partition("must be ")[2].partition(", not")[0]
    assert limit.startswith("a whole number from ")
    assert f"great.toml: {option} must be {limit}, not " in written.err


SAID_OF_FILES = [
    (b"", "does not say which game"),
    (b"players = [", "broken.toml"),
    (b"\x00\xff\xfe\x01", "broken.toml"),
    (b'[tool.poetry]\nname = "x"\n', "broken.toml"),
    (b'game = "werewolf"\n[sweep]\nplayers = "4..x"\n', "players"),
    (b'game = "werewolf"\n[sweeep]\nplayers = "4..6"\n', "did you mean 'sweep'?"),
    (b'game = "werewolf"\n[sweep]\nplayrs = "4..6"\n', "did you mean 'players'?"),
    (b'game = "wolfmoonshine"\n', "wolfmoonshine"),
    (b'game = "werewolf"\ngames = "many"\n', "games"),
    (b'game = "werewolf"\nwhere = 3\n', "where"),
]


@pytest.mark.parametrize(("content", "says"), SAID_OF_FILES, ids=[says for _, says in SAID_OF_FILES])
def test_bad_scenario_files_exit_2_with_a_sentence(balance, folder: Path, content: bytes, says: str) -> None:
    (folder / "broken.toml").write_bytes(content)
    said = balance("sweep", "broken.toml")
    assert said.code == USAGE
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


@pytest.fixture
def run_folder(balance, folder: Path) -> Path:
    """A small run."""
    balance("sweep", "werewolf", "players=5", "--games", "1000", "--out", "run", "--quiet")
    return folder / "run"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("werewolf", "players=5", "--seed", "2"), "another seed (1, not 2)"),
        (("werewolf", "players=6"), "other setups"),
        (("werewolf", "players=5,6"), "other setups"),
    ],
)
def test_another_plan_or_seed_exits_4_and_changes_nothing(balance, run_folder: Path, words, says: str) -> None:
    before = {path: path.read_bytes() for path in run_folder.rglob("*") if path.is_file()}
    said = balance("sweep", *words, "--games", "1000", "--out", "run")
    assert said.code == NOT_COMPARABLE
    assert says in said.err
    assert {path: path.read_bytes() for path in run_folder.rglob("*") if path.is_file()} == before


def seal(path: Path, plain: dict) -> None:
    """Write a file as this program would have, had it had that to say."""
    path.write_bytes(seals.sealed(json.dumps({**plain, "seal": seals.BLANK}).encode()))


def test_another_schema_exits_4(balance, run_folder: Path) -> None:
    manifest = json.loads((run_folder / "manifest.json").read_text(encoding="utf-8"))
    seal(run_folder / "manifest.json", {**manifest, "schema": 99})
    for words in (("sweep", "werewolf", "players=5", "--out", "run"), ("report", "run")):
        said = balance(*words)
        assert said.code == NOT_COMPARABLE
        assert "schema 99" in said.err


@pytest.mark.parametrize("text", ["", "{}", "[1]", "not json", '{"schema": 4, "block": 1000, "cells": 3}'])
def test_a_damaged_manifest_exits_2(balance, run_folder: Path, text: str) -> None:
    (run_folder / "manifest.json").write_text(text, encoding="utf-8")
    said = balance("report", "run")
    assert said.code == USAGE
    assert "is damaged" in said.err
    assert "delete it and run the sweep's command again: nothing that was played is lost" in said.err


def test_a_damaged_part_exits_2_and_is_named(balance, run_folder: Path) -> None:
    part = next((run_folder / "blocks").iterdir())
    part.write_bytes(part.read_bytes()[:100])
    said = balance("sweep", "werewolf", "players=5", "--games", "2000", "--out", "run")
    assert said.code == USAGE
    assert part.name in said.err
    assert len(said.err.strip().splitlines()) == 1
    part.unlink()  # as the sentence says
    assert balance("sweep", "werewolf", "players=5", "--games", "2000", "--out", "run").code == 0


def test_a_folder_that_is_no_run_is_left_alone(balance, folder: Path) -> None:
    (folder / "photos").mkdir()
    (folder / "photos/cat.jpg").write_bytes(b"meow")
    said = balance("sweep", "werewolf", "players=5", "--out", "photos")
    assert said.code == USAGE
    assert "no run folder" in said.err
    assert sorted(path.name for path in (folder / "photos").iterdir()) == ["cat.jpg"]


def test_a_folder_left_by_a_kill_in_the_first_moment_is_gone_on_with(balance, folder: Path) -> None:
    (folder / "run").mkdir()
    (folder / "run/.lock").touch()
    (folder / "run/manifest.json.tmp").write_text("{", encoding="utf-8")
    assert balance("sweep", "werewolf", "players=5", "--games", "1000", "--out", "run").code == 0
    assert not (folder / "run/manifest.json.tmp").exists()


@pytest.mark.parametrize("change", [{"about": {}}, {"about": None}, {"swept": ["nonsense"]}])
def test_a_manifest_that_says_other_things_exits_2(balance, run_folder: Path, change: dict) -> None:
    manifest = json.loads((run_folder / "manifest.json").read_text(encoding="utf-8"))
    if "swept" in change:
        change = {"about": {**manifest["about"], **change}}
    seal(run_folder / "manifest.json", {**manifest, **change})
    said = balance("report", "run")
    assert said.code == USAGE
    assert "manifest.json is damaged" in said.err


def test_a_foreign_table_is_made_anew(balance, run_folder: Path) -> None:
    import polars as pl

    before = balance("report", "run").out
    metadata = pq.read_schema(run_folder / "cells.parquet").metadata
    foreign = pl.DataFrame({"x": [1]}).to_arrow().replace_schema_metadata(metadata)
    parquet.write(foreign, run_folder / "cells.parquet")
    said = balance("report", "run")
    assert (said.code, said.out) == (0, before)
    assert "cells.parquet is damaged (it lacks the column" in said.err


def test_a_pipe_is_no_scenario(balance, folder: Path) -> None:
    import os

    os.mkfifo(folder / "pipe.toml")
    said = balance("sweep", "pipe.toml")
    assert said.code == USAGE
    assert "is no plain file" in said.err


def test_a_name_that_is_no_text_is_refused(balance) -> None:
    said = balance("sweep", "werewolf", "players=5", "--games", "1000", "--out", "o\udcff")
    assert said.code == USAGE
    assert "choose another with --out" in said.err


def test_a_place_that_cannot_be_written_to(balance, folder: Path) -> None:
    (folder / "file").write_text("in the way", encoding="utf-8")
    said = balance("sweep", "werewolf", "players=5", "--games", "1000", "--out", "file/run")
    assert said.code == USAGE
    assert "cannot write to" in said.err


def test_a_full_disk_loses_nothing_that_was_stored(balance, run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as pq

    with monkeypatch.context() as full:

        def write_table(*_args: object, **_options: object) -> None:
            raise OSError(28, "No space left on device")

        full.setattr(pq, "write_table", write_table)
        said = balance("sweep", "werewolf", "players=5", "--games", "3000", "--out", "run")
    assert said.code == USAGE
    assert "No space left on device" in said.err
    assert not list(run_folder.rglob("*.tmp"))
    resumed = balance("sweep", "werewolf", "players=5", "--games", "3000", "--out", "run", "--json", "--quiet")
    fresh = balance("sweep", "werewolf", "players=5", "--games", "3000", "--out", "fresh", "--json", "--quiet")
    assert resumed.json["cells"] == fresh.json["cells"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("report", "run", "-o", "x.pdf"), ".pdf"),
        (("export", "run", "-o", "x.xls"), ".xlsx"),
        (("export", "run", "-o", "x"), ".xlsx"),
        (("export", "run", "-o", "x.csv", "--table", "outcoms"), "did you mean 'outcomes'?"),
        (("export", "run", "-o", "nowhere/x.csv"), "nowhere"),
    ],
)
def test_documents_that_cannot_be_made(balance, run_folder: Path, folder: Path, words, says: str) -> None:
    said = balance(*words)
    assert said.code == USAGE
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert sorted(path.name for path in folder.iterdir()) == [run_folder.name]
