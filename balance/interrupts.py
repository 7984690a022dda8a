"""Interruptions that wait for a good moment, so that none falls between two steps that belong together."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def deferred() -> Iterator[Callable[[], bool]]:
    """Within the block, a first interruption is only noted; a second ends the process at once, as a kill would.

    Yields:
        Whether there has been one. Only a process's main thread can note it; elsewhere there never is.
    """
    noted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield noted.is_set
        return

    def note(_signal: int, _frame: FrameType | None) -> None:
        if noted.is_set():
            os._exit(INTERRUPTED)
        noted.set()

    before = {number: signal.signal(number, note) for number in SIGNALS}
    try:
        yield noted.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def held_back() -> Iterator[None]:
    """Within the block an interruption waits for its end; then it is raised as `KeyboardInterrupt`."""
    with deferred() as interrupted:
        yield
    if interrupted():
        raise KeyboardInterrupt
