"""Plain characters in place of those that a terminal or a file cannot show."""

import codecs

PLAIN = {
    "±": "+-",
    "−": "-",
    "–": "-",
    "—": "-",
    "─": "-",
    "━": "-",
    "╸": "-",
    "“": '"',
    "”": '"',
    "’": "'",
    "…": "...",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
}
"""Characters of ours -> what stands in for them."""
ERRORS = "plain"
"""The name by which streams know this way out."""


def fitting(text: str, encoding: str) -> str:
    """Text in characters that an encoding has, ours in plain ones, all others as question marks."""
    return text.encode(encoding, ERRORS).decode(encoding)


def in_plain_characters(error: UnicodeError) -> tuple[str | bytes, int]:
    """What to write in place of characters that cannot be encoded."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def escaped(error: UnicodeError) -> tuple[str | bytes, int]:
    """The same within JSON, which has a way to write every character in plain ones."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k : k + 2].hex()}" for k in range(0, len(units), 2)), error.end


codecs.register_error(ERRORS, in_plain_characters)
codecs.register_error("json", escaped)
