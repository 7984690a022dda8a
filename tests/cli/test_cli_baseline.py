"""A table kept under regression: blessed, checked game by game, and by its odds where games cannot be the same."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

from balance import baseline, blessing, playing
from balance.program import run
from damage import DAMAGES, flipped
from kernels.jit import COMPILED

FAILED, USAGE, NOT_COMPARABLE, NOTHING, UNDECIDED = 1, 2, 4, 5, 6
WORDS = ("werewolf", "players=5..7", "policy=blind")
compiled_only = pytest.mark.skipif(not COMPILED, reason="a kernel's version is held by compiled games")
KEPT = Path(__file__).parents[1] / "golden" / "default-tables.json"
"""Made by: balance bless default-tables policy=casual --games 10000 -o tests/golden/default-tables.json"""


@pytest.fixture
def blessed(folder, balance):
    """A baseline of three tables, 4,000 games each."""
    assert balance("bless", *WORDS, "--games", 4000, "-o", "base.json", "--reason", "the first", "--quiet").code == 0
    return folder / "base.json"


def changed(path: Path, **cell: object) -> None:
    """Change the first cell of a baseline, and take its seal away, as somebody would who means it."""
    plain = json.loads(path.read_text())
    plain["cells"][0].update(cell)
    del plain["cells"][0]["seal"]
    path.write_text(json.dumps(plain))


def verdicts(said) -> list[str]:
    (judged,) = said.json["baselines"]
    return [verdict["verdict"] for verdict in judged["verdicts"]]


# --- bless --------------------------------------------------------------------------------------------------------


def test_a_baseline_says_what_a_sweep_says_and_who_blessed_it(blessed, balance):
    plain = json.loads(blessed.read_text())
    swept = balance("sweep", *WORDS, "--games", 4000, "--json", "--quiet").json["cells"]
    assert plain["plan"] == list(WORDS)
    for cell, same in zip(plain["cells"], swept, strict=True):
        of_a_run = {"stop_reason", "base"}  # a baseline may keep some setups without those they are held against
        assert {key: cell[key] for key in same.keys() - of_a_run} == {
            key: value for key, value in same.items() if key not in of_a_run
        }
        assert cell["blessed"]["reason"] == "the first"
        assert cell["blessed"]["versions"]["werewolf rules"] == str(cell["game_version"])
        assert cell["head"]["games"] == 2000
    assert [cell["setup"]["players"] for cell in plain["cells"]] == [5, 6, 7]
    assert all(line.count("{") < 40 for line in blessed.read_text().splitlines())
    assert len(blessed.read_text().splitlines()) > 3 * 15  # a line a fact, so that a change is a line


def test_a_run_is_blessed_as_the_scenario_is(blessed, folder, balance):
    balance("sweep", *WORDS, "--games", 4000, "--out", "run", "--quiet")
    assert balance("bless", "run", "-o", "of-run.json", "--reason", "the first").code == 0
    assert json.loads((folder / "of-run.json").read_text()) == json.loads(blessed.read_text())


def test_a_precise_run_is_blessed_with_the_games_it_took(folder, balance):
    balance("sweep", *WORDS, "--precision", "2pp", "--out", "run", "--quiet")
    balance("bless", "run", "-o", "base.json")
    games = [cell["games"] for cell in json.loads((folder / "base.json").read_text())["cells"]]
    assert len(set(games)) > 1
    assert set(verdicts(balance("check", "base.json", "--json", "--quiet"))) == {"identical"}


def test_only_what_has_changed_is_written(blessed, balance):
    before = blessed.stat().st_mtime_ns, blessed.read_bytes()
    said = balance("bless", *WORDS, "--games", 4000, "-o", "base.json", "--reason", "again", "--quiet")
    assert "is as it was: nothing has changed in its 3 setups" in said.out
    assert (blessed.stat().st_mtime_ns, blessed.read_bytes()) == before
    changed(blessed, fingerprint="0123456789abcdef")
    said = balance("bless", *WORDS, "--games", 4000, "-o", "base.json", "--reason", "mended", "--quiet", "--json")
    assert {key: said.json[key] for key in ("new", "renewed", "kept", "gone")} == {
        "new": 0,
        "renewed": 1,
        "kept": 2,
        "gone": 0,
    }
    reasons = [cell["blessed"]["reason"] for cell in json.loads(blessed.read_text())["cells"]]
    assert reasons == ["mended", "the first", "the first"]


def test_some_cells_alone_are_renewed(blessed, balance):
    said = balance("bless", *WORDS, "--games", 5000, "-o", "base.json", "--cells", "players == 6", "--json", "--quiet")
    assert (said.json["renewed"], said.json["kept"]) == (1, 2)
    assert [cell["games"] for cell in json.loads(blessed.read_text())["cells"]] == [4000, 5000, 4000]
    said = balance(
        "bless", *WORDS, "--seed", 9, "--games", 5000, "-o", "base.json", "--cells", "players == 6", "--quiet"
    )
    assert said.code == NOT_COMPARABLE
    assert (
        balance("bless", *WORDS, "--games", 1000, "-o", "few.json", "--cells", "players == 6", "--json").json["new"]
        == 1
    )
    assert verdicts(balance("check", "few.json", "--json")) == ["identical"]


def test_what_is_no_longer_planned_is_taken_out(blessed, balance):
    said = balance("bless", "werewolf", "players=5..6", "policy=blind", "--games", 4000, "-o", "base.json", "--json")
    assert (said.json["kept"], said.json["gone"]) == (2, 1)
    assert len(json.loads(blessed.read_text())["cells"]) == 2


# --- the very same games ------------------------------------------------------------------------------------------


@compiled_only
def test_the_default_tables_are_what_they_were(balance):
    said = balance("check", KEPT, "--json", "--quiet")
    assert set(verdicts(said)) == {"identical"}, said.out
    assert said.code == 0


def test_a_drift_in_the_first_games_stops_at_once(blessed, balance):
    head = json.loads(blessed.read_text())["cells"][0]["head"]
    changed(blessed, head={**head, "fingerprint": "0123456789abcdef"})
    said = balance("check", "base.json", "--json", "--quiet")
    assert said.code == FAILED
    assert verdicts(said) == ["changed", "undecided", "undecided"]
    told = balance("check", "base.json", "--quiet").out
    assert "the first 2,000 games, under the same rules and seed, are others" in told
    assert "1 changed and 2 undecided" in told


def test_a_drift_later_is_found_too(blessed, balance):
    outcomes = json.loads(blessed.read_text())["cells"][0]["outcomes"]
    moved = {**outcomes, "villagers": outcomes["villagers"] - 1, "werewolves": outcomes["werewolves"] + 1}
    changed(blessed, outcomes=moved)
    said = balance("check", "base.json", "--json", "--quiet")
    assert said.code == FAILED
    assert verdicts(said) == ["changed", "identical", "identical"]
    (finding, _) = said.json["baselines"][0]["verdicts"][0]["findings"]
    assert (finding["before"], finding["after"]) == (outcomes["villagers"] - 1, outcomes["villagers"])


def test_new_and_missing_setups_are_told(folder, balance):
    (folder / "mine.toml").write_text('game = "werewolf"\n[setup]\npolicy = "blind"\n[sweep]\nplayers = [5, 6]\n')
    balance("bless", "mine.toml", "--games", 1000, "-o", "base.json")
    (folder / "mine.toml").write_text('game = "werewolf"\n[setup]\npolicy = "blind"\n[sweep]\nplayers = [6, 7]\n')
    said = balance("check", "base.json", "--json")
    assert sorted(verdicts(said)) == ["identical", "missing", "new"]
    assert said.code == FAILED
    assert balance("check", "base.json", "--on-new-cell", "warn", "--on-missing-cell", "ignore").code == 0
    (folder / "mine.toml").write_text('game = "werewolf"\n[setup]\npolicy = "blind"\n[sweep]\nplayers = [9]\n')
    words = ("--on-new-cell", "ignore", "--on-missing-cell", "ignore")
    assert balance("check", "base.json", *words).code == NOTHING


# --- the odds -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("blessed")
def test_other_games_compare_the_odds(balance):
    same = balance("check", "base.json", "--fresh-seed", "--seed", 5, "--min-effect", "5pp", "--json", "--quiet")
    assert set(verdicts(same)) == {"same"}
    assert same.code == 0
    few = balance("check", "base.json", "--fresh-seed", "--seed", 5, "--json", "--quiet")
    assert "undecided" in verdicts(few)
    assert few.code == UNDECIDED
    assert balance("check", "base.json", "--fresh-seed", "--seed", 5, "--on-undecided", "ignore", "--quiet").code == 0
    drawn = balance("check", "base.json", "--fresh-seed", "--min-effect", "9pp", "--json").json["baselines"][0]["how"]
    assert (
        drawn
        != balance("check", "base.json", "--fresh-seed", "--min-effect", "9pp", "--json").json["baselines"][0]["how"]
    )


def test_other_rules_are_judged_by_their_odds(blessed, balance):
    outcomes = json.loads(blessed.read_text())["cells"][0]["outcomes"]
    moved = {**outcomes, "villagers": outcomes["villagers"] - 400, "werewolves": outcomes["werewolves"] + 400}
    changed(blessed, outcomes=moved, game_version=1)  # as if an older version had been 10 pp harder on the village
    said = balance("check", "base.json", "--json", "--quiet")
    assert said.code == FAILED
    assert verdicts(said) == ["changed", "identical", "identical"]
    (finding, _) = said.json["baselines"][0]["verdicts"][0]["findings"]
    assert (finding["test"], finding["difference"]) == ("unpaired", pytest.approx(0.1))
    assert "village wins" in balance("check", "base.json", "--quiet").out


def test_another_policy_file_is_judged_by_its_odds(folder, balance):
    file = folder / "mine.py"
    text = "from kernels.bits import lowest\n\ndef f(state, seat, decision, legal):\n    return {}\n"
    file.write_text(text.format("lowest(legal)"))
    words = ("werewolf", "players=5,6", "policy=blind", "policy.village=mine.py:f", "--games", 4000)
    balance("bless", *words, "-o", "base.json", "--quiet")
    assert verdicts(balance("check", "base.json", "--json", "--quiet")) == ["identical", "identical"]
    file.write_text(text.format("lowest(legal & (legal - 1)) if legal & (legal - 1) else lowest(legal)"))
    said = balance("check", "base.json", "--json", "--quiet", "--min-effect", "9pp")
    tests = {finding["test"] for one in said.json["baselines"][0]["verdicts"] for finding in one["findings"]}
    assert tests == {"unpaired"}
    assert {*verdicts(said)} <= {"same", "changed", "undecided"}
    assert len(verdicts(said)) == 2


def test_blocks_sharpen_the_comparison(folder, balance):
    words = (
        "bless",
        "werewolf",
        "players=5",
        "policy=blind",
        "--games",
        120_000,
        "-o",
        "base.json",
        "--blocks",
        "--quiet",
    )
    assert balance(*words).code == 0
    blocks = pl.read_parquet(folder / "base.blocks.parquet")
    assert blocks.columns[:3] == ["cell", "block", "villagers"]
    assert blocks.height == 120
    assert (
        blocks["villagers"].sum() == json.loads((folder / "base.json").read_text())["cells"][0]["outcomes"]["villagers"]
    )
    changed(folder / "base.json", game_version=1)
    said = balance("check", "base.json", "--json", "--quiet")
    (finding, _) = said.json["baselines"][0]["verdicts"][0]["findings"]
    assert (finding["test"], finding["error"], finding["verdict"]) == ("paired", 0, "same")


@compiled_only
def test_real_games_raise_no_false_alarms(balance):
    """Of 30 checks of 6 tables by 1,000 other games each, 5 % may cry wolf: 5 or more of 30 have a chance of 1.6 %."""
    balance("bless", "werewolf", "players=5..10", "policy=blind", "--games", 1000, "-o", "base.json", "--quiet")
    words = ("check", "base.json", "--fresh-seed", "--min-effect", "0.001pp", "--on-undecided", "ignore", "--quiet")
    assert sum(balance(*words, "--seed", seed).code == FAILED for seed in range(100, 130)) <= 4


@compiled_only
def test_blocks_of_real_games_scatter_as_independent_games_do(folder, balance):
    """Sum of (x - n p)^2 / (n p q) over 400 blocks: chi-squared with 399 degrees, within 5 times 28."""
    words = ("bless", "werewolf", "players=5,8,12", "--games", 400_000, "-o", "base.json", "--blocks", "--quiet")
    balance(*words)
    for _, rows in pl.read_parquet(folder / "base.blocks.parquet").group_by("cell"):
        wins = rows["villagers"].to_numpy()
        share = wins.mean() / 1000
        spread = ((wins - 1000 * share) ** 2).sum() / (1000 * share * (1 - share))
        assert abs(spread - 399) < 5 * np.sqrt(2 * 399)


# --- for CI -------------------------------------------------------------------------------------------------------


def test_ci_is_told_in_its_own_words(blessed, folder, balance, monkeypatch):
    head = json.loads(blessed.read_text())["cells"][0]["head"]
    changed(blessed, head={**head, "fingerprint": "0123456789abcdef"}, name="a, b: 5 % <players>")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "step.md"))
    said = balance("check", "base.json", "--junit", "junit.xml", "--summary", "summary.md", "--quiet")
    (suite,) = ElementTree.parse(folder / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "2")
    failure = suite[0].find("failure")
    assert failure is not None
    assert "are others" in (failure.get("message") or "")
    assert (folder / "summary.md").read_text().startswith("## base.json: Of 3 setups: 1 changed and 2 undecided.")
    assert (folder / "step.md").read_text() == (folder / "summary.md").read_text()
    (line,) = [line for line in said.err.splitlines() if line.startswith("::error")]
    assert line.startswith("::error title=base.json%3A a%2C b%3A 5 %25 <players>::changed; the first 2,000 games")


# --- mistakes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (None, USAGE, "the baseline base.json does not exist; balance bless writes one"),
        ("", USAGE, "no whole JSON"),
        ('{"baseline": 1, "game": "were', USAGE, "no whole JSON"),
        ("[]", USAGE, "base.json is no baseline; balance bless writes one"),
        ('{"cells": []}', USAGE, "base.json is no baseline"),
        ('{"baseline": 2}', NOT_COMPARABLE, "is a baseline of format 2, this version has format 1"),
        ('{"baseline": 1, "game": "chess", "cells": []}', USAGE, "is damaged: unknown game 'chess'"),
        ('{"baseline": 1, "game": "werewolf"}', USAGE, "is damaged: it lacks 'cells'"),
        (
            '{"baseline": 1, "game": "werewolf", "title": "", "seed": 1, "plan": ["werewolf"], "cells": []}',
            NOTHING,
            "has no cells, so there is nothing to compare",
        ),
    ],
)
def test_what_is_no_baseline_is_told(folder, balance, text, code, told):
    if text is not None:
        (folder / "base.json").write_text(text)
    said = balance("check", "base.json")
    assert said.code == code
    assert told in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"games": 4001}, "do not add up to its games"),
        ({"outcomes": {"villagers": 4001, "werewolves": -1}}, "do not add up to its games"),
        ({"outcomes": {"peasants": 4000}}, "has an outcome 'peasants', which werewolf has not"),
        ({"seed": 7}, "has the seed 7, the others 1"),
        ({"fingerprint": "xyz"}, "is damaged: invalid literal"),
        ({"head": 3}, "is damaged: "),
    ],
)
def test_a_doctored_baseline_is_refused_before_anything_is_played(blessed, balance, change, told):
    changed(blessed, **change)
    said = balance("check", "base.json")
    assert said.code == USAGE
    assert told in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("check", "base.json", "--seed", 3), NOT_COMPARABLE, "has the seed 1, not 3; add --fresh-seed"),
        (("check", "base.json", "--games", 3), USAGE, "--games goes with --fresh-seed"),
        (("check", "base.json", "--min-effect", "3"), USAGE, "--min-effect '3' is not possible"),
        (("check", "base.json", "nothing.json"), USAGE, "the baseline nothing.json does not exist"),
        (
            ("check", "base.json", "--on-undecided", "cry"),
            USAGE,
            "--on-undecided must be fail, warn or ignore, not 'cry'",
        ),
        (("bless", "nothing", "-o", "x.json"), USAGE, "unknown game or scenario 'nothing'"),
        (("bless", "werewolf", "-o", "."), USAGE, ". is a folder; give the name of a file in it"),
        (("bless", "werewolf", "-o", "no/x.json"), USAGE, "no/x.json cannot be written: there is no folder"),
        (("check", "base.json", "--junit", "no/x.xml"), USAGE, "no/x.xml cannot be written: there is no folder"),
        (("bless", "werewolf", "-o", "base.json", "--cells", "player > 3", "--games", 10), USAGE, "player"),
    ],
)
def test_mistakes_are_told(blessed, balance, words, code, told):
    before = blessed.read_bytes()
    said = balance(*words)
    assert said.code == code, said.err
    assert told in said.err
    assert blessed.read_bytes() == before


def test_a_plan_that_is_gone_is_told(folder, balance):
    (folder / "mine.toml").write_text('game = "werewolf"\n[setup]\nplayers = 5\n')
    balance("bless", "mine.toml", "--games", 1000, "-o", "base.json")
    (folder / "mine.toml").unlink()
    said = balance("check", "base.json")
    assert said.code == NOT_COMPARABLE
    assert "base.json is of mine.toml, which cannot be played now" in said.err


def test_words_of_a_plan_are_told_from_those_of_its_play():
    words = [
        "ladder",
        "players=9",
        "--where",
        "players > 5",
        "--games",
        "10",
        "--seed",
        "3",
        "--keep-games",
        "--zip",
        "a,b",
    ]
    assert blessing.plan_words(words) == ("ladder", "players=9", "--where", "players > 5", "--zip", "a,b")


def test_damaged_block_tallies_are_told(folder):
    (folder / "x.blocks.parquet").write_bytes(b"PAR1")
    with pytest.raises(baseline.BadBaseline, match="is damaged"):
        baseline.read_blocks(folder / "x.blocks.parquet", ["villagers"])


# --- damage -------------------------------------------------------------------------------------------------------

READERS = (
    ("compare", "base.json", "base.json"),
    ("bless", *WORDS, "--games", 200, "-o", "base.json"),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory) -> bytes:
    """A baseline of three tables, 200 games each."""
    with pytest.MonkeyPatch.context() as there:
        there.chdir(tmp_path_factory.mktemp("sound"))
        assert run(["bless", *WORDS, "--games", "200", "-o", "base.json", "--quiet"]) == 0
        return Path("base.json").read_bytes()


@pytest.mark.parametrize("damage", [*DAMAGES.values(), *(flipped(k / 60) for k in range(1, 60))])
def test_a_damaged_baseline_is_told_and_can_be_blessed_anew(folder, balance, sound, damage):
    path = folder / "base.json"
    path.write_bytes(damage(sound))
    words = ("check", "base.json", "--json", "--quiet")
    said = balance(*words)
    if said.code == 0:  # a byte that says nothing: a seal's name
        assert verdicts(said) == ["identical"] * 3
        return
    assert said.code == USAGE
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "take it back from where you keep it, or move it away and bless anew" in said.err
    for reader in READERS:
        assert balance(*reader).code == USAGE
    path.rename(folder / "away.json")
    assert balance("bless", *WORDS, "--games", 200, "-o", "base.json", "--quiet").code == 0
    assert path.read_bytes() == sound


def test_a_seal_that_is_taken_away_is_not_missed(folder, balance, sound):
    plain = json.loads(sound)
    for sealed in (plain, *plain["cells"]):
        del sealed["seal"]
    (folder / "base.json").write_text(json.dumps(plain))
    assert verdicts(balance("check", "base.json", "--json", "--quiet")) == ["identical"] * 3


def test_cells_renewed_apart_can_be_merged(folder, balance, sound):
    path = folder / "base.json"
    path.write_bytes(sound)
    balance("bless", *WORDS, "--games", 300, "-o", "base.json", "--cells", "players == 6", "--quiet")
    before, after = sound.decode().splitlines(), path.read_text().splitlines()
    differ = [k for k, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    first = before.index("  {", before.index("  {") + 1)
    assert all(first < k < before.index("  {", first + 1) for k in differ)
    assert any('"seal"' in after[k] for k in differ)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_block_tallies_are_told_before_anything_is_played(folder, balance, monkeypatch, damage):
    words = (
        "bless",
        "werewolf",
        "players=5",
        "policy=blind",
        "--games",
        3000,
        "-o",
        "base.json",
        "--blocks",
        "--quiet",
    )
    balance(*words)
    blocks = folder / "base.blocks.parquet"
    blocks.write_bytes(damage(blocks.read_bytes()))
    assert verdicts(balance("check", "base.json", "--json", "--quiet")) == ["identical"]  # they are not needed there
    changed(folder / "base.json", game_version=1)
    with monkeypatch.context() as unplayed:
        unplayed.setattr(playing, "play", None)
        said = balance("check", "base.json")
    assert said.code == USAGE
    assert "base.blocks.parquet is damaged" in said.err
    assert "delete it and bless again with --blocks" in said.err
    blocks.unlink()
    balance(*words)
    assert balance("check", "base.json").code == 0
