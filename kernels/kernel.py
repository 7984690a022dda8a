"""What a game's compiled rules offer to `driver.py`: one description, the same for every game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from kernels.game import Policy, Resolved, Seating

if TYPE_CHECKING:
    import numpy as np


class Tally(NamedTuple):
    """What a run of pieces came to; every count is one of games or of seats, pieces on the first axis.

    Attributes:
        lengths: (pieces, outcomes, longest + 1) games.
        ends: (pieces, outcomes, ends) games.
        fates: (pieces, places, roles, 4) seats dealt a role, by fate: 2 if it won, plus 1 if it survived.
        squares: (pieces, roles) the sum over games of (winning seats of the role) squared.
        sat_out: (pieces, roles) the sum over seats dealt a role of the lengths between leaving and the game's end.
        extras: (pieces, counts) the game's extra tables, flat, one after another (`Layout.extras`).
        fingerprint: (pieces,) the sum, modulo 2^64, of the games' final random states.
    """

    lengths: "np.ndarray"
    ends: "np.ndarray"
    fates: "np.ndarray"
    squares: "np.ndarray"
    sat_out: "np.ndarray"
    extras: "np.ndarray"
    fingerprint: "np.ndarray"


@dataclass(frozen=True)
class Event:
    """One kind of event in a game's log, whose rows are (event, seat, value).

    Attributes:
        name: as in `balance replay --json`.
        value: what the value stands for there: `target` (a seat), `targets` (a bit set), `number`, what `words` name;
            nothing if it has none.
        meaning: for people.
        words: the names that the value numbers, if it does.
    """

    name: str
    value: str
    meaning: str
    words: tuple[str, ...] = ()


class Checked(NamedTuple):
    """What came of the check of a designer's own policy.

    Attributes:
        policy: `FILE.py:FUNCTION`.
        questions: how many it answered.
        fault: what it did that no policy may, a sentence without its full stop; empty if nothing.
    """

    policy: str
    questions: int
    fault: str


@dataclass(frozen=True)
class Kernel:
    """A game's rules, ready to be played.

    Attributes:
        state: (setup, seating) -> the state record that a worker plays on.
        play: (state, seed, edges, tally, games, log) plays the games edges[0]..edges[-1], piece k those from
            edges[k] up to edges[k + 1], and adds them to `tally`; each game's row goes to `games` where that
            has any: (outcome, length, end, winners as a bit set); events go to `log` where that has room.
        events: the kinds of events, by number.
        tell: (setup, seating, events) -> the story of a game, a line each.
        check: (policy, seed) -> whether a designer's own policy keeps to what its seat knows, in drawn positions.
    """

    state: Callable[[Resolved, Seating], Any]
    play: Callable[..., None]
    events: tuple[Event, ...]
    tell: Callable[[Resolved, Seating, list[Any]], list[str]]
    check: Callable[[Policy, int], Checked] | None = None
