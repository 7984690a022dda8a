"""The immutable parts of a run folder: a row for each piece of a block, never changed once written.

Each says itself what game, version and seed it is of, so that a run that has lost its manifest is known again.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import kernels
from balance import parquet, sparse
from balance.counts import Counts, add, nothing, shapes
from balance.pieces import Span, overlapping
from balance.store import BLOCKS, BadFolder, Manifest, NotComparable, same_origin, writing

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

Row = tuple[str, Sequence[int], Counts]
"""A cell, the edges of its pieces, and their counts, a piece for each gap between edges."""
DENSE = Counts._fields[:-1]
PLACES, EXTRAS = "extra_places", "extra_counts"
"""The columns of what is kept sparsely: where in the extra tables there are counts, and these."""
ORIGIN = b"of"
"""Where a part says what it is of."""


def write_part(path: Path, manifest: Manifest, rows: Sequence[Row], games: "pa.Table | None" = None) -> None:
    """Store finished pieces as the next part.

    Args:
        path: the run folder.
        manifest: of the run.
        rows: what was played, cell by cell.
        games: a row for each game, where they are kept; written last, since games that are counted but lack their
            rows are played again for those.
    """
    import pyarrow as pa

    blocks = path / BLOCKS
    number = 1 + max((_number(part) for part in blocks.glob("*.parquet")), default=0)
    said = {ORIGIN: json.dumps(manifest.origin).encode()}
    with writing(path):
        if rows:
            table = pa.concat_tables([_rows(cell, edges, counts) for cell, edges, counts in rows])
            parquet.write(table, blocks / f"{number:06d}.parquet", said)
        if games is not None:
            parquet.write(games, blocks / f"{number:06d}-games.parquet", said)


def _number(part: Path) -> int:
    digits = re.match(r"\d+", part.name, re.ASCII)
    return int(digits[0]) if digits else 0


def _rows(cell: str, edges: Sequence[int], counts: Counts) -> "pa.Table":
    import numpy as np
    import pyarrow as pa

    borders = np.array(edges, dtype=np.int64)
    pieces = len(borders) - 1
    columns = {"cell": pa.array([cell] * pieces), "first": pa.array(borders[:-1]), "games": pa.array(np.diff(borders))}
    for name, field in zip(DENSE, counts[:-1], strict=True):
        flat = np.ascontiguousarray(field).reshape(pieces, -1)
        offsets = np.arange(pieces + 1, dtype=np.int32) * flat.shape[1]
        columns[name] = pa.ListArray.from_arrays(pa.array(offsets), pa.array(flat.reshape(-1)))
    extras = counts.extras
    starts = pa.array(extras.starts.astype(np.int32))
    columns[PLACES] = pa.ListArray.from_arrays(starts, pa.array(extras.places))
    columns[EXTRAS] = pa.ListArray.from_arrays(starts, pa.array(extras.counts))
    return pa.table(columns)


def parts(path: Path) -> list[Path]:
    """The parts with counts, oldest first."""
    return sorted(part for part in (path / BLOCKS).glob("*.parquet") if not part.stem.endswith("-games"))


def check_origin(path: Path, manifest: Manifest) -> None:
    """Hold the parts of a folder that has no manifest against the one that it is to have.

    Raises:
        NotComparable: one is of something else.
        BadFolder: none is a part of a run, or one is damaged.
    """
    wanted = {cell.id for cell in manifest.cells}
    broken, sound = None, 0
    for part in sorted((path / BLOCKS).glob("*.parquet")):
        try:
            table = read(part, manifest)
        except BadFolder as error:
            broken = error
            continue
        sound += 1
        if not {*table.column("cell").unique().to_pylist()} <= wanted:
            raise foreign(part)
    if broken and not sound:
        raise BadFolder(f"{path} is there and holds no part of a run that can be read; choose another with --out")
    if broken:
        raise broken


class Shape(NamedTuple):
    """What a cell's counts are like: the shape of each dense field, and how many counts its extra tables have."""

    dense: tuple[tuple[int, ...], ...]
    extras: int


def read_totals(path: Path, manifest: Manifest) -> tuple[dict[str, Counts], dict[str, list[Span]]]:
    """What is stored: each cell's counts, summed, and the spans of games they are of.

    One part is in memory at a time.

    Raises:
        BadFolder: a part is damaged, or two hold the same game.
        NotComparable: a part is of another run.
    """
    game, cells = kernels.game(manifest.game), manifest.cells
    laid = [(cell, game.layout(cell.setup)) for cell in cells]
    totals = {cell.id: nothing(layout, cell.seating) for cell, layout in laid}
    shape = {cell.id: Shape(shapes(layout, cell.seating), layout.extra_counts) for cell, layout in laid}
    spans: dict[str, list[Span]] = {cell.id: [] for cell in cells}
    for part in parts(path):
        for cell, stored, counts in _part_totals(part, manifest, shape):
            totals[cell] = add(totals[cell], counts)
            spans[cell] = joined([*spans[cell], *stored])
    return totals, spans


def read_pieces(path: Path, manifest: Manifest) -> dict[str, tuple[list[Span], list[Counts]]]:
    """What is stored piece by piece: each cell's spans, and the counts of each, in order.

    Raises:
        BadFolder: a part is damaged, or two hold the same game.
        NotComparable: a part is of another run.
    """
    game, cells = kernels.game(manifest.game), manifest.cells
    shape = {cell.id: Shape(shapes(game.layout(cell.setup), cell.seating), 0) for cell in cells}
    found: dict[str, dict[Span, Counts]] = {cell.id: {} for cell in cells}
    for part in parts(path):
        table = read(part, manifest)
        try:
            rows = zip(*(table.column(name).to_pylist() for name in ("cell", "first", "games")), strict=True)
            dense = {name: table.column(name) for name in DENSE}
            for k, (cell, begun, games) in enumerate(rows):
                if cell not in shape:
                    raise foreign(part)
                fields = zip(DENSE, shape[cell].dense, strict=True)
                counts = [dense[name][k].values.to_numpy().reshape(1, *dims) for name, dims in fields]
                found[cell][begun, begun + games] = Counts._make([*counts, sparse.none()])
        except (KeyError, ValueError) as error:
            raise damaged(part, error) from error
    spans = {cell: sorted(pieces) for cell, pieces in found.items()}
    if any(overlapping(some) for some in spans.values()):
        raise BadFolder("the run folder holds the same games twice; delete its blocks folder and run again")
    return {cell: (some, [found[cell][span] for span in some]) for cell, some in spans.items()}


def read_outcomes(
    path: Path, manifest: Manifest, cells: Collection[str]
) -> "Iterator[tuple[str, tuple[np.ndarray, np.ndarray, np.ndarray]]]":
    """How the games of some cells ended, piece by piece.

    Yields:
        A cell and some of its pieces: (pieces,) first games, (pieces,) games, (pieces, outcomes) games that ended so.

    Raises:
        BadFolder: a part is damaged.
        NotComparable: a part is of another run.
    """
    game = kernels.game(manifest.game)
    for part in parts(path):
        for cell, pieces in _by_cell(part, read(part, manifest)):
            if cell in cells:
                counts = _lists(pieces.column("lengths")).reshape(len(pieces), len(game.outcomes), -1).sum(axis=2)
                yield cell, (pieces.column("first").to_numpy(), pieces.column("games").to_numpy(), counts)


def _by_cell(part: Path, table: "pa.Table") -> "Iterator[tuple[str, pa.Table]]":
    """The rows of a part, cell by cell as they stand."""
    try:
        cells = table.column("cell").to_pylist()
        start = 0
        while start < len(cells):
            stop = start
            while stop < len(cells) and cells[stop] == cells[start]:
                stop += 1
            yield cells[start], table.slice(start, stop - start)
            start = stop
    except (KeyError, ValueError) as error:
        raise damaged(part, error) from error


def _part_totals(
    part: Path, manifest: Manifest, shape: Mapping[str, Shape]
) -> Iterator[tuple[str, list[Span], Counts]]:
    for cell, pieces in _by_cell(part, read(part, manifest)):
        if cell not in shape:
            raise foreign(part)
        spans = _spans(pieces.column("first").to_numpy(), pieces.column("games").to_numpy())
        try:
            counts = _total(pieces, shape[cell])
        except (KeyError, ValueError) as error:
            raise damaged(part, error) from error
        yield cell, spans, counts


def _total(pieces: "pa.Table", shape: Shape) -> Counts:
    dense = zip(DENSE, shape.dense, strict=True)
    sums = [_list_sum(pieces.column(name)).reshape(dims) for name, dims in dense]
    places, counts = (pieces.column(name).combine_chunks().flatten().to_numpy() for name in (PLACES, EXTRAS))
    if len(places) != len(counts) or not 0 <= places.min(initial=0) <= places.max(initial=0) < max(1, shape.extras):
        raise ValueError("it holds counts that its setup has not")
    return Counts._make([*sums, sparse.summed(places, counts)])


def _list_sum(column: "pa.ChunkedArray") -> "np.ndarray":
    summed: np.ndarray = _lists(column).sum(axis=0)
    return summed


def _lists(column: "pa.ChunkedArray") -> "np.ndarray":
    """A column of lists of one length as (rows, length) numbers."""
    values: np.ndarray = column.combine_chunks().flatten().to_numpy()
    return values.reshape(len(column), -1)


def _spans(first: "np.ndarray", games: "np.ndarray") -> list[Span]:
    return joined([(int(start), int(start + count)) for start, count in zip(first, games, strict=True)])


def joined(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, those that touch made one; raises `BadFolder` if any overlap."""
    if overlapping(spans):
        raise BadFolder("the run folder holds the same games twice; delete its blocks folder and run again")
    together: list[Span] = []
    for first, after in sorted(spans):
        if together and together[-1][1] == first:
            together[-1] = (together[-1][0], after)
        else:
            together.append((first, after))
    return together


def read(part: Path, manifest: Manifest) -> "pa.Table":
    """A part whole.

    Raises:
        BadFolder: it is damaged.
        NotComparable: it is of another run than the manifest's.
    """
    try:
        table = parquet.read(part)
    except parquet.Damaged as error:
        raise damaged(part, error) from error
    check(part, table.schema, manifest)
    return table


def check(part: Path, schema: "pa.Schema", manifest: Manifest) -> None:
    """Raise `NotComparable` where a part says that it is of another run than the manifest's."""
    try:
        same_origin(part, json.loads((schema.metadata or {})[ORIGIN]), manifest)
    except (KeyError, ValueError, AttributeError) as error:
        raise damaged(part, error) from error


def foreign(part: Path) -> NotComparable:
    """What to raise for a part of setups that its run has not."""
    return NotComparable(f"{part} holds games of other setups; choose another --out")


def damaged(part: Path, error: Exception) -> BadFolder:
    """What to raise for a part that cannot be read."""
    return BadFolder(f"{part} is damaged ({error}); delete it and run again: only its games are played anew")
