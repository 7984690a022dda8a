"""Standard output that goes nowhere: a closed pipe, a full disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
        ("games >&-", 0),
        ("--help >&-", 0),
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


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "show", "werewolf"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 0
    process.stderr.close()
