"""What a seat cannot know: positions from the middle of games, and others that the seat cannot tell from them.

A policy that answers differently in two such positions reads what its seat does not know: it cheats.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

from kernels import driver
from kernels.bits import members
from kernels.game import Play, Policy, Resolved, Seating, write
from kernels.jit import FAILED, checked
from kernels.kernel import Checked
from kernels.own import OPTIONS, Seated, asked_at, listed, plain_at
from kernels.policy_files import describe_error
from kernels.streams import POLICY, PURPOSES
from kernels.transcript import NOBODY
from kernels.transcript import blank as blank_log
from kernels.village.talk import MOST_SEATS, SILENCE, hush, unreported
from kernels.werewolf.asking import (
    ASK_ANSWER,
    ASK_CLAIM,
    ASK_DEFEND,
    ASK_GUARD,
    ASK_LOOK,
    ASK_PRANK,
    ASK_REPORT,
    ASK_RUNOFF,
    ASK_SKIP,
    ASK_VOTE,
    NO_YES,
)
from kernels.werewolf.ending import UNDECIDED, win_test
from kernels.werewolf.journal import ROW
from kernels.werewolf.leaving import SHOWS_ROLE, SHOWS_SIDE
from kernels.werewolf.roles import KNIGHT, MEDIUM, ROLES, SEER, TRAITOR
from kernels.werewolf.spec import DECISIONS, GAME, POLICIES
from kernels.werewolf.state import IN_PACK, KINDS, MEDIUM_READS, SEER_READS, STATE, WITH_WEREWOLVES, blank

Choose = Callable[..., Any]
TRIES = 50
TWINS = 2
"""How many twins of a position each question is asked in."""
QUESTIONS = 3_000
"""How many questions a check asks at least."""
OF_SETS = ("listed", "speakers", "spared_by")
"""Fields of bit sets, and `SETS` such fields with one set, of which a seat knows its own bit at most."""
SETS = ("found_black", "knows_more", "shown_looks")


class Question(NamedTuple):
    """A decision that a living seat may be asked in a position, and the options it would have."""

    seat: int
    decision: int
    legal: int


class Answer(NamedTuple):
    """What a policy does when asked: its answer, the policies' stream after it, and the rest of the state after it."""

    option: Any
    stream: int
    after: bytes


# --- positions ----------------------------------------------------------------------------------------------------


def position(laid: driver.Table, draws: Random) -> np.record | None:
    """A state in the middle of a game at `laid`, whose day cap is low: one that it broke off; None if none is found.

    What lies about in it (tonight's prank and guards, the end of a game before) is made up.
    """
    for _ in range(TRIES):
        state = laid.kernel.state(laid.setup, laid.seating)
        play_one(laid, state, draws.randrange(1 << 62), draws.randrange(1 << 40))
        if win_test(state) == UNDECIDED:
            state.by_mood[: state.players] = draws.sample(range(state.players), int(state.players))
            state.to_black[:], state.to_white[:] = 0, 0
            if not (state.talks or state.votes_by_list):  # then the rules leave out what is not needed
                hush(state)
            leave_lying_about(state, None, draws)
            return state
    return None


def play_one(laid: driver.Table, state: np.record, seed: int, game: int) -> None:
    """Play one game on `state`, which is left as it was at the game's end."""
    tally, no_rows = driver.empty(laid.layout, 1), np.zeros((0, 4), dtype=np.int64)
    laid.kernel.play(state, seed, np.array([game, game + 1]), tally, no_rows, blank_log(0))


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
        if not state.claimed >> seat & 1:
            for decision in (ASK_CLAIM, ASK_ANSWER, ASK_DEFEND):
                yield Question(seat, int(decision), int(state.claimable))
        elif state.claim[seat] in (SEER, MEDIUM):
            yield Question(seat, int(ASK_REPORT), int(unreported(state, np.int64(seat))))


def policies_of(state: np.record, seat: int) -> list[int]:
    """The numbers of the built-in policies that may sit on `seat`."""
    side = ROLES[state.role[seat]].side
    return [number for number, policy in enumerate(POLICIES) if not policy.sides or side in policy.sides]


# --- twins --------------------------------------------------------------------------------------------------------


def permuted(state: np.record, seat: int, draws: Random) -> np.record:
    """A state that `seat` cannot tell from `state`, with what it cannot know drawn anew.

    The others' roles are dealt again among those whom `seat` has no reason to tell apart, and all else that is
    hidden from it is made up. Still the same are its own role, looks, pack and choices, everybody's mood, the living,
    the person voted home, what was said and what was revealed; and the game is still open.
    """
    twin = copied(state)
    for _, change in CHANGES:
        change(twin, seat, draws)
    return twin


def deal_anew(state: np.record, seat: int, draws: Random) -> None:
    """Deal the others' roles again among those who are alike to `seat`, so that the game is still open."""
    dealt = state.role.copy()
    for _ in range(TRIES):
        for seats in alike(state, seat):
            roles = [dealt[other] for other in seats]
            draws.shuffle(roles)
            state.role[seats] = roles
        hold(state, seat)
        if win_test(state) == UNDECIDED:
            return
    state.role[:] = dealt
    hold(state, seat)


def alike(state: np.record, seat: int) -> list[list[int]]:
    """The others, in groups that `seat` has no reason to tell apart."""
    roles = state.role[: state.players].tolist()
    told, living = int(state.black[seat] | state.white[seat]), int(state.living)
    knows_pack, is_open = state.knows[seat] != 0, int(state.shown_looks) >> seat & 1
    reads = state.voted_home if roles[seat] == MEDIUM else NOBODY
    shows_role, shows_side = state.reveal == SHOWS_ROLE, state.reveal == SHOWS_SIDE
    groups = defaultdict(list)
    for other, role in enumerate(roles):
        is_told, is_gone = told >> other & 1, not living >> other & 1
        known = (
            knows_pack and IN_PACK[role],
            is_told and (1, IN_PACK[role], SEER_READS[role], MEDIUM_READS[role]),
            is_gone and shows_role and (1, role),
            is_gone and shows_side and (1, WITH_WEREWOLVES[role]),
            reads == other and (1, MEDIUM_READS[role]),
            is_open and role in (SEER, KNIGHT, MEDIUM) and role,  # the policy `open` is shown who has which power
        )
        if other != seat:
            groups[known].append(other)
    return list(groups.values())


def hold(state: np.record, seat: int) -> None:
    """Set what follows from the roles: holders, pack, sides, and how all but `seat` play."""
    roles = state.role[: state.players].tolist()
    holders = [bit_set(other for other, held in enumerate(roles) if held == role) for role in range(KINDS)]
    state.holders[:] = holders
    state.pack = sum(holders[role] for role in range(KINDS) if IN_PACK[role])
    state.with_werewolves = sum(holders[role] for role in range(KINDS) if WITH_WEREWOLVES[role])
    others = np.array([other for other in range(len(roles)) if other != seat])
    seat_at(state, others, state.plays_as[others, state.role[others]])


def play_anew(state: np.record, seat: int, draws: Random) -> None:
    """Let everybody but `seat` play like anybody at the table, whatever their role."""
    others = np.array([other for other in range(int(state.players)) if other != seat])
    seat_at(state, others, draws.choices(range(int(state.plays)), k=len(others)))


def seat_at(state: np.record, seat: Any, play: Any) -> None:
    """Let a seat, or some, play the play of that number."""
    state.play[seat] = play
    state.policy[seat] = state.policy_of[play]
    state.sees[seat] = state.view_of[play]


def learn_anew(state: np.record, seat: int, draws: Random) -> None:
    """Give everybody but `seat` other looks, guards, votes and words to come and, by their role, the knowledge of the
    pack."""
    roles, pack, players = state.role[: state.players].tolist(), int(state.pack), int(state.players)
    reads = sum(1 << other for other, role in enumerate(roles) if SEER_READS[role])
    knowing = [role for role in range(KINDS) if IN_PACK[role] or (role == TRAITOR and state.traitor_knows_pack)]
    others = [other for other in range(players) if other != seat]
    silent = [other for other in others if not int(state.claimed) >> other & 1]
    looks = [draws.getrandbits(players) & ~(1 << other) if roles[other] == SEER else 0 for other in others]
    state.knows[others] = [pack if roles[other] in knowing else 0 for other in others]
    state.black[others] = [looked & reads for looked in looks]
    state.white[others] = [looked & ~reads for looked in looks]
    state.knows_seers[others] = [draws.getrandbits(players) for _ in others]
    state.looked_at[others] = draws.choices(range(players), k=len(others))
    state.choice[others] = draws.choices(range(players), k=len(others))
    state.guards[others] = draws.choices([int(NOBODY), *range(players)], k=len(others))
    state.to_claim[others] = draws.choices([int(SILENCE), *range(KINDS)], k=len(others))
    state.to_black[others] = [few(players, draws) for _ in others]
    state.to_white[others] = [few(players, draws) for _ in others]
    state.claim[silent] = draws.choices(range(KINDS), k=len(silent))
    state.claimed_on[silent] = draws.choices(range(players), k=len(silent))
    state.lot[silent] = [draws.random() for _ in silent]
    for name in SETS:
        state[name] = only_own_bit(int(state[name]), seat, draws)
    for name in OF_SETS:
        state[name][:] = [only_own_bit(one, seat, draws) for one in state[name].tolist()]


def few(players: int, draws: Random) -> int:
    """A random set of few seats."""
    return draws.getrandbits(players) & draws.getrandbits(players) & draws.getrandbits(players)


def only_own_bit(seats: int, seat: int, draws: Random) -> int:
    """A set of which nothing is left but whether `seat` is in it."""
    return seats & 1 << seat | draws.getrandbits(MOST_SEATS) & ~(1 << seat)


def leave_lying_about(state: np.record, seat: int | None, draws: Random) -> None:
    """Make up tonight's prank and guards where `seat` does not know them, the last game's end, the game's number, and
    the journal."""
    if seat is None or not IN_PACK[state.role[seat]]:
        state.pranked = draws.choice([int(NOBODY), *members(state.living & ~state.pack)])
    own = 0 if seat is None or state.role[seat] != KNIGHT else state.guarded & (1 << state.guards[seat])
    state.guarded = draws.getrandbits(int(state.players)) | own
    state.outcome, state.end, state.game = draws.randrange(3), draws.randrange(3), draws.randrange(1 << 40)
    state.winners = draws.getrandbits(int(state.players))
    days = int(state.day) + 1
    state.noted[:days] = [draws.getrandbits(ROW) for _ in range(days)]
    state.tonight = draws.getrandbits(ROW)


def draw_anew(state: np.record, _seat: int, draws: Random) -> None:
    """Make up every stream but the policies'."""
    for purpose in range(PURPOSES):
        if purpose != POLICY:
            state.stream[purpose] = draws.getrandbits(64)


CHANGES: tuple[tuple[str, Callable[[np.record, int, Random], None]], ...] = (
    ("the roles of others", deal_anew),
    ("how others play", play_anew),
    ("what others have seen, will do tonight or are about to say", learn_anew),
    ("tonight's prank and guards, how the game before ended, or what the journal says", leave_lying_about),
    ("the random numbers of the deal and the rules", draw_anew),
)
"""What makes a twin, one after the other, each with its words."""


# --- asking -------------------------------------------------------------------------------------------------------


def answered(choose: Choose, state: np.record, question: Question) -> Answer:
    """What a policy does when asked in a position."""
    after = copied(state)
    seat, decision, legal = question
    option = choose(after, np.int64(seat), np.int64(decision), np.int64(legal))
    stream = int(after.stream[POLICY])
    after.stream[POLICY] = 0
    return Answer(option, stream, after.tobytes())


def told_apart(choose: Choose, state: np.record, question: Question, twins: int, draws: Random) -> bool:
    """Whether `choose` answers differently in a position that its seat cannot tell from `state`: it cheats."""
    answer = answered(choose, state, question)[:2]
    others = (permuted(state, question.seat, draws) for _ in range(twins))
    return any(answered(choose, other, question)[:2] != answer for other in others)


def copied(state: np.record) -> np.record:
    """A state of its own with the same content."""
    copy = np.recarray(1, STATE)
    copy[0] = state
    return copy[0]


def bit_set(seats: Iterable[int]) -> int:
    """The bit set of `seats`."""
    return sum(1 << seat for seat in seats)


# --- the check of a designer's own policy -------------------------------------------------------------------------


def check(policy: Policy, seed: int) -> Checked:
    """Ask a designer's own policy some thousand questions, each in positions that its seat cannot tell apart.

    Args:
        policy: what `kernels.policy_files` says of it.
        seed: of the positions.

    Returns:
        How many questions it answered, and the first that it answered as no policy may, if there is one.
    """
    draws = Random(seed)
    asked = 0
    while asked < QUESTIONS:
        play = _played(policy, GAME.sides, draws if draws.random() < 0.5 else None)
        state = position(drawn_table(play, draws), draws)
        if state is None:
            continue
        number = int(np.flatnonzero(state.address)[0])
        seated = plain_at(int(state.address[number]))
        choose = asked_at(int(state.address[number]))
        for question in questions(state, draws):
            played = copied(state)
            seat_at(played, question.seat, number)
            played.asked_seat, played.asked_decision, played.asked_legal = question
            asked += 1
            if found := fault(choose, seated, played, question, draws):
                return Checked(policy.name, asked, f"{policy.name}, {_asked(played, question, play)}, {found}")
    return Checked(policy.name, asked, "")


def drawn_table(play: Play, draws: Random) -> driver.Table:
    """A random table with much to know, at which a bundle plays; `play` is known there, but no seat plays it yet."""
    players = draws.randint(6, 14)
    chosen: Mapping[str, Any] = {
        "players": players,
        "seer": draws.choice((1, 1, 2)),
        "knight": 1,
        "medium": draws.choice((0, 1)),
        "traitor": draws.choice((0, 1)),
        "traitor_knows_pack": draws.random() < 0.5,
        "reveal": draws.choice(("none", "side", "role")),
        "day_cap": draws.choice((2, 2, 3, 4)),
    }
    setup = GAME.resolve({parameter.name: parameter.default for parameter in GAME.parameters} | dict(chosen))
    bundle = GAME.bundles[draws.choice(("beginners", "casual", "sharp"))]
    usual = {side: GAME.policy(name) for side, name in bundle.items()}
    sides = {role: GAME.role(role).side for role in setup.dealt}
    by_role = {role: _played(usual[side], (side,)) for role, side in sides.items()}
    laid = driver.seat(GAME, setup, Seating(by_role, {0: play}))
    return replace(laid, kernel=replace(laid.kernel, state=blank_but_own))


def blank_but_own(setup: Resolved, seating: Seating) -> np.record:
    """A state in which the first seat plays as all others do, not its own policy, which may do anything."""
    state = blank(setup, seating)
    state.plays_as[0] = state.plays_as[1]
    return state


def _played(policy: Policy, sides: Collection[str], draws: Random | None = None) -> Play:
    """The play of a policy on some sides, its knobs as they are by default, or drawn."""
    knobs = policy.knobs_on(sides)
    values = (knob.drawn(draws) if draws else knob.default for knob in knobs)
    return Play(policy.name, tuple(zip((knob.name for knob in knobs), values, strict=True)), policy.file, policy.digest)


def fault(choose: Choose, seated: Seated, state: np.record, question: Question, draws: Random) -> str:
    """What a policy does wrong when asked, as the end of a sentence; empty if it is nothing."""
    answer = answered(choose, state, question)
    if answer.option == FAILED:
        return failure(seated, state, question)
    if not (0 <= int(answer.option) < OPTIONS and question.legal >> int(answer.option) & 1):
        return f"answered {answer.option}, which is none of its options {listed(question.legal)} (seats count from 0)"
    if answered(choose, state, question)[:2] != answer[:2]:
        return "answered twice what is not the same, though nothing was changed: it draws from elsewhere than POLICY"
    if changed := changed_fields(state, answer.after):
        return f"changed the state ({', '.join(changed)})"
    for _ in range(TWINS):
        number = draws.getrandbits(64)
        twin = answered(choose, permuted(state, question.seat, Random(number)), question)
        if twin[:2] != answer[:2]:
            return read_what(choose, state, question, number)
    return ""


def failure(seated: Seated, state: np.record, question: Question) -> str:
    """How a policy that failed does so in plain Python: file, line and error."""
    try:
        with np.errstate(all="ignore", divide="raise"), checked():
            seated.plain(copied(state), *map(np.int64, question))
    except FloatingPointError as error:
        return f"failed at {seated.file.line_of(error)}: ZeroDivisionError: division by zero"
    except Exception as error:
        return f"failed at {seated.file.line_of(error)}: {describe_error(error)}"
    return "failed"


def changed_fields(state: np.record, after: bytes) -> list[str]:
    """The fields that an answer has changed, the policies' stream apart."""
    before = copied(state)
    before.stream[POLICY] = 0
    if after == before.tobytes():
        return []
    now = np.frombuffer(after, STATE)[0]
    return [name for name in STATE.names or () if np.any(now[name] != before[name])]


def read_what(choose: Choose, state: np.record, question: Question, number: int) -> str:
    """What a policy read that its seat cannot know: the first of the `CHANGES` that changes what it does."""
    if pair := read_pair(choose, state, question):
        return pair
    answer, twin, draws = answered(choose, state, question), copied(state), Random(number)
    for words, change in CHANGES:
        change(twin, question.seat, draws)
        other = answered(choose, twin, question)
        if other[:2] != answer[:2]:
            return f"{_both(answer, other)} when nothing was changed but {words}, which it cannot know"
    return "answered otherwise when what it cannot know was changed"


def read_pair(choose: Choose, state: np.record, question: Question) -> str:
    """Two others whose roles, swapped, change what a policy does; empty if there are none."""
    answer = answered(choose, state, question)
    pairs = [(a, b) for seats in alike(state, question.seat) for a in seats for b in seats if a < b]
    for a, b in pairs:
        twin = copied(state)
        twin.role[a], twin.role[b] = state.role[b], state.role[a]
        hold(twin, question.seat)
        if state.role[a] != state.role[b] and win_test(twin) == UNDECIDED:
            other = answered(choose, twin, question)
            if other[:2] != answer[:2]:
                roles = f"({ROLES[state.role[a]].name}) and {b + 1} ({ROLES[state.role[b]].name})"
                return f"{_both(answer, other)} with the roles of seats {a + 1} {roles} swapped, which it cannot know"
    return ""


def _both(answer: Answer, other: Answer) -> str:
    if answer.option == other.option:
        return f"answered {answer.option}, and drew more or fewer random numbers for it"
    return f"answered {answer.option}, and {other.option}"


def _asked(state: np.record, question: Question, play: Play) -> str:
    """Who is asked what, when, and with which knobs."""
    name, role = DECISIONS[question.decision].name, ROLES[state.role[question.seat]].name
    knobs = ", ".join(f"{knob}={write(value)}" for knob, value in play.knobs)
    return f"asked to {name} on day {state.day} at seat {question.seat + 1} ({role}{knobs and ', with '}{knobs})"
