"""Commands as users type them, in a working folder of their own."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from balance.program import INTERNAL, run

Balance = Callable[..., "Said"]


@dataclass(frozen=True)
class Said:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its standard output as JSON."""
        return json.loads(self.out)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def balance(folder: Path, capsys: pytest.CaptureFixture[str]) -> Balance:  # noqa: ARG001  it runs there
    """Run a command in this process, as the program does but for leaving."""

    def said(*words: object) -> Said:
        capsys.readouterr()
        code = run([str(word) for word in words])
        out, err = capsys.readouterr()
        assert code != INTERNAL, err
        return Said(code, out, err)

    return said
