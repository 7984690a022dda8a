"""The words and number formats that all documents share; no other file formats a number for people."""

import unicodedata
from collections.abc import Sequence

NO_VALUE = "–"
ROUND = 1.25
"""How unequal the arms of an interval may be and still be told as one half-width."""

INTERVALS = "Intervals are exact (Clopper–Pearson) at 95 %, and hold for all outcomes of a setup together."
HALF_WIDTH = (
    "The figure after ± is half the interval's width in percentage points; where an interval is lopsided, both its "
    "ends stand in parentheses."
)


def share(rate: float, low: float, high: float) -> str:
    """A share with its interval as people read it: "47.1 % ± 0.3", "0.002 % (0.0002–0.007)".

    Args:
        rate: in [0, 1], as are `low` and `high`, the ends of its interval.
    """
    return " ".join(share_parts(rate, low, high))


def share_parts(rate: float, low: float, high: float) -> tuple[str, str]:
    """A share and its interval apart, for places where one stands above the other."""
    percent, bottom, top = 100 * rate, 100 * low, 100 * high
    below, above = percent - bottom, top - percent
    half_width = (below + above) / 2
    places = _places(half_width)
    if max(below, above) > ROUND * min(below, above):
        # a share says how far from 0 or 100 it is; the ends of its interval need not where that is next to nothing
        shown = _rounded(percent, max(places, _places(_from_end(percent))))
        ends = (_rounded(end, _end_places(end, places)) for end in (bottom, top))
        return f"{shown} %", f"({'–'.join(ends)})"
    return f"{_rounded(percent, places)} %", f"± {half_width:.{places}f}"


def percent(rate: float, half_width: float = 0.01) -> str:
    """A share without its interval: "47.1 %".

    Args:
        half_width: of that, in [0, 1]; the share has one digit more, so that differences of such shares come out right.
    """
    return f"{100 * rate:.{_places(100 * half_width) + 1}f} %"


def points(difference: float) -> str:
    """A difference of two shares in percentage points: "3.2 points"."""
    return f"{100 * difference:.1f} points"


def exact(share: float) -> str:
    """A share that somebody chose, with all its digits: "45 %", "33.25 %"."""
    return f"{100 * share:.10g} %"


def band(low: float, high: float) -> str:
    """Two shares that somebody chose as the edges of a band: "45–55 %"."""
    return f"{100 * low:.10g}–{exact(high)}"


def signed(difference: float, half_width: float) -> str:
    """A difference of two shares in points, as exact as its interval, and which way it goes: "+3.2", "−31"."""
    shown = f"{abs(100 * difference):.{_places(100 * half_width)}f}"
    sign = "" if float(shown) == 0 else "+" if difference > 0 else "−"
    return f"{sign}{shown}"


def signed_parts(difference: float, half_width: float) -> tuple[str, str]:
    """The same and half the width of its interval, apart, for places where one stands above the other."""
    places = _places(100 * half_width)
    return signed(difference, half_width), f"± {100 * half_width:.{places}f}"


def difference(size: float, half_width: float) -> str:
    """A difference of two shares with its interval: "3.6 ± 0.4 points"."""
    places = _places(100 * half_width)
    return f"{100 * size:.{places}f} ± {100 * half_width:.{places}f} points"


def count(number: int) -> str:
    """A whole number with its thousands apart: "100,000"."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """A number of things: "1 setup", "250 setups"."""
    return f"{count(number)} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a regular English noun: days, plies, matches."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def value(of: object) -> str:
    """What a parameter is set to, as a setup would say it: on, off, 1.5, a+b."""
    if of is None:
        return NO_VALUE
    if isinstance(of, bool):
        return "on" if of else "off"
    if isinstance(of, float):
        return f"{of:.10g}"
    if isinstance(of, list | tuple):
        return "+".join(value(part) for part in of)
    return one_line(str(of)) or NO_VALUE


def one_line(text: str) -> str:
    """Text without line breaks and control characters, which a label may hold and a table cannot."""
    return printable(" ".join(text.split()))


def printable(text: str) -> str:
    """Text without what no document can hold: control characters other than line breaks and tabs, what is none."""
    return "".join(letter for letter in text if letter in "\n\t" or not _is_no_letter(letter))


def _is_no_letter(letter: str) -> bool:
    """Whether it is a control character, half a character, or a place that Unicode keeps free for ever."""
    if unicodedata.category(letter) in ("Cc", "Cs"):
        return True
    return ord(letter) & 0xFFFE == 0xFFFE or "\ufdd0" <= letter <= "\ufdef"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def capped(words: Sequence[str], most: int, last: str = "and") -> str:
    """Words in a row, of many the first: "a, b, c and 4 more"."""
    return listed(words if len(words) <= most else [*words[:most], f"{len(words) - most} more"], last)


def capital(text: str) -> str:
    """Text that begins a sentence."""
    return text[:1].upper() + text[1:]


def number_of(parameter: str) -> str:
    """What a heading calls a swept number: "number of players", and "prank_from" where it does not count things."""
    return f"number of {parameter}" if parameter.endswith("s") else parameter


def plain(meaning: str) -> str:
    """A meaning as running text: without the ticks around names."""
    return meaning.replace("`", "")


def _places(size: float) -> int:
    """The decimal places that show `size` to one significant digit; none for nothing."""
    return max(0, -int(f"{size:.0e}".partition("e")[2]))


def _rounded(percent: float, places: int) -> str:
    """A percentage; rounded is its distance from the nearer of 0 and 100, so that two that make 100 still do."""
    end = _from_end(percent)
    if end == 0:
        return f"{percent:.0f}"
    shown = f"{end:.{places}f}"
    if float(shown) == 0:
        return "0" if percent < 50 else "100"
    return shown if percent <= 50 else f"{100 - float(shown):.{places}f}"


def _end_places(percent: float, places: int) -> int:
    """The decimal places of an interval's end: of the interval's width, and one more for what is near 0 or 100."""
    return min(max(places, _places(_from_end(percent))), places + 1)


def _from_end(percent: float) -> float:
    """The distance from 0 or from 100, whichever is less, free of the last bit's noise."""
    return round(min(percent, 100 - percent), 10)
