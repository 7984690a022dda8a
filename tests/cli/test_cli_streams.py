"""Standard output that goes nowhere: a closed pipe, a full disk."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from balance.cli import app

PROGRAM = [sys.executable, "-c", "from balance.__main__ import main; main()"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["games"], ["show", "werewolf"], ["show", "werewolf", "--json"]], ids=" ".join)
def test_a_full_disk_behind_standard_output_is_told_in_a_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "balance: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("--help >/dev/full", 2),
        ("--version >/dev/full", 2),
        ("show wolf 2>&-", 2),
        ("show wolf 2>/dev/full", 2),
        ("swep 2>/dev/full", 2),
        ("games 2>&-", 0),
    ],
)
def test_streams_that_are_closed_or_full_change_no_exit_code(command: str, code: int) -> None:
    shell = f'"$0" -c "$1" {command}'
    done = subprocess.run(["sh", "-c", shell, PROGRAM[0], PROGRAM[2]], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("asked", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}], ids=str)
def test_a_terminal_of_plain_characters_gets_plain_ones(tmp_path: Path, asked: dict[str, str]) -> None:
    done = subprocess.run(
        [*PROGRAM, "sweep", "werewolf", "players=8", "policy=blind", "--games", "1000", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert " % +- " in done.stdout
    assert done.stdout.isascii()
    assert "?" not in done.stdout


# --- every command ------------------------------------------------------------------------------------------------

SEAT = ("werewolf", "players=5", "--games", "100")
WORDS: dict[str, tuple[tuple[str, ...], int]] = {
    "": (("--help",), 0),
    "version": (("--version",), 0),
    "games": ((), 0),
    "show": (("werewolf",), 0),
    "scenarios": ((), 0),
    "sweep": ((*SEAT, "--out", "run"), 0),
    "report": (("run",), 0),
    "export": (("run", "-o", "run.csv"), 0),
    "replay": (("werewolf", "players=5"), 0),
    "bless": ((*SEAT, "-o", "base.json"), 0),
    "check": (("drifted.json",), 1),
    "compare": (("run", "run"), 0),
    "bench": (("werewolf", "players=5", "policy=blind", "--seconds", "0.05", "--no-starts"), 0),
    "warm": ((), 0),
}
"""Command -> words that it ends well with, and its exit code; options of the program itself have none."""
OPTIONS = ("", "version")
SILENT = ("export",)
"""Commands that print nothing to standard output."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with a run, a baseline and one that other games made."""
    folder = tmp_path_factory.mktemp("streams")
    for words in (("sweep", *SEAT, "--out", "run"), ("bless", *SEAT, "-o", "base.json")):
        subprocess.run([*PROGRAM, *words, "--quiet"], cwd=folder, check=True, capture_output=True)
    plain = json.loads((folder / "base.json").read_text(encoding="utf-8"))
    plain["cells"][0]["head"]["fingerprint"] = "0123456789abcdef"
    plain["cells"][0].pop("seal", None)
    (folder / "drifted.json").write_text(json.dumps(plain), encoding="utf-8")
    return folder


def words_of(command: str) -> list[str]:
    """What is typed for it."""
    return [*PROGRAM, *([] if command in OPTIONS else [command]), *WORDS[command][0]]


def test_no_command_is_left_out() -> None:
    assert {*WORDS} - {*OPTIONS} == {*typer.main.get_command(app).commands}  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", WORDS)
def test_a_reader_that_has_gone_away_changes_no_exit_code(place: Path, command: str) -> None:
    process = subprocess.Popen(words_of(command), cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert process.returncode == WORDS[command][1], err
    assert "pipe" not in err.lower()
    assert "Traceback" not in err


@pytest.mark.parametrize("command", WORDS)
def test_standard_output_that_is_closed_is_told_where_there_is_something_to_print(place: Path, command: str) -> None:
    shell = ["sh", "-c", '"$@" >&-', "sh", *words_of(command)]
    done = subprocess.run(shell, cwd=place, stderr=subprocess.PIPE, text=True, check=False)
    if command in SILENT:
        assert done.returncode == 0, done.stderr
    else:
        assert done.returncode == 2, done.stderr
        assert done.stderr.splitlines()[-1].startswith("balance: standard output is closed, so nothing can be printed")
    assert "Traceback" not in done.stderr


def test_more_than_a_pipe_holds_goes_nowhere_once_its_reader_is_gone(place: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "sweep", "werewolf", "players=4..30", "--games", "10", "--json", "--quiet"],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.read(10)
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
