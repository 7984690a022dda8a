"""A table as Parquet, its types kept."""

from collections.abc import Sequence
from pathlib import Path

from reports import flat
from reports.results import Results


def write(results: Sequence[Results], path: Path, table: str | None = None) -> None:
    """Write one table.

    Args:
        table: which; nothing for a row a cell with outcomes as columns.
    """
    from pyarrow import parquet

    # not Polars' own writer, which hides a full disk in an error about the format
    parquet.write_table(flat.table_of(results, table).to_arrow(), path, compression="zstd")
