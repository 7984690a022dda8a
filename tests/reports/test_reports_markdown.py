"""The report as Markdown, read as GitHub reads it."""

import re

import pytest

from reports import policies
from reports.markdown import document
from reports.results import Results

CELL = re.compile(r"(?<!\\)\|")
"""A bar that ends a cell; an escaped one is text."""


def _table(text: str) -> list[list[str]]:
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in CELL.split(row)[1:-1]] for row in rows]


def test_policies_first_and_how_to_reproduce_last(grid: Results) -> None:
    lines = document([grid]).splitlines()
    assert lines[0] == policies.line(grid)
    assert lines[2] == "# How many werewolves for how many players?"
    assert lines[-1].startswith("To reproduce: `balance sweep werewolf players=4..12 werewolves=1..3` (seed 1;")


def test_the_table_has_a_row_a_cell(grid: Results) -> None:
    header, rules, *rows = _table(document([grid]))
    assert header == ["players", "werewolves", "villagers", "werewolves", "stalled", "mean length"]
    assert rules == ["--:"] * 6
    assert len(rows) == 27
    assert rows[0] == ["4", "1", "60.6 % ± 0.4", "39.4 % ± 0.4", "0.001 % (0.00001–0.007)", "1.7 days"]


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
    assert {len(row) for row in rows} == {5}
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
