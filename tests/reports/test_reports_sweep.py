"""What tells setups apart."""

from collections.abc import Callable
from typing import Any

from reports import changes, plane
from reports.results import Results
from reports.sweep import read

Make = Callable[..., Results]


def test_swept_columns_are_the_axes_in_their_order(grid: Results) -> None:
    sweep = read(grid)
    assert [(axis.name, axis.numeric) for axis in sweep.axes] == [("players", True), ("werewolves", True)]
    assert sweep.cells[2].name == "players 5, werewolves 2"
    assert sweep.outcomes == ("villagers", "werewolves", "stalled")


def test_numbers_ascend_and_words_keep_their_order(make: Make) -> None:
    axes = read(make([{"players": 10, "tie": "runoff"}, {"players": 9, "tie": "lot"}], ["players", "tie"])).axes
    assert [axis.values for axis in axes] == [("9", "10"), ("runoff", "lot")]


def test_a_label_speaks_for_the_columns_that_it_settles(make: Make) -> None:
    setups = [{"label": "small", "werewolves": 1, "players": players} for players in (6, 7)]
    setups += [{"label": "big", "werewolves": 3, "players": players} for players in (8, 9)]
    sweep = read(make(setups, ["label", "werewolves", "players"]))
    assert [axis.name for axis in sweep.axes] == ["setup", "players"]
    assert sweep.cells[0].name == "small, players 6"
    assert sweep.glossary == {"small": "werewolves 1", "big": "werewolves 3"}


def test_a_bundle_speaks_for_the_seats_that_it_settles(bundles: Results) -> None:
    assert [axis.name for axis in read(bundles).axes] == ["players", "policy"]


def test_single_changes_become_one_column(each: Results) -> None:
    sweep = read(each)
    told = [cell.name for cell in sweep.cells]
    assert told == ["unchanged", "knight_same_target off", "tie lot", "tie nobody", "prank_from never"]
    assert sweep.glossary == {"unchanged": "knight_same_target on, tie runoff, prank_from 2"}


def test_single_changes_at_every_table_size_keep_the_table_size(make: Make) -> None:
    changes: list[dict[str, Any]] = [{}, {"tie": "lot"}, {"knight_same_target": False}]
    setups = [{"players": players, **change} for players in (7, 8) for change in changes]
    sweep = read(make(setups, ["players", "tie", "knight_same_target"]))
    assert [axis.name for axis in sweep.axes] == ["players", "what is changed"]
    assert sweep.cells[4].name == "players 8, tie lot"


def test_a_grid_is_no_list_of_changes(bundles: Results, grid: Results) -> None:
    assert "what is changed" not in [axis.name for run in (bundles, grid) for axis in read(run).axes]


def test_an_outcome_that_a_setup_cannot_yield_has_no_share(make: Make) -> None:
    run = make([{"players": 7}, {"players": 8}], ["players"])
    outcomes = run.tables["outcomes"]
    told = outcomes.filter((outcomes["cell"] == "00000001") | (outcomes["outcome"] != "stalled"))
    sweep = read(Results(run.about, {**run.tables, "outcomes": told}))
    assert sweep.outcomes == ("villagers", "werewolves", "stalled")
    assert [list(cell.shares) for cell in sweep.cells] == [["villagers", "werewolves"], list(sweep.outcomes)]


def test_labels_of_which_one_is_unchanged_say_what_is_changed(labelled: Results) -> None:
    sweep = read(labelled)
    assert [axis.name for axis in sweep.axes] == ["players", "what is changed"]
    assert [cell.name for cell in sweep.cells][:2] == ["players 8, unchanged", "players 8, prank_from=never"]


def test_a_label_alone_makes_no_base(make: Make) -> None:
    named = read(make([{"label": "unchanged"}, {"label": "other", "tie": "lot"}], ["label"]))
    assert named.axes[0].name == "setup"
    assert not changes.of(named)
    held = read(make([{"label": "ours"}, {"label": "unchanged", "tie": "lot", "base": "00000000"}], ["label"]))
    assert held.axes[0].name == "what is changed"
    assert [change.what for change in changes.of(held).values()] == ["unchanged"]


def test_each_is_held_against_its_own_base(make: Make) -> None:
    setups = [
        {"label": "a, unchanged"},
        {"label": "a, tie=lot", "tie": "lot", "base": "00000000", "_shift": 0.1},
        {"label": "b, unchanged", "prank_from": "never", "_shift": -0.2},
        {"label": "b, tie=lot", "prank_from": "never", "tie": "lot", "base": "00000002", "_shift": -0.1},
        {"label": "lost", "tie": "nobody", "base": "00000099"},
    ]
    sweep = read(make(setups, ["label"]))
    found = changes.of(sweep)
    assert list(found) == ["00000001", "00000003"]
    assert all(0.09 < change.difference.size < 0.11 for change in found.values())


def test_columns_put_together_are_held_against_what_is_like_them_in_all_else(make: Make) -> None:
    changed = [{}, {"tie": "lot"}, {"prank_from": "never"}]
    setups = [{"players": players, **change} for players in (8, 9) for change in changed]
    sweep = read(make(setups, ["players", "tie", "prank_from"]))
    keys = [cell.key for cell in sweep.cells]
    assert [cell.base for cell in sweep.cells] == [None, keys[0], keys[0], None, keys[3], keys[3]]


def test_a_setup_that_has_not_played_is_left_out(interrupted: Results, grid: Results) -> None:
    sweep = read(interrupted)
    assert [cell.name for cell in sweep.cells] == ["players 7", "players 8", "players 9"]
    assert [cell.finished for cell in sweep.cells] == [True, True, False]
    assert sweep.axes[0].values == ("7", "8", "9")
    assert sweep.asked == 4
    assert not sweep.is_finished
    assert read(grid).is_finished


def test_outcomes_have_titles_or_are_called_by_name(grid: Results) -> None:
    sweep = read(grid)
    assert [sweep.titles[outcome] for outcome in sweep.outcomes] == ["village wins", "werewolves win", "stalled"]
    assert sweep.leading_title == "village wins"


def test_one_setup_alone_is_this_setup(single: Results) -> None:
    assert [cell.name for cell in read(single).cells] == ["this setup"]


def test_two_numbers_cross_and_a_zipped_pair_does_not(make: Make, grid: Results) -> None:
    crossed = plane.cross(read(grid))
    assert crossed is not None
    assert (crossed.across.name, crossed.up.name, list(crossed.maps)) == ("players", "werewolves", [""])
    zipped = make(
        [{"players": 4 + 3 * number, "werewolves": number} for number in (1, 2, 3)], ["players", "werewolves"]
    )
    assert plane.cross(read(zipped)) is None


def test_numbers_go_across_words_upwards(labelled: Results) -> None:
    crossed = plane.cross(read(labelled))
    assert crossed is not None
    assert (crossed.across.name, crossed.up.name) == ("players", "what is changed")


def test_numbers_cross_first_and_the_rest_makes_maps(make: Make) -> None:
    setups = [
        {"tie": tie, "players": players, "werewolves": werewolves}
        for tie in ("lot", "nobody")
        for players in (7, 8, 9)
        for werewolves in (1, 2)
    ]
    crossed = plane.cross(read(make(setups, ["tie", "players", "werewolves"])))
    assert crossed is not None
    assert (crossed.across.name, crossed.up.name) == ("players", "werewolves")
    assert {name: len(spots) for name, spots in crossed.maps.items()} == {"tie lot": 6, "tie nobody": 6}
