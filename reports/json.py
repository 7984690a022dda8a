"""Tables as JSON, with all that there is to say about them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from reports import flat, runs
from reports.results import Results

if TYPE_CHECKING:
    import polars as pl


def write(results: Sequence[Results], path: Path, table: str | None = None) -> None:
    """Write what `lines` says to a file."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines(results, table))


def lines(results: Sequence[Results], table: str | None = None) -> Iterator[str]:
    """An object: `about`, and `tables`, each a list of rows, a row a line.

    `about` is the run's; of several runs an object, run's name -> about, and every row names its run.

    Args:
        table: the one to write; nothing for all.
    """
    tables = {name: flat.table_of(results, name) for name in ([table] if table else flat.names(results))}
    return _lines(_about(results), tables)


def _about(results: Sequence[Results]) -> dict[str, object]:
    told = [asdict(run.about) for run in results]
    return told[0] if len(told) == 1 else dict(zip(runs.names(results), told, strict=True))


def _lines(about: dict[str, object], tables: "dict[str, pl.DataFrame]") -> Iterator[str]:
    yield f'{{"about": {_dump(about)},\n"tables": {{'
    for number, (name, table) in enumerate(tables.items()):
        yield f"{',' if number else ''}\n{_dump(name)}: ["
        yield from _rows(table)
        yield "\n]"
    yield "\n}}\n"


def _rows(table: "pl.DataFrame") -> Iterator[str]:
    import polars.selectors as cs

    # JSON has no word for "not a number"
    finite = table.with_columns(cs.float().fill_nan(None))
    for number, row in enumerate(finite.iter_rows(named=True)):
        yield f"{',' if number else ''}\n{_dump(row)}"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
