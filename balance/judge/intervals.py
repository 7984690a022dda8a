"""What counts are worth: exact intervals that hold together."""

import numpy as np

ALPHA = 0.05


def intervals(
    counts: np.ndarray, games: int | np.ndarray, possible: int, alpha: float = ALPHA
) -> tuple[np.ndarray, np.ndarray]:
    """Exact confidence intervals for the shares of a setup's outcomes, all of which hold at once.

    Each is a Clopper-Pearson interval at 1 - alpha / k over the k outcomes that the setup can yield; two outcomes
    count as one, since one's share settles the other's.

    Args:
        counts: (outcomes,) games that ended so; or (looks, outcomes).
        games: how many were played; with none, every interval is 0..1; or (looks, 1).
        possible: how many outcomes the setup can yield.
        alpha: the chance that any interval misses.

    Returns:
        (low, high), each of the shape of `counts`, in [0, 1].

    Source:
        Clopper and Pearson, "The use of confidence or fiducial limits", Biometrika 26 (1934); Bonferroni.
    """
    if not np.any(games):
        return np.zeros(counts.shape), np.ones(counts.shape)
    from scipy.special import betaincinv

    tail = alpha / together(possible) / 2
    missed = games - counts
    low = np.where(counts == 0, 0.0, betaincinv(np.maximum(counts, 1), missed + 1, tail))
    high = np.where(missed == 0, 1.0, betaincinv(counts + 1, np.maximum(missed, 1), 1 - tail))
    return low, high


def together(possible: int) -> int:
    """Over how many outcomes alpha is shared."""
    return 1 if possible <= 2 else possible


def method(possible: int) -> str:
    """The intervals' method in a word, for the tables."""
    return f"clopper-pearson-95/{together(possible)}"


def percentile(counts: np.ndarray, share: float) -> int:
    """The smallest length by which at least `share` of the games had ended.

    Args:
        counts: (longest + 1,) games by length, at least one.
        share: 0..1.
    """
    return int(np.searchsorted(np.cumsum(counts), share * counts.sum() * (1 - 1e-15)))
