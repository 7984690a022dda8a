"""`games`, `show`, `scenarios`: what there is to be played; and what the quick commands import."""

import subprocess
import sys

import pytest

import kernels

GAMES = kernels.names()


def test_games_one_line_each(balance) -> None:
    said = balance("games")
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()] == GAMES
    assert [game["name"] for game in balance("games", "--json").json["games"]] == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_show_names_everything_a_setup_may_say(balance, name: str) -> None:
    game = kernels.game(name)
    said = balance("show", name)
    assert said.code == 0
    for parameter in game.parameters:
        assert parameter.name in said.out
        assert parameter.meaning in said.out
        assert parameter.section in said.out
    for thing in (*game.roles, *game.policies, *game.decisions):
        assert thing.name in said.out


@pytest.mark.parametrize("part", ["roles", "policies", "parameters", "decisions"])
def test_show_one_part(balance, part: str) -> None:
    said = balance("show", "werewolf", part, "--json")
    assert set(said.json) == {"game", part}
    assert len(said.json[part]) >= 6


def test_show_parameters_says_range_default_and_section(balance) -> None:
    rows = {row["name"]: row for row in balance("show", "werewolf", "parameters", "--json").json["parameters"]}
    assert rows["players"]["takes"] == "4..30"
    assert rows["prank_from"] == {
        "name": "prank_from",
        "takes": "1..30 or never",
        "default": "2",
        "meaning": "The first night on which the pack pranks.",
        "section": "Genre switch",
    }
    assert rows["knight_same_target"]["default"] == "on"


def test_scenarios_list_what_ships(balance) -> None:
    said = balance("scenarios", "--json")
    names = [row["name"] for row in said.json["scenarios"]]
    assert {"wolves-by-players", "default-tables", "parity", "house-rules"} <= set(names)
    assert all(row["title"] and row["cells"] > 1 for row in said.json["scenarios"])
    assert all(name in balance("scenarios").out for name in names)


@pytest.mark.parametrize(
    "words", [["games"], ["--help"], ["sweep", "--help"], ["show", "werewolf", "--json"], ["scenarios"]], ids=" ".join
)
def test_quick_commands_import_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys\nfrom balance.cli import app\n"
        "try:\n    app()\nfinally:\n"
        "    heavy = {'numba', 'polars', 'pyarrow', 'numpy', 'altair', 'scipy'} & set(sys.modules)\n"
        "    sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
