"""Tables of `show`, `bench` and a dry run on terminals of any width: no word and no number is broken."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

import kernels
from balance import bench, dry, show
from balance.rules import Rule
from balance.sweep import Options
from scenarios import plan

SPEEDS = [
    {
        "game": "werewolf",
        "cell": "abc",
        "players": 8,
        "policy": policy,
        "one_thread": 2_489_544,
        "all_threads": 12_658_473,
        "threads": 16,
        "speed_up": 5.08,
    }
    for policy in ("blind", "beginners")
]
STARTS = [{"game": "werewolf", "cold_start": 31.4, "warm_start": 0.7}]
PLANNED = plan("werewolf", ["players=8,9", "knight_same_target=on,off", "day_cap=100,1000"])

DOCUMENTS: dict[str, Callable[[int], Any]] = {
    "bench": lambda width: bench.as_document(SPEEDS, STARTS, width),
    "dry run": lambda width: dry.as_document(PLANNED, Options(Rule(100_000), 1, 2), 125.0, width),
    **{
        f"show {name} {part}": lambda width, name=name, part=part: show.as_document(
            show.described(kernels.game(name), part), width
        )
        for name in kernels.names()
        for part in show.PARTS
    },
}


def words(document: Any, width: int) -> tuple[set[str], int]:
    """The words of a document as a terminal of some width shows it, and its longest line."""
    stream = io.StringIO()
    Console(file=stream, width=width).print(document, crop=False, highlight=False)
    lines = stream.getvalue().splitlines()
    return {word for line in lines for word in line.split() if set(word) != {"─"}}, max(
        len(line.rstrip()) for line in lines
    )


@pytest.mark.parametrize("width", [40, 50, 60, 72, 80, 100, 132])
@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_no_word_is_broken_and_no_line_too_long(document: str, width: int) -> None:
    make = DOCUMENTS[document]
    whole, _ = words(make(10_000), 10_000)
    shown, longest = words(make(width), width)
    assert longest <= width
    assert {word.rstrip(":") for word in whole} <= {word.rstrip(":") for word in shown}


def test_wide_terminals_have_a_table_and_narrow_ones_a_paragraph_a_row() -> None:
    assert "games/s:" in words(DOCUMENTS["bench"](40), 40)[0]
    assert "games/s:" not in words(DOCUMENTS["bench"](80), 80)[0]
