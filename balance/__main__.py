"""Where the command `balance` starts and ends."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from balance.interrupts import INTERRUPTED


def main() -> NoReturn:
    """Run the command that was typed and exit with its code."""
    try:
        prepare_streams()
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
    from reports.plain import ERRORS

    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  closed by whoever started us
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        encoding = "ascii" if plain_characters_wanted() else None
        stream.reconfigure(encoding=encoding, errors=ERRORS)  # type: ignore[union-attr]


def plain_characters_wanted() -> bool:
    """Whether the environment asks for plain characters; Python itself takes the C locale for one of UTF-8."""
    asked = any(name in os.environ for name in ("PYTHONIOENCODING", "PYTHONUTF8"))
    return os.environ.get("LC_ALL") in ("C", "POSIX") and not asked


if __name__ == "__main__":
    main()
