"""How far apart the shares of two setups are, and whether their games can tell them apart."""

from dataclasses import dataclass
from math import hypot, sqrt

Z = 1.959964
"""How many standard errors either side hold 95 % of a normal distribution."""
METHOD = "Newcombe's score interval for two independent shares at 95 %"


@dataclass(frozen=True)
class Difference:
    """A share less another one, both in [0, 1], and the interval of that."""

    size: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves out that there is none."""
        return self.low > 0 or self.high < 0

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def between(count: int, games: int, other_count: int, other_games: int) -> Difference:
    """The share count / games less the other one (Newcombe, Statistics in Medicine 17, 1998, method 10).

    Setups that share a seed share their luck; for what they have in common this interval is wider than it need be.
    """
    share, other = count / games, other_count / other_games
    (low, high), (other_low, other_high) = _wilson(count, games), _wilson(other_count, other_games)
    size, below, above = share - other, hypot(share - low, other_high - other), hypot(high - share, other - other_low)
    return Difference(size, size - below, size + above)


def _wilson(count: int, games: int) -> tuple[float, float]:
    """A share's score interval (Wilson, 1927)."""
    share, square = count / games, Z * Z
    middle = share + square / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return (middle - reach) / (1 + square / games), (middle + reach) / (1 + square / games)
