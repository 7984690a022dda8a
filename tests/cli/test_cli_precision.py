"""Play until it is precise enough, or decided: the same stopping point on any number of threads and after any kill."""

import json
import signal

import numpy as np
import polars as pl
import pytest

import kernels
from balance import run, stopping
from balance.judge.intervals import intervals
from balance.rules import Band, Rule
from processes import start

USAGE, UNDECIDED = 2, 6
WORDS = ("sweep", "werewolf", "players=5,8", "policy=blind", "--json", "--quiet")
TIGHT = ("--precision", "0.8pp")


def blocks(folder, name: str) -> dict[str, np.ndarray]:
    """(blocks,) games that the village won, cell by cell, as they are stored in a run's parts."""
    found: dict[str, dict[int, int]] = {}
    for part in sorted((folder / name / "blocks").glob("*.parquet")):
        for row in pl.read_parquet(part).iter_rows(named=True):
            wins = np.array(row["lengths"]).reshape(len(kernels.game("werewolf").outcomes), -1).sum(axis=1)[0]
            found.setdefault(row["cell"], {})[row["first"]] = int(wins)
    return {cell: np.array([wins[first] for first in sorted(wins)]) for cell, wins in found.items()}


def test_it_stops_at_the_first_look_that_is_narrow_enough(folder, balance):
    balance(*WORDS, "--games", 40_000, "--out", "fixed")
    stopped = balance(*WORDS, *TIGHT, "--out", "run").json["cells"]
    for cell in stopped:
        wins = np.cumsum(blocks(folder, "fixed")[cell["cell"]])
        games = 1000 * np.arange(1, len(wins) + 1)
        low, high = intervals(wins, games, 2)
        first = int(np.argmax((high - low) / 2 <= 0.008))
        assert cell["games"] == games[first]
        assert cell["outcomes"]["villagers"] == wins[first]
        assert cell["stop_reason"] == "precision"
    cells = pl.read_parquet(folder / "run/cells.parquet")
    assert cells["stop_reason"].to_list() == ["precision", "precision"]


@pytest.mark.parametrize("more", [("--precision", "0.4pp"), ("--until-decided", "villagers in 0.2..0.25")])
def test_threads_and_task_sizes_change_nothing(folder, balance, monkeypatch, more):
    told = [balance(*WORDS, *more, "--threads", threads, "--out", f"run{threads}").json for threads in (1, 2, 3)]
    monkeypatch.setattr(run, "MOST_BLOCKS_A_TASK", 3)
    told.append(balance(*WORDS, *more, "--threads", 2, "--out", "small").json)
    assert all(one["cells"] == told[0]["cells"] for one in told)
    for name in ("run1", "run3", "small"):
        for table in ("cells", "outcomes", "roles", "lengths", "votes"):
            assert pl.read_parquet(folder / name / f"{table}.parquet").equals(
                pl.read_parquet(folder / "run1" / f"{table}.parquet")
            )


def test_a_killed_run_comes_to_the_same(folder, balance):
    words = ("sweep", "werewolf", "players=8..11", "--precision", "0.12pp", "--json", "--quiet")
    process = start(folder, *words, "--out", "run")
    while not list((folder / "run" / "blocks").glob("*.parquet")):
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert balance(*words, "--out", "run").json["cells"] == balance(*words, "--out", "fresh").json["cells"]


def test_tighter_goes_on_and_looser_shows_what_there_is(balance):
    first = balance(*WORDS, *TIGHT, "--out", "run").json["cells"]
    tighter = balance(*WORDS, "--precision", "0.5pp", "--out", "run").json["cells"]
    assert all(one["games"] < other["games"] for one, other in zip(first, tighter, strict=True))
    assert tighter == balance(*WORDS, "--precision", "0.5pp", "--out", "fresh").json["cells"]
    words = [word for word in (*WORDS, "--precision", "5pp", "--out", "run") if word != "--quiet"]
    said = balance(*words)
    assert said.json["cells"] == tighter
    assert "has more games than asked for already" in said.err


def test_a_run_of_fixed_games_can_be_made_precise(folder, balance):
    balance(*WORDS, "--games", 1500, "--out", "run")
    cells = balance(*WORDS, *TIGHT, "--out", "run").json["cells"]
    assert cells == balance(*WORDS, *TIGHT, "--out", "fresh").json["cells"]
    assert (
        "--precision 0.8pp --max-games 10000000"
        in json.loads((folder / "run/manifest.json").read_text())["about"]["command"]
    )


def test_the_most_games_bound_it(balance):
    cells = balance(*WORDS, "--precision", "0.01pp", "--max-games", 2500).json["cells"]
    assert [(cell["games"], cell["stop_reason"]) for cell in cells] == [(2500, "games")] * 2


def test_a_question_is_answered_or_left_open(balance):
    said = balance(*WORDS, "--until-decided", "villagers in 0.0..0.5")
    assert {cell["stop_reason"] for cell in said.json["cells"]} == {"decided: inside"}
    assert said.code == 0
    said = balance(*WORDS, "--until-decided", "villagers in 0.9..1")
    assert {cell["stop_reason"] for cell in said.json["cells"]} == {"decided: outside"}
    share = balance(*WORDS, "--games", 3000).json["cells"][0]["outcomes"]["villagers"] / 3000
    said = balance(*WORDS, "--until-decided", f"villagers in {share:.3f}..1", "--max-games", 3000)
    assert said.json["cells"][0]["stop_reason"] == "undecided"
    assert said.code == UNDECIDED


def test_a_scenario_says_it(folder, balance):
    (folder / "mine.toml").write_text(
        'game = "werewolf"\nprecision = "0.8pp"\nmax_games = 30000\n[setup]\nplayers = 5\n'
    )
    cell = balance("sweep", "mine.toml", "policy=blind", "--json", "--quiet").json["cells"][0]
    assert cell["stop_reason"] == "precision"
    words = ("sweep", "mine.toml", "policy=blind", "--games", 1000, "--out", "fixed", "--json", "--quiet")
    assert balance(*words).json["cells"][0]["games"] == 1000  # what is typed overrides the file


def test_a_projection_says_at_most(balance):
    assert "at most 11,000 games each" in balance(*WORDS[:4], "--precision", "1pp", "--dry-run").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--precision", "0.2"), "precision '0.2' is not possible; it takes percentage points in 0.001pp..50pp"),
        (("--precision", "0pp"), "precision '0pp' is not possible"),
        (("--precision", "51pp"), "precision '51pp' is not possible"),
        (("--games", "5", "--precision", "1pp"), "three ways when it is enough; give one of them"),
        (("--max-games", "5"), "--max-games goes with --precision or --until-decided"),
        (
            ("--until-decided", "vilagers in 0.4..0.5"),
            "unknown outcome 'vilagers' of werewolf; did you mean 'villagers'?",
        ),
        (("--until-decided", "villagers"), 'write it as "villagers in 0.45..0.55"'),
        (("--until-decided", "villagers in 0.5..0.4"), "the band 0.5..0.4 is not possible"),
        (("--until-decided", "villagers in 0..1"), "the band 0..1 is not possible"),
        (("--until-decided", "villagers in 0.5..1.5"), "the band 0.5..1.5 is not possible"),
    ],
)
def test_mistakes_are_told(balance, words, told):
    said = balance("sweep", "werewolf", *words)
    assert said.code == USAGE
    assert told in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('games = 5\nprecision = "1pp"\n', "says both games and precision; keep one of them"),
        ("max_games = 5\n", "says max_games without precision"),
        ("precision = 0.2\n", "precision must be a line of text in quotes, not 0.2"),
        ('precision = "much"\n', "precision 'much' is not possible"),
    ],
)
def test_mistakes_in_a_file_are_told(folder, balance, text, told):
    (folder / "mine.toml").write_text(f'game = "werewolf"\n{text}')
    said = balance("sweep", "mine.toml")
    assert said.code == USAGE
    assert told in said.err


def test_what_is_expected_grows_and_is_bounded():
    game = kernels.game("werewolf")
    setup = game.resolve({parameter.name: parameter.default for parameter in game.parameters})
    nothing, some = np.zeros(len(game.outcomes), dtype=int), np.zeros(len(game.outcomes), dtype=int)
    some[:2] = 500
    rule = Rule(10**7, half_width=0.002)
    assert stopping.expected(rule, game, setup, nothing, 0) < stopping.expected(rule, game, setup, some, 1000)
    assert stopping.most(rule, game, setup) == pytest.approx(0.25 * (1.96 / 0.002) ** 2, rel=0.01)
    assert stopping.expected(Rule(5000, half_width=0.002), game, setup, some, 1000) == 5000
    assert stopping.expected(Rule(10**7, band=Band("villagers", 0.4, 0.5)), game, setup, some, 1000) == 2000
    assert stopping.expected(Rule(700), game, setup, nothing, 0) == 700
