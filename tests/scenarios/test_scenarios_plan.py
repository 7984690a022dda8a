"""From what somebody types to the plan of a sweep."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

import kernels
from kernels.game import Number, Policy
from kernels.mistakes import BadValue, Mistake, RuleBroken, UnknownName
from scenarios import Plan, plan
from scenarios.cells import NoParameter
from scenarios.expand import BadGrid
from scenarios.plan import EmptyPlan
from scenarios.scenario import BadScenario
from scenarios.where import BadWhere


def column(found: Plan, name: str) -> list[object]:
    return [cell.setup.values[name] for cell in found.cells]


def labels(found: Plan) -> list[str]:
    return [cell.label for cell in found.cells]


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], str]:
    """Writes a scenario of werewolf and gives its path."""

    def write(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(f'game = "werewolf"\n{text}', encoding="utf-8")
        return str(path)

    return write


def test_a_game_alone_is_one_cell_at_its_defaults() -> None:
    found = plan("werewolf")
    assert (found.name, found.title) == ("werewolf", "Werewolf: the usual table")
    assert found.swept == found.notes == ()
    assert found.games is found.seed is None
    (cell,) = found.cells
    assert cell.setup.values["werewolves"] == 2  # of eight players; nothing is left at `table`
    assert cell.label == ""


def test_a_grid_of_pairs() -> None:
    found = plan("werewolf", ["players=6..8", "werewolves=1,2", "tie=lot"])
    assert column(found, "players") == [6, 6, 7, 7, 8, 8]
    assert column(found, "werewolves") == [1, 2, 1, 2, 1, 2]
    assert set(column(found, "tie")) == {"lot"}
    assert found.swept == ("players", "werewolves")
    assert found.title == "Werewolf: players 6..8; werewolves 1, 2; tie lot"


def test_a_zip_of_pairs() -> None:
    found = plan("werewolf", ["players=6,8", "werewolves=1,2"], zip=["players, werewolves"])
    assert column(found, "players") == [6, 8]
    assert column(found, "werewolves") == [1, 2]


def test_one_at_a_time_is_told_by_labels() -> None:
    found = plan("werewolf", ["players=6..7", "tie=lot,nobody"], one_at_a_time=True)
    assert labels(found) == ["unchanged", "players=7", "tie=nobody"]
    assert found.swept == ("label",)


@pytest.mark.parametrize(("yes", "no"), [("on", "off"), ("YES", "no"), ("true", "False")])
def test_switches_are_told_as_on_and_off_whichever_way_they_are_said(
    written: Callable[[str], str], yes: str, no: str
) -> None:
    typed = plan("werewolf", [f"knight_same_target={yes},{no}", f"knight={yes},{no}"], one_at_a_time=True)
    assert labels(typed) == ["unchanged", "knight_same_target=off", "knight=off"]
    assert typed.title == "Werewolf: knight_same_target on, off; knight on, off"
    cases = f"[[case]]\nlabel = 'a'\nknight_same_target = '{no}'\n[each]\ntraitor_knows_pack = ['{yes}', '{no}']"
    found = plan(written(cases))
    assert labels(found) == ["a, unchanged", "a, traitor_knows_pack=on"]
    assert column(found, "knight_same_target") == [False, False]
    twins = plan("werewolf", [f"knight_same_target={yes},{yes}"])
    assert twins.notes == ("knight_same_target=on is the same setup as knight_same_target=on, and played once",)


def held(found: Plan) -> list[tuple[str, str]]:
    """Each label, and that of the cell that it is held against."""
    label = {cell.id: cell.label for cell in found.cells} | {"": ""}
    return [(cell.label, label[cell.base]) for cell in found.cells]


def test_cells_are_held_against_cells(written: Callable[[str], str]) -> None:
    each = "[sweep]\nplayers = [8, 9]\n[each]\ntie = ['lot', 'runoff']"  # a run-off is the default
    assert held(plan(written(each))) == [("unchanged", ""), ("tie=lot", "unchanged")] * 2
    assert held(plan(written(each), where=["tie == 'lot'"])) == [("tie=lot", "")] * 2
    cases = "[[case]]\nlabel = 'unchanged'\ntie = 'lot'\n[[case]]\nlabel = 'ours'"
    assert held(plan(written(cases))) == [("unchanged", "ours"), ("ours", "")]
    assert held(plan(written(cases), ["tie=nobody"])) == [("unchanged", "")]  # both are the same setup then
    assert held(plan("werewolf", ["players=8,9"])) == [("", "")] * 2


def test_a_base_that_came_up_before_is_that_cell(written: Callable[[str], str]) -> None:
    cases = "[[case]]\nlabel = 'a'\n[[case]]\nlabel = 'b'\ntie = 'runoff'\n[each]\nseer = false\nvote = 'lot'"
    found = plan(written(cases))  # b is a: its unchanged table is there already
    assert held(found) == [("a, unchanged", ""), ("a, seer=off", "a, unchanged"), ("a, vote=lot", "a, unchanged")]


def test_where_sees_the_resolved_setup_roles_and_policies() -> None:
    pairs = ["players=4..12", "policy=blind,beginners"]
    assert column(plan("werewolf", ["players=4..12"], where=["werewolves == 3"]), "players") == [11, 12]
    assert column(plan("werewolf", ["players=4..12"], where=["traitor == 0 and knight"]), "players") == [5, 6, 7]
    assert column(plan("werewolf", ["players=4..12"], where=["werewolf == villager"]), "players") == [7, 8]
    assert len(plan("werewolf", pairs, where=["policy.pack == 'random'", "policy == 'blind'"]).cells) == 9
    assert column(plan("werewolf", ["players=4..8"], where=["players > 5", "players < 7"]), "players") == [6]


def test_where_sees_knobs_as_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = Policy("watching", (), "Reads.", (Number("skill", "How well.", 1.0, "", 0.0, 5.0),))
    game = kernels.game("werewolf")
    monkeypatch.setattr(kernels, "game", lambda _: replace(game, policies=(*game.policies, reading)))
    pairs = ["policy.village=watching", "policy.village.skill=0..3..0.5"]
    found = plan("werewolf", pairs, where=["policy.village.skill > 2 and policy.village == 'watching'"])
    assert [cell.policies["policy.village.skill"] for cell in found.cells] == ["2.5", "3"]
    assert [cell.policies["policy.village"] for cell in found.cells] == ["watching skill=2.5", "watching skill=3"]
    assert found.swept == ("policy.village.skill",)


def test_where_leaves_out_setups_before_they_break_a_rule() -> None:
    pairs = ["players=4..8", "werewolves=1..3"]
    found = plan("werewolf", pairs, where=["2*werewolves < players"])
    assert len(found.cells) == 1 + 2 + 2 + 3 + 3  # the most outnumbered werewolves at 4, 5, 6, 7 and 8 players
    assert found.skipped == 0
    with pytest.raises(RuleBroken):
        plan("werewolf", pairs, where=["traitor >= 0 and 2*werewolves < players"])  # traitor is not settled there
    with pytest.raises(RuleBroken, match="seats too few"):
        plan("werewolf", ["players=4", "knight=1,4"], where=["werewolves == 1"])  # neither are werewolves


def test_a_broken_rule_is_named_or_left_out_and_counted() -> None:
    pairs = ["players=4..8", "werewolves=1..3"]
    with pytest.raises(RuleBroken, match=r"must be outnumbered.*--skip-invalid"):
        plan("werewolf", pairs)
    found = plan("werewolf", pairs, skip_invalid=True)
    assert (len(found.cells), found.skipped) == (11, 4)
    assert found.notes[0].startswith("left out 4 setups that would break a rule, such as werewolves=2 with players=4")


def test_one_setup_that_breaks_a_rule_has_nothing_to_skip() -> None:
    with pytest.raises(RuleBroken) as mistake:
        plan("werewolf", ["players=4", "werewolves=3"])
    assert "--skip-invalid" not in str(mistake.value)


def test_equal_cells_are_played_once_with_a_note() -> None:
    found = plan("werewolf", ["players=8", "werewolves=table,1,2"])
    assert column(found, "werewolves") == [2, 1]
    assert found.notes == ("werewolves=2 is the same setup as werewolves=table, and played once",)


def test_many_equal_cells_make_few_notes() -> None:
    found = plan("werewolf", ["players=4..30", "werewolves=table,table"])
    assert len(found.cells) == 27
    assert len(found.notes) == 6
    assert found.notes[-1] == "22 more setups came up before, and are played once"


@pytest.mark.parametrize(
    ("pairs", "swept"),
    [
        (["players=8,9", "tie=lot"], ("players",)),
        (["policy=blind,beginners"], ("policy",)),
        (["policy=blind,beginners", "policy.pack=bloc"], ("policy.village", "policy.allies")),  # neither is a bundle
        (["policy=blind,beginners", "policy.village=random"], ("policy.pack", "policy.allies")),  # one is
        (["policy.werewolf=bloc,random", "players=8,9"], ("policy.werewolf", "players")),
        (["policy.seat1=random,random"], ()),
    ],
)
def test_swept_columns_tell_cells_apart(pairs: list[str], swept: tuple[str, ...]) -> None:
    assert plan("werewolf", pairs).swept == swept


@pytest.mark.parametrize(
    ("pairs", "named"),
    [
        (["players=8,9", "traitor=0"], False),
        (["players=8", "traitor=0,1"], True),  # somebody is dealt to them in one of the cells
        (["players=8", "traitor=0", "policy.allies=random"], True),  # they are set
        (["players=8", "traitor=0", "policy=blind,beginners"], False),
    ],
)
def test_a_side_that_nobody_is_dealt_is_no_column(pairs: list[str], named: bool) -> None:
    found = plan("werewolf", pairs)
    assert {"policy.allies" in cell.policies for cell in found.cells} == {named}
    assert all({"policy", "policy.village", "policy.pack"} <= cell.policies.keys() for cell in found.cells)
    assert "policy.allies" not in found.swept


def test_every_cell_has_the_same_policy_columns(written: Callable[[str], str]) -> None:
    found = plan(written('[each]\n"policy.traitor" = "random"\n"policy.seat1" = "random"'))
    assert len({tuple(cell.policies) for cell in found.cells}) == 1
    assert [cell.policies["policy.traitor"] for cell in found.cells] == ["counter", "random", "counter"]
    assert [cell.policies["policy.seat1"] for cell in found.cells] == ["", "", "random"]


def test_a_file(written: Callable[[str], str]) -> None:
    path = written(
        """
        title = "What a seer is worth"
        games = 500
        seed = 3
        where = "players > 6"
        [sweep]
        players = "6..8"
        [each]
        seer = false
        """
    )
    found = plan(path)
    assert (found.name, found.title, found.games, found.seed) == ("mine", "What a seer is worth", 500, 3)
    assert labels(found) == ["unchanged", "seer=off"] * 2
    assert found.swept == ("players", "label")
    overridden = plan(path, ["players=9", "tie=lot"])
    assert column(overridden, "players") == [9, 9]
    assert overridden.title == "What a seer is worth (players 9; tie lot)"


def test_a_file_without_a_title_goes_by_its_name(written: Callable[[str], str]) -> None:
    assert plan(written("")).title == "Werewolf: mine"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[setup]\nplayrs = 8", "did you mean 'players'?"),
        ("[setup]\nplayers = 99", "players takes 4..30"),
        ("[setup]\nplayers = 8.0\nday_cap = 2.5", "day_cap=2.5 is not possible"),
        ("[sweep]\ntie = ['lot', 'runof']", "tie=runof is not possible"),
        ("[each]\npolicy.village = 'stealth'", "stealth plays pack only"),
        ("[[case]]\nlabel = 'a'\npolicy = 'blnd'", "did you mean 'blind'?"),
        ("[setup]\ngames = 5", "games is no parameter"),
        ("where = 'players >'", "is no expression"),
        ("zip = ['players', 'tie']\n[sweep]\nplayers = '6..8'", "zip names 'tie', which is not swept"),
    ],
)
def test_mistakes_in_a_file_name_it(written: Callable[[str], str], text: str, told: str) -> None:
    path = written(text)
    with pytest.raises(BadScenario) as mistake:
        plan(path)
    assert str(mistake.value).startswith(f"{path}: ")
    assert told in str(mistake.value)


def test_an_unknown_game_in_a_file_names_the_file_and_the_nearest(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "werwolf"')
    with pytest.raises(BadScenario, match=r"mine\.toml: unknown game 'werwolf'; did you mean 'werewolf'\?"):
        plan(str(path))


@pytest.mark.parametrize(
    ("target", "pairs", "mistake", "told"),
    [
        ("werewolfs", [], UnknownName, "did you mean 'werewolf'?"),
        ("wolves-by-player", [], UnknownName, "did you mean 'wolves-by-players'?"),
        ("\0", [], UnknownName, "unknown game or scenario"),
        ("missing.toml", [], BadScenario, "missing.toml: cannot be read"),
        ("some/where", [], BadScenario, "some/where: cannot be read"),
        ("werewolf", ["playrs=8"], UnknownName, "did you mean 'players'?"),
        ("werewolf", ["players=31"], BadValue, "players takes 4..30"),
        ("werewolf", ["games=5"], NoParameter, "balance sweep has --games, and games at a scenario's top"),
        ("werewolf", ["where=players"], NoParameter, "--where"),
    ],
)
def test_mistakes_say_what_is_wrong(target: str, pairs: list[str], mistake: type[Mistake], told: str) -> None:
    with pytest.raises(mistake) as raised:
        plan(target, pairs)
    assert told in str(raised.value)


def test_mistakes_of_options() -> None:
    with pytest.raises(BadWhere, match="may not have calls"):
        plan("werewolf", where=["exit()"])
    with pytest.raises(BadGrid, match="not swept"):
        plan("werewolf", ["players=8", "werewolves=1,2"], zip=["players,werewolves"])


def test_an_empty_plan_says_why() -> None:
    with pytest.raises(EmptyPlan, match="where leaves out 3 setups"):
        plan("werewolf", ["players=6..8"], where=["players > 10"])
    with pytest.raises(EmptyPlan, match="1 setup would break a rule: werewolves=3"):
        plan("werewolf", ["players=4", "werewolves=3"], skip_invalid=True)


def test_ten_thousand_cells_are_soon_planned() -> None:
    pairs = [
        "players=8..30",
        "prank_from=1..20",
        "tie=runoff,lot,nobody",
        "reveal=none,side,role",
        "ending=parity,majority",
        "policy=blind,beginners",
    ]
    start = perf_counter()
    found = plan("werewolf", pairs, where=["players % 2 in [0, 1]"])
    assert len(found.cells) == 23 * 20 * 3 * 3 * 2 * 2
    assert perf_counter() - start < 5  # measured: 0.6 s; the machine may be busy


def test_planning_imports_nothing_heavy() -> None:
    code = "import sys, scenarios; scenarios.plan('wolves-by-players'); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"numba", "numpy", "polars", "pyarrow", "typer"}.isdisjoint(out)
