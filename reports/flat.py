"""Tables for other programs: a row a cell with outcomes as columns, and the tables of several runs as one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reports import runs, wording
from reports.mistakes import ReportMistake, nearest
from reports.results import Results

if TYPE_CHECKING:
    import polars as pl

RUN = "run"
"""The column that tells several runs apart; a single run has none."""
FIGURES = {"count": "count", "rate": "share", "low": "low", "high": "high"}
"""A column of `outcomes` -> what follows the outcome's name in a row a cell."""
CELLS = "cells"
"""The table with a row a setup."""
GAMES, KEEP_THEM = "games", "sweep again with --keep-games"
"""The table of single games, and how a run comes to have it."""


def table_of(results: Sequence[Results], name: str | None = None) -> "pl.DataFrame":
    """One table of all runs.

    Args:
        name: which; nothing for a row a cell with outcomes as columns.

    Raises:
        ReportMistake: no run has a table of that name.
    """
    known = names(results)
    if name == GAMES and name not in known:
        raise ReportMistake(f"{'this run' if len(results) == 1 else 'these runs'} kept no games; {KEEP_THEM}")
    if name is not None and name not in known:
        raise ReportMistake(f"unknown table {name!r}; {nearest(name, known)}")
    named = zip(runs.names(results), results, strict=True)
    tables = {
        run: with_outcomes(result) if name is None else result.tables[name]
        for run, result in named
        if name is None or name in result.tables
    }
    return next(iter(tables.values())) if len(results) == 1 else united(tables)


def names(results: Sequence[Results]) -> list[str]:
    """The tables that some run has."""
    return list(dict.fromkeys(name for run in results for name in run.tables))


def filled(results: Sequence[Results]) -> list[str]:
    """Those of them that have a row."""
    return [name for name in names(results) if any(name in run.tables and run.tables[name].height for run in results)]


def with_outcomes(run: Results) -> "pl.DataFrame":
    """A row a cell: the cells' own columns, then four for each outcome that some cell can yield.

    An outcome's count is no column of its bare name, which may be a parameter's (`werewolves`).
    """
    import polars as pl

    outcomes = run.tables["outcomes"]
    table = run.tables["cells"]
    for outcome in possible(run):
        renamed = [pl.col(column).alias(f"{outcome}_{figure}") for column, figure in FIGURES.items()]
        figures = outcomes.filter(pl.col("outcome") == outcome).select("cell", *renamed)
        table = table.join(figures, on="cell", how="left", maintain_order="left")
    return table


def possible(run: Results) -> list[str]:
    """The outcomes that some cell can yield, in the game's order."""
    yielded = set(run.tables["outcomes"]["outcome"])
    return [outcome.name for outcome in run.about.outcomes if outcome.name in yielded]


def worded(column: "pl.Series") -> "pl.Series":
    """A column as a setup would say it: on and off, lists joined by a plus, all else as it is."""
    import polars as pl

    if isinstance(column.dtype, pl.List) and column.dtype.inner.is_integer():
        return column.cast(pl.List(pl.String)).list.join("+")
    if column.dtype == pl.Boolean or column.dtype == pl.List:
        told = [None if value is None else wording.value(_plain(value)) for value in column]
        return pl.Series(column.name, told, pl.String)
    return column


def _plain(value: object) -> object:
    """A cell of a column of lists as a list."""
    import polars as pl

    return value.to_list() if isinstance(value, pl.Series) else value


def united(tables: Mapping[str, "pl.DataFrame"]) -> "pl.DataFrame":
    """Tables under each other, each column of the widest type that they need, the run's name in front.

    Args:
        tables: run -> its table.
    """
    import polars as pl

    types: dict[str, set[pl.DataType]] = {}
    for table in tables.values():
        for column, kind in table.schema.items():
            types.setdefault(column, set()).add(kind)
    mixed = [column for column, kinds in types.items() if len(kinds - {pl.Null()}) > 1]
    said = [
        table.with_columns(worded(table[column]) for column in mixed if column in table.columns).insert_column(
            0, pl.Series(RUN, [run] * table.height, pl.String)
        )
        for run, table in tables.items()
    ]
    return pl.concat(said, how="diagonal_relaxed")
