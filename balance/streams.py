"""The streams that a command prints to, made ready for whatever is at their other end."""

import io
import os
import sys
from typing import Any, TextIO

from kernels.mistakes import Mistake


class NoOutput(Mistake):
    """There is something to print, and nothing to print it to."""


class Output(io.TextIOWrapper):
    """A stream whose reader may go away: what comes after that goes nowhere, and the command ends as it would have."""

    def write(self, text: str) -> int:
        """Write some text."""
        try:
            return super().write(text)
        except BrokenPipeError:
            self.let_go()
            return len(text)

    def flush(self) -> None:
        """Hand on what has been written."""
        try:
            super().flush()
        except BrokenPipeError:
            self.let_go()

    def let_go(self) -> None:
        """Drop what is still held, and all that comes."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


class Closed(Output):
    """Standard output that was closed from the start."""

    def write(self, text: str) -> int:
        """Raise `NoOutput` where there is something to write."""
        if text:
            raise NoOutput("standard output is closed, so nothing can be printed; give it a file or a terminal")
        return 0


def prepare() -> None:
    """Have both streams there, and able to take any character: one that they cannot show becomes a plain one."""
    sys.stdout = _made(Output, sys.stdout) if sys.stdout else _made(Closed, _nowhere())
    sys.stderr = _made(Output, sys.stderr or _nowhere())


def _made(kind: type[Output], stream: TextIO) -> Output:
    from reports.plain import ERRORS

    usual: Any = stream  # a text stream over bytes, as every process gets
    encoding = "ascii" if plain_characters_wanted() else usual.encoding
    how = {"encoding": encoding, "line_buffering": usual.line_buffering, "write_through": usual.write_through}
    return kind(usual.detach(), errors=ERRORS, **how)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # whoever started us closed it; it takes the number of that


def plain_characters_wanted() -> bool:
    """Whether the environment asks for plain characters; Python itself takes the C locale for one of UTF-8."""
    asked = any(name in os.environ for name in ("PYTHONIOENCODING", "PYTHONUTF8"))
    return os.environ.get("LC_ALL") in ("C", "POSIX") and not asked
