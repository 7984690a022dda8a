"""The HTML report, opened by a parser: complete, self-contained, described, escaped."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from pages import Reader
from reports import nearest as nearest_to_even
from reports import panels, policies
from reports.html import document
from reports.results import Meaning, Results
from reports.sweep import read

SIDES = {"policy.village": "quiet", "policy.pack": "stealth", "policy.allies": "quiet"}
Make = Callable[..., Results]
SVG = "{http://www.w3.org/2000/svg}"
LADDER = "Village wins, by policy"
HEAT_MAP, LINES, SETUPS, LENGTHS = "Village wins by", "Outcomes by players", "Outcomes by setup", "How long"
NEAREST, TABLE, NOTES = "Nearest to even for each number of players", "All setups", "How to read this"
SHAPES = ["grid", "large", "line", "single", "each", "labelled", "bundles", "hostile", "interrupted"]


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
        ("grid", [NEAREST, HEAT_MAP, SETUPS, LENGTHS, TABLE]),
        ("bundles", [LADDER, HEAT_MAP, "Village wins by setup, for each policy", LENGTHS, TABLE]),
        ("line", [LINES, LENGTHS, TABLE]),
        ("each", [SETUPS, LENGTHS, TABLE]),
        ("labelled", [HEAT_MAP, "Village wins by what is changed, for each number of players", LENGTHS, TABLE]),
        ("single", [SETUPS, LENGTHS, "The setup"]),
    ],
)
def test_the_charts_suit_what_was_swept(run: str, figures: list[str], request: pytest.FixtureRequest) -> None:
    headings = Reader(document([request.getfixturevalue(run)])).headings
    assert [heading.startswith(figure) for heading, figure in zip(headings, [*figures, NOTES], strict=True)] == [
        True
    ] * len(headings)


def _drawn(run: Results, position: int) -> list[str]:
    """The texts of a document's drawing, by its place."""
    svg = re.findall(r"<svg.*?</svg>", document([run]), re.DOTALL)[position]
    return [element.text or "" for element in _texts(svg)]


def test_a_heat_map_has_a_tick_at_one_half_and_words_upwards(labelled: Results) -> None:
    texts = _drawn(labelled, 0)
    assert "50 %" in texts
    names = ["unchanged", "prank_from=never", "tie=nobody", "tie=lot", "reveal=role"]
    assert [text for text in texts if text in names] == names
    assert texts.index("what is changed") > texts.index("players")


def test_long_words_across_stand_upright_and_whole(make: Make) -> None:
    ties = [f"a-rather-long-way-to-end-a-tie-{number}" for number in range(5)]
    setups = [{"tie": tie, "prank_from": prank} for tie in ties for prank in ("never", "a", "b")]
    run = make(setups, ["tie", "prank_from"])
    texts = _drawn(run, 0)
    assert set(ties) <= set(texts)
    svg = re.findall(r"<svg.*?</svg>", document([run]), re.DOTALL)[0]
    assert "rotate(270)" in "".join(
        element.attrib.get("transform", "") for element in _texts(svg) if element.text == ties[0]
    )
    short = make([{**setup, "tie": setup["tie"][-1]} for setup in setups], ["tie", "prank_from"])
    svg = re.findall(r"<svg.*?</svg>", document([short]), re.DOTALL)[0]
    assert not ["rotate" for element in _texts(svg) if element.text == "4" and "rotate" in element.attrib["transform"]]


def test_labels_too_long_keep_both_their_ends(make: Make) -> None:
    names = [f"beginning {'x' * 90} {end}" for end in ("one end", "other end")]
    texts = _drawn(make([{"label": name} for name in names], ["label"]), 0)
    short = [text for text in texts if "…" in text]
    assert [(text[:9], text.split()[-2:]) for text in short] == [
        ("beginning", [short[0].split()[-2], "end"]),
        ("beginning", ["other", "end"]),
    ]
    assert {len(text) for text in short} == {60}


def test_the_biggest_changes_are_drawn_below_the_unchanged(labelled: Results) -> None:
    texts = _drawn(labelled, 1)
    changes = ("unchanged", "prank_from=never", "tie=nobody", "reveal=role", "tie=lot")
    assert {text for text in texts if text in changes} == {*changes}
    assert [text for text in texts if text in changes][:3] == [*changes[:3]]
    assert [text for text in texts if text in ("players", "8", "9")] == ["players", "8", "9"]
    text = " ".join(Reader(document([labelled])).visible)
    assert "Below the unchanged, what moves village wins most anywhere stands first." in text
    assert "Hollow points: these games cannot tell the change from chance." in text


def test_of_many_changes_the_biggest_are_drawn(make: Make) -> None:
    setups = [{"label": "unchanged"}] + [
        {"label": f"rule={number}", "base": "00000000", "_shift": number / 100} for number in range(30)
    ]
    run = make(setups, ["label"])
    names = [text for text in _drawn(run, 0) if text == "unchanged" or text.startswith("rule=")]
    assert names == ["unchanged", *(f"rule={number}" for number in range(29, 14, -1))]
    assert "15 of 30 changes; the table has all" in " ".join(Reader(document([run])).visible)


NASTY = (
    "policy.village.skill",
    "a[b].c['d']",
    "datum.value",
    "__proto__",
    "constructor",
    "${x} {{y}}",
    "back\\slash",
    "'; throw 1; '",
    '"]; "',
    "[/x] :wolf:",
    "</text><b>",
)
"""Texts that would be something else to whoever reads them as a field, a key, an expression or markup."""


@pytest.mark.parametrize(
    "shape",
    [
        lambda text: {"label": text},
        lambda text: {"label": text, "players": len(text) % 2 + 7},
        lambda text: {f"policy.{text}": text, "players": len(text) % 3 + 7},
        lambda text: {"tie": text, "prank_from": text[::-1]},
    ],
)
def test_any_label_is_drawn_as_it_is(make: Make, shape: Callable[[str], dict[str, Any]]) -> None:
    setups = [shape(text) for text in NASTY]
    columns = list(dict.fromkeys(column for setup in setups for column in setup))
    setups = [dict.fromkeys(columns, "none") | setup for setup in setups]
    run = make(setups, columns)
    drawn = {" ".join((element.text or "").split()) for svg in _svgs(document([run])) for element in _texts(svg)}
    for text in NASTY:
        assert [one for one in drawn if text in one or text[::-1] in one], text


def test_any_name_of_what_is_swept_is_drawn_as_it_is(make: Make) -> None:
    for name in (f"policy.{text}" for text in NASTY):
        crossed = [{name: value, "players": players} for value in range(3) for players in (7, 8)]
        alone = [{name: value} for value in range(3)]
        for setups, columns in ((crossed, [name, "players"]), (alone, [name])):
            svgs = _svgs(document([make(setups, columns)]))
            assert name in {element.text for svg in svgs for element in _texts(svg)}


def _panels(run: Results) -> tuple[panels.Panels, dict[tuple[str, tuple[str, ...]], panels.Spot]]:
    """A run's panels, and its spots by their row's and panel's name."""
    found = panels.of(read(run))
    assert found is not None
    spots = {(found.rows[spot.row], found.names[spot.panel]): spot for spot in found.spots}
    assert len(spots) == len(found.spots)
    return found, spots


def test_changes_stand_in_a_panel_for_each_of_what_else_is_swept(labelled: Results) -> None:
    found, spots = _panels(labelled)
    assert (found.title, found.names, found.abreast) == ("players", (("8",), ("9",)), 2)
    shares = {(cell.setup["what is changed"], (cell.setup["players"],)): share for cell, share in read(labelled).led}
    assert {name: spot.share for name, spot in spots.items()} == shares
    assert found.bases == tuple(shares["unchanged", name].rate for name in found.names)
    assert {name[0] for name, spot in spots.items() if not spot.sure} == {"tie=lot", "reveal=role"}


def test_ways_to_play_stand_in_a_panel_each(swinging: Results) -> None:
    found, spots = _panels(swinging)
    assert found.names == (("blind",), ("beginners",), ("casual",), ("sharp",))
    assert found.rows == ("players 7", "players 8", "players 9")
    assert ("players 8", ("sharp",)) not in spots
    assert len(spots) == 11
    assert (found.bases, found.note) == ((), "")


def test_many_panels_stand_in_rows_and_of_too_many_some_are_shown(make: Make) -> None:
    def grid_of(sizes: int) -> Results:
        tables = [(7 + size, bundle) for size in range(sizes) for bundle in ("blind", "casual", "sharp")]
        changes = ({"label": "unchanged"}, {"label": "tie=lot", "_shift": 0.1})
        setups = [
            {**SIDES, "policy": bundle, "players": players, **change, "base": f"{2 * place:08x}" if number else None}
            for place, (players, bundle) in enumerate(tables)
            for number, change in enumerate(changes)
        ]
        return make(setups, ["players", "policy", "label"])

    found, _ = _panels(grid_of(4))
    assert (len(found.names), found.abreast, found.title) == (12, 3, "")
    assert found.names[1] == ("players 7", "policy casual")
    few, _ = _panels(grid_of(5))
    assert len(few.names) == 12
    assert "Shown are 12 of 15 panels; the table has all." in few.note
    text = document([grid_of(4)])
    assert "Village wins by what is changed, for each number of players and policy" in text
    assert [text.count(f">policy {name}<") for name in ("blind", "casual", "sharp")] == [4, 4, 4]


def test_a_grid_of_numbers_has_no_panels(grid: Results, each: Results, single: Results) -> None:
    assert [panels.of(read(run)) for run in (grid, each, single)] == [None] * 3


def test_panels_can_be_read_in_the_dark(labelled: Results) -> None:
    text = document([labelled])
    roles = set(re.findall(r"mark-text (role-[a-z]+-[a-z]+)", text))
    assert "role-title-text" in roles
    assert [role for role in roles if f".{role} text" not in text] == []


def test_one_setup_is_labelled_as_such_not_by_the_game(single: Results) -> None:
    assert "this setup" in _drawn(single, 0)
    assert "Werewolf" not in _drawn(single, 0)
    assert Reader(document([single])).texts["h4"] == ["this setup"]


def test_colours_are_explained_by_titles(line: Results) -> None:
    assert Reader(document([line])).texts["li"][:3] == ["village wins", "werewolves win", "stalled"]


def test_the_heat_map_has_every_share_as_text(grid: Results) -> None:
    svg = re.search(r"<svg.*?</svg>", document([grid]), re.DOTALL)
    assert svg
    texts = [element.text for element in _texts(svg[0])]
    shares = [f"{100 * share.rate:.0f}" for _, share in read(grid).led]
    assert len(shares) == 27
    assert not [share for share in shares if texts.count(share) < shares.count(share)]


def test_the_table_has_a_row_a_cell(grid: Results) -> None:
    header, *rows = _rows(grid)
    assert header == ["players", "werewolves", "village wins", "werewolves win", "stalled", "mean length", "95 % by"]
    assert rows[0] == [
        "4",
        "1",
        "60.6\N{NO-BREAK SPACE}%\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.4",
        "39.4\N{NO-BREAK SPACE}%\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.4",
        "0.001\N{NO-BREAK SPACE}% (0–0.007)",
        "1.7 days",
        "day 3",
    ]
    assert len(rows) == 27


def _rows(run: Results, table: int = -1) -> list[list[str]]:
    """The rows of a table, by its place in the document."""
    return Reader(document([run])).tables[table]


def test_each_number_of_players_has_its_nearest(grid: Results, large: Results) -> None:
    header, *rows = _rows(grid, 0)
    assert header == ["players", "werewolves", "village wins"]
    assert [row[0] for row in rows] == [str(players) for players in range(4, 13)]
    # 27 sizes side by side
    tables = Reader(document([large])).texts["table"]
    assert len(tables) == 3 + 1
    assert [len(_rows(large, table)) for table in range(3)] == [10, 10, 10]


def test_changes_stand_beside_the_leading_outcome(labelled: Results) -> None:
    header, *rows = _rows(labelled)
    assert header[1:4] == ["what is changed", "village wins", "against unchanged"]
    assert [row[3][:1] for row in rows[:4]] == ["", "+", "−", "~"]
    assert rows[4][3] == "same games"


def test_an_unfinished_run_says_so_below_the_policies(interrupted: Results) -> None:
    reader = Reader(document([interrupted]))
    assert reader.visible[1] == (
        "Unfinished: 3 of 4 setups are played, 1 of them in part; the command at the end goes on."
    )
    assert [row[0] for row in _rows(interrupted)[1:]] == ["7", "8", "9"]


@pytest.mark.parametrize("run", ["grid", "each", "labelled", "single"])
def test_no_ticks_and_no_labels_reach_a_reader(run: str, request: pytest.FixtureRequest) -> None:
    text = " ".join(Reader(document([request.getfixturevalue(run)])).visible)
    assert "`" not in text
    assert not re.search(r"\blabels?\b", text)


def test_parameters_are_explained_without_ticks(single: Results) -> None:
    parameters = (Meaning("tie", "Looks at `players`."),)
    reader = Reader(document([replace(single, about=replace(single.about, parameters=parameters))]))
    assert reader.texts["dd"] == ["Looks at players."]


def test_even_setups_are_shaded(grid: Results) -> None:
    shaded = [attributes for tag, attributes in Reader(document([grid])).elements if attributes.get("class") == "even"]
    # in the table, and in that of the nearest
    even = sum(map(read(grid).is_met, read(grid).led))
    nearest = nearest_to_even.by_first(read(grid))
    assert nearest is not None
    assert len(shaded) == even + sum(best.met for best in nearest.lines) > even > 0


def test_it_says_what_it_leaves_out(large: Results) -> None:
    text = " ".join(Reader(document([large])).visible)
    cells = large.tables["cells"].height
    assert cells > 200
    assert f"Shown are the 16 setups nearest to even of {cells}" in text
    assert f"Shown are 9 of {cells} setups, evenly spread over the sweep." in text
    assert len(_rows(large)) == 1 + cells


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


def _svgs(text: str) -> list[str]:
    return re.findall(r"<svg.*?</svg>", text, re.DOTALL)


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
    assert len(reader.texts["table"]) == 3
    assert reader.visible[0] == policies.line(two_runs[0])
    assert [text for text in reader.visible if text.startswith("To reproduce")] == [
        "To reproduce wolves-1a2b3c4d:",
        "To reproduce players-5e6f7a8b:",
    ]


def test_several_runs_are_explained_once(two_runs: list[Results]) -> None:
    text = " ".join(Reader(document(two_runs)).visible)
    assert text.count("Length: the number of the day on which a game was decided") == 1
    assert text.count("Clopper–Pearson") == 1


def test_many_runs_are_counted_in_the_title(grid: Results, line: Results, two_runs: list[Results]) -> None:
    reader = Reader(document(two_runs))
    assert reader.texts["h1"] == ["How many werewolves for how many players? and How many players?"]
    reader = Reader(document([*two_runs, line]))
    assert reader.texts["h1"] == reader.texts["title"][:1] == ["3 runs of Werewolf"]
    other = replace(grid, about=replace(grid.about, game_title="Chess"))
    assert Reader(document([*two_runs, other])).texts["h1"] == ["3 runs of Werewolf and Chess"]


def test_a_run_without_games_is_a_document_too(make: Make) -> None:
    reader = Reader(document([make([{"_games": 0}, {"players": 9, "_games": 0}], ["players"], finished=False)]))
    assert reader.visible[1:4] == [
        "Unfinished: 0 of 2 setups are played; the command at the end goes on.",
        "How many werewolves for how many players?",
        "No game was played yet.",
    ]
    assert reader.open == []
