"""The HTML report, opened by a parser: complete, self-contained, described, escaped."""

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from reports import policies
from reports.html import document
from reports.results import Results
from reports.sweep import read

Make = Callable[..., Results]
SVG = "{http://www.w3.org/2000/svg}"
HEAT_MAP, LINES, SETUPS, LENGTHS = "Share of villagers by", "Outcomes by players", "Outcomes by setup", "How long"
VOID = {"meta", "link", "br", "img", "hr", "input"}
SHAPES = ["grid", "large", "line", "single", "each", "bundles", "hostile", "interrupted"]


class Reader(HTMLParser):
    """What a browser would make of a document: its visible text, its elements, and whether tags match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.visible: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag][-1] += data
        if data.strip() and not {"style", "title", "svg"} & set(self.open):
            self.visible.append(" ".join(data.split()))

    @property
    def headings(self) -> list[str]:
        return self.texts.get("h3", [])


@pytest.fixture(params=SHAPES)
def shape(request: pytest.FixtureRequest) -> Results:
    run = request.getfixturevalue(request.param)
    assert isinstance(run, Results)
    return run


def test_policies_first_and_how_to_reproduce_last(shape: Results) -> None:
    reader = Reader(document([shape]))
    assert reader.open == []
    assert reader.visible[0] == policies.line(shape)
    assert reader.visible[-3:-1] == ["To reproduce:", shape.about.command]
    assert reader.visible[-1] == "(seed 1; wolfbalance 0.1.0, numba 0.68; made on 2026-07-01)"


def test_nothing_comes_from_elsewhere(shape: Results) -> None:
    text = document([shape])
    reader = Reader(text)
    tags = {tag for tag, _ in reader.elements}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "image", "use", "base"}
    assert not [name for _, attributes in reader.elements for name in attributes if name in ("src", "href", "srcset")]
    assert not [name for _, attributes in reader.elements for name in attributes if name.startswith("on")]
    style = "".join(reader.texts["style"])
    assert "@import" not in style
    assert "url(" not in style
    # what is left of addresses are the names of XML's vocabularies, and a label's text
    assert set(re.findall(r"https?://[^\"<)\s]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
        "http://f.example",
    }


def test_drawings_are_well_formed_and_described(shape: Results) -> None:
    text = document([shape])
    drawings = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]
    assert len(drawings) >= 2
    for drawing in drawings:
        title = drawing[0]
        assert title.tag == f"{SVG}title"
        assert title.text
        assert drawing.attrib["role"] == "img"
        assert drawing.attrib["aria-labelledby"] == title.attrib["id"]


def test_drawings_do_not_share_names(make: Make) -> None:
    setups = [
        {"tie": tie, "players": players, "werewolves": werewolves}
        for tie in ("lot", "nobody")
        for players in (7, 8, 9)
        for werewolves in (1, 2)
    ]
    text = document([make(setups, ["tie", "players", "werewolves"])])
    assert {"tie lot", "tie nobody"} <= set(Reader(text).texts["h4"])
    ids = re.findall(r'\bid="([^"]+)"', text)
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    assert len(ids) == len(set(ids))
    # the colours of each map's legend
    assert len(used) >= 2
    assert used <= set(ids)


@pytest.mark.parametrize(
    ("run", "figures"),
    [
        ("grid", [HEAT_MAP, SETUPS, LENGTHS]),
        ("bundles", [HEAT_MAP, SETUPS, LENGTHS]),
        ("line", [LINES, LENGTHS]),
        ("each", [SETUPS, LENGTHS]),
        ("single", [SETUPS, LENGTHS]),
    ],
)
def test_the_charts_suit_what_was_swept(run: str, figures: list[str], request: pytest.FixtureRequest) -> None:
    *headings, table = Reader(document([request.getfixturevalue(run)])).headings
    assert [heading.startswith(figure) for heading, figure in zip(headings, figures, strict=True)] == [True] * len(
        figures
    )
    assert table in ("All setups", "The setup")


def test_the_heat_map_has_every_share_as_text(grid: Results) -> None:
    svg = re.search(r"<svg.*?</svg>", document([grid]), re.DOTALL)
    assert svg
    texts = [element.text for element in ElementTree.fromstring(svg[0]).iter(f"{SVG}text")]
    shares = [f"{100 * share.rate:.0f}" for _, share in read(grid).led]
    assert len(shares) == 27
    assert not [share for share in shares if texts.count(share) < shares.count(share)]


def test_the_table_has_a_row_a_cell(grid: Results) -> None:
    reader = Reader(document([grid]))
    assert reader.texts["th"][:6] == ["players", "werewolves", "villagers", "werewolves", "stalled", "mean length"]
    assert reader.texts["th"][6:8] == ["4", "1"]
    assert reader.texts["td"][:4] == [
        "60.6\N{NO-BREAK SPACE}%\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.4",
        "39.4\N{NO-BREAK SPACE}%\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.4",
        "0.001\N{NO-BREAK SPACE}% (0.00001–0.007)",
        "1.7 days",
    ]
    assert len(reader.texts["tr"]) == 1 + 27


def test_even_setups_are_shaded(grid: Results) -> None:
    shaded = [attributes for tag, attributes in Reader(document([grid])).elements if attributes.get("class") == "even"]
    assert len(shaded) == sum(share.is_even for _, share in read(grid).led) > 0


def test_it_says_what_it_leaves_out(large: Results) -> None:
    text = " ".join(Reader(document([large])).visible)
    cells = large.tables["cells"].height
    assert cells > 200
    assert f"Shown are the 16 setups nearest to even of {cells}" in text
    assert f"Shown are 9 of {cells} setups, evenly spread over the sweep." in text
    assert len(Reader(document([large])).texts["tr"]) == 1 + cells


def test_the_same_run_gives_the_same_document(grid: Results) -> None:
    assert document([grid]) == document([grid])


def test_many_cells_are_drawn_quickly(large: Results) -> None:
    document([large])
    start = time.perf_counter()
    document([large])
    assert time.perf_counter() - start < 3


def test_text_is_text(hostile: Results) -> None:
    text = document([hostile])
    reader = Reader(text)
    assert "<script" not in text
    assert "<b>" not in text
    assert reader.texts["title"][0] == reader.texts["h1"][0] == "<b>Bold</b> | {{ 7 * 7 }}"
    assert [
        label for label in reader.texts["th"] if label in ("<script>alert(1)</script>", '"&quot;"', "two lines[31m")
    ]
    drawn = [element.text for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL) for element in _texts(svg)]
    assert "<script>alert(1)</script>" in drawn


def _texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


def test_parameters_that_all_setups_share_are_listed(grid: Results) -> None:
    reader = Reader(document([grid]))
    assert [" ".join(text.split()) for text in reader.texts["dt"]] == [
        "knight_same_target on",
        "tie runoff",
        "prank_from 2",
    ]


def test_several_runs_have_a_section_each(two_runs: list[Results]) -> None:
    reader = Reader(document(two_runs))
    assert reader.texts["h2"] == [
        "wolves-1a2b3c4d: How many werewolves for how many players?",
        "players-5e6f7a8b: How many players?",
    ]
    assert len(reader.texts["table"]) == 2
    assert reader.visible[0] == policies.line(two_runs[0])
    assert [text for text in reader.visible if text.startswith("To reproduce")] == [
        "To reproduce wolves-1a2b3c4d:",
        "To reproduce players-5e6f7a8b:",
    ]


def test_a_run_without_games_is_a_document_too(interrupted: Results) -> None:
    text = Reader(document([interrupted])).visible
    assert "–" in text
