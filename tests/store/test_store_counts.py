"""Counts folded from tallies, written as parts and read again."""

from pathlib import Path

import numpy as np
import pytest

import kernels
from balance import counts, parts, store
from balance.pieces import edges
from balance.rules import Rule
from balance.run import Task, work
from balance.store import Manifest, StoredCell
from scenarios import Cell, plan


def cell_of(*pairs: str) -> Cell:
    """The one cell of a Werewolf setup."""
    return plan("werewolf", pairs).cells[0]


def played(cell: Cell, first: int, after: int) -> counts.Counts:
    """Counts of some games, by piece."""
    return work(Task("werewolf", cell.setup, cell.seating, 1, (first, after), False)).counts


def assert_same(one: counts.Counts, other: counts.Counts) -> None:
    """Hold two sets of counts against each other."""
    for field, expected in zip((*one[:-1], *one.extras), (*other[:-1], *other.extras), strict=True):
        assert np.array_equal(field, expected)


def test_folding_agrees_with_games_counted_one_by_one() -> None:
    cell = cell_of("players=8", "policy.seer=random", "policy.seat3=random")
    rows = work(Task("werewolf", cell.setup, cell.seating, 1, (0, 300), True)).games
    folded = counts.total(played(cell, 0, 300))
    for outcome in range(3):
        assert folded.lengths[outcome].sum() == (rows[:, 0] == outcome).sum()
    wins = [int((rows[:, 3] >> seat & 1).sum()) for seat in range(8)]
    assert folded.places[:, 1].tolist() == wins
    assert folded.places[:, 0].tolist() == [300] * 8
    assert folded.policies.sum(axis=0).tolist() == [300 * 8, sum(wins)]


def test_policies_are_counted_by_the_seats_that_play_them() -> None:
    cell = cell_of("players=8", "policy=beginners", "policy.seer=random")
    names = counts.policies_of(cell.seating)
    seats = dict(zip(names, counts.total(played(cell, 0, 500)).policies[:, 0].tolist(), strict=True))
    assert seats == {"quiet": 500 * 5, "random": 500, "stealth": 500 * 2}  # one Seer, two werewolves, five others


def test_squares_hold_a_roles_seats_together() -> None:
    cell = cell_of("players=8")
    roles = counts.total(played(cell, 0, 500)).roles
    werewolf = [role.name for role in kernels.game("werewolf").roles].index("werewolf")
    _, wins, _, squares, _ = roles[werewolf]
    assert squares == 2 * wins  # both win or neither: 2 * 2 for every 2


def manifest_of(*cells: Cell, seed: int = 1) -> Manifest:
    """The manifest of a run of some cells."""
    stored = tuple(StoredCell(cell.id, "", cell.policies, cell.setup, cell.seating) for cell in cells)
    return Manifest("werewolf", kernels.game("werewolf").version, seed, Rule(1000), {}, stored)


def test_parts_come_back_as_they_were_written(tmp_path: Path) -> None:
    cells = [cell_of("players=5"), cell_of("players=9", "tie=nobody")]
    manifest = manifest_of(*cells)
    (tmp_path / "blocks").mkdir()
    first, second = (played(cell, 0, 2500) for cell in cells)
    later = played(cells[1], 2500, 4000)
    rows = [(cells[0].id, edges((0, 2500)), first), (cells[1].id, edges((0, 2500)), second)]
    parts.write_part(tmp_path, manifest, rows)
    parts.write_part(tmp_path, manifest, [(cells[1].id, edges((2500, 4000)), later)])
    totals, spans = parts.read_totals(tmp_path, manifest)
    assert spans == {cells[0].id: [(0, 2500)], cells[1].id: [(0, 4000)]}
    assert_same(totals[cells[0].id], counts.total(first))
    assert_same(totals[cells[1].id], counts.add(counts.total(second), counts.total(later)))


def test_parts_of_another_run_are_refused(tmp_path: Path) -> None:
    cell, other = cell_of("players=5"), cell_of("players=6")
    (tmp_path / "blocks").mkdir()
    parts.write_part(tmp_path, manifest_of(cell), [(cell.id, edges((0, 1000)), played(cell, 0, 1000))])
    for read in (parts.read_totals, parts.read_pieces):
        with pytest.raises(store.NotComparable, match="a run of another seed \\(1, not 2\\)"):
            read(tmp_path, manifest_of(cell, seed=2))
        with pytest.raises(store.NotComparable, match="games of other setups"):
            read(tmp_path, manifest_of(other))


def test_the_same_games_twice_are_refused(tmp_path: Path) -> None:
    cell = cell_of("players=5")
    (tmp_path / "blocks").mkdir()
    for _ in range(2):
        parts.write_part(tmp_path, manifest_of(cell), [(cell.id, edges((0, 1000)), played(cell, 0, 1000))])
    with pytest.raises(store.BadFolder, match="same games twice"):
        parts.read_totals(tmp_path, manifest_of(cell))
