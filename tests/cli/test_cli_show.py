"""`games`, `show`, `scenarios`: what there is to be played; and what the quick commands import."""

import ast
import re
import subprocess
import sys
from pathlib import Path

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


CITED = re.compile(r"\b[QAD]\d+\b|[Rr]uling [A-Z]")
"""A number of a ruling, which nobody who plays can look up."""


@pytest.mark.parametrize("name", GAMES)
def test_what_people_read_cites_nothing_that_they_cannot_look_up(balance, name: str) -> None:
    rules = Path(kernels.__file__).parent / name / "RULES.md"
    for text in (balance("show", name, "--json").out, rules.read_text(encoding="utf-8")):
        assert not CITED.findall(text)
    for document in ("scenarios", "games"):
        assert not CITED.findall(balance(document, "--json").out)


def test_no_sentence_of_ours_cites_a_ruling() -> None:
    root = Path(kernels.__file__).parents[1]
    folders = [root / name for name in ("kernels", "scenarios", "reports", "balance")]
    told = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        about = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        words = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in about]
        told += [(path.name, word.value) for word in words if isinstance(word.value, str) and CITED.search(word.value)]
    assert told == []
