"""Grids, zips, one change at a time, cases, and what the command line overrides."""

from collections.abc import Mapping
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.expand import BadGrid, expand, override
from scenarios.scenario import Case, Scenario

Lists = Mapping[str, tuple[str, ...]]


def scenario(sweep: Lists | None = None, each: Lists | None = None, **rest: object) -> Scenario:
    return Scenario("werewolf", "mine", sweep=sweep or {}, each=each or {}, **rest)  # type: ignore[arg-type]


def rows(wanted: Scenario, one_at_a_time: bool = False) -> list[tuple[str, str]]:
    """Each assignment as its label and its values in a line."""
    return [(one.label, " ".join(one.values.values())) for one in expand(wanted, one_at_a_time)]


def test_the_last_key_varies_fastest() -> None:
    wanted = scenario({"players": ("8", "9"), "tie": ("lot", "nobody")}, setup={"vote": "ballots"})
    assert rows(wanted) == [
        ("", "ballots 8 lot"),
        ("", "ballots 8 nobody"),
        ("", "ballots 9 lot"),
        ("", "ballots 9 nobody"),
    ]


def test_nothing_swept_is_one_setup() -> None:
    assert rows(scenario(setup={"players": "8"})) == [("", "8")]


def test_zipped_lists_go_hand_in_hand_where_the_first_stands() -> None:
    sweep = {"players": ("8", "9"), "tie": ("lot", "nobody"), "werewolves": ("1", "2")}
    wanted = scenario(sweep, zips=(("werewolves", "players"),))
    assert [sorted(one.values.items()) for one in expand(wanted)] == [
        [("players", "8"), ("tie", "lot"), ("werewolves", "1")],
        [("players", "8"), ("tie", "nobody"), ("werewolves", "1")],
        [("players", "9"), ("tie", "lot"), ("werewolves", "2")],
        [("players", "9"), ("tie", "nobody"), ("werewolves", "2")],
    ]


@pytest.mark.parametrize(
    ("zips", "told"),
    [
        ((("players", "werewolves"),), "players has 2, werewolves has 3"),
        ((("players", "werewolvs"),), "did you mean 'werewolves'?"),
        ((("players", "seer"),), "'seer', which is not swept"),
        ((("players",),), "two keys or more"),
        (((),), "two keys or more"),
        ((("players", "players"),), "'players' twice"),
        ((("players", "tie"), ("tie", "werewolves")), "'tie' twice"),
    ],
)
def test_a_zip_that_does_not_fit(zips: tuple[tuple[str, ...], ...], told: str) -> None:
    sweep = {"players": ("8", "9"), "werewolves": ("1", "2", "3"), "tie": ("lot", "nobody")}
    with pytest.raises(BadGrid) as mistake:
        expand(scenario(sweep, zips=zips, setup={"seer": "off"}))
    assert told in str(mistake.value)


def test_one_at_a_time_changes_one_key_from_the_first_values() -> None:
    wanted = scenario({"players": ("8", "9", "10"), "tie": ("lot", "nobody")})
    assert rows(wanted, one_at_a_time=True) == [
        ("unchanged", "8 lot"),
        ("players=9", "9 lot"),
        ("players=10", "10 lot"),
        ("tie=nobody", "8 nobody"),
    ]


def test_one_at_a_time_changes_zipped_keys_together() -> None:
    wanted = scenario({"players": ("8", "9"), "werewolves": ("1", "2")}, zips=(("players", "werewolves"),))
    assert rows(wanted, one_at_a_time=True) == [("unchanged", "8 1"), ("players=9 werewolves=2", "9 2")]


def test_each_changes_one_key_at_every_point_of_the_grid() -> None:
    wanted = scenario({"players": ("8", "9")}, {"seer": ("off",), "tie": ("lot", "nobody")}, setup={"tie": "runoff"})
    assert rows(wanted) == [
        ("unchanged", "runoff 8"),
        ("seer=off", "runoff 8 off"),
        ("tie=lot", "lot 8"),
        ("tie=nobody", "nobody 8"),
        ("unchanged", "runoff 9"),
        ("seer=off", "runoff 9 off"),
        ("tie=lot", "lot 9"),
        ("tie=nobody", "nobody 9"),
    ]


def test_cases_multiply_with_the_grid_and_with_each() -> None:
    cases = (Case("as it is", {}), Case("by day", {"opening": "day"}))
    assert rows(scenario({"players": ("8", "9")}, cases=cases)) == [
        ("as it is", "8"),
        ("by day", "8 day"),
        ("as it is", "9"),
        ("by day", "9 day"),
    ]
    assert [label for label, _ in rows(scenario({}, {"seer": ("off",)}, cases=cases))] == [
        "as it is, unchanged",
        "as it is, seer=off",
        "by day, unchanged",
        "by day, seer=off",
    ]


def bases(wanted: Scenario, one_at_a_time: bool = False) -> dict[str, str | None]:
    """Label -> that of the setup that it is held against."""
    found = expand(wanted, one_at_a_time)
    label_of = {tuple(sorted(one.values.items())): one.label for one in found}
    return {one.label: label_of[tuple(sorted(one.base.items()))] if one.base is not None else None for one in found}


CASES = (Case("unchanged", {"opening": "day"}), Case("as it is", {}))


def test_a_change_is_held_against_its_own_case() -> None:
    assert bases(scenario({}, {"seer": ("off",)}, cases=CASES)) == {
        "unchanged, unchanged": None,
        "unchanged, seer=off": "unchanged, unchanged",
        "as it is, unchanged": None,
        "as it is, seer=off": "as it is, unchanged",
    }


def test_cases_alone_are_held_against_the_one_that_changes_nothing() -> None:
    assert bases(scenario(cases=CASES)) == {"unchanged": "as it is", "as it is": None}
    assert bases(scenario(cases=CASES[:1])) == {"unchanged": None}
    at_each_size = expand(scenario({"players": ("8", "9")}, cases=CASES))
    assert [one.base for one in at_each_size] == [{"players": "8"}, None, {"players": "9"}, None]


def test_one_at_a_time_all_is_held_against_the_first() -> None:
    swept = scenario({"players": ("8", "9"), "tie": ("lot", "nobody")}, {"seer": ("off",)})
    assert bases(swept, one_at_a_time=True) == {
        "unchanged": None,
        "seer=off": "unchanged",
        "players=9": "unchanged",
        "players=9, seer=off": "unchanged",
        "tie=nobody": "unchanged",
        "tie=nobody, seer=off": "unchanged",
    }


def test_a_grid_has_no_bases() -> None:
    assert {one.base for one in expand(scenario({"players": ("8", "9")}))} == {None}


def test_too_many_setups_are_a_mistake_before_they_are_made() -> None:
    many = tuple(map(str, range(1000)))
    with pytest.raises(BadGrid, match="1,000,000,000"):
        expand(scenario({"a": many, "b": many, "c": many}))


def test_a_pair_stands_where_its_key_stood() -> None:
    before = scenario({"players": ("8", "9"), "werewolves": ("1", "2")}, {"seer": ("off",), "tie": ("lot",)})
    after = override(
        before, {"seer": ("2", "3"), "players": ("10", "11"), "vote": ("lot",), "reveal": ("side", "role")}
    )
    assert list(after.sweep.items()) == [
        ("players", ("10", "11")),
        ("werewolves", ("1", "2")),
        ("reveal", ("side", "role")),
    ]
    assert after.each == {"seer": ("2", "3"), "tie": ("lot",)}
    assert after.setup == {"vote": "lot"}


def test_a_pair_of_one_value_holds_in_every_cell() -> None:
    before = scenario(
        {"players": ("8", "9"), "werewolves": ("1", "2")},
        {"seer": ("off",), "tie": ("lot",)},
        setup={"vote": "lot"},
        cases=(Case("by day", {"opening": "day", "reveal": "role"}),),
        zips=(("players", "werewolves"),),
    )
    after = override(
        before, {"players": ("12",), "seer": ("on",), "vote": ("ballots",), "opening": ("night",), "tie": ("nobody",)}
    )
    for one in expand(after):
        assert {key: one.values[key] for key in ("players", "seer", "vote", "opening", "tie", "reveal")} == {
            "players": "12",
            "seer": "on",
            "vote": "ballots",
            "opening": "night",
            "tie": "nobody",
            "reveal": "role",
        }
    assert len(expand(after)) == 2  # werewolves alone still varies


def test_a_key_that_gets_one_value_leaves_its_zip() -> None:
    sweep = {"players": ("8", "9"), "werewolves": ("1", "2"), "tie": ("lot", "nobody")}
    after = override(scenario(sweep, zips=(("players", "werewolves", "tie"),)), {"werewolves": ("1",)})
    assert after.zips == (("players", "tie"),)
    assert override(after, {"tie": ("lot",)}).zips == ()


def test_a_list_takes_the_place_of_a_single_value() -> None:
    after = override(scenario(setup={"players": "8"}), {"players": ("9", "10")})
    assert rows(after) == [("", "9"), ("", "10")]


LISTS = st.dictionaries(st.sampled_from("abcd"), st.lists(st.sampled_from("12345"), min_size=1, max_size=4).map(tuple))


@given(LISTS, st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_counts(sweep: dict[str, tuple[str, ...]], changes: int, cases: int, one_at_a_time: bool) -> None:
    wanted = scenario(
        sweep,
        {"each": tuple(map(str, range(changes)))} if changes else {},
        cases=tuple(Case(f"case {k}", {"case": str(k)}) for k in range(cases)),
    )
    lengths = [len(values) for values in sweep.values()]
    points = 1 + sum(lengths) - len(lengths) if one_at_a_time else prod(lengths)
    found = expand(wanted, one_at_a_time)
    assert len(found) == points * max(cases, 1) * (changes + 1)
    assert all(one.values[key] in sweep[key] for one in found for key in sweep)
    assert all(bool(one.label) == bool(changes or cases or one_at_a_time) for one in found)


@given(LISTS, LISTS)
def test_pairs_override(sweep: dict[str, tuple[str, ...]], pairs: dict[str, tuple[str, ...]]) -> None:
    found = expand(override(scenario(sweep), pairs))
    assert len(found) == prod(len(values) for values in {**sweep, **pairs}.values())
    assert all(one.values[key] in values for one in found for key, values in pairs.items())
