"""The report for a terminal, and the table that ends a sweep.

What is no terminal (a pipe, a file) gets whole rows, however long.
"""

import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from reports import answer, policies, runs, table, wording
from reports.results import Results
from reports.sweep import Share, Sweep, read

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

UNBOUNDED = 1_000_000
"""A width that no row reaches."""


def report(results: Sequence[Results]) -> None:
    """Print the report of one or more runs on standard output."""
    show(summary(results, width_of(sys.stdout)))


def show(document: "RenderableType", stream: IO[str] | None = None) -> None:
    """Print a document whole: as wide as the terminal, or as wide as its rows where there is none.

    Args:
        stream: where to; standard output if nothing is said.
    """
    console = _console(sys.stdout if stream is None else stream)
    console.print(document, crop=False, highlight=False)


def width_of(stream: IO[str]) -> int | None:
    """How many columns a stream shows, None where it is no terminal."""
    return _console(stream).width if stream.isatty() else None


def summary(results: Sequence[Results], width: int | None = None) -> "RenderableType":
    """The report of one or more runs: policies, question, answer, table, how to reproduce.

    Args:
        width: columns to fit into; None for as many as it takes.
    """
    from rich.console import Group
    from rich.text import Text

    sweeps = [read(run) for run in results]
    parts: list[RenderableType] = [Text(line) for line in runs.players(results)]
    for heading, sweep in zip(runs.headings(results), sweeps, strict=True):
        parts += [
            Text(),
            Text(heading, style="bold"),
            Text(" ".join(answer.sentences(sweep))),
            Text(table.effort(sweep), style="dim"),
            _table(sweep, width),
        ]
    parts += [Text(note, style="dim") for note in dict.fromkeys(n for sweep in sweeps for n in table.notes(sweep))]
    parts += [
        Text(),
        *(_reproduction(before, run) for before, run in zip(runs.invitations(results), results, strict=True)),
    ]
    return Group(*parts)


def sweep_table(results: Results, width: int | None = None) -> "RenderableType":
    """A row a cell, the swept columns first, under a line that names the policies.

    Args:
        width: columns to fit into; None for as many as it takes.
    """
    from rich.console import Group
    from rich.text import Text

    sweep = read(results)
    effort = Text(table.effort(sweep), style="dim")
    return Group(Text(policies.line(results)), effort, _table(sweep, width))


def _console(stream: IO[str]) -> "Console":
    from rich.console import Console as RichConsole

    class Console(RichConsole):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the program, not its printer, says how it ends

    return Console(file=stream) if stream.isatty() else Console(file=stream, width=UNBOUNDED, color_system=None)


def _reproduction(invitation: str, run: Results) -> "Text":
    """The last line; never wrapped, so that the command can be copied."""
    from rich.text import Text

    command, made = table.reproduction(run.about)
    return Text.assemble(f"{invitation}: ", (command, "bold"), f" ({made})", no_wrap=True, overflow="ignore")


def _table(sweep: Sweep, width: int | None) -> "RenderableType":
    """The first layout that fits: a line a cell, intervals under their shares, a paragraph a cell."""
    one_line = _grid(sweep, " ")
    if width is None or _width(one_line) <= width:
        return one_line
    two_lines = _grid(sweep, "\n")
    return two_lines if _width(two_lines) <= width else _paragraphs(sweep)


def _grid(sweep: Sweep, between: str) -> "Table":
    """A table whose cells never wrap.

    Args:
        between: what stands between a share and its interval, a length and its unit: a space or a line break.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    numeric = [axis.numeric for axis in sweep.axes]
    for position, heading in enumerate(table.headings(sweep)):
        right = position >= len(numeric) or numeric[position]
        grid.add_column(Text(heading.replace(" ", between)), justify="right" if right else "left", no_wrap=True)
    for cell in sweep.cells:
        shares = [_share(cell.shares.get(outcome), between) for outcome in sweep.outcomes]
        tail = [text.replace(" ", between) for text in table.tail(sweep, cell)]
        grid.add_row(*(Text(text) for text in (*cell.setup.values(), *shares, *tail)))
    return grid


def _share(share: Share | None, between: str) -> str:
    return between.join(wording.share_parts(share.rate, share.low, share.high)) if share else wording.NO_VALUE


def _width(grid: "Table") -> int:
    """The columns that a table takes where it may take as many as it likes."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(width=UNBOUNDED)
    return Measurement.get(console, console.options, grid).maximum


def _paragraphs(sweep: Sweep) -> "RenderableType":
    """For narrow terminals and many outcomes: a setup's name, its outcomes below, each kept in one piece."""
    from rich.columns import Columns
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    parts: list[RenderableType] = []
    for cell in sweep.cells:
        parts.append(Text(", ".join((cell.name, *table.tail(sweep, cell))), style="bold"))
        shares = [Text(f"{outcome} {share}", no_wrap=True) for outcome, share in cell.shares.items()]
        parts.append(Padding(Columns(shares, padding=(0, 3)), (0, 0, 0, 2)))
    return Group(*parts)
