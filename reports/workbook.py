"""All tables as an Excel workbook: typed, formatted, filtered, with pivots and what every column means."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reports import answer, flat, lacking, ladder, palette, policies, runs, wording
from reports import table as shown
from reports.flat import CELLS
from reports.mistakes import ReportMistake
from reports.plane import cross
from reports.results import Results
from reports.sheets import MOST_ROWS, Book, Pivot, Scale, Sheet
from reports.sweep import read

if TYPE_CHECKING:
    import polars as pl

MOST_PINNED = 4
WINS, RATE = "wins", "rate"
OUT_OF = {"seats": "games", "roles": "dealt", "policies": "seats"}
"""A table that counts wins -> the column that says of how many."""
OF_SETUP = " of the setup"
"""What follows the name of a swept column on a sheet that has another column of that name."""
CELL, LADDER, PIVOT, ABOUT, COLUMNS = "cell", "ladder", "pivot", "about", "columns"
FIGURES = {
    "share": "share of games with the outcome “{}”",
    "low": "lower end of the share's interval, outcome “{}”",
    "high": "upper end of the share's interval, outcome “{}”",
    "count": "games with the outcome “{}”",
}
"""What follows an outcome's name in a row a cell, in the order of the sheet -> what it means."""


def write(results: Sequence[Results], path: Path, table: str | None = None) -> None:
    """Write the cells, the ladder, the pivots, where it all comes from, what columns mean, then a sheet a table.

    Args:
        table: the one table to write; nothing for all.

    Raises:
        ReportMistake: that one table has more rows than a sheet.
    """
    if table is None:
        front = [_cells(results), *_ladders(results)]
        back = [_other(results, name) for name in flat.filled(results) if name != CELLS]
    else:
        front, back = [_other(results, table)], []
        if not _fits(front[0]):
            raise ReportMistake(_too_long(front[0]))
    with Book.at(path, datetime.fromisoformat(results[0].about.created)) as book:
        pivots = list(_pivots(results)) if table is None else []
        _fill(book, results, front, pivots, back, lacking.notes(results, table))


def _fill(
    book: Book,
    results: Sequence[Results],
    front: Sequence[Sheet],
    pivots: Sequence[Pivot],
    back: Sequence[Sheet],
    notes: Sequence[str],
) -> None:
    """Write the sheets, those in `back` behind the words; of one that Excel cannot hold only a note."""
    too_long = [_too_long(sheet) for sheet in (*front, *back) if not _fits(sheet)]
    left_out = [["note", note] for note in (*notes, *too_long)]
    front, back = list(filter(_fits, front)), list(filter(_fits, back))
    for sheet in front:
        book.table(sheet)
    book.pivots(PIVOT, pivots)
    book.words(ABOUT, ["run", *runs.names(results)], [*_about(results), ["note", wording.INTERVALS], *left_out])
    told = [[sheet.name, column, meaning] for sheet in (*front, *back) for column, meaning in sheet.meanings.items()]
    book.words(COLUMNS, ["sheet", "column", "meaning"], told)
    for sheet in back:
        book.table(sheet)


def _fits(sheet: Sheet) -> bool:
    return sheet.rows.height < MOST_ROWS


def _too_long(sheet: Sheet) -> str:
    return (
        f"The table {sheet.name} has {wording.count(sheet.rows.height)} rows and a sheet holds "
        f"{wording.count(MOST_ROWS - 1)} below its header; export it as .parquet or .csv."
    )


def _cells(results: Sequence[Results]) -> Sheet:
    """The sheet with a row a cell: what was swept, the outcomes, the length, then everything else."""
    rows = flat.table_of(results)
    outcomes = list(dict.fromkeys(outcome for run in results for outcome in flat.possible(run)))
    titles = {outcome.name: outcome.title or outcome.name for run in results for outcome in run.about.outcomes}
    figures = {
        f"{outcome}_{figure}": told.format(titles[outcome]) for outcome in outcomes for figure, told in FIGURES.items()
    }
    lengths = [column for column in rows.columns if column.startswith("length_")]
    swept = _swept(results)
    first = [column for column in (flat.RUN, *swept, *figures, "games", *lengths) if column in rows.columns]
    rows = rows.select(*first, *(column for column in rows.columns if column not in first))
    aims = {sweep.leading: sweep.goal.aim for sweep in map(read, results)}
    colours = {
        f"{outcome}_share": Scale(palette.DIVERGING, aims[outcome]) if outcome in aims else Scale((colour,))
        for outcome, colour in palette.of_outcomes(outcomes).items()
    }
    pinned = min(MOST_PINNED, sum(column in rows.columns for column in (flat.RUN, *swept)))
    return Sheet(CELLS, rows, pinned, colours, _meanings(results, CELLS, rows, figures))


def _ladders(results: Sequence[Results]) -> Iterator[Sheet]:
    """One sheet with ways to play side by side, of all runs that have them; none where there are none."""
    import polars as pl

    named = zip(runs.names(results), results, strict=True)
    ladders = {name: found for name, run in named if (found := ladder.of(read(run)))}
    if not ladders:
        return
    tables = {name: pl.DataFrame(ladder.figures(found)) for name, found in ladders.items()}
    rows = flat.united(tables) if len(results) > 1 else next(iter(tables.values()))
    said = {column: meaning for found in ladders.values() for column, meaning in ladder.meanings(found).items()}
    aim = read(results[0]).goal.aim
    shares = [column for column in rows.columns if column in said and column.endswith("_share")]
    colours = dict.fromkeys(shares, Scale(palette.DIVERGING, aim))
    pinned = rows.columns.index(next(iter(colours)))
    yield Sheet(LADDER, rows, min(MOST_PINNED, pinned), colours, _meanings(results, LADDER, rows, said))


def _other(results: Sequence[Results], name: str) -> Sheet:
    """The sheet of another table: what was swept beside its cell, and a rate beside its wins."""
    rows = flat.table_of(results, name)
    said, pinned = {}, 0
    if name in OUT_OF and RATE not in rows.columns:
        place = rows.columns.index(WINS) + 1
        rate = (rows[WINS] / rows[OUT_OF[name]]).alias(RATE)
        rows = rows.select(*rows.columns[:place], rate, *rows.columns[place:])
        said[RATE] = f"{WINS} / {OUT_OF[name]}"
    if name != CELLS and CELL in rows.columns:
        keys = [column for column in (flat.RUN, CELL) if column in rows.columns]
        setups = _setups(results, keys, rows.columns)
        rest = [column for column in rows.columns if column not in keys]
        rows = rows.join(setups, on=keys, how="left", maintain_order="left").select(*setups.columns, *rest)
        pinned = min(MOST_PINNED, setups.width)
    colours = {RATE: Scale((palette.OUTCOMES[0],))} if RATE in rows.columns else {}
    return Sheet(name, rows, pinned, colours, _meanings(results, name, rows, said))


def _setups(results: Sequence[Results], keys: Sequence[str], taken: Sequence[str]) -> "pl.DataFrame":
    """The keys of every cell and what was swept, under names that are not taken."""
    cells = flat.table_of(results, CELLS)
    names = {column: f"{column}{OF_SETUP}" if column in taken else column for column in _swept(results)}
    return cells.select(*keys, *names).rename(names)


def _swept(results: Sequence[Results]) -> list[str]:
    return list(dict.fromkeys(column for run in results for column in run.about.swept))


def _meanings(results: Sequence[Results], name: str, rows: "pl.DataFrame", told: Mapping[str, str]) -> dict[str, str]:
    """What each column of a sheet means, as far as a run says.

    Args:
        told: what the columns mean that the sheet adds to its table.
    """
    said = {flat.RUN: "the run that the row comes from"}
    for run in results:
        of_cells = {parameter.name: parameter.meaning for parameter in run.about.parameters}
        of_cells |= run.about.columns.get(CELLS, {})
        said |= of_cells | {f"{column}{OF_SETUP}": meaning for column, meaning in of_cells.items()}
        said |= run.about.columns.get(name, {})
    said |= told
    return {column: wording.plain(said.get(column, "")) for column in rows.columns}


def _pivots(results: Sequence[Results]) -> Iterator[Pivot]:
    """Every map of every run."""
    for heading, run in zip(runs.headings(results), results, strict=True):
        sweep = read(run)
        plane = cross(sweep)
        if plane is None:
            continue
        for setting, spots in plane.maps.items():
            caption = wording.capital(sweep.leading_title) + (f", {setting}" if setting else "")
            rates = {(cell.setup[plane.up.name], cell.setup[plane.across.name]): share.rate for cell, share in spots}
            title = f"{heading}: {caption}" if len(results) > 1 else caption
            yield Pivot(title, plane.across, plane.up, rates, sweep.goal.aim)


def _about(results: Sequence[Results]) -> list[list[str]]:
    """Where the numbers come from: a line a fact, a column a run."""
    told = {
        "question": [run.about.title for run in results],
        "answer": [" ".join(answer.sentences(read(run))) for run in results],
        "game": [run.about.game_title for run in results],
        "policies": [policies.line(run) for run in results],
        "played": [shown.effort(read(run)) for run in results],
        "length": [wording.plain(run.about.length_meaning) for run in results],
        "to reproduce": [run.about.command for run in results],
        "seed": [str(run.about.seed) for run in results],
        "versions": [", ".join(f"{name} {version}" for name, version in run.about.versions.items()) for run in results],
        "made on": [run.about.created for run in results],
    }
    return [[fact, *(wording.one_line(text) for text in texts)] for fact, texts in told.items()]
