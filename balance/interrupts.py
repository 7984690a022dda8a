"""Interruptions that wait for a good moment, so that none falls between two steps that belong together."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 0.2
"""Seconds of waiting at a stretch: within it an interruption may go unnoticed, since Polars takes part in those."""
WAITING = "\nInterrupted: waiting for what has begun; interrupt once more to end at once.\n"


@contextmanager
def deferred(said: str = WAITING) -> Iterator[Callable[[], bool]]:
    """Within the block, a first interruption is only noted; a second ends the process at once, as a kill would.

    Args:
        said: what the person is told at the first.

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
        with suppress(OSError):
            os.write(sys.stderr.fileno(), said.encode())  # `print` may be in the midst of another line

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


def apart(work: Callable[[], T]) -> T:
    """What `work` comes to, done in a thread of its own: an interruption ends the wait for it at once, though it may
    be in compiled code, where none would be noticed."""
    future = ThreadPoolExecutor(1).submit(work)
    while not wait([future], PATIENCE).done:
        pass
    return future.result()
