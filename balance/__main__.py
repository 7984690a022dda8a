"""Where the command `balance` starts and ends."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from balance import streams
from balance.interrupts import INTERRUPTED


def main() -> NoReturn:
    """Run the command that was typed and exit with its code."""
    try:
        streams.prepare()
        from balance.program import run

        code = run()
    except KeyboardInterrupt:  # before there was anything to interrupt
        code = INTERRUPTED
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)  # at once: taking Numba and Polars down in order would take longer than many a command


if __name__ == "__main__":
    main()
