"""`key=value` words: one key and the values it takes in turn.

Values stay text here; the game's parameters read them later. A list that is one value (`clue+supper`) has no
comma and so passes through untouched.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext

from kernels.mistakes import Mistake
from scenarios.wording import quote

MOST_VALUES = 100_000
"""The most values that one key takes; beyond it somebody mistyped a range."""

MOST_DIGITS = 9
"""The most digits on either side of a range's points; they keep every sum exact in `Decimal`'s 28."""

NUMBER = r"([+-]?\d+(?:\.\d+)?)"
RANGE = re.compile(rf"{NUMBER}\.\.{NUMBER}(?:\.\.{NUMBER})?", re.ASCII)
LONG = re.compile(rf"\d{{{MOST_DIGITS + 1}}}", re.ASCII)


class BadPair(Mistake):
    """A word that is no `key=value` pair, or whose values are no list or range."""


def read_pairs(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The values of every key, in the order of the command line.

    Args:
        words: such as `players=6..12`, `tie=lot,nobody`.

    Raises:
        BadPair: a word is no pair, a value is none, or a key comes twice.
    """
    pairs: dict[str, tuple[str, ...]] = {}
    for word in words:
        key, equals, values = (part.strip() for part in word.partition("="))
        if not (equals and key):
            raise BadPair(f"{quote(word)} is no pair; write key=value, such as players=8 or players=6..12")
        if key in pairs:
            raise BadPair(f"{quote(key)} is given twice; write all its values in one list, with commas between them")
        pairs[key] = read_values(key, values)
    return pairs


def read_values(key: str, text: str) -> tuple[str, ...]:
    """The values that `text` lists: `8`, `6..12`, `4..20..4`, `lot,nobody`, `4,6..8`.

    Raises:
        BadPair: one of them is empty, no range, or they are absurdly many.
    """
    if not text.isprintable():
        raise BadPair(f"{quote(key)} has a value with unprintable characters: {quote(text)}")
    values: list[str] = []
    for item in (part.strip() for part in text.split(",")):
        if not item:
            raise BadPair(f"{quote(f'{key}={text}')} has an empty value; write KEY=VALUE or KEY=VALUE,VALUE")
        values.extend(_range(key, item) if _means_a_range(item) else (item,))
        if len(values) > MOST_VALUES:
            raise _too_many(key, text)
    return tuple(values)


def _means_a_range(item: str) -> bool:
    """Whether two dots in `item` are a range's, not those of a path such as `../cautious.py:choose`."""
    return ".." in item and "/" not in item and "\\" not in item


def _range(key: str, item: str) -> Iterator[str]:
    """The numbers of a range, written as short as they can be."""
    match = RANGE.fullmatch(item)
    if match is None:
        said = quote(f"{key}={item}")
        raise BadPair(f"{said} is no range; write FIRST..LAST or FIRST..LAST..STEP, such as 6..12 or 4..30..2")
    with localcontext(Context(prec=3 * len(item) + 9, Emax=MAX_EMAX, Emin=MIN_EMIN)):  # exact, however many digits
        first, last, step = (Decimal(number or 1) for number in match.groups())
        size = step or Decimal(1)
        if abs(last - first) >= MOST_VALUES * abs(size):
            raise _too_many(key, item)
        if LONG.search(item):
            raise BadPair(f"{quote(f'{key}={item}')} is too long; a range takes at most {MOST_DIGITS} digits in a row")
        if (last - first) * step < 0 or step == 0:
            raise _goes_nowhere(f"{key}={item}", first, last, abs(size), step == 0)
    steps = int((last - first) / step)
    return (f"{(first + k * step).normalize():f}" for k in range(steps + 1))


def _goes_nowhere(said: str, first: Decimal, last: Decimal, size: Decimal, stands: bool) -> BadPair:
    """The mistake of a range whose step leads away from its end, or (`stands`) nowhere; its advice is a range."""
    there, back = _written(first, last, size), _written(last, first, size)
    if stands:
        return BadPair(f"{quote(said)} has a step of zero; write {there}, or another step after it")
    return BadPair(f"{quote(said)} is empty; write {back}, or {there} to count the other way")


def _written(first: Decimal, last: Decimal, size: Decimal) -> str:
    """A range as somebody types it: from `first` to `last`, whichever way that is, in steps of `size`."""
    step = size if first <= last else -size
    return f"{first:f}..{last:f}" + (f"..{step:f}" if step != 1 else "")


def _too_many(key: str, text: str) -> BadPair:
    return BadPair(f"{quote(key)} takes at most {MOST_VALUES:,} values, and {quote(text)} has more; shorten it")
