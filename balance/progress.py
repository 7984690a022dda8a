"""What a person sees while games are played: how far, how fast, how long still."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from balance.store import StoredCell

Advance = Callable[[StoredCell, int], None]


def say(sentence: str, quiet: bool = False) -> None:
    """A note beside the results, on standard error."""
    if not quiet:
        print(sentence, file=sys.stderr, flush=True)


@contextmanager
def display(to_play: Sequence[tuple[StoredCell, int]], quiet: bool) -> Iterator[Advance]:
    """A live line on standard error: setups, games, games per second, time left.

    Args:
        to_play: each cell with the games that are still to be played of it.
        quiet: show nothing; nor is anything shown where standard error is no terminal.

    Yields:
        What to call with a cell and the games it has just played.
    """
    left = {cell.id: games for cell, games in to_play if games}
    if quiet or not left or not sys.stderr.isatty():
        yield lambda _cell, _games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    games = sum(left.values())
    columns = (
        TextColumn("setup {task.fields[at]} of {task.fields[of]}"),
        BarColumn(),
        TextColumn("{task.fields[played]:,} of {task.fields[games]:,} games, {task.fields[pace]}/s,"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5) as progress:
        work = sum(effort(cell) * played for cell, played in to_play)
        task = progress.add_task("", total=work, at=1, of=len(left), played=0, games=games, pace="?")

        def advance(cell: StoredCell, played: int) -> None:
            left[cell.id] -= played
            still = sum(left.values())
            speed = progress.tasks[0].speed
            progress.update(
                task,
                advance=effort(cell) * played,
                at=min(len(left), 1 + sum(not games for games in left.values())),
                played=games - still,
                pace=f"{speed / effort(cell):,.0f}" if speed else "?",
            )

        yield advance


def effort(cell: StoredCell) -> float:
    """What a game costs, compared with others: everybody acts in every round, and rounds grow with the table too."""
    return float(cell.setup.seats**2)
