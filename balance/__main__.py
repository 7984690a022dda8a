"""Where the command `balance` starts and ends."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from balance.interrupts import INTERRUPTED


def main() -> NoReturn:
    """Run the command that was typed and exit with its code."""
    prepare_streams()
    try:
        from balance.program import run

        code = run()
    except KeyboardInterrupt:  # before there was anything to interrupt
        code = INTERRUPTED
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)  # at once: taking Numba and Polars down in order would take longer than many a command


def prepare_streams() -> None:
    """Have both streams there, and able to take any character: one that they cannot show becomes a plain one."""
    import codecs

    codecs.register_error("plain", in_plain_characters)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  closed by whoever started us
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="plain")  # type: ignore[union-attr]


PLAIN = {"±": "+-", "–": "-", "—": "-", "“": '"', "”": '"', "’": "'", "…": "...", "─": "-", "━": "-", "\u202f": " "}
"""Characters of ours -> what stands in for them where a terminal or a file takes plain ones only."""


def in_plain_characters(error: UnicodeError) -> tuple[str | bytes, int]:
    """What to write in place of characters that a stream cannot take."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


if __name__ == "__main__":
    main()
