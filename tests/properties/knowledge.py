"""What a seat cannot know: positions from the middle of games, and others that the seat cannot tell from them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from kernels import driver
from kernels.streams import POLICY, PURPOSES
from kernels.transcript import NOBODY, blank
from kernels.werewolf.ending import UNDECIDED, win_test
from kernels.werewolf.leaving import SHOWS_ROLE, SHOWS_SIDE
from kernels.werewolf.policies import ASK_GUARD, ASK_LOOK, ASK_PRANK, ASK_RUNOFF, ASK_SKIP, ASK_VOTE, NO_YES
from kernels.werewolf.roles import KNIGHT, MEDIUM, ROLES, SEER, TRAITOR
from kernels.werewolf.spec import POLICIES
from kernels.werewolf.state import IN_PACK, KINDS, MEDIUM_READS, SEER_READS, STATE, WITH_WEREWOLVES
from tables import members, table

Choose = Callable[[Any, int, int, int], int]
TRIES = 50


class Question(NamedTuple):
    """A decision that a living seat may be asked in a position, and the options it would have."""

    seat: int
    decision: int
    legal: int


def position(words: str, draws: Random) -> np.record | None:
    """A state in the middle of a game of `words`: one that a day cap broke off; None if none is found.

    What lies about in it (tonight's prank and guards, the end of a game before) is made up.
    """
    for _ in range(TRIES):
        laid = table(f"{words} day_cap={draws.choice((2, 2, 3, 4))}")
        state = laid.kernel.state(laid.setup, laid.seating)
        play_one(laid, state, draws.randrange(1 << 62), draws.randrange(1 << 40))
        if win_test(state) == UNDECIDED:
            for seat in range(state.players):
                state.mood[seat] = draws.expovariate(1.0)  # also where nobody at the table looks at them
            leave_lying_about(state, draws)
            return state
    return None


def play_one(laid: driver.Table, state: np.record, seed: int, game: int) -> None:
    """Play one game on `state`, which is left as it was at the game's end."""
    tally, no_rows = driver.empty(laid.layout, 1), np.zeros((0, 4), dtype=np.int64)
    laid.kernel.play(state, seed, np.array([game, game + 1]), tally, no_rows, blank(0))


def permuted(state: np.record, seat: int, draws: Random) -> np.record:
    """A state that `seat` cannot tell from `state`, with what it cannot know drawn anew.

    The others' roles are dealt again among those whom `seat` has no reason to tell apart; what others have seen
    or chosen, the end of a game before and every stream but the policies' are made up. Still the same are its own
    role, looks, pack and choices, everybody's mood, the living, the person voted home and what was revealed; and
    the game is still open.
    """
    for _ in range(TRIES):
        twin = copied(state)
        alike = defaultdict(list)
        for other in range(state.players):
            if other != seat:
                alike[known_of(state, seat, other)].append(other)
        for seats in alike.values():
            roles = [state.role[other] for other in seats]
            draws.shuffle(roles)
            for other, role in zip(seats, roles, strict=True):
                twin.role[other] = role
        hold(twin)
        if win_test(twin) == UNDECIDED:
            break
    else:
        twin = copied(state)
    learn_anew(twin, seat, draws)
    leave_lying_about(twin, draws, seat)
    return twin


def known_of(state: np.record, seat: int, other: int) -> tuple[int, ...]:
    """What `seat` knows of the role of `other`, as marks: two others with equal marks are the same to it."""
    role, place = state.role[other], 1 << other
    marks = [-1, -1, -1, -1, -1]
    if state.knows[seat]:
        marks[0] = IN_PACK[role]
    if (state.black[seat] | state.white[seat]) & place:
        marks[1] = 2 * IN_PACK[role] + SEER_READS[role]
    if not state.living & place and state.reveal == SHOWS_ROLE:
        marks[2] = role
    if not state.living & place and state.reveal == SHOWS_SIDE:
        marks[3] = WITH_WEREWOLVES[role]
    if state.role[seat] == MEDIUM and state.voted_home == other:
        marks[4] = MEDIUM_READS[role]
    return tuple(int(mark) for mark in marks)


def hold(state: np.record) -> None:
    """Set what follows from the roles: holders, pack, sides, policies."""
    everyone = range(state.players)
    for role in range(KINDS):
        state.holders[role] = bit_set(seat for seat in everyone if state.role[seat] == role)
    state.pack = bit_set(seat for seat in everyone if IN_PACK[state.role[seat]])
    state.with_werewolves = bit_set(seat for seat in everyone if WITH_WEREWOLVES[state.role[seat]])
    for seat in everyone:
        state.policy[seat] = state.plays_as[seat, state.role[seat]]


def learn_anew(state: np.record, seat: int, draws: Random) -> None:
    """Give everybody but `seat` other looks, guards and, by their role, the knowledge of the pack."""
    for other in range(state.players):
        if other == seat:
            continue
        role = state.role[other]
        state.knows[other] = state.pack if IN_PACK[role] or (role == TRAITOR and state.traitor_knows_pack) else 0
        looks = [seen for seen in range(state.players) if role == SEER and seen != other and draws.random() < 0.4]
        state.black[other] = bit_set(seen for seen in looks if SEER_READS[state.role[seen]])
        state.white[other] = bit_set(seen for seen in looks if not SEER_READS[state.role[seen]])
        state.looked_at[other] = draws.randrange(state.players)
        state.guards[other] = draws.choice([NOBODY, draws.randrange(state.players)])


def leave_lying_about(state: np.record, draws: Random, seat: int | None = None) -> None:
    """Make up what tonight's prank and guards are where `seat` does not know, the last game's end, other streams."""
    if seat is None or not IN_PACK[state.role[seat]]:
        state.pranked = draws.choice([int(NOBODY), *members(state.living & ~state.pack)])
    own = 0 if seat is None or state.role[seat] != KNIGHT else state.guarded & (1 << state.guards[seat])
    state.guarded = draws.getrandbits(int(state.players)) | own
    state.outcome, state.end = draws.randrange(3), draws.randrange(3)
    state.winners = draws.getrandbits(int(state.players))
    for purpose in range(PURPOSES):
        if purpose != POLICY:
            state.stream[purpose] = draws.getrandbits(64)


def questions(state: np.record, draws: Random) -> Iterator[Question]:
    """Everything that the rules may ask of the living in a position."""
    living = members(state.living)
    for seat in living:
        others = int(state.living) & ~(1 << seat)
        role = state.role[seat]
        yield Question(seat, int(ASK_VOTE), others)
        tied = bit_set(draws.sample(living, draws.randint(2, len(living))))
        yield Question(seat, int(ASK_RUNOFF), int(tied) & ~(1 << seat))
        if role == SEER:
            yield Question(seat, int(ASK_LOOK), others)
        if role == KNIGHT:
            yield Question(seat, int(ASK_GUARD), others)
        if IN_PACK[role]:
            yield Question(seat, int(ASK_SKIP), int(NO_YES))
            yield Question(seat, int(ASK_PRANK), int(state.living & ~state.pack))


def policies_of(state: np.record, seat: int) -> list[int]:
    """The numbers of the policies that may sit on `seat`."""
    side = ROLES[state.role[seat]].side
    return [number for number, policy in enumerate(POLICIES) if not policy.sides or side in policy.sides]


def answered(choose: Choose, state: np.record, question: Question) -> tuple[int, int, bytes]:
    """The answer, the policies' stream after it, and everything else of the state after it."""
    after = copied(state)
    seat, decision, legal = question
    answer = int(choose(after, np.int64(seat), np.int64(decision), np.int64(legal)))
    stream = int(after.stream[POLICY])
    after.stream[POLICY] = 0
    return answer, stream, after.tobytes()


def told_apart(choose: Choose, state: np.record, question: Question, twins: int, draws: Random) -> bool:
    """Whether `choose` answers differently in a position that its seat cannot tell from `state`: it cheats."""
    answer = answered(choose, state, question)[:2]
    policy = state.policy[question.seat]
    for _ in range(twins):
        twin = permuted(state, question.seat, draws)
        twin.policy[question.seat] = policy
        if answered(choose, twin, question)[:2] != answer:
            return True
    return False


def copied(state: np.record) -> np.record:
    """A state of its own with the same content."""
    copy = np.recarray(1, STATE)
    copy[0] = state
    return copy[0]


def bit_set(seats: Iterable[int]) -> np.int64:
    """The bit set of `seats`."""
    return np.int64(sum(1 << int(seat) for seat in seats))
