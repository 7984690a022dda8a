"""What a user got wrong, told in one sentence; the command line prints it and exits with its code."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import product
from typing import TypeAlias

AlsoCalled: TypeAlias = Mapping[str, tuple[str, ...]]
"""Words that others use -> the names that each may stand for, of which the first that exists is meant."""
NO_WORDS: AlsoCalled = {}
MOST_ECHOED = 60
"""The most characters of what was given that a message repeats."""


class Mistake(Exception):
    """A user's mistake in one sentence: what was given, what is allowed."""

    exit_code = 2


class UnknownName(Mistake):
    """A name that nothing answers to; the sentence gives the nearest one that exists.

    Args:
        kind: what was meant, as a noun ("game", "parameter").
        given: the name as typed.
        allowed: the names that exist, in the order they should be shown.
        where: what was searched, to follow the noun (" of werewolf"), or nothing.
        also_called: words that others use -> the names that they may stand for.
    """

    def __init__(
        self, kind: str, given: object, allowed: Iterable[str], where: str = "", also_called: AlsoCalled = NO_WORDS
    ) -> None:
        hint = nearest(str(given), list(allowed), also_called)
        super().__init__(f"unknown {kind} {shortened(given)!r}{where}; {hint}")


class BadValue(Mistake):
    """A value outside what its parameter takes."""

    def __init__(self, name: str, given: object, allowed: str) -> None:
        super().__init__(f"{name}={shortened(given)} is not possible; {name} takes {allowed}")


class RuleBroken(Mistake):
    """A setup whose every value is possible, but which together break a rule of the game."""


def shortened(given: object) -> str:
    """What was given, at a length that a sentence can hold."""
    text = str(given)
    return text if len(text) <= MOST_ECHOED else text[: MOST_ECHOED - 3] + "..."


def close_to(given: str, names: Sequence[str]) -> str:
    """The one of `names` that `given` seems to be a mistyped form of; empty if it seems none."""
    return next(iter(get_close_matches(given.lower(), names, n=1, cutoff=0.6)), "")


def called_here(given: str, names: Sequence[str], also_called: AlsoCalled) -> str:
    """The one of `names` that `given` is in others' words, in each of its parts between dots; empty if it is none."""
    words = given.lower().split(".")
    ours = (also_called.get(word, also_called.get(word.removesuffix("s"), ())) for word in words)
    meant = (".".join(parts) for parts in product(*((*found, word) for found, word in zip(ours, words, strict=True))))
    return next((name for name in meant if name in names), "")


def nearest(given: str, names: list[str], also_called: AlsoCalled = NO_WORDS) -> str:
    """The clause that helps a mistyped or foreign name on: the nearest of `names`, or all of them when few."""
    if close := called_here(given, names, also_called) or close_to(given, names):
        return f"did you mean {close!r}?"
    if not names:
        return "there are none"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"there is {shown}"
