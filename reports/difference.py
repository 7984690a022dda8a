"""How far apart the shares of two setups are, and whether their games can tell them apart."""

from dataclasses import dataclass
from math import hypot, sqrt

ALPHA = 0.05
PAIRED, UNPAIRED = "paired-t", "newcombe"
METHODS = {
    PAIRED: "Student's interval over pieces of a thousand games of the same luck",
    UNPAIRED: "Newcombe's score interval, which is cautious where setups share their luck",
}
"""How an interval of a difference can be made, for people."""


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
    def turned(self) -> "Difference":
        """The other share less this one."""
        return Difference(-self.size, -self.high, -self.low)

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def between(count: int, games: int, other_count: int, other_games: int, alpha: float = ALPHA) -> Difference:
    """The share count / games less the other one (Newcombe, Statistics in Medicine 17, 1998, method 10).

    Args:
        alpha: the chance that the interval misses.

    Setups that share a seed share their luck; for what they have in common this interval is wider than it need be.
    """
    share, other = count / games, other_count / other_games
    from statistics import NormalDist

    z = NormalDist().inv_cdf(1 - alpha / 2)
    (low, high), (other_low, other_high) = _wilson(count, games, z), _wilson(other_count, other_games, z)
    size, below, above = share - other, hypot(share - low, other_high - other), hypot(high - share, other - other_low)
    return Difference(size, size - below, size + above)


def _wilson(count: int, games: int, z: float) -> tuple[float, float]:
    """A share's score interval (Wilson, 1927), `z` standard errors of a normal distribution either side."""
    share, square = count / games, z * z
    middle = share + square / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return (middle - reach) / (1 + square / games), (middle + reach) / (1 + square / games)
