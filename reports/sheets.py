"""How an Excel workbook is written: sheets of rows, of pivots and of words."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from reports import flat, palette, wording
from reports.sweep import Axis

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS, LONGEST_NAME, MOST_DIGITS, LONGEST_TEXT = 1_048_576, 31, 15, 32_767
"""What Excel can hold: rows of a sheet, letters of its name, digits of a number, letters of a text."""
NARROWEST, WIDEST, ROWS_MEASURED = 8, 48, 200
COUNTS = ("count", "games", "wins", "dealt", "survived", "seats", "wins_squared", "days_sat_out")
RATES = ("rate", "low", "high", "share", "swing", "difference")
PERCENT, TINY, WHOLE, DECIMAL = "0.00%", "0.0000%", "#,##0", "0.00"


@dataclass(frozen=True)
class Scale:
    """How shares are coloured.

    Attributes:
        colours: of a share of 1, or the three of 0, of the middle and of 1.
        middle: the share in the middle of three.
    """

    colours: Sequence[str]
    middle: float = 0.5

    @property
    def rule(self) -> dict[str, Any]:
        """The same as a workbook's format by condition."""
        ends = {"min_type": "num", "min_value": 0, "max_type": "num", "max_value": 1}
        if len(self.colours) == 1:
            return {"type": "2_color_scale", **ends, "min_color": palette.LIGHT, "max_color": self.colours[0]}
        low, middle, high = self.colours
        shades = {"min_color": low, "mid_color": middle, "max_color": high}
        return {"type": "3_color_scale", **ends, "mid_type": "num", "mid_value": self.middle, **shades}


@dataclass(frozen=True)
class Sheet:
    """A table as a sheet.

    Attributes:
        rows: what it shows.
        pinned: how many columns stay in sight when the others move.
        colours: columns of shares -> how they are coloured.
        meanings: column -> what it means.
    """

    name: str
    rows: "pl.DataFrame"
    pinned: int
    colours: Mapping[str, Scale]
    meanings: Mapping[str, str]


@dataclass(frozen=True)
class Pivot:
    """Shares over two axes.

    Attributes:
        rates: (value of `up`, value of `across`) -> share.
        aim: the share that is looked for.
    """

    caption: str
    across: Axis
    up: Axis
    rates: Mapping[tuple[str, str], float]
    aim: float

    @property
    def corner(self) -> str:
        """What runs down and what runs across."""
        return f"{self.up.name} \\ {self.across.name}"


class Book:
    """A workbook being written; knows its formats, and the names that are taken."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.taken: set[str] = set()
        self.head = book.add_format(
            {"bold": True, "bg_color": palette.DIVERGING[1], "bottom": 1, "valign": "top", "text_wrap": True}
        )
        self.bold = book.add_format({"bold": True, "valign": "top"})
        self.wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        self.formats = {code: book.add_format({"num_format": code}) for code in (PERCENT, TINY, WHOLE, DECIMAL)}

    @classmethod
    @contextmanager
    def at(cls, path: Path, created: datetime) -> Iterator["Book"]:
        """A new workbook in a file, complete when the context ends.

        Args:
            created: the moment that the file names as its making, so that the same tables give the same bytes.
        """
        import xlsxwriter
        from xlsxwriter.exceptions import FileCreateError

        with TemporaryDirectory() as scratch, path.open("wb") as file:
            # rows go to the scratch folder as they come, so that a long table needs no memory
            book = xlsxwriter.Workbook(file, {"constant_memory": True, "tmpdir": scratch})
            book.set_properties({"created": created})
            yield cls(book)
            try:
                book.close()
            except FileCreateError as error:
                raise error.args[0] from error

    def table(self, sheet: Sheet) -> None:
        """A sheet of rows under a header that stays, with filters, each column in its format."""
        rows = sheet.rows.with_columns(flat.worded(column) for column in sheet.rows)
        page = self._page(sheet.name)
        for position, column in enumerate(rows):
            page.set_column(position, position, _width(column))
            _put(page, 0, position, column.name, self.head)
        formats = [self.formats.get(_format(column)) for column in rows]
        for number, row in enumerate(rows.iter_rows(), 1):
            for position, value in enumerate(row):
                _put(page, number, position, value, formats[position])
        page.freeze_panes(1, sheet.pinned)
        page.autofilter(0, 0, rows.height, max(0, rows.width - 1))
        for name, scale in sheet.colours.items():
            position = rows.columns.index(name)
            page.conditional_format(1, position, max(1, rows.height), position, scale.rule)

    def pivots(self, name: str, pivots: Sequence[Pivot]) -> None:
        """One sheet with every pivot below the other; none where there are none."""
        if not pivots:
            return
        page = self._page(name)
        page.set_column(0, 0, max(len(pivot.corner) for pivot in pivots) + 2)
        page.freeze_panes(2 if len(pivots) == 1 else 0, 1)
        top = 0
        for pivot in pivots:
            top = self._pivot(page, top, pivot)

    def _pivot(self, page: Any, top: int, pivot: Pivot) -> int:
        """A caption, the values across, a line a value of the other axis.

        Returns:
            The row where the next pivot may begin.
        """
        across, up = pivot.across, pivot.up
        _put(page, top, 0, pivot.caption, self.bold)
        _put(page, top + 1, 0, pivot.corner, self.head)
        for position, above in enumerate(across.values, 1):
            _put(page, top + 1, position, float(above) if across.numeric else above, self.head)
        for number, beside in enumerate(up.values, top + 2):
            _put(page, number, 0, float(beside) if up.numeric else beside, self.bold)
            for position, above in enumerate(across.values, 1):
                _put(page, number, position, pivot.rates.get((beside, above)), self.formats[PERCENT])
        last = top + 1 + len(up.values)
        page.conditional_format(top + 2, 1, last, len(across.values), Scale(palette.DIVERGING, pivot.aim).rule)
        return last + 2

    def words(self, name: str, headings: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
        """A sheet of text."""
        page = self._page(name)
        page.set_column(0, 0, max([NARROWEST, *(len(line[0]) + 2 for line in lines)]))
        page.set_column(1, max(1, len(headings) - 1), WIDEST, self.wrapped)
        for number, line in enumerate([headings, *lines]):
            for position, text in enumerate(line):
                style = self.head if number == 0 else self.wrapped if position else self.bold
                _put(page, number, position, text, style)
        page.freeze_panes(1, 0)

    def _page(self, name: str) -> Any:
        """A new sheet, its name made one that Excel takes and that no other sheet has."""
        plain = "".join("_" if letter in "[]:*?/\\'" else letter for letter in name)[:LONGEST_NAME]
        allowed, number = plain, 2
        while allowed.lower() in self.taken:
            allowed = f"{plain[: LONGEST_NAME - 4]} {number}"
            number += 1
        self.taken.add(allowed.lower())
        return self.book.add_worksheet(allowed)


def _put(page: Any, row: int, column: int, value: object, style: Any) -> None:
    """Write a value as what it is; text is never a formula, and a number too long for Excel is text."""
    if isinstance(value, float) and not math.isfinite(value):
        return
    if isinstance(value, int) and len(str(abs(value))) > MOST_DIGITS:
        page.write_string(row, column, str(value))
    elif isinstance(value, int | float):
        page.write_number(row, column, value, style)
    elif value is not None:
        page.write_string(row, column, _cut(wording.printable(str(value))), style)


def _cut(text: str) -> str:
    """Text as far as a cell holds it, with a mark where it goes on; Excel counts as UTF-16 does."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * LONGEST_TEXT:
        return text
    return units[: 2 * (LONGEST_TEXT - 1)].decode("utf-16-le", "ignore") + "…"


def _format(column: "pl.Series") -> str:
    """How a column's numbers look, nothing for numbers that are names, such as a seed or a seat."""
    figure = column.name.rpartition("_")[2]
    if column.dtype.is_float() and (column.name in RATES or figure in RATES):
        return TINY if all(rate < 0.01 for rate in column.drop_nulls().to_list()) else PERCENT
    if column.dtype.is_integer() and (column.name in COUNTS or figure == "count"):
        return WHOLE
    return DECIMAL if column.dtype.is_float() and column.name.startswith("length_") else ""


def _width(column: "pl.Series") -> int:
    """A width that fits the heading with its filter, and the first rows."""
    told = [f"{value:.4f}" if isinstance(value, float) else f"{value} " for value in column.head(ROWS_MEASURED)]
    return min(WIDEST, max([NARROWEST, len(column.name) + 4, *(len(text) + 1 for text in told)]))
