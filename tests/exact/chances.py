"""What tests of chances share: how far a count may stray from its probability before a test fails."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from scipy.stats import binomtest, chisquare

LEVEL = 0.001
"""A right kernel fails a whole test once in a thousand seeds; the seeds are fixed, so it fails never."""

Cell = TypeVar("Cell")


def binomial_p(wins: int, games: int, expected: Fraction) -> float:
    """The exact two-sided p-value of `wins` out of `games` at an expected share."""
    return float(binomtest(wins, games, float(expected)).pvalue)


def distribution_p(counts: Mapping[Cell, int], expected: Mapping[Cell, Fraction]) -> float:
    """The chi-square p-value of `counts` against a whole distribution; 0 if something impossible happened.

    Cells expected fewer than 10 times are counted together, and with the rarest other cell if they are still few.
    """
    assert sum(expected.values()) == 1
    if any(count and not expected.get(cell) for cell, count in counts.items()):
        return 0.0
    games = sum(counts.values())
    cells = sorted((float(share) * games, counts.get(cell, 0)) for cell, share in expected.items() if share)
    while len(cells) > 1 and cells[0][0] < 10:
        (first, seen), (second, also_seen), *rest = cells
        cells = sorted([(first + second, seen + also_seen), *rest])
    if len(cells) == 1:
        return 1.0
    return float(chisquare([seen for _, seen in cells], [share for share, _ in cells]).pvalue)
