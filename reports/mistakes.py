"""What a user got wrong when asking for a document, told in one sentence."""

from collections.abc import Sequence
from difflib import get_close_matches


class ReportMistake(Exception):
    """A user's mistake in one sentence: what was given, what is allowed."""

    exit_code = 2


def nearest(given: str, allowed: Sequence[str]) -> str:
    """The clause that helps a mistyped name on: the nearest of the allowed ones, or all of them."""
    close = get_close_matches(given.lower(), allowed, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there is {', '.join(allowed)}"
