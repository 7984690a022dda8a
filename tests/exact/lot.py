"""Exact chances where the vote is a lot: no ballots, no roles, the pack pranks somebody else every night."""

from fractions import Fraction
from functools import cache
from math import comb, prod


def village_by_recursion(players: int, wolves: int, opening: str, ending: str, prank_from: int = 1) -> Fraction:
    """The villagers' chance, by going through every day and night of the rulebook.

    Args:
        opening: "day": no first night, and the first night there is has the number 2.
        prank_from: the number of the first night with a prank.
    """
    others = players - wolves
    if opening == "day":
        return _day(wolves, others, ending, prank_from, 2)
    return _night(wolves, others, ending, prank_from, 1)


def won(wolves: int, others: int, ending: str) -> Fraction | None:
    """1 or 0 where the game is decided for or against the villagers, None where it goes on."""
    if wolves == 0:
        return Fraction(1)
    enough = {"parity": wolves >= others, "majority": wolves > others, "elimination": others == 0}
    return Fraction(0) if enough[ending] else None


@cache
def _day(wolves: int, others: int, ending: str, prank_from: int, night: int) -> Fraction:
    """The chance from a morning on; `night` is the number of the night to come."""
    decided = won(wolves, others, ending)
    if decided is not None:
        return decided
    total = Fraction(0)
    for goes, left in ((wolves, (wolves - 1, others)), (others, (wolves, others - 1))):
        if goes:
            after = won(*left, ending)
            share = Fraction(goes, wolves + others)
            total += share * (_night(*left, ending, prank_from, night) if after is None else after)
    return total


def _night(wolves: int, others: int, ending: str, prank_from: int, night: int) -> Fraction:
    """The chance from a dusk on; the game is still open."""
    return _day(wolves, others - (night >= prank_from), ending, prank_from, night + 1)


def village_by_formula(players: int, wolves: int, opening: str, ending: str) -> Fraction:
    """The closed form: the chance that the lots of all days hit every wolf, by inclusion and exclusion.

    A given set of i wolves outlives a vote among k people with chance 1 - i / k. With pranks every night the
    votes are among n, n - 2, ... people (n - 1, n - 3, ... where a night comes first), for an even start down to 4,
    or to 2 where only elimination ends the game. That the villagers can no longer win once the pack is half the
    table needs no correction: there are then fewer votes left than wolves.
    """
    start = players if opening == "day" else players - 1
    stop = 3 if start % 2 else 2 if ending == "elimination" else 4
    votes = range(start, stop - 1, -2)
    return sum(
        ((-1) ** i * comb(wolves, i) * prod((1 - Fraction(i, k) for k in votes), start=Fraction(1)))
        for i in range(wolves + 1)
    )
