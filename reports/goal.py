"""What a designer looks for in a run: which share of which outcome, and how near to it is near enough."""

from dataclasses import dataclass

from reports import wording

EVEN_FROM, EVEN_TO = 0.45, 0.55
"""The shares of the leading outcome that count as an even game."""
REACH = 0.05
"""How far from an aim is near enough."""


@dataclass(frozen=True)
class Goal:
    """A band that an outcome's share is to lie in.

    Attributes:
        outcome: its name.
        aim: the share that setups are ranked by their nearness to, in [0, 1].
        low, high: the band's edges, in [0, 1].
        asked: whether the games were played to find out, so that each setup has its answer.
    """

    outcome: str
    aim: float = 0.5
    low: float = EVEN_FROM
    high: float = EVEN_TO
    asked: bool = False

    @property
    def band(self) -> str:
        """The band as people write it: "45–55 %"."""
        return wording.band(self.low, self.high)

    @property
    def aimed_at(self) -> str:
        """What the nearest setups are near to: "even", "40 %"."""
        return "even" if (self.low, self.high) == (EVEN_FROM, EVEN_TO) else wording.exact(self.aim)

    def is_met(self, low: float, high: float) -> bool:
        """Whether the whole of an interval lies in the band."""
        return low >= self.low and high <= self.high

    def may_be_met(self, low: float, high: float) -> bool:
        """Whether any of an interval does."""
        return low <= self.high and high >= self.low


def question(outcome: str, low: float, high: float) -> Goal:
    """The goal of games that are played until it is known whether an outcome's share lies in a band."""
    return Goal(outcome, (low + high) / 2, low, high, asked=True)


def aim(outcome: str, share: float) -> Goal:
    """The goal of a share that is aimed at, in [0, 1]."""
    return Goal(outcome, share, max(0.0, round(share - REACH, 10)), min(1.0, round(share + REACH, 10)))
