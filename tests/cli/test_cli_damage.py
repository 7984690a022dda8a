"""Whatever happens to a file of a run folder: the right figures, or a sentence that says what to do, which helps."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from balance import program, store
from damage import DAMAGES, flipped

SWEEP = ("sweep", "werewolf", "players=6", "policy=blind", "--out", "run", "--keep-games", "--quiet", "--json")
GAMES = ("--games", "2000")
TABLES = (
    "cells",
    "outcomes",
    "ends",
    "seats",
    "roles",
    "lengths",
    "differences",
    "policies",
    "votes",
    "states",
    "nights",
    "games",
)
PARTS = tuple(f"blocks/{number:06d}{kind}.parquet" for number in (1, 2) for kind in ("", "-games"))
FILES = ("manifest.json", *PARTS, *(f"{table}.parquet" for table in TABLES))
READERS = (
    ("report", "run"),
    ("report", "run", "--json"),
    ("export", "run", "-o", "cells.csv"),
    ("export", "run", "-o", "games.csv", "--table", "games"),
    ("compare", "run", "run"),
    ("bless", "run", "-o", "base.json"),
)
every_damage = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder with two parts."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as there:
        there.chdir(folder)
        assert program.run([*SWEEP, "--games", "1000"]) == 0
        assert program.run([*SWEEP, *GAMES]) == 0
    return folder / "run"


@pytest.fixture
def run(folder: Path, whole: Path) -> Path:
    """A copy of it in the working folder."""
    copytree(whole, folder / "run")
    return folder / "run"


def shown(balance, words: tuple[str, ...], folder: Path) -> tuple[int, str, str]:
    """What a command ends with, what it prints or writes, and what it says."""
    said = balance(*words)
    if "-o" not in words or said.code:
        return said.code, said.out, said.err
    file = folder / words[words.index("-o") + 1]
    text = file.read_text(encoding="utf-8")
    file.unlink()
    return said.code, text, said.err


@pytest.fixture(scope="module")
def right() -> dict[tuple[str, ...], str]:
    """What commands print or write of an undamaged run; filled in as it is asked for."""
    return {}


def expected(balance, right: dict, words: tuple[str, ...], folder: Path, whole: Path) -> str:
    if words not in right:
        undamaged = folder / "run"
        aside = folder / "aside"
        undamaged.rename(aside)
        copytree(whole, undamaged)
        code, right[words], _ = shown(balance, words, folder)
        assert code == 0
        rmtree(undamaged)
        aside.rename(undamaged)
    return right[words]


def hurt(path: Path, damage: Callable[[bytes], bytes]) -> None:
    path.write_bytes(damage(path.read_bytes()))


def do_as_told(folder: Path, code: int, err: str) -> None:
    """Delete what a sentence says is to be deleted."""
    assert code == 2
    assert len(err.splitlines()) == 1
    named = re.match(r"balance: (\S+) is damaged \(.*\); delete it and run", err)
    assert named, err
    (folder / named[1]).unlink()


def test_no_file_is_left_out(run: Path) -> None:
    there = {path.relative_to(run).as_posix() for path in run.rglob("*") if path.is_file()}
    assert there == {*FILES, store.LOCK}


@every_damage
@pytest.mark.parametrize("file", FILES)
def test_a_damaged_file_changes_no_figure_and_can_be_mended(
    balance, folder: Path, whole: Path, run: Path, right: dict, file: str, damage: Callable[[bytes], bytes]
) -> None:
    hurt(run / file, damage)
    for words in READERS[1:4:2]:
        code, text, err = shown(balance, words, folder)
        if code == 0:
            assert text == expected(balance, right, words, folder, whole)
        else:
            assert code in (2, 4)
            assert len(err.splitlines()) == 1
            assert f"run/{file} is damaged" in err
            assert "delete it and run" in err
    played = balance(*SWEEP, *GAMES)
    if played.code:
        do_as_told(folder, played.code, played.err)
        played = balance(*SWEEP, *GAMES)
    assert played.code == 0
    assert played.out == expected(balance, right, (*SWEEP, *GAMES), folder, whole)
    for words in READERS[1:4:2]:
        code, text, err = shown(balance, words, folder)
        assert (code, text) == (0, expected(balance, right, words, folder, whole))
        assert "damaged" not in err


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize("file", ["manifest.json", PARTS[0], "cells.parquet", "games.parquet"])
def test_every_command_that_reads_a_damaged_file_is_right_or_says_so(
    balance, folder: Path, whole: Path, run: Path, right: dict, file: str, words: tuple[str, ...]
) -> None:
    hurt(run / file, flipped(0.6))
    code, text, err = shown(balance, words, folder)
    if code:
        assert "report" not in words or file == "manifest.json"
        do_as_told(folder, code, err)
        balance(*SWEEP, *GAMES)
        code, text, err = shown(balance, words, folder)
    assert (code, text) == (0, expected(balance, right, words, folder, whole))


@pytest.mark.parametrize("table", TABLES[:-1])
def test_a_damaged_table_is_made_anew_with_a_note(balance, run: Path, table: str) -> None:
    hurt(run / f"{table}.parquet", flipped(0.5))
    said = balance("report", "run")
    assert said.code == 0
    assert f"run/{table}.parquet is damaged (it is not as it was written): made anew from the blocks" in said.err
    assert len(said.err.splitlines()) == 1


# --- a run that has lost its manifest -----------------------------------------------------------------------------


def contents(run: Path) -> dict[str, bytes]:
    return {path.relative_to(run).as_posix(): path.read_bytes() for path in run.rglob("*") if path.is_file()}


def test_without_its_manifest_a_run_goes_on_and_nothing_is_played_again(balance, run: Path) -> None:
    before = contents(run)
    (run / "manifest.json").unlink()
    assert balance(*SWEEP, *GAMES).code == 0
    assert contents(run) == before


def test_an_empty_run_without_its_manifest_goes_on(balance, folder: Path) -> None:
    (folder / "run/blocks").mkdir(parents=True)
    (folder / "run/.lock").touch()
    assert balance(*SWEEP, *GAMES).code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*SWEEP, *GAMES, "--seed", "2"), "holds a run of another seed (1, not 2)"),
        (
            tuple("players=5" if word == "players=6" else word for word in (*SWEEP, *GAMES)),
            "holds games of other setups",
        ),
        (
            tuple("policy=sharp" if word == "policy=blind" else word for word in (*SWEEP, *GAMES)),
            "holds games of other setups",
        ),
    ],
)
def test_without_its_manifest_another_run_is_refused(balance, run: Path, words: tuple[str, ...], told: str) -> None:
    (run / "manifest.json").unlink()
    before = contents(run)
    said = balance(*words)
    assert said.code == 4
    assert told in said.err
    assert contents(run) == before


def test_parts_of_another_run_are_not_mixed_in(balance, folder: Path, run: Path) -> None:
    other = tuple("other" if word == "run" else word for word in (*SWEEP, "--games", "1000", "--seed", "2"))
    balance(*other)
    (folder / "other/blocks/000001.parquet").rename(run / "blocks/000009.parquet")
    said = balance(*SWEEP, *GAMES)
    assert said.code == 4
    assert "000009.parquet holds a run of another seed (2, not 1)" in said.err


@pytest.mark.parametrize(
    ("name", "told", "lock"),
    [
        ("mine", "is there and is no run folder; choose another with --out", {}),
        ("000001", "holds no part of a run that can be read; choose another with --out", {store.LOCK: b""}),
    ],
)
def test_what_only_looks_like_a_run_is_left_alone(balance, folder: Path, name: str, told: str, lock: dict) -> None:
    (folder / "run/blocks").mkdir(parents=True)
    pq.write_table(pa.table({"x": [1]}), folder / f"run/blocks/{name}.parquet")
    before = contents(folder / "run")
    said = balance(*SWEEP, *GAMES)
    assert said.code == 2
    assert told in said.err
    assert {**contents(folder / "run"), **lock} == {**before, **lock}


def test_a_table_of_before_is_not_taken_for_one_of_now(balance, run: Path) -> None:
    """A deleted part and a new one leave as many parts as there were."""
    tables = {path.name: path.read_bytes() for path in run.glob("*.parquet")}
    (run / PARTS[2]).unlink()
    (run / PARTS[3]).unlink()
    before = balance("report", "run").out
    balance(*SWEEP, "--games", "1500")
    now = balance("report", "run").out
    assert now != before
    for name, content in tables.items():
        (run / name).write_bytes(content)
    assert balance("report", "run").out == now
