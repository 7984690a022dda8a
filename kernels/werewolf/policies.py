"""How seats play: `choose` answers every question of the rules, by the policy of the seat that is asked.

A policy reads what its seat knows and nothing else: its role, its looks, the pack if it knows it, the public moods and
talk, who is still here. It answers with one of `legal` and changes nothing.

    who votes for whom      here, by the lists of `kernels/village/lists.py`
    who claims and reports  `speech.py`
    who uses a power        `powers.py`
"""

from kernels.bits import one, preferred
from kernels.jit import rule
from kernels.own import OWN, call_own
from kernels.village.knobs import BUS, KNOBS
from kernels.village.lists import OPEN_LIST, PACK_LIST, VILLAGER_LIST, suspects
from kernels.village.moods import lowest_mood
from kernels.village.talk import SILENCE
from kernels.werewolf.asking import (
    ASK_CLAIM,
    ASK_REPORT,
    ASK_RUNOFF,
    ASK_VOTE,
    BLOC,
    COUNTER,
    HUNTING,
    OPEN,
    QUIET,
    RANDOM,
    STEALTH,
    at_random,
    friends,
    happens,
)
from kernels.werewolf.powers import act
from kernels.werewolf.spec import POLICIES
from kernels.werewolf.speech import speak
from kernels.werewolf.state import IN_PACK

BUSES = KNOBS.index(BUS)
BUILT_IN = len(POLICIES)


@rule
def choose(state, seat, decision, legal):
    """What `seat` answers to `decision`: one of the set `legal`."""
    policy = state.policy[seat]
    if policy == OWN:
        return call_own(state, seat, decision, legal)
    return answer(state, seat, policy, decision, legal)


@rule
def play_as(state, seat, policy, decision, legal):
    """What a designer's own policy goes on with: the answer of a built-in `policy`, to the same question, with fewer
    options too.

    The policy `open` is no help: its seats are shown what others are not.

    Raises:
        ValueError: it is another question, there is no such policy, or none of the options is left.
    """
    if seat != state.asked_seat or decision != state.asked_decision:
        raise ValueError("play_as was given another seat or decision than the policy was asked")
    if not 0 <= policy < BUILT_IN:
        raise ValueError("play_as was given no built-in policy")
    if legal & ~state.asked_legal or not legal:
        raise ValueError("play_as was left no option, or given one that the policy was not")
    return answer(state, seat, policy, decision, legal)


@rule
def answer(state, seat, policy, decision, legal):
    """What `seat` answers by a built-in `policy`."""
    if policy == RANDOM:
        return SILENCE if legal & one(SILENCE) else at_random(state, legal)
    if decision in (ASK_VOTE, ASK_RUNOFF):
        return vote(state, seat, policy, legal)
    if ASK_CLAIM <= decision <= ASK_REPORT:
        return speak(state, seat, policy, decision, legal)
    return act(state, seat, policy, decision, legal)


@rule
def vote(state, seat, policy, legal):
    """For whom `seat` votes by `policy`, in a run-off too."""
    if policy == QUIET:
        return vote_alone(state, seat, legal)
    if policy == STEALTH:
        return at_random(state, preferred(legal, ~state.knows[seat]))
    if policy == BLOC:
        return lowest_mood(state, preferred(legal, ~state.knows[seat]))
    if policy == HUNTING or (policy == COUNTER and IN_PACK[state.role[seat]]):
        return vote_as_pack(state, seat, legal)
    return vote_by_list(state, seat, legal)


@rule
def vote_alone(state, seat, legal):
    """Without a word: the lowest mood among those it was told are werewolves, else any but its friends."""
    seen = legal & state.black[seat]
    if seen:
        return lowest_mood(state, seen)
    return at_random(state, preferred(legal, ~friends(state, seat)))


@rule
def vote_by_list(state, seat, legal):
    """As a villager votes: the most suspect of the first tier of the list, friends and its own whites spared."""
    row = OPEN_LIST if state.policy[seat] == OPEN else VILLAGER_LIST
    return lowest_mood(state, suspects(state, seat, row, preferred(legal, ~spared(state, seat))))


@rule
def vote_as_pack(state, seat, legal):
    """As a villager would vote but for a packmate, unless it heads the tier and `bus` will have it."""
    head = lowest_mood(state, suspects(state, seat, PACK_LIST, preferred(legal, ~own_whites(state, seat))))
    if not state.knows[seat] & one(head) or happens(state, seat, BUSES):
        return head
    outside = preferred(preferred(legal, ~state.knows[seat]), ~own_whites(state, seat))
    return lowest_mood(state, suspects(state, seat, PACK_LIST, outside))


@rule
def own_whites(state, seat):
    """Whom `seat` was told, or itself reports, to be no werewolf."""
    return state.white[seat] | state.says_white[seat]


@rule
def spared(state, seat):
    """Whom `seat` votes for only where nobody else is left."""
    return state.knows[seat] | own_whites(state, seat)
