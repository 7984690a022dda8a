"""Two setups played on one seed, game by game: only the games that came out differently say anything."""


def mcnemar(gained: int, lost: int) -> float:
    """The chance that gains and losses are as uneven, were there no difference between the setups.

    Args:
        gained: pairs of games with the outcome in the second setup alone.
        lost: pairs with it in the first alone.

    Source:
        McNemar, Psychometrika 12 (1947); exact, by the binomial distribution, two-sided.
    """
    from scipy.stats import binomtest

    return float(binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0
