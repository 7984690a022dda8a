"""What may be asked of a cell: so many games, intervals so narrow, or the answer to a question."""

import re
from dataclasses import dataclass

from kernels.game import Game
from kernels.mistakes import Mistake
from reports.goal import Goal, aim
from scenarios.targets import check_outcome

MOST_GAMES = 10_000_000
"""Games a cell at most, where a rule that looks does not stop it before."""
NARROWEST, WIDEST = 0.001, 50.0
"""Half-widths that can be asked for, in percentage points."""
NUMBER = r"\d+(?:\.\d*)?|\.\d+"
POINTS = re.compile(rf"({NUMBER})\s*pp")
BAND = re.compile(rf"\s*([A-Za-z_]+)\s+in\s+({NUMBER})\s*\.\.\s*({NUMBER})\s*")


class BadRule(Mistake):
    """A stop rule that says what no stop rule says."""


@dataclass(frozen=True)
class Band:
    """The question whether an outcome's share lies in a band.

    Attributes:
        outcome: its name.
        low, high: the edges, in [0, 1].
        tests: how many cells are asked at once.
    """

    outcome: str
    low: float
    high: float
    tests: int = 1


@dataclass(frozen=True)
class Rule:
    """When a cell has been played enough.

    Attributes:
        games: as many are enough whatever they came to.
        half_width: so are fewer, once half the width of the widest interval is no more than this, in (0, 0.5].
        band: or once this is decided.
    """

    games: int
    half_width: float | None = None
    band: Band | None = None

    @property
    def looks(self) -> bool:
        """Whether it looks at what the games came to."""
        return self.half_width is not None or self.band is not None


def read_precision(text: str, name: str = "precision") -> float:
    """The half-width, or other difference of shares, that `0.2pp` stands for; `name`: what messages call it.

    Raises:
        BadRule: it is none, or none that can be asked for.
    """
    found = POINTS.fullmatch(text.strip())
    if not found or not NARROWEST <= float(found[1]) <= WIDEST:
        raise BadRule(
            f"{name} {text!r} is not possible; it takes percentage points in {NARROWEST:g}pp..{WIDEST:g}pp, "
            "such as 0.2pp"
        )
    return float(found[1]) / 100


def read_band(text: str, game: Game, tests: int) -> Band:
    """The question that `villagers in 0.45..0.55` asks, of `tests` cells at once.

    Raises:
        BadRule: it is none, or the band is no part of 0..1.
        UnknownName: the game has no such outcome.
    """
    found = BAND.fullmatch(text)
    if not found:
        raise BadRule(f'--until-decided {text!r} is no question; write it as "villagers in 0.45..0.55"')
    outcome, low, high = found[1], float(found[2]), float(found[3])
    check_outcome(game, outcome)
    if not 0 <= low < high <= 1 or (low, high) == (0, 1):
        raise BadRule(f"the band {found[2]}..{found[3]} is not possible; it is a part of 0..1, the lower edge first")
    return Band(outcome, low, high, tests)


def read_aim(text: str, game: Game) -> Goal:
    """The goal that `villagers=0.4` stands for.

    Args:
        text: an outcome and the share that is aimed at, in 0..1.
        game: whose outcome it is.

    Raises:
        BadRule: it is no such pair.
        UnknownName: the game has no such outcome.
    """
    outcome, _, share = (part.strip() for part in text.partition("="))
    if not re.fullmatch(NUMBER, share) or not 0 <= float(share) <= 1:
        raise BadRule(f"--aim {text!r} is not possible; it takes an outcome and a share in 0..1: villagers=0.5")
    check_outcome(game, outcome, ", in --aim")
    return aim(outcome, float(share))
