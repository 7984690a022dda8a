"""What a designer looks for in a run: which share of which outcome, and how near to it is near enough."""

from collections.abc import Sequence
from dataclasses import dataclass

from reports import wording
from reports.mistakes import ReportMistake, nearest

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


def read_aim(text: str, outcomes: Sequence[str]) -> Goal:
    """The goal that `villagers=0.4` stands for.

    Args:
        text: an outcome and the share that is aimed at, in 0..1.
        outcomes: those of the game.

    Raises:
        ReportMistake: it is no such pair, or the game has no such outcome.
    """
    outcome, _, share = (part.strip() for part in text.partition("="))
    try:
        aim = float(share)
    except ValueError:
        aim = -1.0
    if not 0 <= aim <= 1:
        raise ReportMistake(f"--aim {text!r} is not possible; it takes an outcome and a share in 0..1: villagers=0.5")
    if outcome not in outcomes:
        raise ReportMistake(f"unknown outcome {outcome!r} in --aim; {nearest(outcome, outcomes)}")
    return Goal(outcome, aim, max(0.0, round(aim - REACH, 10)), min(1.0, round(aim + REACH, 10)))
