"""All tables as an Excel workbook: typed, formatted, filtered, with pivots and what every column means."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reports import flat, palette, policies, runs, wording
from reports import table as shown
from reports.plane import cross
from reports.results import Results
from reports.sheets import MOST_ROWS, Book, Pivot, Sheet
from reports.sweep import read

if TYPE_CHECKING:
    import polars as pl

MOST_PINNED = 4
CELLS, PIVOT, COLUMNS, ABOUT = "cells", "pivot", "Columns", "About"
FIGURES = {
    "share": "share of games with the outcome {}",
    "low": "lower end of the share's interval, outcome {}",
    "high": "upper end of the share's interval, outcome {}",
    "count": "games with the outcome {}",
}
"""What follows an outcome's name in a row a cell, in the order of the sheet -> what it means."""


def write(results: Sequence[Results], path: Path, table: str | None = None) -> None:
    """Write a sheet a table, the pivots, what the columns mean, and where it all comes from.

    Args:
        table: the one table to write; nothing for all.
    """
    sheets = [_cells(results)] if table is None else []
    named = [name for name in flat.names(results) if name != CELLS] if table is None else [table]
    sheets += [_other(results, name) for name in named]
    with Book.at(path, datetime.fromisoformat(results[0].about.created)) as book:
        _fill(book, results, sheets, list(_pivots(results)) if table is None else [])


def _fill(book: Book, results: Sequence[Results], tables: Sequence[Sheet], pivots: Sequence[Pivot]) -> None:
    sheets = [sheet for sheet in tables if sheet.rows.height < MOST_ROWS]
    left_out = [sheet for sheet in tables if sheet.rows.height >= MOST_ROWS]
    for sheet in sheets:
        book.table(sheet)
        if sheet.name == CELLS:
            book.pivots(PIVOT, pivots)
    meanings = [[sheet.name, column, meaning] for sheet in sheets for column, meaning in sheet.meanings.items()]
    book.words(COLUMNS, ["sheet", "column", "meaning"], meanings)
    notes = [
        f"The table {sheet.name} is left out: it has {wording.count(sheet.rows.height)} rows and a sheet holds "
        f"{wording.count(MOST_ROWS - 1)} below its header. Export it as .parquet or .csv."
        for sheet in left_out
    ]
    noted = [["note", note] for note in (wording.INTERVALS, *notes)]
    book.words(ABOUT, ["run", *runs.names(results)], [*_about(results), *noted])


def _cells(results: Sequence[Results]) -> Sheet:
    """The sheet with a row a cell: what was swept, the outcomes, the length, then everything else."""
    rows = flat.table_of(results)
    swept = list(dict.fromkeys(column for run in results for column in run.about.swept))
    outcomes = list(dict.fromkeys(outcome for run in results for outcome in flat.possible(run)))
    figures = {f"{outcome}_{figure}": told.format(outcome) for outcome in outcomes for figure, told in FIGURES.items()}
    lengths = [column for column in rows.columns if column.startswith("length_")]
    first = [column for column in (flat.RUN, *swept, *figures, "games", *lengths) if column in rows.columns]
    rows = rows.select(*first, *(column for column in rows.columns if column not in first))
    leading = {flat.possible(run)[0] for run in results if flat.possible(run)}
    colours = {
        f"{outcome}_share": palette.DIVERGING if outcome in leading else (colour,)
        for outcome, colour in palette.of_outcomes(outcomes).items()
    }
    pinned = min(MOST_PINNED, sum(column in rows.columns for column in (flat.RUN, *swept)))
    return Sheet(CELLS, rows, pinned, colours, _meanings(results, CELLS, rows, figures))


def _other(results: Sequence[Results], name: str) -> Sheet:
    rows = flat.table_of(results, name)
    colours = {"rate": (palette.OUTCOMES[0],)} if "rate" in rows.columns else {}
    return Sheet(name, rows, 0, colours, _meanings(results, name, rows, {}))


def _meanings(
    results: Sequence[Results], name: str, rows: "pl.DataFrame", figures: Mapping[str, str]
) -> dict[str, str]:
    """What each column of a table means, as far as a run says; columns of outcomes explain themselves."""
    said = {flat.RUN: "the run that the row comes from", **figures}
    for run in results:
        said |= {parameter.name: parameter.meaning for parameter in run.about.parameters}
        said |= run.about.columns.get(name, {})
    return {column: said.get(column, "") for column in rows.columns}


def _pivots(results: Sequence[Results]) -> Iterator[Pivot]:
    """Every map of every run."""
    for heading, run in zip(runs.headings(results), results, strict=True):
        sweep = read(run)
        plane = cross(sweep)
        if plane is None:
            continue
        for setting, spots in plane.maps.items():
            caption = f"Share of {sweep.leading}" + (f", {setting}" if setting else "")
            rates = {(cell.setup[plane.up.name], cell.setup[plane.across.name]): share.rate for cell, share in spots}
            yield Pivot(f"{heading}: {caption}" if len(results) > 1 else caption, plane.across, plane.up, rates)


def _about(results: Sequence[Results]) -> list[list[str]]:
    """Where the numbers come from: a line a fact, a column a run."""
    told = {
        "question": [run.about.title for run in results],
        "game": [run.about.game_title for run in results],
        "policies": [policies.line(run) for run in results],
        "played": [shown.effort(read(run)) for run in results],
        "to reproduce": [run.about.command for run in results],
        "seed": [str(run.about.seed) for run in results],
        "versions": [", ".join(f"{name} {version}" for name, version in run.about.versions.items()) for run in results],
        "made on": [run.about.created for run in results],
    }
    return [[fact, *(wording.one_line(text) for text in texts)] for fact, texts in told.items()]
