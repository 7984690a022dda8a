"""What is known of the mean and the percentiles of a length, however often one looks.

The mean is judged by betting: a gambler who bets a fixed part of his wealth on every game against the claim that the
mean length is m0 has, were the claim true, a fair game; his wealth then reaches tests / alpha with a chance of at most
alpha / tests. He spreads his money over a fixed grid of bets, small ones for small differences. Since each bet is
the same in every game, the counts of games by length say all that there is to know.

Sources:
    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024); Ville (1939).
"""

import numpy as np

from balance.judge.sequence import ALPHA, INSIDE, OUTSIDE, UNDECIDED, decide

BETS = 24
"""How many bets there are: the greatest, its half, its quarter ..."""


def mean(counts: np.ndarray) -> float:
    """The mean length of (longest + 1,) games by length."""
    return float(counts @ np.arange(len(counts)) / counts.sum())


def log_wealth(counts: np.ndarray, claim: float, above: bool) -> float:
    """What the gambler has, as a natural logarithm, when he bets that the mean is above a claim, or below it.

    Args:
        counts: (longest + 1,) games by length, from 0; no longer game is possible.
        claim: the mean that is doubted, in 0..longest.
        above: whether he bets on longer games.
    """
    from scipy.special import logsumexp

    excess = np.arange(len(counts)) - claim if above else claim - np.arange(len(counts))
    worst = -excess.min()
    if worst <= 0:  # no length could be on the other side: one that is not at the claim itself settles it
        return np.inf if counts @ (excess > 0) else 0.0
    shares = 0.5 ** np.arange(1, BETS + 1)
    returns = np.log1p(shares[:, None] / worst * excess[None, :])
    weights = np.log(1 / BETS)
    return float(logsumexp(returns @ counts + weights))


def decide_mean(counts: np.ndarray, low: float | None, high: float | None, tests: int = 1, alpha: float = ALPHA) -> str:
    """Whether the mean length is known to lie in a band; an edge of None bounds nothing.

    Where there are two edges, each is judged at half of `alpha / tests`.
    """
    if not counts.sum():
        return UNDECIDED
    enough = float(np.log(tests * _edges(low, high) / alpha))
    beyond = (low is not None and log_wealth(counts, low, above=False) >= enough) or (
        high is not None and log_wealth(counts, high, above=True) >= enough
    )
    if beyond:
        return OUTSIDE
    within = (low is None or log_wealth(counts, low, above=True) >= enough) and (
        high is None or log_wealth(counts, high, above=False) >= enough
    )
    return INSIDE if within else UNDECIDED


def decide_percentile(
    counts: np.ndarray, share: float, low: float | None, high: float | None, tests: int = 1, alpha: float = ALPHA
) -> str:
    """Whether a percentile of the length, the first by which `share` of all games have ended, is in a band.

    It is at most h where at least `share` of the games end by h, and at least l where fewer end before l: two shares,
    each judged by the confidence sequence; where there are two edges, at half of `alpha / tests`.
    """
    tests *= _edges(low, high)
    games = int(counts.sum())
    ended = np.concatenate([[0], np.cumsum(counts)])  # ended[l]: games shorter than l

    def by(length: float) -> int:
        return int(ended[min(len(counts), max(0, int(np.floor(length)) + 1))])

    answers = []
    if high is not None:
        answers.append(decide(by(high), games, share, 1.0, tests, alpha))
    if low is not None:
        answers.append(decide(by(np.ceil(low) - 1), games, 0.0, share, tests, alpha))
    if OUTSIDE in answers:
        return OUTSIDE
    return UNDECIDED if UNDECIDED in answers else INSIDE


def _edges(low: float | None, high: float | None) -> int:
    return 2 if low is not None and high is not None else 1
