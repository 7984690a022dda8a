"""Counting votes without a counter for each seat: every seat's total is a column of bits, a mask for each digit.

digit 2   0 0 0 0 1 0 0 0     seat 3 has 1*4 + 0*2 + 1*1 = 5 votes,
digit 1   0 0 1 0 0 0 0 1     seats 0 and 5 have 2,
digit 0   0 0 0 0 1 0 1 0     seat 1 has 1
"""

import numpy as np

from kernels.bits import preferred
from kernels.jit import rule

MOST_VOTES = 63
"""The greatest total that six digits hold: thirty voters, all of whose votes count twice, stay below it."""


@rule
def no_votes():
    """The digits, all zero."""
    zero = np.int64(0)
    return zero, zero, zero, zero, zero, zero


@rule
def add_vote(digits, seats):
    """The digits with one more vote for each of `seats`: an addition with carry in every column at once."""
    a, b, c, d, e, f = digits
    carry = seats
    a, carry = a ^ carry, a & carry
    b, carry = b ^ carry, b & carry
    c, carry = c ^ carry, c & carry
    d, carry = d ^ carry, d & carry
    e, carry = e ^ carry, e & carry
    return a, b, c, d, e, f ^ carry


@rule
def add_votes(digits, seat, number):
    """The digits with `number` more votes for `seat`."""
    a, b, c, d, e, f = digits
    a, carry = add_digit(a, (number & 1) << seat, number & 0)
    b, carry = add_digit(b, ((number >> 1) & 1) << seat, carry)
    c, carry = add_digit(c, ((number >> 2) & 1) << seat, carry)
    d, carry = add_digit(d, ((number >> 3) & 1) << seat, carry)
    e, carry = add_digit(e, ((number >> 4) & 1) << seat, carry)
    f, carry = add_digit(f, ((number >> 5) & 1) << seat, carry)
    return a, b, c, d, e, f


@rule
def add_digit(digit, more, carry):
    """One place of an addition in every column: the digit, and what is carried to the next place."""
    return digit ^ more ^ carry, (digit & more) | (carry & (digit ^ more))


@rule
def most_voted(digits, candidates):
    """Those of `candidates` with the most votes; all of them if none has any."""
    a, b, c, d, e, f = digits
    top = candidates
    top = preferred(top, f)
    top = preferred(top, e)
    top = preferred(top, d)
    top = preferred(top, c)
    top = preferred(top, b)
    return preferred(top, a)


@rule
def total(digits, seat):
    """How many votes `seat` has."""
    votes = np.int64(0)
    for place in range(len(digits)):
        votes += ((digits[place] >> seat) & 1) << place
    return votes
