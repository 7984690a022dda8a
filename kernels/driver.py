"""Play games of one setup and add up their tallies; every game goes through here."""

from dataclasses import dataclass
from math import prod

import numpy as np

from kernels.game import Game, Layout, Resolved, Seating
from kernels.kernel import Kernel, Tally
from kernels.mistakes import Mistake
from kernels.transcript import MOST_EVENTS, blank, events

APART = 32
"""Numbers of eight bytes between what two threads write: two lines of 128 bytes."""


@dataclass(frozen=True)
class Table:
    """A setup with its players seated, ready to be played by any number of workers at once."""

    game: Game
    setup: Resolved
    seating: Seating
    kernel: Kernel
    layout: Layout


@dataclass(frozen=True)
class Replay:
    """One game, event by event.

    Attributes:
        events: (events, 3) rows (event, seat, value).
        outcome, end: their names.
        length: in the game's own unit.
        winners: seats, from 0.
        final: its final random state, a word of 64 bits.
    """

    events: np.ndarray
    outcome: str
    end: str
    length: int
    winners: tuple[int, ...]
    final: int


def seat(game: Game, setup: Resolved, seating: Seating) -> Table:
    """Load the game's kernel (compiling it if it never was) and lay the table."""
    kernel = game.load()
    return Table(game, setup, seating, kernel, game.layout(setup))


def empty(layout: Layout, pieces: int) -> Tally:
    """A tally of `pieces` pieces in which nothing has happened yet."""
    places, longest = len(layout.places), layout.longest + 1
    shapes = (
        (pieces, layout.outcomes, longest),
        (pieces, layout.outcomes, layout.ends),
        (pieces, places, layout.roles, 4),
        (pieces, layout.roles),
        (pieces, layout.roles),
        (pieces, layout.extra_counts),
        (pieces,),
    )
    return Tally(*(_zeros_apart(shape) for shape in shapes))


def _zeros_apart(shape: tuple[int, ...]) -> np.ndarray:
    """Zeros that share no cache line with anything another thread writes to: neighbours would slow each other down."""
    size = prod(shape)
    return np.zeros(size + 2 * APART, dtype=np.int64)[APART : APART + size].reshape(shape)


def play(table: Table, seed: int, edges: list[int], keep_games: bool = False) -> tuple[Tally, np.ndarray]:
    """Play pieces of consecutive games.

    Args:
        table: what is played, by whom.
        seed: 0..2^63 - 1.
        edges: the first game of each piece, then one past the last; each at least the one before.
        keep_games: whether to return a row for each game.

    Returns:
        The tally, a piece for each gap between edges, and (games, 4) rows (outcome, length, end, winners as a
        bit set), none unless kept.
    """
    tally, games, _ = _play(table, seed, edges, kept=edges[-1] - edges[0] if keep_games else 0)
    return tally, games


def replay(table: Table, seed: int, game: int) -> Replay:
    """Play game number `game` of `seed` once more, event by event."""
    tally, rows, log = _play(table, seed, [game, game + 1], kept=1, room=MOST_EVENTS)
    outcome, length, end, winners = (int(value) for value in rows[0])
    return Replay(
        events(log),
        table.game.outcomes[outcome].name,
        table.game.ends[end].name,
        length,
        tuple(seat for seat in range(table.setup.seats) if winners >> seat & 1),
        int(tally.fingerprint[0]) & 0xFFFFFFFFFFFFFFFF,
    )


def _play(table: Table, seed: int, edges: list[int], kept: int, room: int = 0) -> tuple[Tally, np.ndarray, np.record]:
    tally = empty(table.layout, len(edges) - 1)
    games = np.zeros((kept, 4), dtype=np.int64)
    log = blank(room)
    state = table.kernel.state(table.setup, table.seating)
    table.kernel.play(state, seed, np.array(edges, dtype=np.int64), tally, games, log)
    if getattr(state, "foul", False):
        raise foul(table, seed, state)
    return tally, games, log


def foul(table: Table, seed: int, state: np.record) -> Mistake:
    """What a designer's own policy did wrong: its game is played once more, with every such policy in plain Python."""
    from kernels import own

    game = int(state.foul_game)
    again = table.kernel.state(table.setup, table.seating)
    with own.watched(again, table.game, seed) as watch:
        no_rows, edges = np.zeros((0, 4), dtype=np.int64), np.array([game, game + 1], dtype=np.int64)
        table.kernel.play(again, seed, edges, empty(table.layout, 1), no_rows, blank(0))
    return watch.mistake or own.foul_of(state, seed)
