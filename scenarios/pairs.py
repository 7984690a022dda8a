"""`key=value` words: one key and the values it takes in turn.

Values stay text here; the game's parameters read them later. A list that is one value (`clue+supper`) has no
comma and so passes through untouched.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from kernels.mistakes import Mistake
from scenarios.wording import quote

MOST_VALUES = 100_000
"""The most values that one key takes; beyond it somebody mistyped a range."""

# Nine digits on either side of the point keep every sum exact in `Decimal`'s 28.
NUMBER = r"([+-]?\d{1,9}(?:\.\d{1,9})?)"
RANGE = re.compile(rf"{NUMBER}\.\.{NUMBER}(?:\.\.{NUMBER})?", re.ASCII)


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
            raise BadPair(f"{quote(key)} is given twice; write all its values in one list, such as players=6,8")
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
    said = quote(f"{key}={item}")
    match = RANGE.fullmatch(item)
    if match is None:
        raise BadPair(f"{said} is no range; write FIRST..LAST or FIRST..LAST..STEP, such as 6..12 or 4..30..2")
    first, last, step = (Decimal(number or 1) for number in match.groups())
    if step == 0:
        raise BadPair(f"{said} has a step of zero; write {first}..{last}, or another step after it")
    if (last - first) * step < 0:
        raise BadPair(f"{said} is empty; write {last}..{first}, or {first}..{last}..{-step} to count the other way")
    steps = int((last - first) / step)
    if steps >= MOST_VALUES:
        raise _too_many(key, item)
    return (f"{(first + k * step).normalize():f}" for k in range(steps + 1))


def _too_many(key: str, text: str) -> BadPair:
    return BadPair(f"{quote(key)} takes at most {MOST_VALUES:,} values, and {quote(text)} has more")
