"""A table as comma-separated text, for any spreadsheet and any program."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reports import flat
from reports.results import Results

if TYPE_CHECKING:
    import polars as pl

RUNS, NUMBER = r"^[=+\-@\t\r\n]", r"^-[0-9]+(\.[0-9]+)?$"
"""How text begins that a spreadsheet runs as a formula; and text that is a number below 0, which does no harm."""
AS_TEXT = "'"
"""What makes a spreadsheet take all that follows for text."""


def write(results: Sequence[Results], path: Path, table: str | None = None) -> None:
    """Write one table; on and off for booleans, a plus between a list's parts, as setups are typed.

    Text that a spreadsheet would run, in a cell or a heading, has an apostrophe before it.

    Args:
        table: which; nothing for a row a cell with outcomes as columns.
    """
    frame = flat.table_of(results, table)
    told = [_defused(flat.worded(column)) for column in frame]
    with path.open("wb") as file:
        frame.with_columns(told).rename(dict(zip(frame.columns, _headings(frame), strict=True))).write_csv(file)


def _defused(column: "pl.Series") -> "pl.Series":
    """A column whose texts no spreadsheet runs; numbers stay what they are."""
    import polars as pl

    if column.dtype != pl.String:
        return column
    runs = column.str.contains(RUNS) & ~column.str.contains(NUMBER)
    return column.zip_with(~runs | runs.is_null(), AS_TEXT + column)


def _headings(frame: "pl.DataFrame") -> list[str]:
    import polars as pl

    return _defused(pl.Series(frame.columns, dtype=pl.String)).to_list()
