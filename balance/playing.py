"""Games that are played to be counted and not stored: what a baseline is made of, and what it is held against."""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from balance.counts import Counts, add, first, total
from balance.interrupts import PATIENCE
from balance.pieces import BLOCK, Span, edges, start_of
from balance.progress import display
from balance.run import Played, Task, work
from balance.store import StoredCell
from balance.tables import outcomes_of

BLOCKS_A_TASK = 200
HEAD_BLOCKS = 2
"""So many blocks of each cell are compared first, for drift shows in them at once."""


@dataclass(frozen=True)
class Sample:
    """What a cell came to.

    Attributes:
        cell: the setup.
        games: how many were played.
        counts: all that was counted.
        blocks: (blocks, outcomes) games by outcome of every whole block, in order.
        head: the counts of the first `head_games` games alone: the first two blocks, as far as played.
    """

    cell: StoredCell
    games: int
    counts: Counts
    blocks: np.ndarray
    head: Counts
    head_games: int


def play(game: str, spans: Sequence[tuple[StoredCell, Span]], seed: int, threads: int, quiet: bool) -> list[Sample]:
    """Play a span of games of each cell.

    Raises:
        Mistake: a designer's own policy fails.
        KeyboardInterrupt: at once; nothing is kept.
    """
    tasks = deque(
        (place, Task(game, cell.setup, cell.seating, seed, part, False))
        for place, (cell, span) in enumerate(spans)
        for part in _parts(span)
    )
    landed: list[dict[int, Played]] = [{} for _ in spans]
    still = [after - first for _, (first, after) in spans]
    flying: dict[Future[Played], tuple[int, Task]] = {}
    executor = ThreadPoolExecutor(threads)
    with display([(cell, after - first) for cell, (first, after) in spans], quiet) as advance:
        while tasks or flying:
            while tasks and len(flying) <= threads:
                next_one = tasks.popleft()
                flying[executor.submit(work, next_one[1])] = next_one
            for future in wait(flying, PATIENCE, return_when=FIRST_COMPLETED).done:
                place, task = flying.pop(future)
                landed[place][task.span[0]] = future.result()
                still[place] -= task.span[1] - task.span[0]
                advance(spans[place][0], task.span[1] - task.span[0], still[place])
    executor.shutdown()
    return [_sample(cell, span, found) for (cell, span), found in zip(spans, landed, strict=True)]


def _parts(span: Span) -> list[Span]:
    parts = []
    first, after = span
    while first < after:
        parts.append(start_of((first, after), BLOCKS_A_TASK))
        first = parts[-1][1]
    return parts


def _sample(cell: StoredCell, span: Span, found: dict[int, Played]) -> Sample:
    counts = [found[start].counts for start in sorted(found)]
    borders = edges(span)
    return of_pieces(cell, list(pairwise(borders)), counts)


def of_pieces(cell: StoredCell, spans: Sequence[Span], counts: Sequence[Counts]) -> Sample:
    """A sample of the pieces of a cell, which follow one another.

    Args:
        cell: the setup.
        spans: of every piece.
        counts: of the pieces, some at a time, in the same order.
    """
    summed = total(counts[0])
    for more in counts[1:]:
        summed = add(summed, total(more))
    sizes = np.array([after - begun for begun, after in spans])
    pieces = np.concatenate([outcomes_of(some) for some in counts])
    heads = _first_pieces(counts, HEAD_BLOCKS)
    games = int(sizes[:HEAD_BLOCKS].sum())
    return Sample(cell, int(sizes.sum()), summed, pieces[sizes == BLOCK], heads, games)


def _first_pieces(counts: Sequence[Counts], pieces: int) -> Counts:
    """The sum of the first pieces."""
    head: Counts | None = None
    for some in counts:
        there = len(some.fingerprint)
        part = total(first(some, min(pieces, there)))
        head = part if head is None else add(head, part)
        pieces -= there
        if pieces <= 0:
            break
    assert head is not None
    return head


def together(one: Sample, other: Sample) -> Sample:
    """Two samples of a cell, the second's games following the first's, which are whole blocks."""
    blocks = np.concatenate([one.blocks, other.blocks])
    return Sample(one.cell, one.games + other.games, add(one.counts, other.counts), blocks, one.head, one.head_games)
