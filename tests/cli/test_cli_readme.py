"""What the README prints is what its commands print, and its workflow is one."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")
CODE = "\n".join(line[4:] if line.startswith("    ") else line and "---" for line in TEXT.splitlines())
"""The README's code as it is typed and shown; a line of its prose is three dashes."""
PRINTED = re.findall(r"^\$ (balance .*)\n((?:(?!\$ |---).+\n)+)", CODE, re.MULTILINE)
"""Commands and what they are said to print."""


def between(first: str, last: str) -> str:
    """The code from one line up to another."""
    return CODE[CODE.index(first) : CODE.index(last, CODE.index(first))]


def test_there_is_something_printed():
    assert len(PRINTED) >= 3


@pytest.mark.parametrize(("command", "printed"), PRINTED, ids=[command for command, _ in PRINTED])
def test_what_is_printed_comes_from_a_run(folder, balance, command, printed):
    (folder / "my_policies.py").write_text(between('"""How our group votes."""', "$ balance sweep"))
    said = balance(*shlex.split(command)[1:])
    assert said.code == 0
    shown = "\n".join(line.rstrip() for line in said.out.splitlines())
    assert "\n".join(line.rstrip() for line in printed.splitlines()) in shown, shown


def test_the_workflow_installs_keeps_and_uploads():
    workflow = between("name: tables", "---")
    assert "pip install ./" in workflow
    assert "pip install wolfbalance" not in TEXT
    assert "steps.rules.outputs.hash" in workflow
    assert "upload-artifact" in workflow
    (code,) = re.findall(r"python -c '([^']*)'", workflow)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"[0-9a-f]{12}\n", said)
