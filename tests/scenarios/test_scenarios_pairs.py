"""`key=value` words: lists, ranges, and what is none."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.mistakes import Mistake
from scenarios.pairs import MOST_VALUES, BadPair, read_pairs, read_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("8", ("8",)),
        ("6..9", ("6", "7", "8", "9")),
        ("4..20..4", ("4", "8", "12", "16", "20")),
        ("4..10..4", ("4", "8")),  # the last step would pass the end
        ("9..6..-1", ("9", "8", "7", "6")),
        ("-1..1", ("-1", "0", "1")),
        ("5..5", ("5",)),
        ("1.5..3..0.5", ("1.5", "2", "2.5", "3")),
        ("0..0.3..0.1", ("0", "0.1", "0.2", "0.3")),  # binary floats would miss 0.3
        ("8..10..1.0", ("8", "9", "10")),
        ("1,2,3", ("1", "2", "3")),
        ("4,6..8,12", ("4", "6", "7", "8", "12")),
        (" lot , nobody ", ("lot", "nobody")),
        ("clue+supper,betray", ("clue+supper", "betray")),
        ("b1 w1 r3", ("b1 w1 r3",)),
        ("../cautious.py:choose", ("../cautious.py:choose",)),
        ("-0.5", ("-0.5",)),
    ],
)
def test_values(text: str, values: tuple[str, ...]) -> None:
    assert read_values("key", text) == values


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["players"], "'players' is no pair"),
        (["=8"], "'=8' is no pair"),
        (["players="], "empty value"),
        (["players=6,,8"], "empty value"),
        (["players=6,"], "empty value"),
        (["players=8", "players=9"], "'players' is given twice"),
        (["players=6.."], "'players=6..' is no range"),
        (["players=6..x"], "is no range"),
        (["players=1...5"], "is no range"),
        (["players=6..12..0"], "step of zero"),
        (["players=12..6"], "write 6..12, or 12..6..-1 to count the other way"),
        (["players=6..12..-1"], "write 12..6..-1, or 6..12 to count the other way"),
        (["players=6..12..-0.5"], "write 12..6..-0.5, or 6..12..0.5"),
        (["players=12..6..0"], "write 12..6..-1, or another step"),
        (["players=0..999999999"], "at most 100,000 values"),
        (["players=1..1000000000"], "at most 100,000 values"),
        (["players=999999999..0..0"], "at most 100,000 values"),
        pytest.param(["players=1.." + "9" * 5000], "at most 100,000 values", id="great"),
        pytest.param(["players=" + "9" * 5000 + ".." + "9" * 5000], "at most 9 digits in a row", id="long"),
        (["players=0..1..0.0000000001"], "at most 100,000 values"),
        (["players=0..0.0000000001"], "at most 9 digits in a row"),
        (["players=1..60000,1..60000"], "at most 100,000 values"),
        (["players=8\n9"], "unprintable"),
        (["tie=\0"], "unprintable"),
    ],
)
def test_mistakes_say_what_is_wrong(words: list[str], told: str) -> None:
    with pytest.raises(BadPair) as mistake:
        read_pairs(words)
    assert told in str(mistake.value)
    assert "\n" not in str(mistake.value)


NUMBERS = st.decimals(-50, 50, places=2).map("{:f}".format) | st.integers(-(10**12), 10**12).map(str)
RANGES = re.compile(r"[-\d.]*\d\.\.[-\d.]*\d")


@given(NUMBERS, NUMBERS, st.none() | NUMBERS)
def test_whatever_range_a_message_advises_is_one(first: str, last: str, step: str | None) -> None:
    text = f"{first}..{last}" if step is None else f"{first}..{last}..{step}"
    told, ends = "", {f"{Decimal(end).normalize():f}" for end in (first, last)}
    try:
        assert read_values("key", text)
    except BadPair as mistake:
        told = str(mistake)
    advised = RANGES.findall(told.partition("; write ")[2])
    assert len(advised) == ("is empty" in told) * 2 + ("step of zero" in told)
    assert all(read_values("key", way)[0] in ends for way in advised)


def test_the_longest_list_is_still_read() -> None:
    assert len(read_values("day_cap", f"1..{MOST_VALUES}")) == MOST_VALUES


def test_keys_keep_the_order_of_the_command_line() -> None:
    pairs = read_pairs(["werewolves=1,2", "players = 6..7", "tie=lot"])
    assert list(pairs.items()) == [("werewolves", ("1", "2")), ("players", ("6", "7")), ("tie", ("lot",))]


@given(st.integers(-500, 500), st.integers(0, 400), st.integers(1, 50))
def test_a_range_is_pythons_range_with_its_end(first: int, length: int, step: int) -> None:
    last = first + length
    assert read_values("key", f"{first}..{last}..{step}") == tuple(map(str, range(first, last + 1, step)))
    assert read_values("key", f"{last}..{first}..-{step}") == tuple(map(str, range(last, first - 1, -step)))


@given(st.lists(st.text() | st.from_regex(r"[a-c]=[-0-9.,x]{0,12}", fullmatch=True), max_size=3))
def test_any_words_are_pairs_or_a_mistake_in_one_line(words: list[str]) -> None:
    told = ""
    try:
        pairs = read_pairs(words)
        assert len(pairs) == len(words)
        assert all(value for values in pairs.values() for value in values)
    except Mistake as mistake:
        told = str(mistake)
    assert told.isprintable()
