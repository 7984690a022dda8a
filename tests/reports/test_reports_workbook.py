"""The workbook, read back: types, formats, what stays in sight, filters, colours, names."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import polars as pl
import pytest
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet
from polars.testing import assert_frame_equal

from reports import About, ReportMistake, Results, export, ladder, policies
from reports.sweep import read

Make = Callable[..., Results]


def _open(runs: list[Results], folder: Path, table: str | None = None) -> Workbook:
    path = folder / "book.xlsx"
    export(runs, path, table)
    return openpyxl.load_workbook(path)


def _column(page: Worksheet, name: str) -> list[Any]:
    """The cells below a heading."""
    (heading,) = [cell for cell in page[1] if cell.value == name]
    return [page.cell(row, heading.column) for row in range(2, page.max_row + 1)]


def _values(page: Worksheet, name: str) -> list[Any]:
    return [cell.value for cell in _column(page, name)]


def _coloured(page: Worksheet) -> dict[str, list[str]]:
    """Range -> the colours of its scale."""
    return {
        str(found.sqref): [colour.rgb for colour in rule.colorScale.color]
        for found in page.conditional_formatting
        for rule in found.rules
    }


def test_a_sheet_a_table_with_a_header_that_stays_and_filters(grid: Results, tmp_path: Path) -> None:
    book = _open([grid], tmp_path)
    others = [name for name in grid.tables if name != "cells"]
    assert book.sheetnames == ["cells", "pivot", "about", "columns", *others]
    for name, table in grid.tables.items():
        page = book[name]
        assert page.max_row == 1 + table.height
        assert page.auto_filter.ref == page.dimensions
    assert book["cells"].freeze_panes == "C2"
    assert {book[name].freeze_panes for name in others} == {"D2"}
    assert book["cells"]["A1"].font.bold


def test_cells_begin_with_what_was_swept_and_what_came_of_it(grid: Results, tmp_path: Path) -> None:
    page = _open([grid], tmp_path)["cells"]
    assert [cell.value for cell in page[1]][:8] == [
        "players",
        "werewolves",
        "villagers_share",
        "villagers_low",
        "villagers_high",
        "villagers_count",
        "werewolves_share",
        "werewolves_low",
    ]
    outcomes = grid.tables["outcomes"].filter(pl.col("outcome") == "villagers")
    assert _values(page, "villagers_share") == pytest.approx(outcomes["rate"].to_list())
    assert _values(page, "villagers_count") == outcomes["count"].to_list()
    assert _values(page, "players") == grid.tables["cells"]["players"].to_list()


def test_numbers_are_numbers_in_their_format(grid: Results, tmp_path: Path) -> None:
    page = _open([grid], tmp_path)["cells"]
    expected = {
        "villagers_share": (float, "0.00%"),
        "villagers_high": (float, "0.00%"),
        "stalled_share": (float, "0.0000%"),
        "villagers_count": (int, "#,##0"),
        "games": (int, "#,##0"),
        "length_mean": (float, "0.00"),
        "players": (int, "General"),
        "seed": (int, "General"),
        "knight_same_target": (str, "General"),
        "fingerprint": (str, "General"),
    }
    for name, (kind, code) in expected.items():
        cells = _column(page, name)
        assert {cell.number_format for cell in cells} == {code}, name
        assert all(isinstance(cell.value, kind | int if kind is float else kind) for cell in cells), name
    assert set(_values(page, "knight_same_target")) == {"on"}


def test_shares_have_colour_scales(grid: Results, tmp_path: Path) -> None:
    book = _open([grid], tmp_path)
    colours = _coloured(book["cells"])
    assert list(colours) == ["C2:C28", "G2:G28", "K2:K28"]
    assert [len(scale) for scale in colours.values()] == [3, 2, 2]
    (rule,) = [
        rule for found in book["cells"].conditional_formatting for rule in found.rules if found.sqref == "C2:C28"
    ]
    assert [float(end.val) for end in rule.colorScale.cfvo] == [0, 0.5, 1]
    assert list(_coloured(book["outcomes"])) == [f"F2:F{1 + grid.tables['outcomes'].height}"]


def test_making_a_book_leaves_the_tables_as_they_are(grid: Results, tmp_path: Path) -> None:
    before = {name: table.clone() for name, table in grid.tables.items()}
    _open([grid], tmp_path)
    for name, table in before.items():
        assert_frame_equal(grid.tables[name], table)


def test_every_sheet_says_what_was_swept_beside_its_cell(labelled: Results, tmp_path: Path) -> None:
    book = _open([labelled], tmp_path)
    setups = {key: setup for key, *setup in labelled.tables["cells"].select("cell", "players", "label").iter_rows()}
    for name in labelled.tables:
        if name != "cells":
            rows = list(book[name].iter_rows(values_only=True))
            assert rows[0][:3] == ("cell", "players", "label")
            assert all(list(row[1:3]) == setups[row[0]] for row in rows[1:])
            assert [row[0] for row in rows[1:]] == labelled.tables[name]["cell"].to_list()


def test_a_swept_column_of_a_taken_name_is_told_apart(bundles: Results, tmp_path: Path) -> None:
    book = _open([bundles], tmp_path)
    heading = [cell.value for cell in book["policies"][1]]
    assert heading[:3] == ["cell", "players", "policy of the setup"]
    assert heading[-4:] == ["policy", "seats", "wins", "rate"]
    assert _values(book["policies"], "policy of the setup")[:2] == ["beginners", "blind"]


@pytest.mark.parametrize(("name", "of"), [("seats", "games"), ("roles", "dealt"), ("policies", "seats")])
def test_wins_have_a_rate(grid: Results, tmp_path: Path, name: str, of: str) -> None:
    book = _open([grid], tmp_path)
    table = grid.tables[name]
    heading = [cell.value for cell in book[name][1]]
    assert heading[heading.index("wins") + 1] == "rate"
    assert _values(book[name], "rate") == pytest.approx((table["wins"] / table[of]).to_list())
    assert {cell.number_format for cell in _column(book[name], "rate")} <= {"0.00%", "0.0000%"}
    told = {(row[0], row[1]): row[2] for row in book["columns"].iter_rows(min_row=2, values_only=True)}
    assert told[name, "rate"] == f"wins / {of}"


def test_columns_are_wide_enough(grid: Results, tmp_path: Path) -> None:
    page = _open([grid], tmp_path)["cells"]
    for heading in page[1]:
        words = [str(value) for value in _values(page, heading.value) if isinstance(value, str | int)]
        room = page.column_dimensions[heading.column_letter].width
        assert room >= max(len(word) for word in (f"{heading.value}  v", *words)), heading.value


def test_the_pivot_crosses_the_two_swept_numbers(grid: Results, tmp_path: Path) -> None:
    page = _open([grid], tmp_path)["pivot"]
    rows = list(page.iter_rows(values_only=True))
    assert rows[0][0] == "Village wins"
    assert rows[1] == ("werewolves \\ players", *range(4, 13))
    assert [row[0] for row in rows[2:]] == [1, 2, 3, 4]
    shares = {
        (players, werewolves): rate
        for players, werewolves, rate in grid.tables["cells"]
        .join(grid.tables["outcomes"].filter(pl.col("outcome") == "villagers"), on="cell")
        .select("players", "werewolves", "rate")
        .iter_rows()
    }
    found = {
        (players, row[0]): rate
        for row in rows[2:]
        for players, rate in zip(rows[1][1:], row[1:], strict=True)
        if rate is not None
    }
    assert found == pytest.approx(shares)
    assert {page.cell(3, column).number_format for column in range(2, 11)} == {"0.00%"}
    assert list(_coloured(page)) == ["B3:J6"]
    assert page.freeze_panes == "B3"


def test_every_setting_of_a_third_axis_has_its_pivot(make: Make, tmp_path: Path) -> None:
    setups = [
        {"tie": tie, "players": players, "werewolves": werewolves}
        for tie in ("lot", "nobody")
        for players in (7, 8, 9)
        for werewolves in (1, 2)
    ]
    page = _open([make(setups, ["tie", "players", "werewolves"])], tmp_path)["pivot"]
    captions = [cell.value for cell in page["A"] if cell.value and str(cell.value).startswith("Village")]
    assert captions == ["Village wins, tie lot", "Village wins, tie nobody"]
    assert list(_coloured(page)) == ["B3:D4", "B8:D9"]


def test_nothing_to_cross_means_no_pivot(line: Results, single: Results, tmp_path: Path) -> None:
    assert "pivot" not in _open([line], tmp_path).sheetnames
    assert "pivot" not in _open([single], tmp_path).sheetnames


def test_every_column_is_listed_with_its_meaning(grid: Results, tmp_path: Path) -> None:
    book = _open([grid], tmp_path)
    told = {
        (sheet, column): meaning for sheet, column, meaning in book["columns"].iter_rows(min_row=2, values_only=True)
    }
    for name in grid.tables:
        assert [column for sheet, column in told if sheet == name] == [cell.value for cell in book[name][1]]
    assert told["cells", "games"] == "Games played."
    assert told["cells", "tie"] == "What a tied vote leads to."
    assert told["cells", "villagers_low"] == "lower end of the share's interval, outcome “village wins”"
    assert told["seats", "players"] == "How many people play."


def test_about_says_where_the_numbers_come_from(grid: Results, tmp_path: Path) -> None:
    rows = _open([grid], tmp_path)["about"].iter_rows(min_row=2, values_only=True)
    told = {fact: text for fact, text, *_ in rows}
    assert told["question"] == grid.about.title
    assert told["policies"] == policies.line(grid)
    assert told["to reproduce"] == grid.about.command
    assert told["length"] == grid.about.length_meaning
    assert told["versions"] == "wolfbalance 0.1.0, numba 0.68"
    assert "Clopper–Pearson" in told["note"]


def test_text_is_never_a_formula_or_a_link(hostile: Results, tmp_path: Path) -> None:
    book = _open([hostile], tmp_path)
    cells = _column(book["cells"], "label")
    # all but what no sheet can hold: the escape character
    assert [cell.value for cell in cells] == [label.replace("\x1b", "") for label in hostile.tables["cells"]["label"]]
    assert {cell.data_type for page in book for row in page.iter_rows() for cell in row if cell.value is not None} <= {
        "s",
        "n",
        "inlineStr",
    }
    assert not [cell for page in book for row in page.iter_rows() for cell in row if cell.hyperlink]
    assert book["about"]["B1"].value == "=run"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "{=1+1}", "http://a.example", "mailto:a", "1", ""])
def test_text_is_text_wherever_it_stands(grid: Results, tmp_path: Path, text: str) -> None:
    tables = {name: table.with_columns(pl.lit(text).alias(f"={text}")) for name, table in grid.tables.items()}
    about = replace(grid.about, title=text, command=text, swept=("players", f"={text}"))
    book = _open([replace(grid, about=about, tables=tables, name=text)], tmp_path)
    for name in tables:
        assert {(cell.value or "", cell.data_type == "f") for cell in _column(book[name], f"={text}")} == {
            (text, False)
        }
    with ZipFile(tmp_path / "book.xlsx") as parts:
        sheets = [parts.read(part).decode() for part in parts.namelist() if part.startswith("xl/worksheets/sheet")]
    assert len(sheets) == len(book.sheetnames)
    assert not [sheet for sheet in sheets if "<f>" in sheet or "<f " in sheet or "<hyperlink" in sheet]


def test_what_excel_cannot_hold_as_a_number_is_text(make: Make, tmp_path: Path) -> None:
    run = make([{"seeded": 2**63 - 1, "knob": float("nan"), "deck": ["clue", "supper"]}], [])
    page = _open([run], tmp_path)["cells"]
    assert (_values(page, "seeded"), _values(page, "knob")) == (["9223372036854775807"], [None])
    assert _values(page, "deck") == ["clue+supper"]


def test_tables_of_many_rows_are_left_out_and_said_to_be(grid: Results, line: Results, tmp_path: Path) -> None:
    runs = [
        replace(run, about=replace(run.about, details=("roles", "seats")), unread=("games",)) for run in (grid, line)
    ]
    book = _open(runs, tmp_path)
    assert not {"roles", "seats"} & {*book.sheetnames}
    told = (
        "The tables roles, seats and games are left out, since they have many rows: --table roles writes one alone, "
        "--all-tables every table there is."
    )
    assert told in _values(book["about"], book["about"]["B1"].value)
    assert export(runs, tmp_path / "a.xlsx") == [told]
    assert export(runs, tmp_path / "a.xlsx", "roles") == []
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").sheetnames == ["roles", "about", "columns"]
    export([replace(run, unread=()) for run in runs], tmp_path / "a.xlsx", all_tables=True)
    assert {"roles", "seats"} < {*openpyxl.load_workbook(tmp_path / "a.xlsx").sheetnames}


def test_too_many_rows_are_left_out_and_said_to_be(
    grid: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.workbook.MOST_ROWS", 100)
    book = _open([grid], tmp_path)
    rows = grid.tables["lengths"].height
    assert "lengths" not in book.sheetnames
    assert "cells" in book.sheetnames
    notes = [row[1] for row in book["about"].iter_rows(values_only=True) if row[0] == "note"]
    assert notes[1:] == [f"{_too_long('lengths', rows)} below its header; export it as .parquet or .csv."]
    assert not [row for row in book["columns"].iter_rows(values_only=True) if row[0] == "lengths"]


def _too_long(name: str, rows: int) -> str:
    return f"The table {name} has {rows} rows and a sheet holds 99"


def test_one_table_that_no_sheet_holds_is_a_mistake(
    grid: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.workbook.MOST_ROWS", 100)
    with pytest.raises(ReportMistake, match=_too_long("lengths", grid.tables["lengths"].height)):
        export([grid], tmp_path / "book.xlsx", "lengths")
    assert list(tmp_path.iterdir()) == []


def test_sheet_names_are_short_plain_and_unlike(grid: Results, tmp_path: Path) -> None:
    seats = grid.tables["seats"]
    names = ["a" * 40, "A" * 40, "b/c", "about"]
    book = _open([Results(grid.about, {**grid.tables, **dict.fromkeys(names, seats)})], tmp_path)
    made = [name for name in book.sheetnames if name not in grid.tables]
    assert made == ["pivot", "about", "columns", "a" * 31, f"{'A' * 27} 2", "b_c", "about 2"]


def test_one_table_alone(grid: Results, tmp_path: Path) -> None:
    assert _open([grid], tmp_path, "roles").sheetnames == ["roles", "about", "columns"]
    raw = _open([grid], tmp_path, "cells")
    assert raw.sheetnames == ["cells", "about", "columns"]
    assert [cell.value for cell in raw["cells"][1]] == grid.tables["cells"].columns


def test_several_runs_stand_in_one_table_each_named(two_runs: list[Results], tmp_path: Path) -> None:
    book = _open(two_runs, tmp_path)
    assert [cell.value for cell in book["seats"][1]][:4] == ["run", "cell", "players", "werewolves"]
    cells = two_runs[1].tables["cells"]
    players = [row[2] for row in book["lengths"].iter_rows(values_only=True) if row[0] == two_runs[1].name]
    assert list(dict.fromkeys(players)) == cells["players"].to_list()
    names = [run.name for run in two_runs]
    assert list(dict.fromkeys(_values(book["cells"], "run"))) == names
    assert list(dict.fromkeys(_values(book["lengths"], "run"))) == names
    assert [cell.value for cell in book["about"][1]] == ["run", *names]
    assert book["pivot"]["A1"].value.startswith("wolves-1a2b3c4d: ")


def test_ways_to_play_stand_side_by_side_on_a_sheet_of_their_own(swinging: Results, tmp_path: Path) -> None:
    book = _open([swinging], tmp_path)
    assert book.sheetnames[:3] == ["cells", "ladder", "pivot"]
    page = book["ladder"]
    shares = ["blind_share", "beginners_share", "casual_share", "sharp_share"]
    assert [cell.value for cell in page[1]][:7] == ["players", *shares, "swing", "blind_low"]
    found = ladder.of(read(swinging))
    assert _values(page, "players") == [7, 8, 9]
    assert _values(page, "sharp_share")[1] is None
    assert _values(page, "swing") == pytest.approx([rung.swing for rung in found.rungs])
    numbers = [
        cell for name in (*shares, "swing", "blind_low") for cell in _column(page, name) if cell.value is not None
    ]
    assert {cell.number_format for cell in numbers} == {"0.00%"}
    assert page.freeze_panes == "B2"
    assert list(_coloured(page)) == ["B2:B4", "C2:C4", "D2:D4", "E2:E4"]
    meanings = {row[1]: row[2] for row in book["columns"].iter_rows(values_only=True) if row[0] == "ladder"}
    assert list(meanings) == [cell.value for cell in page[1]]
    assert meanings["swing"] == "the largest share of a row less the smallest"
    assert meanings["sharp_share"] == "share of games with the outcome “village wins”, policy sharp"


def test_ladders_of_several_runs_stand_on_one_sheet(swinging: Results, bundles: Results, tmp_path: Path) -> None:
    named = [replace(swinging, name="one"), replace(bundles, name="other")]
    page = _open(named, tmp_path)["ladder"]
    assert _values(page, "run") == ["one"] * 3 + ["other"] * 4
    assert _values(page, "players") == [7, 8, 9, 6, 7, 8, 9]
    assert _values(page, "sharp_share")[3:] == [None] * 4
    assert "ladder" not in _open([replace(named[1], about=replace(bundles.about, swept=("players",)))], tmp_path)


def test_the_same_run_gives_the_same_bytes(grid: Results, tmp_path: Path) -> None:
    export([grid], tmp_path / "a.xlsx")
    export([grid], tmp_path / "b.xlsx")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_a_run_without_games_is_a_workbook_too(interrupted: Results, tmp_path: Path) -> None:
    page = _open([interrupted], tmp_path)["cells"]
    assert _values(page, "villagers_share")[3] is None
    assert isinstance(interrupted.about, About)
