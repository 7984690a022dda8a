"""What was asked is answered: in the terminal, in JSON, in documents and the workbook; no exit code without a word."""

import openpyxl
import polars as pl
import pytest

from reports.difference import between

FAILED, USAGE, UNDECIDED = 1, 2, 6
WORDS = ("sweep", "werewolf", "players=6..9", "policy=blind")
ASKED = (*WORDS, "--until-decided", "villagers in 0.2..0.25", "--max-games", 3000, "--out", "run")


@pytest.fixture
def asked(balance):
    """A run in which 6 and 9 players are outside the band, and 7 and 8 too near to its edges for 3,000 games."""
    return balance(*ASKED)


def test_the_terminal_says_it_and_why_it_ends_so(asked):
    assert asked.code == UNDECIDED
    assert "in 20–25 %?" in asked.out
    assert (
        "Village wins within 20–25 %? Outside in 2 of 4 setups (players 6: 44 % ± 3; players 9: 30 % ± 3); undecided"
        in asked.out
    )
    assert "balance: 2 setups undecided after 3,000 games; more games may tell: --max-games" in asked.err


@pytest.mark.usefixtures("asked")
def test_json_tables_and_documents_say_it(folder, balance):
    wanted = ["outside", "undecided", "undecided", "outside"]
    quiet = balance(*ASKED, "--json", "--quiet")
    assert [cell["answer"] for cell in quiet.json["cells"]] == wanted
    assert quiet.code == UNDECIDED
    assert quiet.err == "balance: 2 setups undecided after 3,000 games; more games may tell: --max-games\n"
    assert pl.read_parquet(folder / "run/cells.parquet")["answer"].to_list() == wanted
    assert "Village wins within 20–25 %? Outside in 2 of 4 setups" in balance("report", "run").out
    balance("report", "run", "-o", "report.html")
    assert "45–55" not in (folder / "report.html").read_text(encoding="utf-8")
    balance("export", "run", "-o", "tables.xlsx")
    sheet = openpyxl.load_workbook(folder / "tables.xlsx")["cells"]
    heading, *rows = sheet.iter_rows(values_only=True)
    assert [row[heading.index("answer")] for row in rows] == wanted


def test_games_that_are_there_already_answer(balance):
    balance(*WORDS, "--games", 20_000, "--out", "run")
    said = balance(*WORDS, "--until-decided", "villagers in 0.4..0.5", "--max-games", 20_000, "--out", "run")
    assert "nothing is missing" in said.err
    assert "Inside in 1 of 4 setups (players 6: 4" in said.out
    assert said.code == 0


def test_targets_that_are_missed_or_open_are_told_beside_json(folder, balance):
    (folder / "wants.toml").write_text(
        '[targets]\nfair = {outcome = "villagers", low = 0.9}\nmean = {length = "mean", high = 3.41}\n'
    )
    words = ("sweep", "werewolf", "players=6", "policy=blind", "--games", 1000, "--targets", "wants.toml")
    said = balance(*words, "--json", "--quiet")
    assert said.code == FAILED
    assert said.err.startswith("balance: 1 target missed")


def test_another_aim_holds_for_a_sweep_and_its_reports(balance):
    said = balance(*WORDS, "--games", 5000, "--aim", "villagers=0.3", "--out", "run")
    assert "Nearest to 30 %: players 9" in said.out
    assert "Nearest to 30 %: players 9" in balance("report", "run").out
    assert "--aim villagers=0.3" in balance("report", "run").out
    assert "Nearest to even: players 6" in balance("report", "run", "--aim", "villagers=0.5").out
    assert "Nearest to even: players 6" in balance(*WORDS, "--games", 5000, "--out", "run").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--aim", "villagers"), "--aim 'villagers' is not possible; it takes an outcome and a share in 0..1"),
        (("--aim", "villagers=40"), "--aim 'villagers=40' is not possible; it takes an outcome and a share in 0..1"),
        (("--aim", "villagers=nan"), "--aim 'villagers=nan' is not possible"),
        (("--aim", "mafia=0.5"), "unknown outcome 'mafia' of werewolf, in --aim; did you mean 'werewolves'?"),
        (("--aim", "vilagers=0.5"), "did you mean 'villagers'?"),
        (("--aim", "villagers=0.4", "--until-decided", "villagers in 0..0.5"), "leave out --aim"),
    ],
)
def test_an_aim_that_is_none_is_a_mistake(balance, words, told):
    said = balance(*WORDS, *words)
    assert said.code == USAGE
    assert told in said.err


def test_a_sweep_over_one_thing_ends_with_its_difference(balance):
    said = balance("sweep", "werewolf", "seer=on,off", "policy=blind", "--games", 5000)
    assert ": a difference of " in said.out or "too few games to tell them apart" in said.out
    assert "Nearest to even" in said.out
    assert "for a document: balance report runs/" in said.err


def test_what_is_suggested_can_be_pasted(balance):
    said = balance(*WORDS, "--games", 1000, "--out", "a run's folder")
    assert """balance report 'a run'"'"'s folder' -o report.html""" in said.err


def test_differences_are_stored_with_intervals_that_take_out_the_luck_that_setups_share(folder, balance):
    words = ("sweep", "werewolf", "knight_same_target=on,off", "knight=on,off", "--one-at-a-time", "policy=blind")
    said = balance(*words, "--games", 100_000, "--out", "run", "--json", "--quiet").json["cells"]
    told = pl.read_parquet(folder / "run/differences.parquet").filter(pl.col("outcome") == "villagers")
    shares = {cell["cell"]: cell["outcomes"]["villagers"] / 100_000 for cell in said}
    assert told["base"].unique().to_list() == [said[0]["cell"]]
    assert told["cell"].to_list() == [cell["cell"] for cell in said[1:]]
    assert set(told["method"]) == {"paired-t/2"}
    for row in told.iter_rows(named=True):
        assert row["difference"] == pytest.approx(shares[row["cell"]] - shares[row["base"]])
        mine, theirs = (round(1e5 * shares[row[side]]) for side in ("cell", "base"))
        alone = between(mine, 100_000, theirs, 100_000, 0.025)
        assert (row["high"] - row["low"]) / 2 < alone.half_width
    out = balance("report", "run").out
    assert "Differences have intervals that hold for all of them together at 95 %: Student's interval" in out


def test_two_setups_are_held_against_each_other(folder, balance):
    balance("sweep", "werewolf", "reveal=none,role", "policy=blind", "--games", 3000, "--out", "run", "--quiet")
    told = pl.read_parquet(folder / "run/differences.parquet")
    assert told.height == 2
    assert set(told["method"]) == {"newcombe/1"}  # three blocks are too few to go by


def test_words_of_one_thing_are_held_against_the_first(folder, balance):
    said = balance("sweep", "werewolf", "reveal=none,side,role", "policy=blind", "--games", 2000, "--out", "run")
    assert "against none" in said.out
    cells = pl.read_parquet(folder / "run/cells.parquet")
    assert cells["base"].to_list() == [None, cells["cell"][0], cells["cell"][0]]
    assert balance("sweep", "werewolf", "players=6..8", "--dry-run", "--json").json["cells"][1]["base"] == ""


def test_what_was_switched_is_told_as_it_was_typed(balance):
    said = balance("sweep", "werewolf", "seer=on,off", "policy=blind", "--games", 2000)
    assert "seer on " in said.out
    assert "seer off " in said.out


def test_who_is_dealt_is_said_where_it_is_the_same_in_all(balance):
    said = balance("sweep", "werewolf", "players=8", "reveal=none,role", "policy=blind", "--games", 1000)
    assert "Dealt: villager 2, werewolf 2, knight 1, seer 1, medium 1 and traitor 1." in said.out
    assert "Dealt:" not in balance("sweep", "werewolf", "players=8,9", "policy=blind", "--games", 1000).out


def test_changes_stand_beside_a_ladder_too(folder, balance):
    (folder / "mine.toml").write_text(
        'game = "werewolf"\ngames = 2000\n[sweep]\npolicy = ["blind", "beginners"]\n[each]\nknight = false\n'
    )
    said = balance("sweep", "mine.toml")
    assert "against unchanged" in said.out
    assert ("~: these games cannot tell it from chance." in said.out) == (" ~ " in said.out)


def test_a_run_that_is_not_there_leads_to_the_nearest(balance):
    balance("sweep", "werewolf", "policy=blind", "--games", 1000, "--out", "runs/eight")
    said = balance("report", "runs/eigth")
    assert said.code == USAGE
    assert said.err == "balance: there is no run folder runs/eigth; did you mean 'runs/eight'?\n"
    assert "balance sweep makes one, and none is in nowhere" in balance("report", "nowhere/run").err
