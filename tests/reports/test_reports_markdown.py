"""The report as Markdown, read as GitHub reads it."""

import re
from dataclasses import replace

import polars as pl
import pytest

from reports import policies
from reports.markdown import document
from reports.results import Results

CELL = re.compile(r"(?<!\\)\|")
"""A bar that ends a cell; an escaped one is text."""


def _tables(text: str) -> list[list[list[str]]]:
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    return [[[cell.strip() for cell in CELL.split(row)[1:-1]] for row in rows] for rows in blocks]


def _table(text: str) -> list[list[str]]:
    """The table of all setups."""
    return _tables(text)[-1]


def test_policies_first_and_how_to_reproduce_last(grid: Results) -> None:
    lines = document([grid]).splitlines()
    assert lines[0] == policies.line(grid)
    assert lines[2] == "# How many werewolves for how many players?"
    assert lines[-1].startswith("To reproduce: `balance sweep werewolf players=4..12 werewolves=1..3` (seed 1;")


def test_the_table_has_a_row_a_cell(grid: Results) -> None:
    header, rules, *rows = _table(document([grid]))
    assert header == ["players", "werewolves", "village wins", "werewolves win", "stalled", "mean length", "95 % by"]
    assert rules == ["--:"] * 7
    assert len(rows) == 27
    assert rows[0] == ["4", "1", "60.6 % ± 0.4", "39.4 % ± 0.4", "0.001 % (0–0.007)", "1.7 days", "day 3"]


def test_each_number_of_players_has_its_nearest(grid: Results) -> None:
    text = document([grid])
    nearest, _ = _tables(text)
    assert nearest[:3] == [
        ["players", "werewolves", "village wins"],
        ["--:", "--:", "--:"],
        ["4", "1", "60.6 % ± 0.4"],
    ]
    assert [row[0] for row in nearest[2:]] == [str(players) for players in range(4, 13)]
    lines = text.splitlines()
    assert lines.index("## Nearest to even for each number of players") < lines.index("## All setups")


def test_changes_stand_beside_the_leading_outcome(labelled: Results) -> None:
    text = document([labelled])
    header, _, *rows = _table(text)
    assert header[1:4] == ["what is changed", "village wins", "against unchanged"]
    rates = labelled.tables["outcomes"].filter(pl.col("outcome") == "villagers")["rate"].to_list()
    assert [row[3].partition(" ± ")[0] for row in rows[:3]] == [
        "",
        f"+{100 * (rates[1] - rates[0]):.1f}",
        f"−{100 * (rates[0] - rates[2]):.1f}",
    ]
    assert [" ± 0." in row[3] for row in rows[:4]] == [False, True, True, True]
    assert rows[3][3].startswith(r"\~ ")
    assert rows[4][3] == "same games"
    assert "\n- Against unchanged: by how many percentage points a change moves “village wins”. " in text
    assert "Newcombe" in text
    assert "\n- “same games” stands where no game went differently.\n" in text
    assert "label" not in text


def test_an_unfinished_run_says_so_below_the_policies(interrupted: Results) -> None:
    lines = document([interrupted]).splitlines()
    assert lines[2] == "Unfinished: 3 of 4 setups are played, 1 of them in part; the command at the end goes on."
    assert "3 of 4 setups of Werewolf, 201,000 games in all, seed 1. Dealt: seer 1." in lines
    assert [row[0] for row in _table(document([interrupted]))[2:]] == ["7", "8", "9"]


def test_every_unfinished_run_of_several_is_named(interrupted: Results, line: Results) -> None:
    lines = document([replace(line, name="done"), replace(interrupted, name="begun")]).splitlines()
    assert [text for text in lines if "Unfinished" in text] == [
        "begun: Unfinished: 3 of 4 setups are played, 1 of them in part; the command at the end goes on."
    ]


def test_lengths_and_outcomes_are_explained_once_without_ticks(two_runs: list[Results]) -> None:
    text = document(two_runs)
    length = "- Length: the number of the day on which a game was decided; the first vote is day 2's.\n"
    outcomes = (
        "- Outcomes: village wins: how villagers comes about; werewolves win: how werewolves comes about; stalled: "
    )
    assert (text.count(length), text.count(outcomes)) == (1, 1)
    # only around the two commands
    assert text.count("`") == 4


def test_words_stand_left(each: Results) -> None:
    assert _table(document([each]))[1][0] == ":--"


@pytest.mark.parametrize("run", ["single", "interrupted", "bundles", "large"])
def test_rows_are_as_wide_as_the_header(run: str, request: pytest.FixtureRequest) -> None:
    rows = _table(document([request.getfixturevalue(run)]))
    assert len({len(row) for row in rows}) == 1


def test_labels_are_text(hostile: Results) -> None:
    text = document([hostile])
    rows = _table(text)
    assert [row[0] for row in rows[2:]] == [
        r"\<script\>alert(1)\</script\>",
        "=1+1",
        r"a\|b \`c\` \*d\* \[e\](http://f.example) \_g\_",
        r"two lines\[31m",
        r'"\&quot;"',
        "+49 30",
    ]
    assert {len(row) for row in rows} == {6}
    assert r"# \<b\>Bold\</b\> \| {{ 7 \* 7 }}" in text
    # a fence of two, because the command holds one
    assert "`` balance sweep 'a`b.toml' --where \"players < 9\" ``" in text.splitlines()[-1]


def test_underscores_within_words_stay(each: Results) -> None:
    assert "| knight_same_target off |" in document([each])


def test_several_runs_have_a_table_and_a_command_each(two_runs: list[Results]) -> None:
    lines = document(two_runs).splitlines()
    assert [line for line in lines if line.startswith("# ")] == [
        "# wolves-1a2b3c4d: How many werewolves for how many players?",
        "# players-5e6f7a8b: How many players?",
    ]
    assert sum(line.startswith("To reproduce ") for line in lines) == 2
    assert lines[-1].startswith("To reproduce players-5e6f7a8b: ")
