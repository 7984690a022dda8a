"""The two doors of this package: reports for people, exports for programs, the format by the file's suffix."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from reports import csv, flat, html, json, lacking, markdown, parquet, terminal, wording, workbook
from reports.files import whole
from reports.mistakes import ReportMistake
from reports.results import Results

REPORTS: Mapping[str, Callable[[Sequence[Results], Path], None]] = {".md": markdown.write, ".html": html.write}
EXPORTS: Mapping[str, Callable[[Sequence[Results], Path, str | None], None]] = {
    ".xlsx": workbook.write,
    ".csv": csv.write,
    ".parquet": parquet.write,
    ".json": json.write,
}
ONE_TABLE, FOR_PEOPLE = (".csv", ".parquet"), (".xlsx",)
"""The formats of exports that hold one table, and those without tables of many rows unless they are asked for."""
Writer = TypeVar("Writer")


def report(results: Sequence[Results], path: Path | None = None) -> None:
    """Show the report of one or more runs on the terminal, or write it to a file.

    Args:
        results: one or more runs.
        path: the file; its suffix is the format. Nothing for the terminal.

    Raises:
        ReportMistake: an unknown suffix, or a file that cannot be written.
    """
    if path is None:
        terminal.report(results)
        return
    write = _by_suffix(path, REPORTS, "a report")
    with whole(path) as part:
        write(results, part)


def export(results: Sequence[Results], path: Path, table: str | None = None, all_tables: bool = False) -> list[str]:
    """Write the tables of one or more runs to a file.

    Args:
        results: one or more runs.
        path: the file; its suffix is the format.
        table: the one table to write; nothing for a row a cell with outcomes as columns, or for all of them where the
            format holds more than one.
        all_tables: whether those with many rows are written too where the format leaves them out otherwise.

    Returns:
        What is left out, a sentence each.

    Raises:
        ReportMistake: an unknown suffix or table, all tables where a file holds one, or a file that cannot be written.
    """
    write = _by_suffix(path, EXPORTS, "an export")
    suffix = path.suffix.lower()
    if all_tables and suffix in ONE_TABLE:
        several = wording.listed([other for other in EXPORTS if other not in ONE_TABLE], "or")
        raise ReportMistake(f"{path}: a {suffix} file holds one table; choose it with --table, or write {several}")
    if table is None and suffix in FOR_PEOPLE and not all_tables:
        results = [lacking.brief(run) for run in results]
    with whole(path) as part:
        write(results, part, table)
    return lacking.notes(results, flat.CELLS if table is None and suffix in ONE_TABLE else table)


def _by_suffix(path: Path, writers: Mapping[str, Writer], kind: str) -> Writer:
    writer = writers.get(path.suffix.lower())
    if writer is None:
        given = f"not {path.suffix}" if path.suffix else "and this name has no suffix"
        raise ReportMistake(f"{path}: {kind} is written as {', '.join(writers)}, {given}")
    return writer
