"""The immutable parts of a run folder: a row for each piece of a block, never changed once written."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from balance import sparse
from balance.counts import Counts, add, nothing, shapes
from balance.pieces import Span, overlapping
from balance.store import BadFolder, StoredCell, replacing, writing
from kernels.game import Game

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

Row = tuple[str, Sequence[int], Counts]
"""A cell, the edges of its pieces, and their counts, a piece for each gap between edges."""
DENSE = Counts._fields[:-1]
PLACES, EXTRAS = "extra_places", "extra_counts"
"""The columns of what is kept sparsely: where in the extra tables there are counts, and these."""


def write_part(path: Path, rows: Sequence[Row], games: "pa.Table | None" = None) -> None:
    """Store finished pieces as the next part.

    Args:
        path: the run folder.
        rows: what was played, cell by cell.
        games: a row for each game, where they are kept; written last, since games that are counted but lack their
            rows are played again for those.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    blocks = path / "blocks"
    number = 1 + max((int(part.stem.split("-")[0]) for part in blocks.glob("*.parquet")), default=0)
    with writing(path):
        if rows:
            table = pa.concat_tables([_rows(cell, edges, counts) for cell, edges, counts in rows])
            with replacing(blocks / f"{number:06d}.parquet") as temporary:
                pq.write_table(table, temporary, compression="zstd")
        if games is not None:
            with replacing(blocks / f"{number:06d}-games.parquet") as temporary:
                pq.write_table(games, temporary, compression="zstd")


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
    return sorted(part for part in (path / "blocks").glob("*.parquet") if not part.stem.endswith("-games"))


class Shape(NamedTuple):
    """What a cell's counts are like: the shape of each dense field, and how many counts its extra tables have."""

    dense: tuple[tuple[int, ...], ...]
    extras: int


def read_totals(path: Path, game: Game, cells: Sequence[StoredCell]) -> tuple[dict[str, Counts], dict[str, list[Span]]]:
    """What is stored: each cell's counts, summed, and the spans of games they are of.

    One part is in memory at a time.

    Raises:
        BadFolder: a part is damaged, or two hold the same game.
    """
    laid = [(cell, game.layout(cell.setup)) for cell in cells]
    totals = {cell.id: nothing(layout, cell.seating) for cell, layout in laid}
    shape = {cell.id: Shape(shapes(layout, cell.seating), layout.extra_counts) for cell, layout in laid}
    spans: dict[str, list[Span]] = {cell.id: [] for cell in cells}
    for part in parts(path):
        for cell, stored, counts in _part_totals(part, shape):
            totals[cell] = add(totals[cell], counts)
            spans[cell] = joined([*spans[cell], *stored])
    return totals, spans


def read_pieces(path: Path, game: Game, cells: Sequence[StoredCell]) -> dict[str, tuple[list[Span], list[Counts]]]:
    """What is stored piece by piece: each cell's spans, and the counts of each, in order.

    Raises:
        BadFolder: a part is damaged, or two hold the same game.
    """
    shape = {cell.id: Shape(shapes(game.layout(cell.setup), cell.seating), 0) for cell in cells}
    found: dict[str, dict[Span, Counts]] = {cell.id: {} for cell in cells}
    for part in parts(path):
        table = read(part)
        try:
            rows = zip(*(table.column(name).to_pylist() for name in ("cell", "first", "games")), strict=True)
            dense = {name: table.column(name) for name in DENSE}
            for k, (cell, begun, games) in enumerate(rows):
                fields = zip(DENSE, shape[cell].dense, strict=True)
                counts = [dense[name][k].values.to_numpy().reshape(1, *dims) for name, dims in fields]
                found[cell][begun, begun + games] = Counts._make([*counts, sparse.none()])
        except (KeyError, ValueError) as error:
            raise damaged(part, error) from error
    spans = {cell: sorted(pieces) for cell, pieces in found.items()}
    if any(overlapping(some) for some in spans.values()):
        raise BadFolder("the run folder holds the same games twice; delete its blocks folder and run again")
    return {cell: (some, [found[cell][span] for span in some]) for cell, some in spans.items()}


def _part_totals(part: Path, shape: Mapping[str, Shape]) -> Iterator[tuple[str, list[Span], Counts]]:
    table = read(part)
    try:
        cells = table.column("cell").to_pylist()
        first, games = table.column("first").to_numpy(), table.column("games").to_numpy()
        start = 0
        while start < len(cells):
            stop = start
            while stop < len(cells) and cells[stop] == cells[start]:
                stop += 1
            piece = table.slice(start, stop - start)
            counts = _total(piece, shape[cells[start]])
            yield cells[start], _spans(first[start:stop], games[start:stop]), counts
            start = stop
    except (KeyError, ValueError) as error:
        raise damaged(part, error) from error


def _total(pieces: "pa.Table", shape: Shape) -> Counts:
    dense = zip(DENSE, shape.dense, strict=True)
    sums = [_list_sum(pieces.column(name)).reshape(dims) for name, dims in dense]
    places, counts = (pieces.column(name).combine_chunks().flatten().to_numpy() for name in (PLACES, EXTRAS))
    if len(places) != len(counts) or not 0 <= places.min(initial=0) <= places.max(initial=0) < max(1, shape.extras):
        raise ValueError("it holds counts that its setup has not")
    return Counts._make([*sums, sparse.summed(places, counts)])


def _list_sum(column: "pa.ChunkedArray") -> "np.ndarray":
    values: np.ndarray = column.combine_chunks().flatten().to_numpy()
    summed: np.ndarray = values.reshape(len(column), -1).sum(axis=0)
    return summed


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


def read(part: Path) -> "pa.Table":
    """A part whole; raises `BadFolder`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_table(part)
    except (pa.ArrowException, OSError) as error:
        raise damaged(part, error) from error


def damaged(part: Path, error: Exception) -> BadFolder:
    """What to raise for a part that cannot be read."""
    return BadFolder(f"{part} is damaged ({error}); delete it and run again: only its games are played anew")
