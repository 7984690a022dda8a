"""A command from what was typed to its exit code: whatever goes wrong is told in one sentence."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import typer

from balance import words
from balance.cli import app
from balance.interrupts import INTERRUPTED
from balance.progress import complain
from kernels.mistakes import Mistake
from reports.mistakes import ReportMistake

INTERNAL = 3
UsageMistake: Any = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
"""What typer raises for words that it cannot read; it has no public name for all of them."""


@dataclass
class Ended:
    """How a command ended."""

    code: int = 0


def run(typed: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        typed: what was typed after `balance`; the process's own arguments if None.
    """
    with told() as ended:
        ended.code = app(typed, standalone_mode=False) or 0
        sys.stdout.flush()
        if ended.code == INTERRUPTED:  # typer makes this of an interruption, and says nothing
            raise KeyboardInterrupt
    return ended.code


@contextmanager
def told() -> Iterator[Ended]:
    """Tell a user's mistake, or what the machine refuses, in one sentence, and note its exit code."""
    ended = Ended()
    try:
        yield ended
    except (Mistake, ReportMistake) as mistake:
        ended.code = mistake.exit_code
        complain(str(mistake))
    except UsageMistake as mistake:
        ended.code = Mistake.exit_code
        if sentence := words.sentence(mistake):  # none where help was all that was missing
            complain(sentence)
    except KeyboardInterrupt:  # `typer.Abort` is none: typer makes it of a file that ends too soon
        ended.code = INTERRUPTED
        complain("interrupted; everything finished is kept, the same command goes on")
    except OSError as error:
        ended.code = Mistake.exit_code
        reason = os.strerror(error.errno) if error.errno else str(error)
        complain(f"{error.filename}: {reason}" if error.filename else reason)
        say_no_more()
    except Exception:
        import traceback

        ended.code = INTERNAL
        with suppress(OSError):
            traceback.print_exc()
        complain("this is an error of balance itself, not of yours; please report it with the lines above")


def say_no_more() -> None:
    """Drop what standard output still holds, so that leaving does not fail on it once more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
