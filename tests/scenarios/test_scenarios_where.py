"""The language of `where`: it agrees with Python where it has the same pieces, and never runs anything."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.game import Choice, Number, Parameter, Switch, Value, Whole
from kernels.mistakes import Mistake, UnknownName
from scenarios.where import BadWhere, read_where

NAMES: dict[str, Parameter] = {
    "players": Whole("players", "", 8, "", 4, 30),
    "werewolves": Whole("werewolves", "", "table", "", 1, 14, ("table",)),
    "knight": Whole("knight", "", "table", "", 0, 30, ("table",), switchable=True),
    "prank_from": Whole("prank_from", "", 2, "", 1, 30, ("never",)),
    "tie": Choice("tie", "", "runoff", "", ("runoff", "lot", "nobody")),
    "medic": Choice("medic", "", "table", "", ("table", "on", "off")),
    "reveal": Switch("reveal", "", False, ""),
    "policy.all": Choice("policy.all", "", "", "", ("quiet", "seer-leads")),
    "policy.village": Choice("policy.village", "", "", "", ("quiet", "seer-leads")),
    "policy.village.skill": Number("skill", "", 1.0, "", 0.0, 5.0),
}
VALUES: dict[str, Value] = {
    "players": 9,
    "werewolves": 2,
    "knight": 1,
    "prank_from": "never",
    "tie": "lot",
    "medic": "on",
    "reveal": False,
    "policy.all": "",
    "policy.village": "seer-leads",
    "policy.village.skill": 1.5,
}


@pytest.mark.parametrize(
    "text",
    [
        "2*werewolves < players",
        "4 <= players <= 9 < 10",
        "players % 2 == 1",
        "-players // 2 == -5",
        "+players / 2 == 4.5",
        "players in [7, 9] and tie not in ('runoff', 'nobody')",
        "not (players > 9 or werewolves > 2)",
        "tie == 'lot'",
        "tie == 'LOT'",
        "tie != 'runoff'",
        "tie in ['runoff', tie]",
        "'lot' == tie",
        "reveal == off",
        "reveal == 'off'",
        "reveal == no",
        "reveal == False",
        "reveal != true",
        "not reveal",
        "not reveal and on",
        "(players == 9) + (tie == 'lot') == 2",
        "medic == on",
        "medic == 'on'",
        "knight == on",
        "knight == 'yes'",
        "knight == 1",
        "knight",
        "prank_from == 'never'",
        "prank_from != 3",
        "policy.village == 'seer-leads'",
        "policy.village.skill > 1.4",
        "(players > 5) + (werewolves > 5) == 1",
        "  players > 6\n  and werewolves > 1  ",
        "players not in []",
        "players == 9 or players / 0 > 1",  # the second half is not needed
    ],
)
def test_true_of_these_values(text: str) -> None:
    where = read_where(text, NAMES)
    assert where.holds(VALUES)
    assert not read_where(f"not ({text.strip()})", NAMES).holds(VALUES)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("players >", "is no expression"),
        pytest.param("(" * 300, "is no expression", id="brackets"),
        ("\0", "is no expression"),
        ("\ud800", "is no expression"),
        ("1; 2", "is no expression"),
        ("players = 8", "is no expression"),
        pytest.param("- " * 500 + "1", "more than 50 levels", id="signs"),
        pytest.param("1" * 3000, "longer than 2,000", id="long"),
        ("players == 8 # and more", "may not have '#'"),
        ("__import__('os').system('true')", "may not have calls"),
        ("players.bit_length()", "may not have calls"),
        ("(1).real", "may not have a dot"),
        ("'a'.upper", "may not have a dot"),
        ("players[0]", "square brackets"),
        ("lambda: 1", "functions"),
        ("[x for x in (1, 2)]", "loops"),
        ("f'{players}'", "formatted words"),
        ("(players := 8)", "assignments"),
        ("1 if players else 2", "if and else"),
        ("9**9**9", "powers"),
        ("players & 1", "write and"),
        ("~players", "write not"),
        ("tie is 'lot'", "write =="),
        ("players << 2", "may not have LShift"),
        ("[1, 2]", "lists except after in"),
        ("None", "values other than"),
        ("1j", "values other than"),
        ("b'a' == 'a'", "values other than"),
        ("players in 8", "needs a list in brackets after in"),
        ("'o' in tie", "needs a list in brackets after in"),
        ("players", "players as a condition, and it is a number; compare it, such as players > 4"),
        ("not players", "compare it, such as players > 4"),
        ("players % 2", "compare it, such as players % 2 > 0"),
        ("reveal and werewolves", "compare it, such as werewolves > 1"),
        ("reveal or policy.village.skill", "compare it, such as policy.village.skill > 0"),
        ("prank_from", "it is a number or a word; compare it, such as prank_from == 1"),
        ("tie", "it is a word; compare it, such as tie == 'runoff'"),
        ("policy.village", "compare it, such as policy.village == 'quiet'"),
        ("(players > 5) + 1", "compare it, such as (players > 5) + 1 > 0"),
        ("1", "1 as a condition, and it is a number; compare it"),
        ("'a'", "'a' as a condition, and it is a word; compare it"),
        ("reveal in 8", "such as reveal in [on]"),
        ("tie in 'lot'", "such as tie in ['runoff']"),
        ("tie < 'lot'", "tie as a number"),
        ("tie + 1 == 2", "tie as a number"),
        ("'%d' % players", "as a number"),
        ("tie == 3", "tie, a word, with 3, a number"),
        ("players + 1 == 'nine'", "players + 1, a number, with 'nine', a word"),
        ("players == 'nine'", "players takes 4..30"),
        ("players == '9'", "write 9 without quotes"),
        ("players == on", "players takes 4..30"),
        ("reveal == 'side'", "reveal takes on or off"),
        ("tie == 'runof'", "did you mean 'runoff'?"),
        ("tie in ['lot', 'nobdy']", "did you mean 'nobody'?"),
        ("werewolves == 'table'", "settled"),
        ("tie == runoff", "write tie == 'runoff'"),
        ("policy.village == seer-leads", "write policy.village == 'seer-leads'"),
    ],
)
def test_mistakes_say_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(BadWhere) as mistake:
        read_where(text, NAMES)
    assert told in str(mistake.value)
    assert str(mistake.value).isprintable()


@pytest.mark.parametrize("form", ["{}", "not {}", "{} and on", "{} in 8"])
@pytest.mark.parametrize("name", [*NAMES, "players % 2", "-werewolves", "(players > 8) + reveal"])
def test_what_a_message_says_to_write_is_a_condition(name: str, form: str) -> None:
    told = ""
    try:
        read_where(form.format(name), NAMES)
    except BadWhere as mistake:
        told = str(mistake)
    advice = told.partition("such as ")[2]
    assert bool(advice) == (name not in ("reveal", "knight") or "in 8" in form)  # these two say yes or no as they are
    if advice:
        assert read_where(advice, NAMES).holds(VALUES) in (True, False)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("playrs > 8", "players"), ("policy.vilage == 'quiet'", "policy.village"), ("players.__class__", "there is")],
)
def test_an_unknown_name_gives_the_nearest(text: str, nearest: str) -> None:
    with pytest.raises(UnknownName, match=nearest):
        read_where(text, NAMES)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("players / 0 > 1", "division by zero"),
        ("players // (werewolves - 2) > 0", "zero"),
        pytest.param("1" + "0" * 400 + " / 3 > 1", "cannot be worked out", id="great"),
        ("prank_from < 3", "in one setup it is the word 'never'"),
    ],
)
def test_what_cannot_be_worked_out_is_a_mistake(text: str, told: str) -> None:
    with pytest.raises(BadWhere, match=told):
        read_where(text, NAMES).holds(VALUES)


def test_a_knob_that_a_setup_has_not_is_no_number() -> None:
    with pytest.raises(BadWhere, match="in one setup there is none"):
        read_where("policy.village.skill > 1", NAMES).holds({**VALUES, "policy.village.skill": ""})


def test_a_name_without_a_value_is_told_apart_from_a_mistake() -> None:
    with pytest.raises(KeyError):
        read_where("werewolves > 1", NAMES).holds({"players": 8})


def _numbers(conditions: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    leaves = st.sampled_from(["players", "werewolves", "policy.village.skill", "0", "1", "7", "2.5"])
    return st.recursive(
        leaves,
        lambda below: st.one_of(
            st.builds("({} {} {})".format, below, st.sampled_from(["+", "-", "*", "/", "//", "%"]), below),
            st.builds("{}{}".format, st.sampled_from(["-", "+"]), below),
            conditions.map("({})".format),
        ),
        max_leaves=5,
    )


def _conditions() -> st.SearchStrategy[str]:
    words = st.sampled_from(["tie == 'lot'", "tie != 'nobody'", "tie in ['lot', 'runoff']", "'lot' not in [tie]"])
    signs = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    numbers = _numbers(st.sampled_from(["players > 8", "not reveal"]))
    compared = st.builds("{} {} {}".format, numbers, signs, numbers)
    chained = st.builds("{} {} {}".format, compared, signs, numbers)
    safe = st.sampled_from(["players", "werewolves + 1", "7", "2.5"])  # Python works out all members before it looks
    listed = st.builds("{} {} [{}, {}]".format, numbers, st.sampled_from(["in", "not in"]), safe, safe)
    return st.recursive(
        st.one_of(words, compared, chained, listed, st.just("reveal == off")),
        lambda below: st.one_of(
            st.builds("({} {} {})".format, below, st.sampled_from(["and", "or"]), below),
            below.map("not {}".format),
        ),
        max_leaves=6,
    )


@given(_conditions(), st.integers(4, 30), st.integers(1, 14), st.sampled_from(["lot", "nobody"]), st.booleans())
def test_an_expression_is_worth_what_python_makes_of_it(
    text: str, players: int, werewolves: int, tie: str, reveal: bool
) -> None:
    values = {**VALUES, "players": players, "werewolves": werewolves, "tie": tie, "reveal": reveal}
    policy = SimpleNamespace(village=SimpleNamespace(skill=VALUES["policy.village.skill"]))
    where = read_where(text, NAMES)
    try:
        expected = bool(eval(text, {"__builtins__": {}}, {**values, "policy": policy, "off": False}))
    except ArithmeticError:
        with pytest.raises(BadWhere):
            where.holds(values)
    else:
        assert where.holds(values) is expected


PIECES = [
    "players",
    "tie",
    "'lot'",
    "8",
    "(",
    ")",
    "[",
    "]",
    ",",
    "in",
    "not",
    "and",
    "<",
    "==",
    "+",
    "*",
    ".",
    "on",
    " ",
]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=15).map(" ".join))
def test_any_text_is_an_expression_or_a_mistake_in_one_line(text: str) -> None:
    told = ""
    try:
        read_where(text, NAMES).holds(VALUES)
    except Mistake as mistake:
        told = str(mistake)
    assert told.isprintable()
