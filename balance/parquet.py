"""Parquet files that are sealed: a table that is read is the one that was written, or it is refused."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from balance import seals
from balance.store import replacing

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

SEAL = b"seal"
COMPRESSION = "zstd"


class Damaged(Exception):
    """A file that is not, or not whole, what was written; the reason."""


def write(table: "pa.Table", path: Path, said: Mapping[bytes, bytes] | None = None) -> None:
    """Write a table, whole or not at all.

    Args:
        table: with or without metadata of its own.
        path: what becomes of it.
        said: further metadata.
    """
    import pyarrow.parquet as pq

    with replacing(path) as temporary:
        blank = table.replace_schema_metadata(_metadata(table.schema, said))
        pq.write_table(blank, temporary, compression=COMPRESSION)
        seals.seal(temporary)


@contextmanager
def writer(path: Path, schema: "pa.Schema") -> "Iterator[pq.ParquetWriter]":
    """What writes a table to `path` some rows at a time, whole or not at all."""
    import pyarrow.parquet as pq

    with replacing(path) as temporary:
        blank = schema.with_metadata(_metadata(schema))
        with pq.ParquetWriter(temporary, blank, compression=COMPRESSION) as made:
            yield made
        seals.seal(temporary)


def read(path: Path) -> "pa.Table":
    """A table that was written here; raises `Damaged`."""
    import pyarrow as pa

    try:
        return _opened(path).read()
    except (pa.ArrowException, OSError) as error:
        raise Damaged(str(error)) from error


def read_schema(path: Path) -> "pa.Schema":
    """The columns of such a table, and what its metadata say; raises `Damaged`."""
    import pyarrow as pa

    try:
        return _opened(path).schema_arrow
    except (pa.ArrowException, OSError) as error:
        raise Damaged(str(error)) from error


def _opened(path: Path) -> "pq.ParquetFile":
    import pyarrow as pa
    import pyarrow.parquet as pq

    content = path.read_bytes()
    if not seals.fits(content):
        raise Damaged("it is not as it was written")
    return pq.ParquetFile(pa.BufferReader(content))


def _metadata(schema: "pa.Schema", said: Mapping[bytes, bytes] | None = None) -> dict[bytes, bytes]:
    others = {key: value for key, value in (schema.metadata or {}).items() if key != SEAL}
    return {**others, **(said or {}), SEAL: seals.BLANK.encode()}
