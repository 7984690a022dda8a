"""What is known of a share however often one looks: the beta-binomial confidence sequence.

At every number of games n, with x of them hits, a share p0 is refuted once the evidence against it,

    ln B(x + 1, n - x + 1) - x ln p0 - (n - x) ln(1 - p0),

reaches ln(tests / alpha): the evidence is the logarithm of a likelihood ratio, p0 against a share drawn uniformly, so
that a true p0 is ever refuted, at whatever n, with a chance of at most alpha / tests.

Sources:
    Ville, "Étude critique de la notion de collectif" (1939); Robbins, "Statistical methods related to the law of the
    iterated logarithm", Annals of Mathematical Statistics 41 (1970), section 4, the uniform prior.
"""

from typing import Any

import numpy as np

ALPHA = 0.05
INSIDE, OUTSIDE, UNDECIDED = "inside", "outside", "undecided"


def evidence(hits: Any, games: Any, share: float) -> Any:
    """The evidence against a share, as a natural logarithm.

    Args:
        hits, games: numbers or arrays of them, 0 <= hits <= games.
        share: the share in [0, 1] that is doubted; one that makes what was seen impossible has infinite evidence
            against it.
    """
    from scipy.special import betaln, xlog1py, xlogy

    hits, games = np.asarray(hits, dtype=float), np.asarray(games, dtype=float)
    with np.errstate(divide="ignore"):
        return betaln(hits + 1, games - hits + 1) - xlogy(hits, share) - xlog1py(games - hits, -share)


def refuted(hits: Any, games: Any, share: float, tests: int = 1, alpha: float = ALPHA) -> Any:
    """Whether a share is refuted, in a family of `tests` of which none errs with a chance of at least 1 - alpha."""
    return evidence(hits, games, share) >= np.log(tests / alpha)


def bounds(hits: int, games: int, tests: int = 1, alpha: float = ALPHA) -> tuple[float, float]:
    """The lowest and the highest share in [0, 1] that is not refuted."""
    from scipy.optimize import brentq

    def left(share: float) -> float:
        return float(evidence(hits, games, share)) - float(np.log(tests / alpha))

    seen = hits / games if games else 0.5
    low = brentq(left, 1e-300, seen) if hits and left(1e-300) > 0 else 0.0
    high = brentq(left, seen, 1 - 1e-16) if hits < games and left(1 - 1e-16) > 0 else 1.0
    return float(low), float(high)


def decide(hits: int, games: int, low: float, high: float, tests: int = 1, alpha: float = ALPHA) -> str:
    """Whether a share is known to lie in a band.

    Args:
        hits, games: what was seen.
        low, high: the band's edges in [0, 1]; an edge of 0 or 1 bounds nothing.
        tests: how many bands are judged together.

    Returns:
        `INSIDE` where both edges are refuted and the share seen lies between them, `OUTSIDE` where the nearer edge
        is refuted and it lies beyond, else `UNDECIDED`.
    """
    if not games:
        return UNDECIDED
    seen = hits / games
    if seen < low:
        return OUTSIDE if refuted(hits, games, low, tests, alpha) else UNDECIDED
    if seen > high:
        return OUTSIDE if refuted(hits, games, high, tests, alpha) else UNDECIDED
    sure = (low <= 0 or refuted(hits, games, low, tests, alpha), high >= 1 or refuted(hits, games, high, tests, alpha))
    return INSIDE if all(sure) else UNDECIDED
