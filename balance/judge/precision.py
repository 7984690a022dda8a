"""When a cell's intervals are narrow enough."""

import numpy as np

from balance.judge.intervals import ALPHA, intervals, together


def half_width(counts: np.ndarray, games: int, possible: int) -> float:
    """Half the width of the widest interval of a setup's outcomes; (outcomes,) counts, those that are possible."""
    low, high = intervals(counts, games, possible)
    return float((high - low).max() / 2)


def at_least(half: float, possible: int) -> int:
    """The fewest games by which intervals can be as narrow, whatever the shares: where a first look is worth it.

    An interval is at its narrowest where nothing was seen: then it is 0..1 - tail^(1 / n).
    """
    tail = ALPHA / together(possible) / 2
    return int(np.ceil(np.log(tail) / np.log1p(-min(2 * half, 1 - 1e-12))))
