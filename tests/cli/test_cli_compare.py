"""Two runs or baselines, setup by setup: matched, judged, told."""

import json

import pytest

USAGE, NOT_COMPARABLE, NOTHING = 2, 4, 5


@pytest.fixture
def runs(balance):
    """Three runs of tables of 6 to 8: at random, the same with another seed, and with a village that remembers."""
    for name, words in {
        "blind": ("policy=blind",),
        "again": ("policy=blind", "--seed", 3),
        "better": ("policy=beginners",),
    }.items():
        balance("sweep", "werewolf", "players=6..8", *words, "--games", 4000, "--out", name, "--quiet")


@pytest.mark.usefixtures("runs")
def test_other_policies_are_matched_by_what_is_swept(balance):
    said = balance("compare", "blind", "better")
    assert said.code == 0
    assert said.out.startswith("3 of 3 setups differ by more than chance would make.")
    assert "setups of the same players" in said.out
    assert "Before (blind): policy blind; now (better): policy beginners." in said.out
    pairs = balance("compare", "blind", "better", "--json").json["pairs"]
    assert [pair["name"] for pair in pairs] == ["players 6", "players 7", "players 8"]
    assert all(pair["before"] != pair["after"] for pair in pairs)
    (village, werewolves) = pairs[0]["findings"]
    assert village["difference"] == pytest.approx(-werewolves["difference"])
    assert (village["verdict"], village["test"]) == ("changed", "unpaired")


@pytest.mark.usefixtures("runs")
def test_chance_alone_is_no_difference(balance):
    said = balance("compare", "blind", "again")
    assert said.code == 0
    assert "No difference beyond chance in 3 setups." in said.out
    assert "the same setups" in said.out
    assert said.out.count("~") == 3 + 1  # one a setup, and one in the sentence on how it was judged


@pytest.mark.usefixtures("runs")
def test_games_in_pairs_say_more(balance):
    words = ("compare", "blind", "better", "--json")
    unpaired = [pair["findings"][0] for pair in balance(*words).json["pairs"]]
    paired = [pair["findings"][0] for pair in balance(*words, "--paired", "--games", 4000).json["pairs"]]
    for loose, sharp in zip(unpaired, paired, strict=True):
        assert (sharp["before"], sharp["after"]) == (loose["before"], loose["after"])  # the same seed: the same games
        assert sharp["error"] < loose["error"]
        assert sharp["test"] == "mcnemar"
    more = balance(*words, "--paired", "--games", 25_000, "--seed", 3).json["pairs"]
    assert {pair["findings"][0]["games_before"] for pair in more} == {25_000}


@pytest.mark.usefixtures("runs")
def test_a_setup_and_itself_have_no_discordant_games(balance):
    pairs = balance("compare", "blind", "again", "--paired", "--games", 3000, "--json").json["pairs"]
    assert all((one["p"], one["difference"]) == (1, 0) for pair in pairs for one in pair["findings"])


@pytest.mark.usefixtures("runs")
def test_baselines_are_compared_too(balance):
    balance("bless", "better", "-o", "base.json", "--quiet")
    one = balance("compare", "blind", "base.json", "--json").json["pairs"]
    other = balance("compare", "blind", "better", "--json").json["pairs"]
    assert one == other
    assert balance("compare", "blind", "base.json", "--paired", "--games", 1000).code == 0


@pytest.mark.usefixtures("runs")
def test_what_only_one_has_is_named(balance):
    balance("sweep", "werewolf", "players=8..9", "policy=blind", "--games", 1000, "--out", "more", "--quiet")
    out = balance("compare", "blind", "more").out
    assert "Only in blind: players 6 and players 7." in out
    assert "Only in more: players 9." in out


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("blind", "nowhere"), USAGE, "the baseline nowhere does not exist"),
        (("blind", "."), USAGE, "is no run folder"),
        (("blind", "again", "--games", 5), USAGE, "--games and --seed go with --paired"),
    ],
)
def test_mistakes_are_told(balance, words, code, told):
    said = balance("compare", *words)
    assert said.code == code
    assert told in said.err


@pytest.mark.usefixtures("runs")
def test_nothing_in_common_is_told(balance):
    balance("sweep", "werewolf", "players=10", "policy=blind", "--games", 1000, "--out", "ten", "--quiet")
    said = balance("compare", "blind", "ten")
    assert said.code == NOTHING
    assert "blind (3 setups) and ten (1 setup) have no setup in common" in said.err
    assert "sweep both over the same players, or give one setup each" in said.err


def _sweep(balance, out, *words):
    said = balance("sweep", "werewolf", *words, "policy=blind", "--games", 500, "--out", out, "--quiet")
    assert said.code == 0, said.err


def test_one_setup_each_is_a_pair_and_what_differs_is_told(balance):
    _sweep(balance, "plain", "players=8")
    _sweep(balance, "open", "players=8", "reveal=role", "tie=lot")
    for words in ((), ("--paired", "--games", 200)):
        said = balance("compare", "plain", "open", *words)
        assert said.code == 0, said.err
        assert "Before (plain): reveal none and tie runoff; now (open): reveal role and tie lot." in said.out
        (pair,) = (told := balance("compare", "plain", "open", *words, "--json").json)["pairs"]
        assert pair["name"] == "players 8"
        assert told["differs"] == [
            {"name": "reveal", "before": ["none"], "after": ["role"]},
            {"name": "tie", "before": ["runoff"], "after": ["lot"]},
        ]


def test_two_tables_of_other_sizes_are_both_named(balance):
    _sweep(balance, "eight", "players=8", "werewolves=2")
    _sweep(balance, "nine", "players=9", "werewolves=2")
    told = balance("compare", "eight", "nine", "--json").json
    assert [pair["name"] for pair in told["pairs"]] == ["players 8, now players 9"]
    assert {"name": "players", "before": ["8"], "after": ["9"]} in told["differs"]
    assert "werewolves" not in [one["name"] for one in told["differs"]]


def test_what_one_side_sweeps_finds_its_like_on_the_other(balance):
    _sweep(balance, "many", "players=6..8")
    _sweep(balance, "one", "players=7", "reveal=role")
    (pair,) = balance("compare", "many", "one", "--json").json["pairs"]
    assert pair["name"] == "players 7"
    assert "Only in many: players 6 and players 8." in balance("compare", "many", "one").out


def test_what_differs_in_some_setups_is_told_with_all_its_values(balance):
    _sweep(balance, "suited", "players=5,8")
    _sweep(balance, "single", "players=5,8", "werewolves=1", "reveal=side")
    told = balance("compare", "suited", "single", "--json").json
    assert told["differs"] == [
        {"name": "werewolves", "before": ["1", "2"], "after": ["1"]},
        {"name": "reveal", "before": ["none"], "after": ["side"]},
    ]


def test_equal_setups_differ_in_nothing(balance):
    _sweep(balance, "one", "players=5,6")
    _sweep(balance, "two", "players=5,6", "--seed", "2")
    assert balance("compare", "one", "two", "--json").json["differs"] == []
    assert "Before (" not in balance("compare", "one", "two").out


def test_a_policy_file_that_has_changed_is_what_differs(balance, folder):
    source = "def own(state, seat, decision, legal):\n    return play_as(state, seat, SEER_LEADS, decision, legal)\n"
    head = "from kernels.werewolf.asking import SEER_LEADS\nfrom kernels.werewolf.policies import play_as\n\n\n"
    for out in ("before", "after"):
        (folder / "mine.py").write_text(f"{head}{source}# {out}\n")
        words = ("players=5", "policy.village=mine.py:own", "--games", 200, "--out", out, "--quiet")
        assert balance("sweep", "werewolf", *words).code == 0
    (told,) = balance("compare", "before", "after", "--json").json["differs"]
    assert told["name"] == "file of mine.py:own"
    assert told["before"] != told["after"]


def test_folders_of_any_name_can_be_told_apart(balance):
    for out in ("[old2]", "[/x]", ":wolf:"):
        _sweep(balance, out, "players=6", "reveal=role" if out == "[/x]" else "reveal=none")
    said = balance("compare", "[old2]", "[/x]")
    assert said.code == 0
    assert {"[old2]", "[/x]"} < {*said.out.split()}
    assert ":wolf:" in balance("compare", ":wolf:", "[/x]").out.split()


@pytest.mark.usefixtures("runs")
def test_a_setup_that_cannot_be_played_any_more_has_no_pairs(balance, folder):
    balance("bless", "blind", "-o", "base.json", "--quiet")
    plain = json.loads((folder / "base.json").read_text())
    plain["plan"] = ["werewolf", "players=6"]
    del plain["seal"]
    (folder / "base.json").write_text(json.dumps(plain))
    said = balance("compare", "blind", "base.json", "--paired", "--games", 1000)
    assert said.code == NOT_COMPARABLE
    assert "cannot be played any more" in said.err


def test_labels_tell_setups_apart(balance):
    balance("bless", "house-rules", "players=8", "--games", 1000, "-o", "rules.json", "--quiet")
    pairs = balance("compare", "rules.json", "rules.json", "--json").json["pairs"]
    names = [pair["name"] for pair in pairs]
    assert "knight=off" in names
    assert len({*names}) == len(names)
