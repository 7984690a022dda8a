"""What a terminal's documents are laid out on: so many columns, these characters, and text that stays text.

Here alone texts become a terminal's: nothing that somebody wrote (a label, a title, a folder's name) is read as markup,
and characters that the stream cannot show are replaced before anything is measured.
"""

import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from reports import plain, wording

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

UNBOUNDED = 1_000_000
"""A width that no row reaches."""
HEAD = "    \n    \n {0}{0} \n    \n    \n    \n    \n    \n"
"""A table's frame: one line below its headings."""


@dataclass(frozen=True)
class Page:
    """Where a document is shown.

    Attributes:
        width: columns to fit into; None for as many as it takes.
        encoding: of the characters that can be shown.
    """

    width: int | None = None
    encoding: str = "utf-8"

    def text(self, text: str, style: str = "") -> "Text":
        """Text as it is, in characters that can be shown; `style` is how it looks."""
        from rich.text import Text

        return Text(self.shown(text), style=style)

    def shown(self, text: str) -> str:
        """Text in characters that can be shown; line breaks stay."""
        return plain.fitting(wording.printable(text), self.encoding)

    def grid(
        self,
        headings: Sequence[str],
        rows: Iterable[Sequence[str]],
        right: Collection[int] = (),
        gap: int = 2,
        folded: bool = False,
    ) -> "Table":
        """A table.

        Args:
            headings: over the columns; a line break in one of them, or in a cell, stays.
            rows: a text for every column.
            right: the columns that stand right.
            gap: columns of the terminal between two of the table's.
            folded: whether texts may be broken where the page is too narrow; else the table takes what it needs.
        """
        from rich.box import Box
        from rich.table import Table

        frame = Box(HEAD.format(self.shown("─")), ascii=True)  # it holds no character that cannot be shown
        # the frame puts one column between two, the padding the others
        table = Table(box=frame, show_edge=False, pad_edge=False, padding=(0, gap - 1, 0, 0))
        for place, heading in enumerate(headings):
            side = "right" if place in right else "left"
            table.add_column(self.text(heading), justify=side, no_wrap=not folded, overflow="fold")  # type: ignore[arg-type]
        for row in rows:
            table.add_row(*map(self.text, row))
        return table


def of(stream: IO[str]) -> Page:
    """The page that a stream is."""
    return Page(console(stream).width if stream.isatty() else None, getattr(stream, "encoding", None) or "utf-8")


def show(document: "RenderableType", stream: IO[str] | None = None) -> None:
    """Print a document whole: as wide as the terminal, or as wide as its rows where there is none.

    Args:
        stream: where to; standard output if nothing is said.
    """
    console(stream or sys.stdout).print(document, crop=False, highlight=False)


def console(stream: IO[str]) -> "Console":
    """What prints on a stream; it finds markup in nothing."""
    from rich.console import Console as RichConsole

    class Console(RichConsole):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the program, not its printer, says how it ends

    if stream.isatty():
        return Console(file=stream, markup=False, emoji=False)
    return Console(file=stream, markup=False, emoji=False, width=UNBOUNDED, color_system=None)


def width_of(grid: "Table") -> int:
    """The columns that a table takes where it may take as many as it likes."""
    from rich.console import Console
    from rich.measure import Measurement

    unbounded = Console(width=UNBOUNDED)
    return Measurement.get(unbounded, unbounded.options, grid).maximum
