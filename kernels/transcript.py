"""The event log: rows (event, seat, value) of one game. A log with no room is switched off.

It is a record and not an array because a record is passed from function to function for nothing, while an
array's reference count costs two atomic steps at each call. Memory that is never written to is never taken.
"""

import numpy as np

from kernels.jit import record, rule

MOST_EVENTS = 1 << 17
NOBODY = np.int64(-1)

LOG = np.dtype([("room", np.int64), ("happened", np.int64), ("rows", np.int64, (MOST_EVENTS, 3))])
LOG_RECORD = record(LOG)


def blank(room: int) -> np.record:
    """A log with room for so many events; none: switched off."""
    log = np.recarray(1, LOG)[0]
    log.room = room
    log.happened = 0
    return log


def events(log: np.record) -> np.ndarray:
    """What a log holds: (events, 3) rows."""
    return np.array(log.rows[: min(log.happened, log.room)])


@rule
def note(log, event, seat, value):
    """Add an event to the log, if it is switched on and has room."""
    if log.room:
        if log.happened < log.room:
            log.rows[log.happened, 0] = event
            log.rows[log.happened, 1] = seat
            log.rows[log.happened, 2] = value
        log.happened += 1
