"""What a person sees while games are played: how far, how fast, how long still."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from balance.store import StoredCell

Advance = Callable[[StoredCell, int, int], None]
"""Told a cell, the games it has just played, and about how many are left of it."""


def say(sentence: str, quiet: bool = False) -> None:
    """A note beside the results, on standard error."""
    if not quiet:
        print(sentence, file=sys.stderr, flush=True)


def complain(sentence: str) -> None:
    """Say what went wrong on standard error, on one line, if anybody can hear it."""
    with suppress(OSError):
        print("balance:", " ".join(sentence.split("\n")), file=sys.stderr, flush=True)


@contextmanager
def display(to_play: Sequence[tuple[StoredCell, int]], quiet: bool) -> Iterator[Advance]:
    """A live line on standard error: setups, games, games per second, time left.

    Args:
        to_play: each cell with the games that are still to be played of it, or about as many.
        quiet: show nothing; nor is anything shown where standard error is no terminal.

    Yields:
        What to call after every task.
    """
    left = {cell.id: games for cell, games in to_play if games}
    if quiet or not left or not sys.stderr.isatty():
        yield lambda _cell, _games, _left: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("setup {task.fields[at]} of {task.fields[of]}"),
        BarColumn(),
        TextColumn("{task.fields[played]:,} of {task.fields[games]:,} games, {task.fields[pace]}/s,"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("left"),
    )
    weight = {cell.id: effort(cell) for cell, _ in to_play}
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5) as progress:
        work, games = sum(weight[cell] * still for cell, still in left.items()), sum(left.values())
        task = progress.add_task("", total=work, at=1, of=len(left), played=0, games=games, pace="?")
        played_so_far = 0

        def advance(cell: StoredCell, played: int, still: int) -> None:
            nonlocal played_so_far
            played_so_far += played
            left[cell.id] = still
            speed = progress.tasks[0].speed
            progress.update(
                task,
                advance=weight[cell.id] * played,
                at=min(len(left), 1 + sum(not games for games in left.values())),
                played=played_so_far,
                games=played_so_far + sum(left.values()),
                pace=f"{speed / weight[cell.id]:,.0f}" if speed else "?",
            )
            progress.update(task, total=progress.tasks[0].completed + sum(weight[one] * n for one, n in left.items()))

        yield advance


def effort(cell: StoredCell) -> float:
    """What a game costs, compared with others: everybody acts in every round, and rounds grow with the table too."""
    return float(cell.setup.seats**2)
