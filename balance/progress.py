"""What a person sees while games are played: how far, how fast, how long still."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from balance.store import StoredCell

Advance = Callable[[StoredCell, int], None]


def say(sentence: str, quiet: bool = False) -> None:
    """A note beside the results, on standard error."""
    if not quiet:
        print(sentence, file=sys.stderr, flush=True)


@contextmanager
def display(cells: dict[str, int], quiet: bool) -> Iterator[Advance]:
    """A live line on standard error: cells, games, games per second, time left.

    Args:
        cells: cell -> games still to be played.
        quiet: show nothing; nor is anything shown where standard error is no terminal.

    Yields:
        What to call with a cell and the games it has just played.
    """
    games = sum(cells.values())
    if quiet or not games or not sys.stderr.isatty():
        yield lambda _cell, _games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    left = dict(cells)
    columns = (
        TextColumn("cell {task.fields[cell]} of {task.fields[cells]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[pace]}/s,"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5) as progress:
        task = progress.add_task("", total=games, cell=1, cells=len(left), pace="?")

        def advance(cell: StoredCell, played: int) -> None:
            left[cell.id] -= played
            at = min(len(left), 1 + sum(not still for still in left.values()))
            speed = progress.tasks[0].speed
            progress.update(task, advance=played, cell=at, pace=f"{speed:,.0f}" if speed else "?")

        yield advance
