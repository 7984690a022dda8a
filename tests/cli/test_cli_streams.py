"""Standard output that goes nowhere: a closed pipe, a full disk."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from balance.cli import main; main()"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["games"], ["show", "werewolf"], ["show", "werewolf", "--json"]], ids=" ".join)
def test_a_full_disk_behind_standard_output_is_told_in_a_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "balance: No space left on device\n"


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
