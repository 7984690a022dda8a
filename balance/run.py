"""Play what is missing of a run: blocks of consecutive games on an executor, stored as they finish."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

import kernels
from balance import kept, parts
from balance.counts import Counts, add, fold, total
from balance.interrupts import PATIENCE
from balance.pieces import BLOCK, Span, edges, missing, start_of
from balance.store import Manifest, StoredCell
from balance.tables import Total
from kernels.game import Resolved, Seating

SECONDS_A_TASK = 0.25
MOST_BLOCKS_A_TASK = 1000
MOST_COUNTS_A_TASK = 2_000_000
"""How many counts of extra tables a task may have in memory, 0 or not."""
SECONDS_A_PART = 0.5
"""How often finished blocks are written down: what a kill can cost, and how many parts a long run has."""


class Task(NamedTuple):
    """What a worker is sent: consecutive games of one setup."""

    game: str
    setup: Resolved
    seating: Seating
    seed: int
    span: Span
    keep_games: bool


class Played(NamedTuple):
    """What a worker sends back: counts by piece, a row for each game if kept, and the seconds it took."""

    counts: Counts
    games: np.ndarray
    seconds: float


def work(task: Task) -> Played:
    """Play a task's games; any worker, thread or machine comes to the same counts."""
    from kernels import driver

    started = time.perf_counter()
    game = kernels.game(task.game)
    table = driver.seat(game, task.setup, task.seating)
    tally, games = driver.play(table, task.seed, edges(task.span), task.keep_games)
    return Played(fold(tally, game, task.setup, task.seating), games, time.perf_counter() - started)


@dataclass
class Job:
    """One cell on its way.

    Attributes:
        cell: the setup.
        counts: what it has come to so far, of `games` games.
        gaps: the games still to be played.
        unkept: games that are counted, but of which a row each is wanted too.
        extra_counts: how many counts the extra tables of its game have.
    """

    cell: StoredCell
    counts: Counts
    games: int
    gaps: list[Span]
    unkept: list[Span]
    extra_counts: int = 0

    @property
    def left(self) -> int:
        """How many games are still to be played."""
        return sum(after - first for first, after in self.gaps + self.unkept)


class Order(NamedTuple):
    """A task, the job it belongs to, and whether its counts are stored already."""

    task: Task
    job: Job
    counted: bool


def jobs(path: Path, manifest: Manifest, keep_games: bool) -> list[Job]:
    """What is stored of a run, and what is missing of it, cell by cell."""
    game = kernels.game(manifest.game)
    totals, stored = parts.read_totals(path, game, manifest.cells)
    rows = kept.spans(path) if keep_games else {}
    made = []
    for cell in manifest.cells:
        spans = stored[cell.id]
        gaps = missing(manifest.games, spans)
        unkept = _without(missing(manifest.games, rows.get(cell.id, [])), gaps) if keep_games else []
        played = sum(after - first for first, after in spans)
        layout = game.layout(cell.setup)
        made.append(Job(cell, totals[cell.id], played, gaps, unkept, layout.extra_counts))
    return made


def _without(spans: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    """The parts of `spans` outside `others`."""
    last = max((after for _, after in spans), default=0)
    outside = missing(last, others)
    pairs = ((max(a, c), min(b, d)) for a, b in spans for c, d in outside)
    return [(first, after) for first, after in pairs if first < after]


@dataclass
class Runner:
    """Plays jobs to their end.

    Attributes:
        path: the run folder.
        manifest: of the run.
        executor: where the games are played; threads, or anything with the same interface.
        workers: how many tasks it plays at once.
        keep_games: whether a row for each game is stored.
        advance: told the cell and the number of games after every task.
        interrupted: whether no more games should be begun.
    """

    path: Path
    manifest: Manifest
    executor: Executor
    workers: int
    keep_games: bool
    advance: Callable[[StoredCell, int], None]
    interrupted: Callable[[], bool]
    pace: float = 1e-5
    rows: list[parts.Row] = field(default_factory=list)
    games: list[tuple[str, Span, np.ndarray]] = field(default_factory=list)
    written: float = field(default_factory=time.monotonic)

    def play(self, to_play: Sequence[Job]) -> None:
        """Play every job, storing what is finished; once interrupted, only what has begun."""
        orders = self._orders(to_play)
        flying: dict[Future[Played], Order] = {}
        while True:
            while not self.interrupted() and len(flying) <= self.workers and (order := next(orders, None)):
                flying[self.executor.submit(work, order.task)] = order
            if self.interrupted():
                flying = {future: order for future, order in flying.items() if not future.cancel()}
            if not flying:
                break
            self._land(flying, wait(flying, PATIENCE, return_when=FIRST_COMPLETED).done)
            if time.monotonic() - self.written > SECONDS_A_PART:
                self._write()
        self._write()

    def _orders(self, to_play: Sequence[Job]) -> Iterator[Order]:
        """Tasks cell by cell, each of about the same time at the pace of those that have landed."""
        wanted = ((job, spans, spans is job.unkept) for job in to_play for spans in (job.gaps, job.unkept))
        for job, spans, counted in wanted:
            for first, after in spans:
                while first < after:
                    span = start_of((first, after), self._blocks_a_task(job.extra_counts))
                    yield Order(self._task(job.cell, span), job, counted)
                    first = span[1]

    def _blocks_a_task(self, counts_a_block: int) -> int:
        wanted = min(int(SECONDS_A_TASK / self.pace / BLOCK), MOST_COUNTS_A_TASK // max(1, counts_a_block))
        return min(MOST_BLOCKS_A_TASK, max(1, wanted))

    def _task(self, cell: StoredCell, span: Span) -> Task:
        manifest = self.manifest
        return Task(manifest.game, cell.setup, cell.seating, manifest.seed, span, self.keep_games)

    def _land(self, flying: dict[Future[Played], Order], landed: set[Future[Played]]) -> None:
        for future in landed:
            order = flying.pop(future)
            played = future.result()
            job, (first, after) = order.job, order.task.span
            self.pace = played.seconds / (after - first)
            if not order.counted:
                self.rows.append((job.cell.id, edges(order.task.span), played.counts))
                job.counts = add(job.counts, total(played.counts))
                job.games += after - first
            if self.keep_games:
                self.games.append((job.cell.id, order.task.span, played.games))
            self.advance(job.cell, after - first)

    def _write(self) -> None:
        if self.rows or self.games:
            game = kernels.game(self.manifest.game)
            parts.write_part(self.path, self.rows, kept.table(game, self.games) if self.games else None)
            self.rows, self.games = [], []
        self.written = time.monotonic()


def totals(finished: Sequence[Job]) -> list[Total]:
    """What jobs have come to."""
    return [Total(job.cell, job.games, job.counts) for job in finished]
