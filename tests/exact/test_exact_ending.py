"""The win test, table by table: who has won with so many of the pack and so many others still here."""

import numpy as np
import pytest

from kernels.werewolf.ending import UNDECIDED, win_test
from tables import table

pytestmark = [pytest.mark.plain, pytest.mark.bounds]

# From the rulebook, "Winning and scoring": "as many werewolves as everyone else" is parity; the other two endings are
# those of other tables: nobody else left, and more than everyone else. v: villagers, w: werewolves, -: goes on.
EXPECTED = {
    "parity": {(0, 0): "v", (0, 3): "v", (1, 0): "w", (1, 1): "w", (1, 2): "-", (2, 1): "w", (2, 2): "w", (2, 3): "-"},
    "majority": {(0, 1): "v", (1, 0): "w", (1, 1): "-", (1, 2): "-", (2, 1): "w", (2, 2): "-", (3, 2): "w"},
    "elimination": {(0, 2): "v", (1, 0): "w", (1, 1): "-", (3, 1): "-", (2, 0): "w", (2, 5): "-"},
}


@pytest.mark.parametrize(
    ("ending", "pack", "others", "expected"),
    [(ending, *living, won) for ending, cases in EXPECTED.items() for living, won in cases.items()],
)
def test_win_test(ending, pack, others, expected):
    """Seats 0, 2, 4 .. 12 are the pack of a table of 20; as many of them as wanted and of the rest are still here."""
    laid = table(f"players=20 werewolves=7 ending={ending}")
    state = laid.kernel.state(laid.setup, laid.seating)
    state.pack = sum(1 << 2 * k for k in range(7))
    state.living = sum(1 << 2 * k for k in range(pack)) | sum(1 << 2 * k + 1 for k in range(others))
    outcomes = [outcome.name[0] for outcome in laid.game.outcomes]
    won = win_test(state)
    assert ("-" if won == UNDECIDED else outcomes[int(won)]) == expected


def test_the_gone_of_the_pack_do_not_count():
    """One living werewolf against one other is parity however many of the pack have gone home."""
    laid = table("players=20 werewolves=7")
    state = laid.kernel.state(laid.setup, laid.seating)
    state.pack = np.int64(0b1111111)
    state.living = np.int64(0b11 << 6)
    assert laid.game.outcomes[int(win_test(state))].name == "werewolves"
    state.living = np.int64(0b111 << 6)
    assert win_test(state) == UNDECIDED
