"""The tables of votes, mornings and nights, and the days sat out: against counts made from the events of replays."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pyarrow.parquet as pq
import pytest

import kernels
from balance import results, sparse
from balance.counts import Counts, add, fold, total
from balance.extras import tables
from balance.rules import Rule
from balance.run import Task, work
from balance.store import Manifest, StoredCell
from balance.tables import COLUMNS, Total
from kernels import driver
from kernels.jit import COMPILED
from kernels.kernel import Tally
from scenarios import plan
from setups import draw_werewolf
from tables import named, table

GAME = kernels.game("werewolf")
LAST_ROW = 40
SEED, GAMES = 20_261_201, 150 if COMPILED else 12
ENDLESS = "players=4 policy=blind ending=elimination tie=nobody prank_from=never day_cap=80"
"""The last two vote for each other, day by day."""
SETUPS = (
    "players=8",
    "players=13 policy=sharp",
    "players=9 policy=blind tie=nobody reveal=role",
    ENDLESS,
    "players=5 werewolves=1 policy=blind ending=elimination tie=nobody prank_from=5 prank_skip=on day_cap=60",
    "players=10 policy=blind vote=lot",
    "players=8 prank_from=1 knight_night1=on",
    "players=8 policy=blind prank_skip=on prank_from=1 day_numbering=night_before_day",
    "players=12 policy=beginners opening=day tie=lot",
    "players=30 policy=beginners knight=3 knight_same_target=off",
    *(draw_werewolf(Random(number)) for number in range(12)),
)
every_setup = pytest.mark.parametrize("words", SETUPS)


# --- counted again ------------------------------------------------------------------------------------------------

OF_VOTES = {"awake": "ballots", "hit": "hits", "second_ballot": "run_offs", "lot": "lots"}
OF_PRANKS = {"prank": "pranks", "saved": "saves"}


@dataclass
class Recount:
    """The same counts, made of events: (table, column, the value of each axis) -> count.

    Attributes:
        extras: of the extra tables.
        sat_out: by role, the days that its people sat out.
    """

    extras: Counter[tuple[object, ...]] = field(default_factory=Counter)
    sat_out: Counter[str] = field(default_factory=Counter)

    def add(self, told: Sequence[tuple[str, int, int]], replay: driver.Replay) -> None:
        """Count one more game."""
        roles = {seat: GAME.roles[value].name for event, seat, value in told if event == "dealt"}
        pack = {seat for seat, role in roles.items() if GAME.role(role).side == "pack"}
        living, night, pranked_home = set(roles), 0, False
        day = min(value for event, _, value in told if event == "morning") - 1
        morning: tuple[int, ...] = ()
        today: set[str] = set()
        for event, seat, value in told:
            if event in ("night", "over"):
                self._close(today, morning)
                today = set()
            if event == "night":
                night = value
            elif event in OF_PRANKS:
                self.extras["nights", OF_PRANKS[event], min(night, LAST_ROW), roles[value]] += 1
            elif event == "morning":
                day, today = value, {"awake"}
                morning = (min(day, LAST_ROW), len(living), len(living & pack))
                self.extras["states", "games", *morning] += 1
                self.extras["states", f"{replay.outcome}_count", *morning] += 1
            elif event == "home":
                living.remove(seat)
                self.sat_out[roles[seat]] += replay.length - day
                today |= {"hit"} if seat in pack else set()
                if value and not pranked_home:
                    pranked_home = True
                    self.extras["nights", "first_victims", min(night, LAST_ROW), roles[seat]] += 1
            today.add(event)

    def _close(self, today: set[str], morning: tuple[int, ...]) -> None:
        """The end of a day; one that is decided in the morning has no vote."""
        if "awake" in today and today & {"ballot", "home"}:
            for event, column in OF_VOTES.items():
                self.extras["votes", column, *morning] += event in today


def counted(words: str, tally: Tally) -> Counts:
    """The counts of all pieces of a tally."""
    laid = table(words)
    return total(fold(tally, GAME, laid.setup, laid.seating))


def told(words: str, counts: Counts) -> Counter[tuple[object, ...]]:
    """The extra tables' rows as a `Recount` has them; no row is all 0."""
    said: Counter[tuple[object, ...]] = Counter()
    for name, rows in tables(GAME, [("cell", table(words).setup, counts.extras)]).items():
        extra = next(extra for extra in GAME.extras if extra.name == name)
        axes = [axis.name for axis in extra.axes]
        for row in rows.iter_rows(named=True):
            values = [row[axis] for axis in axes]
            columns = {column: count for column, count in row.items() if column not in ("cell", *axes)}
            assert any(columns.values())
            said |= {(name, column, *values): count for column, count in columns.items()}
    return said


@pytest.mark.plain
@every_setup
def test_extras_are_what_the_events_tell(words: str) -> None:
    laid, again = table(words), Recount()
    for number in range(GAMES):
        replay = driver.replay(laid, SEED, number)
        again.add(named(laid, replay.events), replay)
    counts = counted(words, driver.play(laid, SEED, [0, GAMES])[0])
    assert told(words, counts) == +again.extras
    assert dict(zip([role.name for role in GAME.roles], counts.roles[:, 4].tolist(), strict=True)) == {
        role.name: again.sat_out[role.name] for role in GAME.roles
    }


# --- what must hold -----------------------------------------------------------------------------------------------


@pytest.mark.plain
@every_setup
def test_extras_fit_the_other_counts(words: str) -> None:
    counts = counted(words, driver.play(table(words), SEED, [0, GAMES])[0])
    said = told(words, counts)
    mornings = {key[2] for key in said if key[0] == "states"}
    first = [count for key, count in said.items() if key[:3] == ("states", "games", min(mornings))]
    assert sum(first) == GAMES
    for number, outcome in enumerate(GAME.outcomes):
        column = ("states", f"{outcome.name}_count", min(mornings))
        assert sum(count for key, count in said.items() if key[:3] == column) == counts.lengths[number].sum()
    held = sum(count for key, count in said.items() if key[:2] == ("votes", "ballots"))
    decided_in_the_morning = counts.ends[:, 0].sum()
    assert held == sum(count for key, count in said.items() if key[:2] == ("states", "games")) - decided_in_the_morning
    if "vote=lot" in words:
        assert held == sum(count for key, count in said.items() if key[:2] == ("votes", "lots"))


def test_days_beyond_the_last_row_are_counted_in_it() -> None:
    counts = counted(ENDLESS, driver.play(table(ENDLESS), SEED, [0, 50])[0])
    said = told(ENDLESS, counts)
    assert max(key[2] for key in said if key[0] == "votes") == LAST_ROW
    assert said["votes", "ballots", LAST_ROW, 2, 1] == counts.lengths[:, -1].sum() * (80 - LAST_ROW + 1)


@pytest.mark.plain
@every_setup
def test_extras_are_the_same_however_cut(words: str) -> None:
    laid, edges = table(words), [0, 1, GAMES // 3, GAMES // 3, GAMES]
    whole, cut = (driver.play(laid, SEED, borders)[0] for borders in ([0, GAMES], edges))
    apart = [counted(words, driver.play(laid, SEED, [*pair])[0]) for pair in pairwise(edges)]
    together = apart[0]
    for counts in apart[1:]:
        together = add(together, counts)
    for counts in (counted(words, cut), together):
        for field_, expected in zip(counts.extras, counted(words, whole).extras, strict=True):
            assert np.array_equal(field_, expected)


def test_a_task_sends_back_what_is_not_0_of_every_piece() -> None:
    cell = plan("werewolf", ["players=8"]).cells[0]
    played = work(Task("werewolf", cell.setup, cell.seating, 1, (0, 3000), False)).counts.extras
    assert len(played.starts) == 4
    assert len(played.places) == len(played.counts) == played.starts[-1]
    assert (played.counts > 0).all()


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_sparse_rows_are_the_dense_ones(rows: int) -> None:
    dense = np.random.default_rng(1).integers(-1, 2, (rows, 17)) * 7
    kept = sparse.of(dense)
    again = np.zeros_like(dense)
    for row, (first, after) in enumerate(pairwise(kept.starts)):
        again[row, kept.places[first:after]] = kept.counts[first:after]
    assert np.array_equal(again, dense)
    summed = sparse.total(kept)
    assert np.array_equal(np.flatnonzero(dense.sum(axis=0)), summed.places)
    assert np.array_equal(dense.sum(axis=0)[summed.places], summed.counts)


# --- as tables ----------------------------------------------------------------------------------------------------


def published(path: Path, words: str) -> results.Results:
    """A run of a few games of one setup, its tables written."""
    laid = table(words)
    cell = StoredCell("abc", "", {}, laid.setup, laid.seating)
    about = results.plain(results.about(GAME, "A run", [], SEED, "balance sweep", "2026-12-01"))
    manifest = Manifest(GAME.name, GAME.version, SEED, Rule(GAMES), about, (cell,))
    return results.publish(path, manifest, [Total(cell, GAMES, counted(words, driver.play(laid, SEED, [0, GAMES])[0]))])


def test_tables_without_rows_are_written_with_their_columns(tmp_path: Path) -> None:
    run = published(tmp_path, ENDLESS)
    assert run.tables["nights"].height == 0
    stored = pq.read_table(tmp_path / "nights.parquet")
    assert stored.column_names == ["cell", "night", "role", "pranks", "saves", "first_victims"]
    assert str(stored.schema.field("night").type) == "int64"
    assert "string" in str(stored.schema.field("role").type)


def test_every_column_of_every_table_has_its_meaning(tmp_path: Path) -> None:
    run = published(tmp_path, "players=8")
    assert list(run.tables) == [*COLUMNS, "votes", "states", "nights"]
    for name, rows in run.tables.items():
        assert set(rows.columns) <= set(run.about.columns[name])
        if name != "cells":
            assert rows.columns == list(run.about.columns[name])
            assert all(meaning.endswith(".") for meaning in run.about.columns[name].values())


def test_a_game_without_extras_has_no_such_tables() -> None:
    plain = replace(GAME, extras=())
    laid = table("players=8")
    assert plain.layout(laid.setup).extra_counts == 0
    assert tables(plain, [("cell", laid.setup, sparse.none())]) == {}
    assert list(results.columns(plain)) == list(COLUMNS)
    empty = driver.empty(plain.layout(laid.setup), 3)
    assert fold(empty, plain, laid.setup, laid.seating).extras.starts.tolist() == [0, 0, 0, 0]
