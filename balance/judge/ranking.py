"""Which setups stand apart, and which are tied."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple


class Share(NamedTuple):
    """A setup's share: `hits` of `games`."""

    hits: int
    games: int

    @property
    def rate(self) -> float:
        """The share, in [0, 1]."""
        return self.hits / self.games if self.games else 0.0


def groups(shares: Sequence[Share], alpha: float = 0.05) -> list[list[int]]:
    """Setups in the order of their shares, the greatest first; those that are tied stand in one group.

    A group is begun by the greatest share that is left; those that follow belong to it as long as they do not differ
    significantly from it, by a normal test at alpha shared among all pairs. So whatever stands in one group is tied
    with its first, and a setup in a later group is apart from the first of every earlier one.

    Args:
        shares: one for each setup.
        alpha: the chance that any two that are alike are set apart.

    Returns:
        The places of the setups in `shares`, group by group.
    """
    order = sorted(range(len(shares)), key=lambda place: -shares[place].rate)
    pairs = max(1, len(shares) * (len(shares) - 1) // 2)
    ranked: list[list[int]] = []
    for place in order:
        if ranked and not apart(shares[ranked[-1][0]], shares[place], alpha / pairs):
            ranked[-1].append(place)
        else:
            ranked.append([place])
    return ranked


def apart(one: Share, other: Share, level: float) -> bool:
    """Whether two shares differ significantly, at a level."""
    from scipy.special import ndtr

    if not (one.games and other.games):
        return False
    rates = [(share.hits + 1) / (share.games + 2) for share in (one, other)]  # Agresti and Caffo: never no variance
    error = sqrt(sum(rate * (1 - rate) / share.games for rate, share in zip(rates, (one, other), strict=True)))
    return bool(2 * ndtr(-abs(one.rate - other.rate) / error) <= level)
