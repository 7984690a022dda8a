"""Policies know what their seat knows, and nothing else; they answer what they may, and touch nothing."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kernels.bits import nth
from kernels.jit import COMPILED, rule
from kernels.streams import POLICY, RULES
from kernels.village.talk import SILENCE
from kernels.werewolf.asking import ASK_GUARD
from kernels.werewolf.knowledge import (
    Question,
    answered,
    copied,
    members,
    permuted,
    policies_of,
    position,
    questions,
    told_apart,
)
from kernels.werewolf.policies import choose
from kernels.werewolf.roles import SEER, WEREWOLF
from kernels.werewolf.state import SEER_READS
from setups import SETUPS
from tables import table

pytestmark = pytest.mark.plain

setups = st.randoms(use_true_random=False).map(SETUPS["werewolf"].draw)
numbers = st.integers(0, (1 << 32) - 1)
some = settings(
    max_examples=120 if COMPILED else 15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def asked(state: np.record, draws: Random) -> Iterator[tuple[np.record, Question]]:
    """Every question of a position, under every policy that may be asked it."""
    for question in questions(state, draws):
        for policy in policies_of(state, question.seat):
            played = copied(state)
            played.policy[question.seat] = policy
            yield played, question


def found(words: str, number: int) -> tuple[np.record, Random]:
    """A position of `words`, if there is one, and the draws to go on with."""
    draws = Random(number)
    state = found_at(words, draws)
    assume(state is not None)
    return state, draws


def found_at(words: str, draws: Random) -> np.record | None:
    """A position of `words`, if there is one."""
    return position(table(f"{words} day_cap={draws.choice((2, 2, 3, 4))}"), draws)


@some
@given(setups, numbers)
def test_policies_do_not_read_what_their_seat_cannot_know(words, number):
    """Whatever a seat cannot know may be otherwise: the answer is the same and as many numbers are drawn for it."""
    state, draws = found(words, number)
    for played, question in asked(state, draws):
        assert not told_apart(choose, played, question, 2, draws), question


@pytest.mark.bounds
@some
@given(setups, numbers)
def test_answers_are_legal_and_change_nothing(words, number):
    """One of the options comes back, and of the state only the policies' stream has moved."""
    state, draws = found(words, number)
    for played, question in asked(state, draws):
        answer, _, after = answered(choose, played, question)
        assert answer in members(question.legal), question
        before = copied(played)
        before.stream[POLICY] = 0
        assert after == before.tobytes(), question


@some
@given(setups, numbers)
def test_a_forced_answer_is_given(words, number):
    """With one legal option there is one answer, whatever the policy thinks of it; but silence is always legal."""
    state, draws = found(words, number)
    for played, question in asked(state, draws):
        if question.legal >> SILENCE & 1:
            continue
        for only in members(question.legal):
            forced = question._replace(legal=1 << only)
            assert answered(choose, played, forced)[0] == only, forced


# --- the test of the test: policies that cheat, and one that does not ---------------------------------------------


def accuses_a_werewolf(state, _seat, _decision, legal):
    """Reads the others' roles."""
    return next((other for other in members(legal) if state.role[other] == WEREWOLF), members(legal)[0])


def follows_the_pack(state, _seat, _decision, legal):
    """Reads the pack without being in it."""
    return members(legal & state.pack or legal)[0]


def believes_the_seer(state, _seat, _decision, legal):
    """Reads what the Seer has seen."""
    seen = sum(int(state.black[other]) for other in members(state.holders[SEER]))
    return members(legal & seen or legal)[0]


def guards_the_pranked(state, _seat, decision, legal):
    """Reads tonight's prank before it is made."""
    if decision == ASK_GUARD and state.pranked >= 0 and legal >> state.pranked & 1:
        return state.pranked
    return members(legal)[0]


def copies_the_guard(state, _seat, _decision, legal):
    """Reads whom others guard."""
    return members(legal & state.guarded or legal)[0]


def remembers_the_last_game(state, _seat, _decision, legal):
    """Reads how the game before ended: its answer would depend on which games a worker has played."""
    return members(legal)[state.winners.bit_count() % len(members(legal))]


def foresees_the_lot(state, _seat, _decision, legal):
    """Reads the stream that lots are drawn from."""
    return members(legal)[int(state.stream[RULES]) % len(members(legal))]


def counts_the_wolves(state, _seat, _decision, legal):
    """Reads how many of the pack are still here, but not who."""
    return members(legal)[(state.living & state.pack).bit_count() % len(members(legal))]


def hears_what_is_not_yet_said(state, seat, _decision, legal):
    """Reads what others are about to report."""
    told = np.bitwise_or.reduce(np.delete(state.to_black, seat))
    return members(legal & told or legal)[0]


def copies_a_vote(state, seat, _decision, legal):
    """Reads a vote before the votes are shown."""
    other = 0 if seat else 1
    return state.choice[other] if legal >> state.choice[other] & 1 else members(legal)[0]


def knows_who_would_talk(state, _seat, _decision, legal):
    """Reads the rules' note of who has something to say, which hangs on roles."""
    return members(legal & state.speakers[0] or legal)[0]


def counts_games(state, _seat, _decision, legal):
    """Reads the number of the game."""
    return members(legal)[state.game % len(members(legal))]


@rule
def accuses_an_enemy(state, _seat, _decision, legal):
    """A compiled one: reads the sides."""
    enemies = legal & state.with_werewolves
    return nth(enemies if enemies else legal, 0)


CHEATS = (
    accuses_a_werewolf,
    follows_the_pack,
    believes_the_seer,
    guards_the_pranked,
    copies_the_guard,
    remembers_the_last_game,
    foresees_the_lot,
    counts_the_wolves,
    hears_what_is_not_yet_said,
    copies_a_vote,
    knows_who_would_talk,
    counts_games,
    accuses_an_enemy,
)


def own_knowledge(state, seat, decision, legal):
    """An honest policy that reads everything its seat knows."""
    known = [state.role[seat], state.knows[seat], state.black[seat], state.white[seat], state.living, state.voted_home]
    known += [state.day, state.night, state.players, *state.count, decision, *state.by_mood]
    known += [state.claimed, state.broken, *state.claims, *state.says_black, *state.says_white, state.to_black[seat]]
    if state.role[seat] == SEER:
        known += [SEER_READS[state.role[other]] for other in members(state.black[seat] | state.white[seat])]
    if state.knows[seat]:
        known += [state.pack, state.pack & state.living]
    return members(legal)[hash(tuple(int(mark) for mark in known)) % len(members(legal))]


def accused(policy, number: int) -> bool:
    """Whether a policy is caught in one position of a table with much to know."""
    draws = Random(number)
    words = f"players=12 seer=2 knight=2 medium=1 traitor_knows_pack=on reveal={draws.choice(('none', 'side', 'role'))}"
    state = found_at(words, draws)
    return any(told_apart(policy, state, question, 3, draws) for question in questions(state, draws))


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_cheats_are_caught(cheat):
    assert any(accused(cheat, number) for number in range(15))


def test_the_honest_are_not_accused():
    assert not any(accused(own_knowledge, number) for number in range(30 if COMPILED else 8))


@pytest.mark.parametrize("reveal", ["none", "side", "role"])
def test_what_is_dealt_anew(reveal):
    """As many of each role, own and public fields as before; every hidden seat is a werewolf in some positions."""
    draws = Random(7)
    state = found_at(f"players=12 seer=2 werewolves=3 reveal={reveal}", draws)
    seat = next(seat for seat in members(state.living) if state.role[seat] == SEER)
    twins = [permuted(state, seat, draws) for _ in range(200)]
    for twin in twins:
        assert sorted(twin.role[:12]) == sorted(state.role[:12])
        assert twin.holders.sum() == (1 << 12) - 1
        for own in ("role", "knows", "black", "white", "looked_at", "guards", "policy"):
            assert twin[own][seat] == state[own][seat]
        for public in ("living", "day", "night", "voted_home", "players"):
            assert twin[public] == state[public]
        assert (twin.by_mood == state.by_mood).all()
        for talk in ("claimed", "claims", "broken", "says_black", "says_white"):
            assert (twin[talk] == state[talk]).all()
    seen = int(state.black[seat] | state.white[seat]) | 1 << seat
    hidden = [other for other in range(12) if not seen >> other & 1 and (state.living >> other & 1 or reveal == "none")]
    assert all(any(twin.role[other] == WEREWOLF for twin in twins) for other in hidden)
    shown = [other for other in range(12) if not state.living >> other & 1 and reveal == "role"]
    assert all(twin.role[other] == state.role[other] for twin in twins for other in shown)
