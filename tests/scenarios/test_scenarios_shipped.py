"""The scenarios that ship: each expands without a word, and asks what it says."""

from pathlib import Path

import pytest

import scenarios
from kernels.mistakes import UnknownName
from scenarios import load, names, plan


def test_there_are_these() -> None:
    assert names() == ["claims", "default-tables", "house-rules", "ladder", "parity", "skill", "wolves-by-players"]


@pytest.mark.parametrize("name", names())
def test_each_expands_without_a_note(name: str) -> None:
    found = plan(name)
    assert found.name == name
    assert found.title == load(name).title != ""
    assert len(found.cells) > 1
    assert found.notes == ()


@pytest.mark.parametrize("name", names())
def test_each_begins_with_a_comment_for_people(name: str) -> None:
    text = (Path(scenarios.__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    assert text.startswith("# ")


def test_an_unknown_one_gives_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'parity'"):
        load("party")


def test_wolves_by_players_has_every_outnumbered_number_of_werewolves() -> None:
    found = plan("wolves-by-players")
    tables = [(cell.setup.values["players"], cell.setup.values["werewolves"]) for cell in found.cells]
    assert tables == [(n, w) for n in range(4, 31) for w in range(1, 15) if 2 * w < n]


def test_default_tables_has_every_size_under_every_bundle() -> None:
    found = plan("default-tables")
    tables = [(cell.setup.values["players"], cell.policies["policy"]) for cell in found.cells]
    assert tables == [(n, bundle) for n in range(4, 31) for bundle in found.game.bundles]


def test_house_rules_flips_each_rule_alone_and_forgets_none() -> None:
    found = plan("house-rules")
    usual = {cell.setup.values["players"]: cell for cell in found.cells if cell.label == "unchanged"}
    changed = set()
    for cell in found.cells:
        before = usual[cell.setup.values["players"]].setup.values
        differs = {key for key, value in cell.setup.values.items() if value != before[key]}
        assert len(differs) == (cell.label != "unchanged")
        changed |= differs
    # The table's size and werewolves are swept by wolves-by-players; the day cap is no rule of the house.
    assert changed == {parameter.name for parameter in found.game.parameters} - {"players", "werewolves", "day_cap"}
