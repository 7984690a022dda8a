"""A table as comma-separated text, for any spreadsheet and any program."""

from collections.abc import Sequence
from pathlib import Path

from reports import flat
from reports.results import Results


def write(results: Sequence[Results], path: Path, table: str | None = None) -> None:
    """Write one table; on and off for booleans, a plus between a list's parts, as setups are typed.

    Args:
        table: which; nothing for a row a cell with outcomes as columns.
    """
    frame = flat.table_of(results, table)
    with path.open("wb") as file:
        frame.with_columns(flat.worded(column) for column in frame).write_csv(file)
