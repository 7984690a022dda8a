"""Numbers as people write them: exactly what was written, or a mistake that says what is allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.numbers import MOST_GAMES, BadNumber, number, whole_number


@given(st.integers(1, MOST_GAMES))
def test_any_whole_number_is_read_exactly(value: int) -> None:
    for written in (str(value), f"{value:_}", f"{value}e0", f"{value // 10}.{value % 10}e1"):
        assert whole_number("--games", written, 1, MOST_GAMES) == value


@pytest.mark.parametrize(
    "given", ["", "x", "1.5", "1,000", "1M", "1_", "_1", "1__0", "1e-3", "1.55e1", "0x10", "1e9999", "٣"]
)
def test_what_is_no_whole_number(given: str) -> None:
    with pytest.raises(BadNumber, match=r"--games must be a whole number from 1 to 50, written as .*, not '"):
        whole_number("--games", given, 1, 50)


@given(st.text())
def test_any_text_is_a_number_in_range_or_a_mistake_in_one_line(text: str) -> None:
    for read in (whole_number, number):
        told = ""
        try:
            assert 1 <= read("--threads", text, 1, 1024) <= 1024
        except BadNumber as mistake:
            told = str(mistake)
        assert told.isprintable()
