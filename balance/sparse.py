"""Counts of which nearly all are 0, kept as those that are not: where they are, and what they come to."""

from typing import NamedTuple

import numpy as np


class Sparse(NamedTuple):
    """Rows of counts, a row for each piece; what all pieces come to is one row.

    Attributes:
        starts: (rows + 1,) where each row begins in the other two, then their length.
        places: where a count that is not 0 stands in its row, in order.
        counts: what it is.
    """

    starts: np.ndarray
    places: np.ndarray
    counts: np.ndarray


def none() -> Sparse:
    """One row in which all is 0."""
    return _one(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64))


def of(dense: np.ndarray) -> Sparse:
    """The rows of a (rows, counts) array."""
    rows, width = dense.shape
    flat = dense.reshape(-1)
    there = np.flatnonzero(flat != 0)  # three times as fast as without the comparison
    starts = np.searchsorted(there, np.arange(rows + 1) * width)
    return Sparse(starts, (there % max(width, 1)).astype(np.int32), flat[there])


def first(rows: Sparse, count: int) -> Sparse:
    """The first rows alone."""
    end = rows.starts[count]
    return Sparse(rows.starts[: count + 1], rows.places[:end], rows.counts[:end])


def total(rows: Sparse) -> Sparse:
    """All rows added up, as one."""
    return summed(rows.places, rows.counts)


def add(one: Sparse, other: Sparse) -> Sparse:
    """The only row of each, added up."""
    return summed(np.concatenate([one.places, other.places]), np.concatenate([one.counts, other.counts]))


def summed(places: np.ndarray, counts: np.ndarray) -> Sparse:
    """One row of counts that stand at places in any order, those at the same place added up."""
    dense = np.zeros(int(places.max(initial=-1)) + 1, dtype=np.int64)
    np.add.at(dense, places, counts)
    there = np.flatnonzero(dense)
    return _one(there.astype(np.int32), dense[there])


def _one(places: np.ndarray, counts: np.ndarray) -> Sparse:
    return Sparse(np.array([0, len(places)]), places, counts)
