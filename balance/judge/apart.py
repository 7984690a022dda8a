"""How far apart the shares of two setups are: with luck that they share taken out where it can be.

Setups of a run are played on one seed, so that games of one number have the same deal and the same luck as far as the
rules allow. Piece by piece of such games, the difference of two setups varies less than two shares on their own would:
the mean of the pieces' differences has Student's interval. Where too few games differ for that to hold, or the two were
not played piece for piece, Newcombe's interval for two independent shares stands in, which is too wide rather than too
narrow.

Sources:
    Law, "Simulation Modeling and Analysis" (2015), sections 10.2 and 11.2, paired-t confidence intervals and common
    random numbers; Cochran, "Sampling Techniques" (1977), section 6.3, for pieces of unequal size; Newcombe, Statistics
    in Medicine 17 (1998), method 10.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from balance.judge.difference import BLOCKS
from reports import difference
from reports.difference import PAIRED, UNPAIRED, Difference

ALPHA = 0.05
FEWEST = 100
"""The fewest games by which two setups must differ, added up over pieces, before the pieces' spread is trusted."""


class Pieces(NamedTuple):
    """One setup's games, piece by piece.

    Attributes:
        starts: (pieces,) the first game of each.
        sizes: (pieces,) games.
        counts: (pieces, outcomes) games that ended so.
    """

    starts: np.ndarray
    sizes: np.ndarray
    counts: np.ndarray


class Apart(NamedTuple):
    """A difference of two shares, and how its interval was made."""

    difference: Difference
    method: str


def apart(one: Pieces, other: Pieces, outcome: int, alpha: float = ALPHA) -> Apart:
    """One setup's share of an outcome less another's, with an interval at 1 - alpha.

    Args:
        one, other: their games; at least one each.
        outcome: its place among the counts.
        alpha: the chance that the interval misses.
    """
    if played_alike(one, other):
        found = paired(one.counts[:, outcome], other.counts[:, outcome], one.sizes, alpha)
        if found is not None:
            return Apart(found, PAIRED)
    counts = [int(side.counts[:, outcome].sum()) for side in (one, other)]
    games = [int(side.sizes.sum()) for side in (one, other)]
    return Apart(difference.between(counts[0], games[0], counts[1], games[1], alpha), UNPAIRED)


def played_alike(one: Pieces, other: Pieces) -> bool:
    """Whether two setups played the same games' numbers, piece for piece."""
    return np.array_equal(one.starts, other.starts) and np.array_equal(one.sizes, other.sizes)


def paired(one: np.ndarray, other: np.ndarray, sizes: np.ndarray, alpha: float = ALPHA) -> Difference | None:
    """The same of pieces that share their luck; None where they are too few, or differ in too few games.

    Args:
        one, other: (pieces,) games with the outcome.
        sizes: (pieces,) games.
        alpha: the chance that the interval misses.
    """
    gained = one - other
    pieces, games = len(sizes), int(sizes.sum())
    if pieces < BLOCKS or int(np.abs(gained).sum()) < FEWEST:
        return None
    from scipy.special import stdtrit

    size = float(gained.sum()) / games
    around = gained - sizes * size
    error = sqrt(pieces / (pieces - 1) * float((around**2).sum())) / games
    reach = float(stdtrit(pieces - 1, 1 - alpha / 2)) * error
    return Difference(size, max(-1.0, size - reach), min(1.0, size + reach))
