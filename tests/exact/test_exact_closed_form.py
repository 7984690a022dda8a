"""The vote as a lot has a closed form; the kernel keeps to it at every table of 4 to 30 players."""

from fractions import Fraction
from itertools import product

import pytest

from exact.chances import LEVEL, binomial_p
from exact.lot import village_by_formula, village_by_recursion
from tables import played, wins

PLAIN_TABLE = "knight=off seer=off medium=off traitor=off"
LOT = f"{PLAIN_TABLE} vote=lot policy.all=random"
GAMES, SEED = 100_000, 20_260_101
SIZES = [(n, w) for n in range(4, 31) for w in range(1, 9) if 2 * w < n]
OPENINGS = {"day": "opening=day", "night": "opening=night prank_from=1"}
ENDINGS = ("parity", "elimination", "majority")
CELLS = list(product(OPENINGS, ("parity", "elimination")))


@pytest.mark.plain
@pytest.mark.parametrize(("opening", "ending"), CELLS)
def test_formula_and_recursion_agree(opening, ending):
    """Two ways to the expected values: inclusion and exclusion, and every day and night one by one."""
    for n, w in SIZES:
        assert village_by_formula(n, w, opening, ending) == village_by_recursion(n, w, opening, ending), (n, w)


@pytest.mark.plain
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_first_night_costs_one_player(ending):
    for n, w in SIZES:
        if 2 * w < n - 1:
            night, day = village_by_recursion(n, w, "night", ending), village_by_recursion(n - 1, w, "day", ending)
            assert night == day, (n, w)


@pytest.mark.parametrize(("opening", "ending"), CELLS)
def test_kernel_keeps_to_the_closed_form(opening, ending):
    """Exact binomial p of each table at least 0.001 over all tables of all four parameters."""
    level = LEVEL / (len(SIZES) * len(CELLS))
    for n, w in SIZES:
        words = f"players={n} werewolves={w} ending={ending} {OPENINGS[opening]} {LOT}"
        expected = village_by_formula(n, w, opening, ending)
        assert binomial_p(wins(played(words, GAMES, SEED), "villagers"), GAMES, expected) >= level, words


def test_kernel_keeps_to_the_recursion_for_majority():
    """The one ending without a closed form here."""
    sizes = [(n, w) for n, w in SIZES if n <= 12]
    for (n, w), opening in product(sizes, OPENINGS):
        words = f"players={n} werewolves={w} ending=majority {OPENINGS[opening]} {LOT}"
        expected = village_by_recursion(n, w, opening, "majority")
        p = binomial_p(wins(played(words, GAMES, SEED), "villagers"), GAMES, expected)
        assert p >= LEVEL / (len(sizes) * len(OPENINGS)), words


def test_random_ballots_are_a_lot():
    """Where everybody votes at random nobody is likelier to go than another, whatever a tie leads to."""
    cells = list(product([(5, 2), (8, 2), (9, 3), (14, 4)], ("runoff", "lot")))
    for (n, w), tie in cells:
        words = f"players={n} werewolves={w} tie={tie} {OPENINGS['night']} {PLAIN_TABLE} policy.all=random"
        expected = village_by_formula(n, w, "night", "parity")
        assert binomial_p(wins(played(words, GAMES, SEED), "villagers"), GAMES, expected) >= LEVEL / len(cells), words


# Night first, parity: published for the game without roles and with one joint vote a day; 157/385 for a table that
# opens with a vote and has no prank on its first two nights (the "semi-nightless" table of 11 players).
PUBLISHED = [
    ("players=8 werewolves=2 opening=night prank_from=1", Fraction(8, 35)),
    ("players=9 werewolves=2 opening=night prank_from=1", Fraction(5, 32)),
    ("players=10 werewolves=2 opening=night prank_from=1", Fraction(94, 315)),
    ("players=12 werewolves=2 opening=night prank_from=1", Fraction(244, 693)),
    ("players=11 werewolves=2 opening=day prank_from=4", Fraction(157, 385)),
]


@pytest.mark.parametrize(("words", "expected"), PUBLISHED)
def test_kernel_keeps_to_published_values(words, expected):
    games = 1_000_000
    villagers = wins(played(f"{words} {LOT}", games, SEED), "villagers")
    assert binomial_p(villagers, games, expected) >= LEVEL / len(PUBLISHED)


@pytest.mark.plain
def test_published_values_follow_from_the_rules():
    """The same fractions from the recursion: 8/35, 5/32, 94/315 and 244/693, and 157/385 with two quiet nights."""
    ours = [village_by_recursion(n, 2, "night", "parity") for n in (8, 9, 10, 12)]
    assert [*ours, village_by_recursion(11, 2, "day", "parity", prank_from=4)] == [value for _, value in PUBLISHED]


@pytest.mark.plain
def test_smallest_tables_by_hand():
    """Four players, one werewolf. By day: the lot hits it (1/4), or else a prank leaves 1 against 1, which is parity
    (1/4 in all) or, where only elimination ends the game, one more vote (1/4 + 3/4 * 1/2 = 5/8). By night: 1 against
    2, one vote (1/3), then a prank leaves it alone."""
    assert village_by_recursion(4, 1, "day", "parity") == Fraction(1, 4)
    assert village_by_recursion(4, 1, "day", "elimination") == Fraction(5, 8)
    assert village_by_recursion(4, 1, "night", "parity") == Fraction(1, 3)
    assert village_by_recursion(4, 1, "night", "elimination") == Fraction(1, 3)
