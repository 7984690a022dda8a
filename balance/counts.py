"""What is kept of every block of games: the kernel's tally, folded to what tables are made of."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from balance import sparse
from balance.sparse import Sparse
from kernels.game import Game, Layout, Resolved, Seating

if TYPE_CHECKING:
    from kernels.kernel import Tally


class Counts(NamedTuple):
    """Counts of games and seats; each field int64, pieces on the first axis, or summed over them, all but one dense.

    Attributes:
        lengths: (pieces, outcomes, longest + 1) games.
        ends: (pieces, outcomes, ends) games.
        roles: (pieces, roles, 5) seats dealt, seats that won, seats that survived, squares of wins a game, and how
            long the seats had been gone when their games ended.
        places: (pieces, places, 2) games and wins of each (seat, order).
        policies: (pieces, policies, 2) seats played and seats that won, in the order of `policies_of`.
        fingerprint: (pieces, 1) the sum of final random states modulo 2^64.
        extras: the game's extra tables, flat, one after another (`Layout.extras`).
    """

    lengths: np.ndarray
    ends: np.ndarray
    roles: np.ndarray
    places: np.ndarray
    policies: np.ndarray
    fingerprint: np.ndarray
    extras: Sparse


def policies_of(seating: Seating) -> tuple[str, ...]:
    """The policies that play, by name."""
    return tuple(sorted({play.policy for play in seating.plays}))


def shapes(layout: Layout, seating: Seating) -> tuple[tuple[int, ...], ...]:
    """The shape of each dense field of one piece's counts."""
    return (
        (layout.outcomes, layout.longest + 1),
        (layout.outcomes, layout.ends),
        (layout.roles, 5),
        (len(layout.places), 2),
        (len(policies_of(seating)), 2),
        (1,),
    )


def fold(tally: "Tally", game: Game, setup: Resolved, seating: Seating) -> Counts:
    """The counts of each piece of a tally.

    Args:
        tally: of one setup, pieces on the first axis.
        game: the game played, whose roles number the tally's.
        setup: what was played.
        seating: by whom.
    """
    dealt = tally.fates.sum(axis=-1)  # pieces, places, roles
    won = tally.fates[..., 2:].sum(axis=-1)
    survived = tally.fates[..., 1::2].sum(axis=-1)
    plays = who_plays(game, setup, seating)
    return Counts(
        lengths=tally.lengths,
        ends=tally.ends,
        roles=np.stack([dealt.sum(1), won.sum(1), survived.sum(1), tally.squares, tally.sat_out], axis=-1),
        places=np.stack([dealt.sum(2), won.sum(2)], axis=-1),
        policies=np.stack([np.tensordot(count, plays, 2) for count in (dealt, won)], axis=-1),
        fingerprint=tally.fingerprint[:, None],
        extras=sparse.of(tally.extras),
    )


def who_plays(game: Game, setup: Resolved, seating: Seating) -> np.ndarray:
    """(places, roles, policies) 1 where a seat dealt that role plays that policy."""
    policies = policies_of(seating)
    places = game.layout(setup).places
    plays = np.zeros((len(places), len(game.roles), len(policies)), dtype=np.int64)
    for place, (seat, _) in enumerate(places):
        for number, role in enumerate(game.roles):
            if role.name in setup.dealt:
                plays[place, number, policies.index(seating.at(seat, role.name).policy)] = 1
    return plays


def total(counts: Counts) -> Counts:
    """The counts of all pieces together."""
    *dense, extras = counts
    return Counts._make([*(field.sum(axis=0) for field in dense), sparse.total(extras)])


def first(counts: Counts, pieces: int) -> Counts:
    """The counts of the first pieces alone."""
    *dense, extras = counts
    return Counts._make([*(field[:pieces] for field in dense), sparse.first(extras, pieces)])


def add(one: Counts, other: Counts) -> Counts:
    """The counts of two sets of games together."""
    *dense, extras = one
    *others, more = other
    sums = (mine + theirs for mine, theirs in zip(dense, others, strict=True))
    return Counts._make([*sums, sparse.add(extras, more)])


def nothing(layout: Layout, seating: Seating) -> Counts:
    """The counts of no games."""
    dense = (np.zeros(shape, dtype=np.int64) for shape in shapes(layout, seating))
    return Counts._make([*dense, sparse.none()])
