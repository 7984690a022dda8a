"""Votes counted in columns of bits against a `Counter`."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from kernels.village.ballots import MOST_VOTES, add_vote, most_voted, no_votes, total

pytestmark = [pytest.mark.plain, pytest.mark.bounds]

SEATS = 30


def bit_set(seats) -> np.int64:
    """The bit set of `seats`."""
    return np.int64(sum(1 << seat for seat in set(seats)))


def counted(votes: list[int]):
    """The digits after `votes`, one by one."""
    digits = no_votes()
    for seat in votes:
        digits = add_vote(digits, bit_set([seat]))
    return digits


def most(votes: list[int], candidates: set[int]) -> np.int64:
    """Those of `candidates` with the most `votes`, by counting."""
    counts = Counter(dict.fromkeys(candidates, 0))
    counts.update(seat for seat in votes if seat in candidates)
    return bit_set(seat for seat, count in counts.items() if count == max(counts.values()))


def test_totals_and_most_voted():
    draws = Random(20_260_105)
    for _ in range(100):
        seats = draws.sample(range(SEATS), draws.randint(1, 6))
        votes = draws.choices(seats, k=draws.randint(0, MOST_VOTES))
        digits = counted(votes)
        assert {seat: total(digits, seat) for seat in seats} == {seat: votes.count(seat) for seat in seats}
        candidates = set(draws.sample(range(SEATS), draws.randint(1, SEATS))) | {seats[0]}
        assert most_voted(digits, bit_set(candidates)) == most(votes, candidates)


def test_totals_up_to_the_most():
    """Every total from none to 63 is counted, and the greater of two neighbours wins."""
    for votes in range(MOST_VOTES + 1):
        digits = counted([5] * votes + [7] * min(votes + 1, MOST_VOTES))
        assert (total(digits, 5), total(digits, 7)) == (votes, min(votes + 1, MOST_VOTES))
        assert most_voted(digits, bit_set([5, 7])) == bit_set([7] if votes < MOST_VOTES else [5, 7])


def test_a_vote_for_several_at_once():
    digits = add_vote(add_vote(counted([1, 1, 2]), bit_set([1, 2, 9])), bit_set([9]))
    assert [total(digits, seat) for seat in (1, 2, 9, 3)] == [3, 2, 2, 0]


def test_nobody_voted_for():
    assert most_voted(no_votes(), bit_set([3, 4])) == bit_set([3, 4])
    assert most_voted(counted([1]), bit_set([3, 4])) == bit_set([3, 4])
