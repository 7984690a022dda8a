"""When a cell has been played enough.

    fixed      as many games as asked for
    precision  its widest interval is narrow enough
    decision   it is known whether an outcome's share is in a band

Rules look at whole blocks, from the first on, and at nothing but what these came to: so the same games are enough
whatever threads play them, and however often the run was broken off.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.judge import precision, sequence
from balance.judge.intervals import intervals
from balance.pieces import BLOCK
from balance.rules import Rule
from kernels.game import Game, Resolved

GAMES, PRECISION, DECIDED, UNDECIDED, INTERRUPTED = "games", "precision", "decided", "undecided", "interrupted"


def enough(rule: Rule, game: Game, setup: Resolved, counts: np.ndarray, games: np.ndarray) -> np.ndarray:
    """At which looks a rule that looks is content.

    Args:
        rule: what is enough.
        game, setup: what is played.
        counts: (looks, outcomes of the game) games so far.
        games: (looks,) games so far.
    """
    possible = places(game, setup)
    if rule.half_width is not None:
        low, high = intervals(counts[:, possible], games[:, None], len(possible))
        narrow: np.ndarray = (high - low).max(axis=1) / 2 <= rule.half_width
        return narrow & (games >= fewest(rule, game, setup))
    return np.array(
        [_answer(rule, game, look, int(n)) != sequence.UNDECIDED for look, n in zip(counts, games, strict=True)]
    )


def reason(rule: Rule, game: Game, setup: Resolved, counts: np.ndarray, games: int) -> str:
    """Why a cell was played no longer; `INTERRUPTED` where it ought to have been.

    Args:
        rule: what is enough.
        game, setup: what is played.
        counts: (outcomes of the game) games.
        games: how many there are.
    """
    if rule.band is not None:
        answer = _answer(rule, game, counts, games)
        if answer != sequence.UNDECIDED:
            return f"{DECIDED}: {answer}"
        return UNDECIDED if games >= rule.games else INTERRUPTED
    looks = rule.half_width is not None and games > 0 and games % BLOCK == 0
    if looks and enough(rule, game, setup, counts[None, :], np.array([games]))[0]:
        return PRECISION
    return GAMES if games >= rule.games else INTERRUPTED


def expected(rule: Rule, game: Game, setup: Resolved, counts: np.ndarray, games: int) -> int:
    """About how many games will be enough, judging by those played so far; at least a block more than these."""
    if not rule.looks:
        return rule.games
    if not games:
        return min(rule.games, fewest(rule, game, setup))
    possible = places(game, setup)
    if rule.half_width is not None:
        times = (precision.half_width(counts[possible], games, len(possible)) / rule.half_width) ** 2
    else:
        times = 1.5
    return min(rule.games, max(games + BLOCK, _whole_blocks(int(min(games * times, 1e15)))))


def fewest(rule: Rule, game: Game, setup: Resolved) -> int:
    """Games before which a look is not worth it, in whole blocks."""
    if rule.half_width is None:
        return BLOCK
    return _whole_blocks(precision.at_least(rule.half_width, len(places(game, setup))))


def most(rule: Rule, game: Game, setup: Resolved) -> int:
    """Games that will be enough whatever the shares turn out to be: those of a share of one half."""
    if rule.half_width is None:
        return rule.games
    even = np.array([10**9, 10**9])
    half = precision.half_width(even, 2 * 10**9, len(places(game, setup)))
    return min(rule.games, _whole_blocks(int(2e9 * (half / rule.half_width) ** 2) + BLOCK))


def places(game: Game, setup: Resolved) -> list[int]:
    """The places of the outcomes that a setup can yield among those of the game."""
    names: Sequence[str] = [outcome.name for outcome in game.outcomes]
    return [names.index(name) for name in game.possible(setup)]


def answer(rule: Rule, game: Game, counts: Any, games: int) -> str:
    """Whether the share that a rule asks about is inside its band, outside or undecided; nothing where it asks none.

    Args:
        counts: (outcomes of the game) games.
    """
    return _answer(rule, game, counts, games) if rule.band else ""


def _answer(rule: Rule, game: Game, counts: Any, games: int) -> str:
    assert rule.band is not None
    place = [outcome.name for outcome in game.outcomes].index(rule.band.outcome)
    band = rule.band
    return sequence.decide(int(counts[place]), games, band.low, band.high, band.tests)


def _whole_blocks(games: int) -> int:
    return max(1, -(-games // BLOCK)) * BLOCK
