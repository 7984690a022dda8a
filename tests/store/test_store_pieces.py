"""Which games are missing, and how they are cut: against sets of single games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.pieces import BLOCK, edges, missing, overlapping, start_of

SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=8).map(
    lambda pairs: [(first, first + length) for first, length in pairs]
)


@given(games=st.integers(0, 80), stored=SPANS)
def test_missing_is_what_no_span_holds(games: int, stored: list[tuple[int, int]]) -> None:
    held = {game for first, after in stored for game in range(first, after)}
    gaps = missing(games, stored)
    assert [game for first, after in gaps for game in range(first, after)] == [
        game for game in range(games) if game not in held
    ]


@given(stored=SPANS)
def test_overlapping_is_a_game_held_twice(stored: list[tuple[int, int]]) -> None:
    games = [game for first, after in stored for game in range(first, after)]
    assert overlapping(stored) == (len(games) != len(set(games)))


@given(first=st.integers(0, 5 * BLOCK), length=st.integers(1, 5 * BLOCK))
def test_edges_cut_at_every_border_and_nowhere_else(first: int, length: int) -> None:
    cuts = edges((first, first + length))
    assert (cuts[0], cuts[-1]) == (first, first + length)
    assert cuts[1:-1] == [game for game in range(first + 1, first + length) if game % BLOCK == 0]


@pytest.mark.parametrize(
    ("span", "blocks", "start"),
    [
        ((0, 5000), 2, (0, 2000)),
        ((300, 5000), 1, (300, 1000)),
        ((300, 800), 4, (300, 800)),
        ((2000, 2500), 1, (2000, 2500)),
    ],
)
def test_a_task_ends_at_a_border(span: tuple[int, int], blocks: int, start: tuple[int, int]) -> None:
    assert start_of(span, blocks) == start
