"""Numbers of games, seeds and the like: how people write them, and how great they may be."""

import re
from decimal import Decimal

from kernels.mistakes import Mistake
from scenarios.wording import quote

MOST_GAMES, MOST_SEED = 10**12, 2**63 - 1
"""The most games of a setup, and the greatest seed, wherever somebody gives one."""

WHOLE = re.compile(r"-?\d+(?:_\d+)*|-?\d+(?:\.\d+)?e\+?\d{1,3}", re.ASCII | re.IGNORECASE)
LONGEST = 400
"""The most characters of a number; with more it is too great in any case."""


class BadNumber(Mistake):
    """What is no number, or none of those that belong there."""


def whole_number(name: str, given: str, low: int, high: int) -> int:
    """The whole number that `given` writes as 1000000, 1_000_000 or 1e6.

    Args:
        name: what messages call it, such as `--games`.
        given: as typed.
        low, high: the least and the greatest that may be given.

    Raises:
        BadNumber: it is none, or outside these.
    """
    text = given.strip()
    if len(text) <= LONGEST and WHOLE.fullmatch(text):
        number = Decimal(text)
        if number == number.to_integral_value() and low <= number <= high:
            return int(number)
    raise no_whole_number(name, quote(given), low, high)


def no_whole_number(name: str, shown: str, low: int, high: int) -> BadNumber:
    """The mistake of anything else than a whole number from `low` to `high`; `shown` is what was given."""
    return BadNumber(f"{name} must be a whole number from {low} to {high}, written as 1000, 1_000 or 1e3, not {shown}")


def number(name: str, given: str, low: float, high: float) -> float:
    """The number from `low` to `high` that `given` writes; raises `BadNumber` where it is none."""
    try:
        found = float(given)
    except ValueError:
        found = float("nan")
    if not low <= found <= high:
        raise BadNumber(f"{name} must be a number from {low:g} to {high:g}, not {quote(given)}")
    return found
