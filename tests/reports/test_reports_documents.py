"""The doors of the package: suffixes, files that are whole or not there, and what it costs to walk in."""

import ast
import os
import pickle
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import reports
from reports import EXPORTS, REPORTS, ReportMistake, Results, export, report

SUFFIXES = [*REPORTS, *EXPORTS]
FOLDER = Path(reports.__file__).parent


def _make(run: Results, path: Path) -> None:
    """A report or an export, whichever is written with that suffix."""
    if path.suffix in REPORTS:
        report([run], path)
    else:
        export([run], path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_is_written_and_nothing_else(grid: Results, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out{suffix}"
    _make(grid, path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_size > 1000


def test_suffixes_may_be_capitals(grid: Results, tmp_path: Path) -> None:
    report([grid], tmp_path / "OUT.MD")
    assert (tmp_path / "OUT.MD").exists()


def test_without_a_file_the_report_is_printed(grid: Results, capsys: pytest.CaptureFixture[str]) -> None:
    report([grid])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Played by: ")
    assert lines[-1].startswith("To reproduce: balance sweep")


def test_unknown_suffixes_are_told_what_is_allowed(grid: Results, tmp_path: Path) -> None:
    with pytest.raises(ReportMistake, match=r"report\.pdf: a report is written as \.md, \.html, not \.pdf") as mistake:
        report([grid], tmp_path / "report.pdf")
    assert mistake.value.exit_code == 2
    with pytest.raises(ReportMistake, match=r"an export is written as .*\.csv.*, and this name has no suffix"):
        export([grid], tmp_path / "table")


def test_a_missing_folder_is_a_mistake(grid: Results, tmp_path: Path) -> None:
    with pytest.raises(ReportMistake, match="cannot be written: there is no folder"):
        export([grid], tmp_path / "missing" / "table.csv")


def test_a_folder_is_no_file(grid: Results, tmp_path: Path) -> None:
    (tmp_path / "table.csv").mkdir()
    with pytest.raises(ReportMistake, match="is a folder"):
        export([grid], tmp_path / "table.csv")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("trouble", [KeyboardInterrupt, ZeroDivisionError])
def test_what_was_there_stays_when_writing_stops(
    grid: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, trouble: type[BaseException]
) -> None:
    path = tmp_path / f"out{suffix}"
    path.write_text("before")

    monkeypatch.setattr(os, "replace", Mock(side_effect=trouble))
    with pytest.raises(trouble):
        _make(grid, path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_keeps_pointing_at_what_is_renewed(grid: Results, tmp_path: Path) -> None:
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.write_text("before")
    link.symlink_to(target)
    export([grid], link)
    assert link.is_symlink()
    assert target.read_text() != "before"


FULL_DISK = """
import pickle, resource, sys
from pathlib import Path
from reports import EXPORTS, REPORTS, ReportMistake, export, report

run = pickle.loads(Path(sys.argv[1]).read_bytes())
folder = Path(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
for suffix in (*REPORTS, *EXPORTS):
    try:
        (report if suffix in REPORTS else export)([run], folder / f"out{suffix}")
    except ReportMistake as mistake:
        print(suffix, mistake)
"""


def test_a_full_disk_is_one_sentence_and_leaves_nothing(grid: Results, tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(pickle.dumps(grid))
    folder = tmp_path / "full"
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, tmp_path / "run", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == SUFFIXES
    assert done.stdout.count("cannot be written: File too large") == len(SUFFIXES)
    assert "Traceback" not in done.stderr
    assert list(folder.iterdir()) == []


def test_importing_the_package_is_cheap() -> None:
    heavy = ["altair", "jinja2", "numpy", "polars", "pyarrow", "rich", "vl_convert", "xlsxwriter"]
    code = f"import reports, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_reports_know_no_game_and_no_runner() -> None:
    allowed = {"reports", "polars", "rich", "jinja2", "markupsafe", "altair", "vl_convert", "xlsxwriter", "pyarrow"}
    allowed |= set(sys.stdlib_module_names)
    files = list(FOLDER.rglob("*.py"))
    assert len(files) > 10
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name.partition(".")[0] for alias in node.names} <= allowed, file
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, file
                assert str(node.module).partition(".")[0] in allowed, file
