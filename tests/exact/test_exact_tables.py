"""Small tables, enumerated to the last ballot: the kernel's outcomes and lengths are as likely as they must be."""

from fractions import Fraction

import numpy as np
import pytest

from exact.chances import LEVEL, binomial_p, distribution_p
from exact.enumeration import Result, Rules
from exact.lot import village_by_formula
from tables import played, table, wins

GAMES, SEED = 400_000, 20_260_102
PAIR = ("seer", "knight")

TABLES = (
    Rules(4, 1),
    Rules(4, 1, tie="lot", prank_from=1),
    Rules(4, 1, pack="stealth", ending="elimination"),
    Rules(4, 1, ("seer",), village="quiet", pack="stealth"),
    Rules(4, 1, PAIR, village="quiet", pack="bloc", ending="majority"),
    Rules(5, 1),
    Rules(5, 2, prank_from=3),
    Rules(5, 2, pack="stealth", tie="lot"),
    Rules(5, 2, pack="bloc", ending="elimination"),
    Rules(5, 1, PAIR),
    Rules(5, 1, ("knight",), knight_same_target=False, ending="elimination"),
    Rules(5, 1, PAIR, village="quiet", pack="bloc"),
    Rules(5, 2, PAIR, village="quiet", pack="stealth", ending="majority"),
    Rules(5, 2, PAIR, village="quiet", pack="bloc", tie="lot", knight_same_target=False),
    Rules(6, 2, ("seer",), village="quiet", pack="bloc", ending="elimination"),
)


def counts(words: str) -> dict[Result, int]:
    """(outcome, length) -> how often the kernel came to it."""
    outcomes = [outcome.name for outcome in table(words).game.outcomes]
    lengths = played(words, GAMES, SEED).lengths[0]
    return {(outcomes[k], int(day)): int(lengths[k, day]) for k, day in zip(*np.nonzero(lengths), strict=True)}


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.words)
def test_kernel_keeps_to_the_enumeration(rules):
    """Chi-square over all (outcome, length) pairs, p at least 0.001 over the list of tables."""
    assert distribution_p(counts(rules.words), rules.results) >= LEVEL / len(TABLES)


@pytest.mark.plain
def test_enumeration_of_random_ballots_is_the_closed_form():
    """Random ballots are a lot, so two independent ways to the same fraction."""
    for n, w, ending in ((4, 1, "parity"), (5, 2, "parity"), (6, 2, "elimination"), (7, 2, "parity")):
        for tie in ("lot", "runoff"):
            enumerated = village(Rules(n, w, tie=tie, ending=ending, prank_from=1))
            assert enumerated == village_by_formula(n, w, "night", ending)


@pytest.mark.plain
def test_enumeration_by_hand():
    """Four players, one werewolf, no prank on night 1: the first vote hits it with 1/4; else a prank makes it 1 : 1."""
    assert Rules(4, 1).results == {("villagers", 2): Fraction(1, 4), ("werewolves", 3): Fraction(3, 4)}


# 8 players, 2 werewolves, first prank on night 1, no roles, villagers at random: a published pair of simulations, to
# 0.3 percentage points, of wolves who vote outside the pack, each alone or all together, without and with a run-off.
ANCHORS = (
    ("random", "lot", 0.229),
    ("stealth", "lot", 0.154),
    ("bloc", "lot", 0.104),
    ("stealth", "runoff", 0.128),
    ("bloc", "runoff", 0.074),
)


@pytest.mark.parametrize(("pack", "tie", "simulated"), ANCHORS)
def test_ballot_anchors(pack, tie, simulated):
    """The kernel keeps to both: the published simulations and the exact value of the same table."""
    rules, games = Rules(8, 2, pack=pack, tie=tie, prank_from=1), 1_000_000
    villagers = wins(played(rules.words, games, SEED), "villagers")
    assert abs(villagers / games - simulated) <= 0.003
    assert binomial_p(villagers, games, village(rules)) >= LEVEL / len(ANCHORS)


def village(rules: Rules) -> Fraction:
    """The villagers' exact chance."""
    return sum((share for (outcome, _), share in rules.results.items() if outcome == "villagers"), start=Fraction(0))
