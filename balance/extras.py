"""The tables that only one game has: its counts as rows, and what their columns mean."""

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from balance.sparse import Sparse
from kernels.game import Axis, Column, Extra, Game, Resolved

if TYPE_CHECKING:
    import polars as pl

Counted = tuple[str, Resolved, Sparse]
"""A cell, its setup, and the counts of all of the game's extra tables, one after another."""


class Rows(NamedTuple):
    """The rows of one cell: (axes, rows) the value of each axis, and (columns, rows) counts."""

    values: np.ndarray
    counts: np.ndarray


def columns(game: Game) -> dict[str, dict[str, str]]:
    """Table -> column -> what it means."""
    return {
        extra.name: {"cell": "The setup.", **_meanings(extra.axes), **_meanings(_counted(extra))}
        for extra in game.extras
    }


def details(game: Game) -> tuple[str, ...]:
    """The tables with so many rows that a workbook has them only where they are asked for."""
    return tuple(extra.name for extra in game.extras if extra.detail)


def _meanings(told: Sequence[Axis] | Sequence[Column]) -> dict[str, str]:
    return {column.name: column.meaning for column in told}


def _counted(extra: Extra) -> tuple[Column, ...]:
    return (extra.total, *extra.columns) if extra.total else extra.columns


def tables(game: Game, cells: Sequence[Counted]) -> dict[str, "pl.DataFrame"]:
    """Every extra table of a run."""
    return {extra.name: _table(game, number, cells) for number, extra in enumerate(game.extras)}


def _table(game: Game, number: int, cells: Sequence[Counted]) -> "pl.DataFrame":
    import polars as pl

    extra = game.extras[number]
    rows = [_rows(game, number, setup, counts) for _, setup, counts in cells]
    no_rows = Rows(*(np.zeros((len(columns), 0), dtype=np.int64) for columns in (extra.axes, _counted(extra))))
    heights = [cell.counts.shape[1] for cell in rows]
    values, counts = (np.concatenate(parts, axis=1) for parts in zip(*rows, no_rows, strict=True))
    cell = pl.Series("cell", [cell for cell, _, _ in cells], pl.String).gather(np.repeat(np.arange(len(rows)), heights))
    axes = [_labelled(axis, line) for axis, line in zip(extra.axes, values, strict=True)]
    counted = [pl.Series(column.name, line) for column, line in zip(_counted(extra), counts, strict=True)]
    return pl.DataFrame([cell, *axes, *counted])


def _rows(game: Game, number: int, setup: Resolved, counts: Sparse) -> Rows:
    """The rows of extra table `number` in which anything was counted."""
    shapes = [extra.shape(setup) for extra in game.extras]
    *sizes, width = shapes[number]
    begins = sum(prod(shape) for shape in shapes[:number])
    first, after = np.searchsorted(counts.places, [begins, begins + prod(shapes[number])])
    row, column = np.divmod(counts.places[first:after].astype(np.int64) - begins, width)
    there, line = np.unique(row, return_inverse=True)
    dense = np.zeros((width, len(there)), dtype=np.int64)
    dense[column, line] = counts.counts[first:after]
    if game.extras[number].total:
        dense = np.concatenate([dense.sum(axis=0, keepdims=True), dense])
    return Rows(np.array(np.unravel_index(there, sizes)), dense)


def _labelled(axis: Axis, values: np.ndarray) -> "pl.Series":
    """A column of an axis: its labels where it has any."""
    import polars as pl

    if not axis.labels:
        return pl.Series(axis.name, values)
    return pl.Series(axis.name, axis.labels, pl.String).gather(values)
