"""The ladder of policies: where a rung must be better than the one below it, and that `open` bounds the village."""

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from tables import played, wins

GAMES = 5_000
SIZES = (7, 9, 12, 15, 20)
VILLAGES = ("random", "quiet", "seer-leads", "reading", "open")
"""Weakest first, wherever nobody lies: each knows, or makes of what it knows, more than the one before."""
PACKS = ("random", "stealth", "bloc", "hunting", "counter")
ALLIES = ("quiet", "counter", "hide")
NOISE = 4.5
"""Standard errors: among some thousand comparisons chance alone hardly ever makes one."""


def share(words: str) -> float:
    """How often the village wins."""
    return wins(played(words, GAMES, seed=3), "villagers") / GAMES


def error(one: float, other: float) -> float:
    """The standard error of the difference of two shares, luck unshared."""
    return sqrt((one * (1 - one) + other * (1 - other)) / GAMES)


def ladder(players: int, pack: str, allies: str) -> np.ndarray:
    """The village's share under each policy of `VILLAGES`."""
    return np.array(
        [
            share(f"players={players} policy.village={village} policy.pack={pack} policy.allies={allies}")
            for village in VILLAGES
        ]
    )


@pytest.mark.parametrize("players", range(4, 31))
def test_open_bounds_every_other_village(players):
    """Whatever pack and allies play, no village does better than one that is shown what the Seer sees."""
    for pack in PACKS:
        for allies in ALLIES if players >= 8 else ALLIES[-1:]:
            *others, best = ladder(players, pack, allies)
            for village, other in zip(VILLAGES[:-1], others, strict=True):
                assert best >= other - NOISE * error(best, other), (village, pack, allies)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("pack", ["stealth", "hunting"])
def test_where_nobody_lies_every_rung_is_better(players, pack):
    """Each clearly, but where hardly any game is left to win or to lose."""
    shares = ladder(players, pack, "hide")
    for lower, higher in pairwise(shares):
        room = higher > 0.03 and lower < 0.9
        assert higher - lower > (2 if room else -2) * error(lower, higher), shares


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("village", ["seer-leads", "reading"])
def test_a_pack_that_hunts_and_then_lies_is_better(players, village):
    """Against a village that talks: hunting takes the claimants, and a packmate's claim what they are believed."""
    shares = [
        share(f"players={players} policy.village={village} policy.pack={pack} policy.allies=hide")
        for pack in ("stealth", "hunting", "counter")
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[2] > NOISE * error(shares[0], shares[2])


@pytest.mark.parametrize("players", [9, 12, 15, 20])
def test_a_lying_traitor_costs_a_talking_village_most_of_its_lead(players):
    """A finding: one false Seer beside the true one takes away what talk has won."""
    honest, lied_to = (
        share(f"players={players} policy.village=seer-leads policy.pack=hunting policy.allies={allies}")
        for allies in ("hide", "counter")
    )
    assert honest - lied_to > 0.4


def test_skill_one_is_seer_leads():
    """`reading` at skill 1 and `seer-leads` play the very same games."""
    for words in ("players=9", "players=12 policy.pack=counter policy.allies=hide reveal=role tie=nobody"):
        leads = played(f"{words} policy.village=seer-leads", 2000, seed=8)
        reads = played(f"{words} policy.village=reading policy.village.skill=1", 2000, seed=8)
        assert (leads.fingerprint == reads.fingerprint).all()
        assert (leads.lengths == reads.lengths).all()
