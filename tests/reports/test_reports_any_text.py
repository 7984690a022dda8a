"""Whatever labels, titles and names say: it goes through every format and comes out as it went in."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import openpyxl
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pages import Reader
from reports import Results, export, report, wording

Make = Callable[..., Results]
LONGEST_CELL = 32_767
"""Letters that a cell of Excel holds."""
PIECES = (
    *("[/x]", "[open]", ":wolf:", "<b>", "</td>", "|", "`", "``", "=1+1", "+1", "-1", "@x", '"', "'", "\\", "\\|", ","),
    *("&amp;", "&", "{{ 7 * 7 }}", "{% x %}", "${x}", "_x0041_", "constructor", "__proto__", "datum.value", "a_b"),
    *("*c*", "~~d~~", "#", "1.", "- ", "> ", "![e](f)", "http://g.example", "<!--", "]]>", "null", "1e5", "ß"),
    *(
        "שלום",
        "مرحبا",
        "\u202e",
        "👩\u200d👧",
        "00𐀀@",
        "👩" * 40,
        "\n",
        "\r\n",
        "\t",
        "  ",
        "\u00a0",
        "\u2028",
        "x" * 70,
        "y" * 33_000,
    ),
)
"""Texts that mean something to some format."""
LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co"))
TEXTS = (
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(LETTERS, max_size=6)), min_size=1, max_size=4)
    .map("".join)
    .filter(wording.one_line)
)
LABELS = st.lists(TEXTS, min_size=2, max_size=4, unique=True)


def _run(make: Make, labels: list[str], title: str) -> Results:
    setups = [{"label": label, "_shift": number / 50} for number, label in enumerate(labels)]
    return make(setups, ["label"], games=200, title=title, name=title, command=f"balance sweep '{title}'")


def for_any_text(most: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Of a test: all pieces by themselves, then `most` made-up texts."""
    pieces = [piece if wording.one_line(piece) else f"a{piece}b" for piece in PIECES]

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        test = settings(max_examples=most, deadline=None)(given(labels=LABELS, title=TEXTS)(test))
        for first in range(0, len(pieces), 12):
            labels = pieces[first : first + 12]
            test = example(labels=labels, title=" ".join(labels))(test)
        return test

    return decorated


@for_any_text(40)
def test_programs_read_any_text_as_it_is(make: Make, labels: list[str], title: str) -> None:
    run = _run(make, labels, title)
    with TemporaryDirectory() as folder:
        path = Path(folder)
        for name in ("a.json", "a.parquet", "a.csv"):
            export([run], path / name)
        plain = json.loads((path / "a.json").read_text(encoding="utf-8"))
        assert plain["about"]["title"] == title
        assert [row["label"] for row in plain["tables"]["cells"]] == labels
        assert pl.read_parquet(path / "a.parquet")["label"].to_list() == labels
        with (path / "a.csv").open(encoding="utf-8", newline="") as file:
            told = [row["label"] for row in csv.DictReader(file)]
        assert pl.read_csv(path / "a.csv", schema_overrides={"label": pl.String})["label"].to_list() == told
    for text, label in zip(told, labels, strict=True):
        assert text in (label, f"'{label}")
        assert text[0] not in "=+@\t\r\n"
        assert text[0] != "-" or re.fullmatch(r"-\d+(\.\d+)?", text)


@for_any_text(15)
def test_a_workbook_shows_any_text_as_it_is(make: Make, labels: list[str], title: str) -> None:
    run = _run(make, labels, title)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.xlsx"
        export([run], path)
        book = openpyxl.load_workbook(path)
    page = book["cells"]
    (heading,) = [cell for cell in page[1] if cell.value == "label"]
    cells = [page.cell(row, heading.column) for row in range(2, page.max_row + 1)]
    told = [_of_sheet(str(cell.value)) for cell in cells]
    assert told == [wording.printable(label)[:32_000] for label in labels]
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    about = {row[0]: row[1] for row in book["about"].iter_rows(values_only=True)}
    assert _of_sheet(str(about["question"])) == wording.one_line(title)[:32_000]


def _of_sheet(text: str) -> str:
    """Text as Excel reads it, and openpyxl does not: what stands for letters that it escapes; as far as a cell goes."""
    return re.sub("_x005F(?=_x[0-9A-Fa-f]{4}_)", "", text)[:32_000]


@for_any_text(8)
def test_html_shows_any_text_as_it_is(make: Make, labels: list[str], title: str) -> None:
    text = _reported(make, labels, title, ".html")
    reader = Reader(text)
    assert reader.open == []
    assert reader.texts["h1"] == [wording.one_line(title)]
    assert [row[0] for row in reader.tables[-1][1:]] == [wording.one_line(label) for label in labels]
    assert reader.texts["code"][-1] == wording.one_line(f"balance sweep '{title}'")
    assert not {"script", "b", "img", "a"} & {tag for tag, _ in reader.elements}
    drawn = [
        "".join(element.itertext())
        for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL)
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    for label in map(wording.one_line, labels):
        ends = (label, "") if len(label) <= 60 else (label[:29], label[-30:])
        assert [one for one in drawn if one.startswith(ends[0]) and one.endswith(ends[1])], label[:60]


@for_any_text(40)
def test_markdown_shows_any_text_as_it_is(make: Make, labels: list[str], title: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(_reported(make, labels, title, ".md"))
    headings = [_visible(tokens[place + 1]) for place, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings[0] == wording.one_line(title)
    first_cells = [
        _visible(tokens[place + 2])
        for place, token in enumerate(tokens)
        if token.type == "tr_open" and tokens[place + 1].type == "td_open"
    ]
    assert first_cells == [wording.one_line(label) for label in labels]
    (code,) = [child for child in tokens[-2].children or [] if child.type == "code_inline"]
    assert code.content == wording.one_line(f"balance sweep '{title}'")


def _visible(token: Token) -> str:
    """The text of a line, if it is nothing but text."""
    children = token.children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    return "".join(child.content for child in children)


def _reported(make: Make, labels: list[str], title: str, suffix: str) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        report([_run(make, labels, title)], path)
        return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["a\ufffeb", "a\uffffb", "a\ufdd0b", "a\U0001fffeb", "a\x00b", "a\x1bb"])
def test_what_no_document_can_hold_is_left_out(make: Make, tmp_path: Path, text: str) -> None:
    run = _run(make, [text, "c"], text)
    for name in ("a.xlsx", "a.html", "a.md"):
        (report if name != "a.xlsx" else export)([run], tmp_path / name)
    labels = [row[0] for row in openpyxl.load_workbook(tmp_path / "a.xlsx")["cells"].iter_rows(2, values_only=True)]
    assert labels == ["ab", "c"]
    assert Reader((tmp_path / "a.html").read_text(encoding="utf-8")).texts["h1"] == ["ab"]
    assert "\n# ab\n" in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_text_longer_than_a_cell_holds_is_cut_and_says_so(make: Make, tmp_path: Path) -> None:
    export([_run(make, ["x" * 40_000, "y" * LONGEST_CELL, "👩" * 20_000], "z" * 50_000)], tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    labels = [row[0] for row in book["cells"].iter_rows(2, values_only=True)]
    assert labels == [f"{'x' * (LONGEST_CELL - 1)}…", "y" * LONGEST_CELL, f"{'👩' * (LONGEST_CELL // 2)}…"]
