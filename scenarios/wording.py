"""How messages, labels and titles show what somebody typed."""

from collections.abc import Iterable, Mapping

LONGEST = 80


def quote(text: object) -> str:
    """Text as a message shows it: in quotes, on one line, of bearable length."""
    whole = str(text)
    return repr(whole if len(whole) <= LONGEST else whole[: LONGEST - 3] + "...")


def either(words: Iterable[str]) -> str:
    """Words as a choice: `a`, `a or b`, `a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def spell(values: Mapping[str, str]) -> str:
    """Values as somebody would type them: `players=8 tie=lot`."""
    return " ".join(f"{key}={value}" for key, value in values.items())


def number_of(count: int, noun: str) -> str:
    """A count with its noun: `1 setup`, `1,200 setups`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
