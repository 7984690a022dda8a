"""Games kept one by one (`--keep-games`): a row each, in parts beside the counts, and games.parquet made of them."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from balance import parquet
from balance.parts import check, damaged, foreign, read
from balance.pieces import Span
from balance.store import BLOCKS, Manifest, writing
from kernels.game import Game

if TYPE_CHECKING:
    import pyarrow as pa

RUNS = b"runs"
GAMES_TABLE = "games.parquet"


class Kept(NamedTuple):
    """Consecutive games of one cell that a part holds: `first` up to `after`, from row `offset` on."""

    part: Path
    cell: str
    first: int
    after: int
    offset: int


def table(game: Game, played: Sequence[tuple[str, Span, np.ndarray]]) -> "pa.Table":
    """The rows of a part.

    Args:
        game: whose outcomes and ends number the rows.
        played: (cell, span, (games, 4) rows of outcome, length, end and winners as a bit set).
    """
    import pyarrow as pa

    runs, offset = [], 0
    for cell, (first, after), rows in played:
        runs.append([cell, first, after, offset])
        offset += len(rows)
    rows = np.concatenate([rows for _, _, rows in played])
    seats, offsets = _members(rows[:, 3])
    columns = {
        "cell": pa.array(np.repeat([cell for cell, _, _ in played], [len(rows) for _, _, rows in played])),
        "game": pa.array(np.concatenate([np.arange(*span) for _, span, _ in played])),
        "outcome": _named([outcome.name for outcome in game.outcomes], rows[:, 0]),
        "length": pa.array(rows[:, 1]),
        "end": _named([end.name for end in game.ends], rows[:, 2]),
        "winners": pa.ListArray.from_arrays(pa.array(offsets), pa.array(seats)),
    }
    return pa.table(columns).replace_schema_metadata({RUNS: json.dumps(runs).encode()})


def _members(masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The seats, from 1, of every mask one after another, and where each mask's begin."""
    bits = (masks[:, None] >> np.arange(63)) & 1
    seats = np.nonzero(bits)[1].astype(np.uint8) + 1
    return seats, np.concatenate([[0], np.cumsum(bits.sum(axis=1))]).astype(np.int32)


def _named(names: Sequence[str], numbers: np.ndarray) -> "pa.Array":
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int8)), pa.array(names)).cast(pa.string())


def spans(path: Path, manifest: Manifest) -> dict[str, list[Span]]:
    """The spans of games that a run folder keeps one by one, cell by cell; the same game may be kept twice."""
    stored: dict[str, list[Span]] = {}
    for run in _runs(path, manifest):
        stored.setdefault(run.cell, []).append((run.first, run.after))
    return stored


def gather(path: Path, manifest: Manifest) -> None:
    """Write the table of games: every kept game, cell by cell and in order; one part is in memory at a time."""
    rows = gathered(path, manifest)
    first = next(rows, None)
    if first is None:
        return
    with writing(path), parquet.writer(path / GAMES_TABLE, first.schema) as writer:
        for some in chain([first], rows):
            writer.write_table(some)


def gathered(path: Path, manifest: Manifest) -> "Iterator[pa.Table]":
    """The rows of every kept game, cell by cell and in order, some at a time.

    Raises:
        BadFolder: a part is damaged.
        NotComparable: a part is of another run.
    """
    order = {cell.id: number for number, cell in enumerate(manifest.cells)}
    part, rows = None, None
    reached = dict.fromkeys(order, 0)
    for run in sorted(_runs(path, manifest), key=lambda run: (order[run.cell], run.first)):
        first = max(run.first, reached[run.cell])  # a part of counts that had to be deleted was played again
        if first >= run.after:
            continue
        reached[run.cell] = run.after
        if run.part != part:
            part, rows = run.part, read(run.part, manifest)
        assert rows is not None
        yield rows.slice(run.offset + first - run.first, run.after - first).replace_schema_metadata()


def _runs(path: Path, manifest: Manifest) -> list[Kept]:
    known = {cell.id for cell in manifest.cells}
    runs = []
    for part in sorted((path / BLOCKS).glob("*-games.parquet")):
        try:
            schema = parquet.read_schema(part)
            runs += [Kept(part, *run) for run in json.loads((schema.metadata or {})[RUNS])]
        except (parquet.Damaged, KeyError, ValueError, TypeError) as error:
            raise damaged(part, error) from error
        check(part, schema, manifest)
        if any(run.cell not in known for run in runs):
            raise foreign(part)
    return runs
