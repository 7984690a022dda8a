"""The words and number formats that all documents share; no other file formats a number for people."""

import unicodedata
from collections.abc import Sequence

NO_VALUE = "–"
ROUND = 1.25
"""How unequal the arms of an interval may be and still be told as one half-width."""
EVEN_FROM, EVEN_TO = 0.45, 0.55
"""The shares of the leading outcome that count as an even game."""
EVEN = "45–55 %"

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
        return f"{_near_an_end(percent, places)} %", f"({_near_an_end(bottom, places)}–{_near_an_end(top, places)})"
    return f"{percent:.{places}f} %", f"± {half_width:.{places}f}"


def percent(rate: float) -> str:
    """A share without an interval: "47.1 %"."""
    return f"{100 * rate:.1f} %"


def points(difference: float) -> str:
    """A difference of two shares in percentage points: "3.2 points"."""
    return f"{100 * difference:.1f} points"


def signed_points(difference: float) -> str:
    """A difference of two shares and which way it goes: "+3.2 points"."""
    return f"{'+' if difference >= 0 else '−'}{points(abs(difference))}"


def count(number: int) -> str:
    """A whole number with its thousands apart: "100,000"."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """A number of things: "1 setup", "250 setups"."""
    return f"{count(number)} {noun if number == 1 else plural(noun)}"


def length(mean: float | None, unit: str) -> str:
    """A mean length with its unit: "4.4 days"."""
    return NO_VALUE if mean is None else f"{mean:.1f} {plural(unit)}"


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
    """Text without what no document can hold: control characters other than line breaks and tabs, half characters."""
    return "".join(letter for letter in text if letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cs"))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _places(size: float) -> int:
    """The decimal places that show `size` to one significant digit."""
    return max(0, -int(f"{size:.0e}".partition("e")[2]))


def _near_an_end(number: float, places: int) -> str:
    """A percentage that may lie close to 0 or 100, with places enough to tell it from them."""
    end = 0 if number < 50 else 100
    if number == end:
        return str(end)
    return f"{number:.{min(max(places, _places(abs(end - number))), places + 2)}f}"
