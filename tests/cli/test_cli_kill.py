"""Killed or interrupted at any moment, a run loses nothing that was finished and ends up the same."""

import json
import signal
import time
from pathlib import Path

import polars as pl
import pytest

from balance import program, run
from processes import start

WORDS = ("sweep", "werewolf", "players=8,12", "--games", "2000000", "--threads", "2", "--quiet")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[dict]:
    """The cells of the run that nobody disturbed."""
    process = start(tmp_path_factory.mktemp("whole"), *WORDS, "--json", "--out", "run")
    out, _ = process.communicate(timeout=120)
    return json.loads(out)["cells"]


def games_stored(folder: Path) -> int:
    """The games in the parts of a run folder."""
    parts = list((folder / "run/blocks").glob("*.parquet"))
    return int(pl.concat([pl.read_parquet(part, columns=["games"]) for part in parts])["games"].sum()) if parts else 0


def wait_for_parts(folder: Path, count: int) -> None:
    """Wait until so many parts are stored."""
    deadline = time.monotonic() + 60
    while len(list((folder / "run/blocks").glob("*.parquet"))) < count:
        assert time.monotonic() < deadline, "no block was stored within a minute"
        time.sleep(0.01)


def test_killed_again_and_again_it_ends_up_the_same(tmp_path: Path, whole: list[dict]) -> None:
    stored = 0
    for kill in range(1, 4):
        process = start(tmp_path, *WORDS, "--out", "run")
        wait_for_parts(tmp_path, kill)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert games_stored(tmp_path) >= stored  # nothing that was stored is lost
        stored = games_stored(tmp_path)
    out, _ = start(tmp_path, *WORDS, "--out", "run", "--json").communicate(timeout=120)
    assert json.loads(out)["cells"] == whole
    assert games_stored(tmp_path) == 4_000_000  # and nothing is played twice


def test_the_first_blocks_are_written_down_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far off the next time to write is, what has landed first is stored when the next is waited for."""
    stored: list[int] = []
    monkeypatch.setattr(run, "SECONDS_A_PART", 1e9)
    monkeypatch.chdir(tmp_path)
    waiting = run.wait

    def wait(*said, **more):
        stored.append(games_stored(tmp_path))
        return waiting(*said, **more)

    monkeypatch.setattr(run, "wait", wait)
    words = ("sweep", "werewolf", "players=5..9", "policy=blind", "--games", "2000", "--threads", "1", "--out", "run")
    assert program.run([*words, "--quiet"]) == 0
    assert stored[0] == 0
    (first,) = {*stored} - {0}  # the rest waits for its time, here the end
    assert first < games_stored(tmp_path) == 10_000


def test_a_report_of_a_killed_run_shows_what_is_stored(tmp_path: Path) -> None:
    process = start(tmp_path, *WORDS, "--out", "run")
    wait_for_parts(tmp_path, 1)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    report = start(tmp_path, "report", "run")
    out, err = report.communicate(timeout=60)
    assert report.returncode == 0, err
    assert "games" in out


def test_interrupted_it_keeps_everything_and_says_so(tmp_path: Path, whole: list[dict]) -> None:
    process = start(tmp_path, *WORDS, "--out", "run")
    wait_for_parts(tmp_path, 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupt once more to end at once" in err
    assert err.splitlines()[-1] == "balance: interrupted; everything finished is kept, the same command goes on"
    cells = pl.read_parquet(tmp_path / "run/cells.parquet")
    assert "interrupted" in cells["stop_reason"].to_list()
    assert cells["games"].sum() == games_stored(tmp_path)
    out, _ = start(tmp_path, *WORDS, "--out", "run", "--json").communicate(timeout=120)
    assert json.loads(out)["cells"] == whole


def test_two_processes_do_not_write_to_one_folder(tmp_path: Path) -> None:
    process = start(tmp_path, *WORDS, "--out", "run")
    wait_for_parts(tmp_path, 1)
    second = start(tmp_path, *WORDS, "--out", "run")
    _, err = second.communicate(timeout=60)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert second.returncode == 2
    assert "another process is writing to run" in err
