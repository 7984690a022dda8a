"""Scenario files: what they say, and the one sentence for what they should not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scenario import BIGGEST, BadScenario, Case, Scenario, read_file, read_scenario

GAME = 'game = "werewolf"\n'


def read(text: str) -> Scenario:
    return read_scenario((GAME + text).encode(), "mine", "mine.toml")


def test_a_file_that_says_everything() -> None:
    scenario = read(
        """
        title = "What a seer is worth"
        games = 5000
        seed = 7
        where = "2*werewolves < players"
        zip = ["players", "werewolves"]
        [setup]
        reveal = "role"
        knight_same_target = false
        day_cap = 50
        "policy.village.skill" = 1.5
        [sweep]
        players = "8..10"
        werewolves = [1, 2, "table"]
        "policy.pack" = "bloc,stealth"
        [each]
        seer = false
        tie = ["lot", "nobody"]
        [[case]]
        label = "by day"
        opening = "day"
        [[case]]
        label = "as it is"
        """
    )
    assert scenario == Scenario(
        game="werewolf",
        name="mine",
        file="mine.toml",
        title="What a seer is worth",
        games=5000,
        seed=7,
        where=("2*werewolves < players",),
        zips=(("players", "werewolves"),),
        setup={"reveal": "role", "knight_same_target": "off", "day_cap": "50", "policy.village.skill": "1.5"},
        sweep={"players": ("8", "9", "10"), "werewolves": ("1", "2", "table"), "policy.pack": ("bloc", "stealth")},
        each={"seer": ("off",), "tie": ("lot", "nobody")},
        cases=(Case("by day", {"opening": "day"}), Case("as it is", {})),
    )


def test_a_dotted_key_without_quotes_is_the_same_key() -> None:
    assert read(
        '[setup]\npolicy.village = "quiet"\npolicy.pack.skill = 2.0\n[sweep.policy]\nallies = ["quiet"]'
    ) == read('[setup]\n"policy.village" = "quiet"\n"policy.pack.skill" = 2\n[sweep]\n"policy.allies" = "quiet"')


def test_any_number_of_dots_does_not_exhaust_the_stack() -> None:
    assert list(read("[setup]\na" + ".a" * 3000 + " = 1").setup) == ["a" + ".a" * 3000]


def test_a_number_of_games_may_be_written_in_several_ways() -> None:
    assert {read(f"games = {written}").games for written in ("1000", "1_000", "1e3")} == {1000}


def test_several_groups_are_zipped() -> None:
    assert read('zip = [["players", "werewolves"], ["tie", "vote"]]').zips == (
        ("players", "werewolves"),
        ("tie", "vote"),
    )


def test_a_byte_order_mark_is_no_matter() -> None:
    assert read_scenario(b"\xef\xbb\xbf" + GAME.encode(), "mine", "mine.toml").game == "werewolf"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("titel = 'a'", "unknown key 'titel'; did you mean 'title'?"),
        ("[sweeps]", "did you mean 'sweep'?"),
        ("[target]", "unknown key 'target'; did you mean 'targets'?"),
        ("games = x", "line 2, column 9"),
        ("title = 3", "title must be a line of text"),
        ("title = ''", "title must be a line of text"),
        ("games = 0", "games must be a whole number from 1"),
        ("games = true", "games must be a whole number from 1"),
        ("games = 1.5", "games must be a whole number from 1 to 1000000000000"),
        ("games = 1000000000001", "games must be a whole number from 1 to 1000000000000"),
        ("games = inf", "games must be a whole number from 1"),
        ("seed = -1", "seed must be a whole number from 0"),
        pytest.param("seed = 0x" + "f" * 6000, "not so great a number", id="hexadecimal"),
        pytest.param("seed = " + "9" * 6000, "is no TOML", id="decimal"),
        ("where = ['a']", "where must be one condition"),
        ("zip = 'players'", "zip must be a list of names"),
        ("zip = ['players', 2]", "zip must be a list of names"),
        ("zip = [['players', 2]]", "zip must be a list of names"),
        ("setup = 3", "setup must be a table"),
        ("[[sweep]]", "sweep must be a table"),
        ("[case]\nlabel = 'a'", "[[case]]"),
        ("[[case]]\nplayers = 8", "has no label"),
        ("[[case]]\nlabel = 8", "label of a [[case]] must be a line of text"),
        ("[[case]]\nlabel = 'a'\n[[case]]\nlabel = 'a'", "two cases with the label 'a'"),
        ("[[case]]\nlabel = 'a'\nplayers = '8,9'", "[case] takes one value of players"),
        ("[setup]\nplayers = [8]", "[setup] takes one value of players"),
        ("[setup]\nplayers = '6..8'", "[setup] takes one value of players"),
        ("[setup]\nplayers = 1979-05-27", "not the date or time 1979-05-27"),
        pytest.param("[setup]\nplayers = 0x" + "f" * 6000, "too great a number", id="players"),
        ("[setup]\n'policy.all' = 'random'\npolicy.all = 'random'", "says policy.all twice"),
        ('[setup]\n"a\\u001b" = 1', "unprintable"),
        ("[sweep]\nplayers = []", "empty list of players"),
        ("[sweep]\nplayers = [[8]]", "not a list"),
        ("[sweep]\nplayers = [{a = 1}]", "not a table"),
        ("[sweep]\nplayers = '6..'", "is no range"),
        ("[sweep]\nplayers = ''", "empty value"),
        ("[setup]\ntie = 'lot'\n[sweep]\ntie = ['lot']", "'tie' stands both in [sweep] and in [setup]"),
        ("[sweep]\ntie = ['lot']\n[each]\ntie = ['lot']", "'tie' stands both in [sweep] and in [each]"),
        ("[sweep]\ntie = ['lot']\n[[case]]\nlabel = 'a'\ntie = 'lot'", "'tie' stands both in [sweep] and in [case]"),
        pytest.param("a" + ".a" * 3000 + " = 1", "unknown key 'a'", id="dots"),
        pytest.param("a = " + "[" * 5000, "is no TOML", id="brackets"),
    ],
)
def test_mistakes_name_the_file_and_say_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(BadScenario) as mistake:
        read(text)
    assert str(mistake.value).startswith("mine.toml: ")
    assert told in str(mistake.value)
    assert "\n" not in str(mistake.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "does not say which game"),
        (b"[project]\nname = 'other'\n", "does not say which game"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "not text in UTF-8"),
        (b"\0\0\0", "is no TOML"),
        (b"game = 3", "game must be a line of text"),
        pytest.param(b"a" * (BIGGEST + 1), "more than 1,000,000 bytes", id="big"),
    ],
)
def test_a_file_that_is_no_scenario(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(BadScenario) as mistake:
        read_file(path)
    assert str(mistake.value).startswith(f"{path}: ")
    assert told in str(mistake.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match="is a folder"):
        read_file(tmp_path)
    with pytest.raises(BadScenario, match="No such file"):
        read_file(tmp_path / "missing.toml")
    with pytest.raises(BadScenario, match="cannot be read"):
        read_file(Path("a\0b.toml"))
    with pytest.raises(BadScenario, match="cannot be read"):
        read_file(Path("a" * 5000 + ".toml"))


KEYS = ["title", "games", "where", "zip", "[setup]\nplayers", "[sweep]\nplayers", "[each]\ntie", "[[case]]\nlabel"]
TOML_VALUES = st.recursive(
    st.sampled_from(["1", "-2.5", "true", "'6..8'", "'x,y'", "''", "nan", "1979-05-27", "07:32:00"]),
    lambda below: st.lists(below, max_size=3).map(lambda many: f"[{', '.join(many)}]") | below.map("{{a = {}}}".format),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(KEYS), TOML_VALUES, max_size=4))
def test_any_toml_is_a_scenario_or_a_mistake(said: dict[str, str]) -> None:
    told = ""
    try:
        scenario = read("".join(f"{key} = {said[key]}\n" for key in KEYS if key in said))
        assert all(isinstance(value, str) and value for _, value in scenario.settings())
    except BadScenario as mistake:
        told = str(mistake)
    assert told.isprintable()


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_a_mistake(content: bytes) -> None:
    with pytest.raises(BadScenario) as mistake:
        read_scenario(content, "mine", "mine.toml")
    assert str(mistake.value).isprintable()
