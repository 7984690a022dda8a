"""Numbers and words as people read them."""

import pytest

from reports import wording


# Worked by hand: half-widths to one significant digit, the share to the same place.
@pytest.mark.parametrize(
    ("rate", "low", "high", "told"),
    [
        (0.471234, 0.4682, 0.4742, "47.1 % ± 0.3"),
        (0.471234, 0.47093, 0.47153, "47.12 % ± 0.03"),
        (0.4, 0.12, 0.70, "40 % ± 29"),
        (0.4712, 0.43, 0.51, "47 % ± 4"),
        (0.00002, 0.000004, 0.00007, "0.002 % (0.0004–0.007)"),
        (0.00001, 8.4e-8, 0.0000685, "0.001 % (0–0.007)"),
        (0.99999, 0.9999315, 0.99999992, "99.999 % (99.993–100)"),
        (0.0, 0.0, 0.00004, "0 % (0–0.004)"),
        (1.0, 0.99996, 1.0, "100 % (99.996–100)"),
        (0.99998, 0.99993, 0.999996, "99.998 % (99.993–99.9996)"),
        (0.01, 0.0048, 0.0183, "1.0 % (0.5–1.8)"),
        (0.4995, 0.4985, 0.5005, "50.0 % ± 0.1"),
        (0.3, 0.3, 0.3, "30 % ± 0"),
    ],
)
def test_a_share_says_as_much_as_its_interval_knows(rate: float, low: float, high: float, told: str) -> None:
    assert wording.share(rate, low, high) == told


@pytest.mark.parametrize(
    ("noun", "plural"), [("day", "days"), ("ply", "plies"), ("turn", "turns"), ("match", "matches"), ("loss", "losses")]
)
def test_units_have_plurals(noun: str, plural: str) -> None:
    assert wording.plural(noun) == plural
    assert wording.counted(1, noun) == f"1 {noun}"
    assert wording.counted(1000, noun) == f"1,000 {plural}"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (True, "on"),
        (False, "off"),
        (3, "3"),
        (1.5, "1.5"),
        (2.0, "2"),
        (["clue", "supper"], "clue+supper"),
        ([True, 2], "on+2"),
        ("runoff", "runoff"),
        (None, "–"),
        ("", "–"),
        ("a\nb\x1b[31m", "a b[31m"),
    ],
)
def test_values_are_told_as_a_setup_says_them(value: object, told: str) -> None:
    assert wording.value(value) == told


def test_words_in_a_row() -> None:
    assert [wording.listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize("count", [5, 25, 125, 4995, 9995, 10_000])
@pytest.mark.parametrize("half_width", [0.0001, 0.001, 0.01])
def test_two_shares_that_make_100_percent_still_do(count: int, half_width: float) -> None:
    # counts of 20,000 whose percentages end in 5, where rounding each by itself goes up twice: 0.03 % and 99.98 %
    rates = count / 20_000, 1 - count / 20_000
    told = [wording.share_parts(rate, rate - half_width, rate + half_width)[0].removesuffix(" %") for rate in rates]
    assert sum(map(float, told)) == pytest.approx(100, abs=1e-9)


def test_a_difference_says_as_much_as_its_interval_knows_and_which_way_it_goes() -> None:
    known = [(0.0324, 0.004), (-0.1, 0.012), (0.31, 0.03), (-0.0001, 0.004)]
    assert [wording.signed(*difference) for difference in known] == ["+3.2", "−10", "+31", "0.0"]
    assert wording.difference(0.0363, 0.0041) == "3.6 ± 0.4 points"


def test_a_share_of_a_difference_has_one_digit_more() -> None:
    assert [wording.percent(0.4712, width) for width in (0.03, 0.0035)] == ["47.1 %", "47.12 %"]


def test_many_words_are_counted() -> None:
    assert wording.capped(["a", "b", "c", "d"], 4) == "a, b, c and d"
    assert wording.capped(["a", "b", "c", "d"], 2) == "a, b and 2 more"
    assert wording.capped(["2", "3"], 3, "or") == "2 or 3"


def test_headings_are_made_of_names() -> None:
    assert [wording.number_of(name) for name in ("players", "prank_from")] == ["number of players", "prank_from"]
    assert (wording.capital("village wins"), wording.capital("")) == ("Village wins", "")
    assert wording.plain("from `prank_from` on") == "from prank_from on"
