"""Play what is missing of a run: blocks of consecutive games on an executor, stored as they finish."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import NamedTuple

import numpy as np

import kernels
from balance import kept, parts, stopping
from balance.counts import Counts, add, first, fold, total
from balance.interrupts import PATIENCE
from balance.pieces import BLOCK, Span, edges, missing, start_of
from balance.rules import Rule
from balance.store import Manifest, StoredCell
from balance.tables import Total, outcomes_of
from kernels.game import Game, Resolved, Seating

SECONDS_A_TASK = 0.25
MOST_BLOCKS_A_TASK = 1000
MOST_COUNTS_A_TASK = 2_000_000
"""How many counts of extra tables a task may have in memory, 0 or not."""
SECONDS_A_PART = 0.5
"""How often finished blocks are written down, after the first: what a kill can cost, and how many parts a run has."""


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
    games_played: int

    def first(self, pieces: int, games: int) -> "Played":
        """The first pieces alone, which are so many games."""
        if games == self.games_played:
            return self
        return Played(first(self.counts, pieces), self.games[:games], self.seconds, games)


def work(task: Task) -> Played:
    """Play a task's games; any worker, thread or machine comes to the same counts."""
    from kernels import driver

    started = time.perf_counter()
    game = kernels.game(task.game)
    table = driver.seat(game, task.setup, task.seating)
    tally, games = driver.play(table, task.seed, edges(task.span), task.keep_games)
    counts = fold(tally, game, task.setup, task.seating)
    return Played(counts, games, time.perf_counter() - started, task.span[1] - task.span[0])


@dataclass
class Job:
    """One cell on its way.

    Attributes:
        cell: the setup.
        rule: when it has been played enough.
        counts: what it has come to so far, of `games` games.
        gaps: games that are to be played first.
        unkept: games that are counted, but of which a row each is wanted too.
        extra_counts: how many counts the extra tables of its game have.
        began: where the rule begins to look: one past the last game that was stored before.
        next: the first game from there on that nobody has been sent to play.
        waiting: first game -> what was played from there on, of games that are not yet next to those counted.
        reason: why it is played no longer; empty while it is.
    """

    cell: StoredCell
    rule: Rule
    counts: Counts
    games: int
    gaps: list[Span]
    unkept: list[Span]
    extra_counts: int = 0
    began: int = 0
    next: int = 0
    waiting: dict[int, "Played"] = field(default_factory=dict)
    reason: str = ""

    def left(self, game: Game) -> int:
        """About how many games are still to be played."""
        return sum(after - first for first, after in self.unkept) + max(0, self.expected(game) - self.games)

    def expected(self, game: Game) -> int:
        """About how many games it will have been played for."""
        if self.reason:
            return self.games
        return stopping.expected(self.rule, game, self.cell.setup, outcomes_of(self.counts), self.games)

    def look(self, game: Game) -> None:
        """Settle whether it has been played enough."""
        outcomes = outcomes_of(self.counts)
        said = stopping.reason(self.rule, game, self.cell.setup, outcomes, self.games)
        self.reason = "" if said == stopping.INTERRUPTED else said


class Order(NamedTuple):
    """A task, the job it belongs to, and whether its counts are wanted, or only a row for each game."""

    task: Task
    job: Job
    counted: bool


def jobs(path: Path, manifest: Manifest, keep_games: bool) -> list[Job]:
    """What is stored of a run, and what is missing of it, cell by cell."""
    game = kernels.game(manifest.game)
    totals, stored = parts.read_totals(path, manifest)
    rows = kept.spans(path, manifest) if keep_games else {}
    wanted = {cell.id: rows.get(cell.id, []) if keep_games else None for cell in manifest.cells}
    return [
        _job(game, manifest.rule, cell, totals[cell.id], stored[cell.id], wanted[cell.id]) for cell in manifest.cells
    ]


def _job(game: Game, rule: Rule, cell: StoredCell, counts: Counts, stored: list[Span], rows: list[Span] | None) -> Job:
    """The job of one cell; `rows`: the games kept one by one, where they are wanted."""
    played = sum(after - first for first, after in stored)
    reached = max((after for _, after in stored), default=0)
    gaps = missing(reached if rule.looks else rule.games, stored)
    unkept = _without(missing(reached if rule.looks else rule.games, rows), gaps) if rows is not None else []
    job = Job(cell, rule, counts, played, gaps, unkept, game.layout(cell.setup).extra_counts, reached, reached)
    if not gaps:
        job.look(game)
    return job


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
        advance: told the cell, the number of games played and about how many are left of it, after every task.
        interrupted: whether no more games should be begun.
    """

    path: Path
    manifest: Manifest
    executor: Executor
    workers: int
    keep_games: bool
    advance: Callable[[StoredCell, int, int], None]
    interrupted: Callable[[], bool]
    pace: float = 1e-5
    rows: list[parts.Row] = field(default_factory=list)
    games: list[tuple[str, Span, np.ndarray]] = field(default_factory=list)
    written: float = -inf

    @property
    def game(self) -> Game:
        """What is played."""
        return kernels.game(self.manifest.game)

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

    def _orders(self, to_play: Sequence[Job]) -> Iterator[Order | None]:
        """Tasks cell by cell, each of about the same time at the pace of those that have landed.

        None says that what is to be played next hangs on what has not yet landed.
        """
        for job in to_play:
            for spans in (job.gaps, job.unkept):
                for span in spans:
                    yield from self._cut(job, span, spans is job.gaps)
        looking = [job for job in to_play if job.rule.looks and not job.reason]
        while looking:
            looking = [job for job in looking if not job.reason]
            order = next((order for job in looking if (order := self._look_further(job))), None)
            if looking:
                yield order

    def _cut(self, job: Job, span: Span, counted: bool) -> Iterator[Order]:
        first, after = span
        while first < after:
            part = start_of((first, after), self._blocks_a_task(job.extra_counts))
            yield Order(self._task(job.cell, part), job, counted)
            first = part[1]

    def _look_further(self, job: Job) -> Order | None:
        """The next games of a job whose rule looks, if all that is likely to be needed is not yet under way."""
        if job.games < job.began:
            return None
        aim = job.expected(self.game)
        if job.next >= aim:
            return None
        span = start_of((job.next, aim), self._blocks_a_task(job.extra_counts))
        job.next = span[1]
        return Order(self._task(job.cell, span), job, True)

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
                self._keep(job, first, played)
            elif not job.rule.looks or first < job.began:
                self._count(job, order.task.span, played)
                if job.games == job.began or job.games >= job.rule.games:
                    job.look(self.game)
            else:
                job.waiting[first] = played
                while not job.reason and job.games in job.waiting:
                    self._look(job, job.waiting.pop(job.games))
            self.advance(job.cell, after - first, job.left(self.game))

    def _look(self, job: Job, played: Played) -> None:
        """Count the next games of a job whose rule looks, up to where they are enough."""
        borders = np.array(edges((job.games, job.games + played.games_played)))
        outcomes = outcomes_of(job.counts) + np.cumsum(outcomes_of(played.counts), axis=0)
        content = stopping.enough(job.rule, self.game, job.cell.setup, outcomes, borders[1:])
        content &= borders[1:] % BLOCK == 0
        pieces = int(np.argmax(content)) + 1 if content.any() else len(content)
        span = (job.games, int(borders[pieces]))
        self._count(job, span, played.first(pieces, span[1] - span[0]))
        job.look(self.game)

    def _count(self, job: Job, span: Span, played: Played) -> None:
        self.rows.append((job.cell.id, edges(span), played.counts))
        job.counts = add(job.counts, total(played.counts))
        job.games += span[1] - span[0]
        self._keep(job, span[0], played)

    def _keep(self, job: Job, first: int, played: Played) -> None:
        if self.keep_games:
            self.games.append((job.cell.id, (first, first + len(played.games)), played.games))

    def _write(self) -> None:
        if self.rows or self.games:
            games = kept.table(self.game, self.games) if self.games else None
            parts.write_part(self.path, self.manifest, self.rows, games)
            self.rows, self.games = [], []
            self.written = time.monotonic()


def totals(finished: Sequence[Job]) -> list[Total]:
    """What jobs have come to."""
    return [Total(job.cell, job.games, job.counts) for job in finished]
