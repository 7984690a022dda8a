"""STATE: one game of Werewolf as one record.

    what a setup fixes      players, count, every house rule and switch; who plays how (`plays_as`, `knob` ...)
    what a game knows       living, holders, role, day, night, by_mood, stream ...
    what everyone knows     the talk (`kernels/village/talk.py`): claims, reports, broken claims, who is trusted
    the journal             what happened, for the tables of the run (`journal.py`)
    what a seat has learnt  knows (the pack), black and white (what looks, readings and the deal told it)

Seats are bit sets (`kernels/bits.py`) wherever more than one may be meant; -1 means nobody.
"""

import numpy as np

from kernels.game import Choice, Play, Resolved, Seating, Value, Whole
from kernels.jit import record
from kernels.own import OWN, address, knobs_of, own_fields
from kernels.streams import PURPOSES
from kernels.village.knobs import CONTESTED, KNOBS, OWN_KNOBS, SKILL, TRUST
from kernels.village.talk import SILENCE, talk_fields
from kernels.werewolf.journal import fix_journal, journal_fields
from kernels.werewolf.roles import ALLIES, PACK, ROLES, VILLAGE, VILLAGER
from kernels.werewolf.speakers import MOMENTS, listens, may_speak, votes_by_list
from kernels.werewolf.spec import MOST_PLAYERS, PARAMETERS, POLICIES
from kernels.werewolf.table import STANDARD

SEATS, KINDS = MOST_PLAYERS, len(ROLES)
MOST_PLAYS = SEATS + KINDS
"""A table has at most a play for every role and one for every seat that differs."""
SKILLED, TRUSTS, CONTESTS = KNOBS.index(SKILL), KNOBS.index(TRUST), KNOBS.index(CONTESTED)
NEVER = 1_000_000
"""The number of a night that does not come (`prank_from=never`)."""

RULES = tuple(parameter for parameter in PARAMETERS if parameter.name not in ("players", *STANDARD))
"""The house rules and switches: each is a field of the state, a word by its place among the words."""

STATE = np.dtype(
    [
        ("players", np.int64),
        ("count", np.int64, KINDS),  # role -> seats dealt it
        *((rule.name, np.int64) for rule in RULES),
        ("plays_as", np.int64, (SEATS, KINDS)),  # seat, role -> play
        ("plays", np.int64),  # how many plays there are
        ("policy_of", np.int64, MOST_PLAYS),  # play -> policy
        ("knob", np.float64, (MOST_PLAYS, len(KNOBS) + OWN_KNOBS)),  # play, knob -> its value, a word by its place
        ("address", np.int64, MOST_PLAYS),  # play -> where a designer's own policy is, in memory
        ("reads_moods", np.int64),  # whether any policy at the table looks at a mood
        ("listens", np.int64),  # whether any policy at the table asks what was said
        ("votes_by_list", np.int64),  # whether any votes by a list of which all know the most
        ("one_by_skill", np.float64),
        ("skill", np.float64),  # how many times as suspect as others the pack looks
        ("day", np.int64),
        ("night", np.int64),
        ("living", np.int64),
        ("holders", np.int64, KINDS),  # role -> the seats that hold it, gone or not
        ("pack", np.int64),
        ("with_werewolves", np.int64),  # the pack and its allies
        ("role", np.int64, SEATS),
        ("play", np.int64, SEATS),  # seat -> its play, by the role it holds
        ("policy", np.int64, SEATS),  # seat -> its policy, by the same
        ("by_mood", np.int64, SEATS),  # the seats, the most suspect first
        ("knows", np.int64, SEATS),  # seat -> the pack, where it knows it
        ("black", np.int64, SEATS),  # seat -> who it was told is a werewolf
        ("white", np.int64, SEATS),  # seat -> who it was told is none
        ("knows_seers", np.int64, SEATS),  # seat -> who it was shown is a Seer
        ("shown_looks", np.int64),  # those who are shown every look's answer, and the Seers
        ("looked_at", np.int64, SEATS),  # seat -> tonight's look
        ("at_dusk", np.int64),  # who was here when the last night fell
        ("pranked", np.int64),  # whom the pack pranks tonight
        ("guarded", np.int64),  # whom Knights guard tonight
        ("guards", np.int64, SEATS),  # seat -> whom it guarded last, if that was last night
        ("choice", np.int64, SEATS),  # voter -> its vote in the ballot that is running
        ("voted_home", np.int64),  # whom today's vote sent home
        *talk_fields(SEATS, KINDS, MOST_PLAYS),
        *own_fields(),
        ("readings_differ", np.int64),  # whether a role in play is read one way by the Seer, another by the Medium
        ("sides_mislead", np.int64, 2),  # reading -> whether a role in play is read so while of the other side
        ("outcome", np.int64),
        ("end", np.int64),
        ("winners", np.int64),
        ("stream", np.uint64, PURPOSES),
        *journal_fields(SEATS),
    ]
)
RECORD = record(STATE)

IN_PACK = np.array([row.side == PACK for row in ROLES], dtype=np.int64)
"""Role -> 1 where it is of the pack: knows it, pranks, counts as a werewolf."""
WITH_WEREWOLVES = np.array([row.side in (PACK, ALLIES) for row in ROLES], dtype=np.int64)
"""Role -> 1 where it wins with the werewolves."""
SEER_READS = np.array([row.seer for row in ROLES], dtype=np.int64)
"""Role -> 1 where a look answers "werewolf" (Q15)."""
MEDIUM_READS = np.array([row.medium for row in ROLES], dtype=np.int64)
"""Role -> 1 where the Medium reads "werewolf" (Q16)."""


def codes(rule: str, *words: str) -> range:
    """The numbers that stand for a rule's words in the state, for naming them as constants."""
    parameter = next(parameter for parameter in RULES if parameter.name == rule)
    if not isinstance(parameter, Choice) or parameter.words != words:
        raise LookupError(f"{rule} does not choose among {words}")
    return range(len(words))


def blank(setup: Resolved, seating: Seating) -> np.record:
    """A state for games of `setup` played by `seating`, with nothing dealt yet."""
    state = np.zeros(3, STATE).view(np.recarray)[1]  # the two beside it keep other threads' data at a distance
    state.players = setup.seats
    for rule in RULES:
        state[rule.name] = _code(rule, setup.values[rule.name])
    for number, row in enumerate(ROLES):
        state.count[number] = setup.dealt.get(row.name, 0)
    _seat_plays(state, setup, seating)
    _fix_talk(state)
    fix_journal(state, setup)
    return state


def _seat_plays(state: np.record, setup: Resolved, seating: Seating) -> None:
    """Write down who plays how: each different play once, and which seat has which in which role."""
    numbers: dict[Play, int] = {}
    dealt = [number for number in range(KINDS) if state.count[number]]
    for role in dealt:
        for seat in range(setup.seats):
            play = seating.at(seat, ROLES[role].name)
            state.plays_as[seat, role] = numbers.setdefault(play, len(numbers))
    state.plays = len(numbers)
    for play, number in numbers.items():
        _set_play(state, number, play)
    _share_views(state)
    state.reads_moods = any(play.policy != "random" for play in numbers)
    village = [role for role in dealt if ROLES[role].side == VILLAGE]
    plays = state.plays_as[: setup.seats, village]
    skill = float(state.knob[plays, SKILLED].max(initial=1.0))
    state.skill, state.one_by_skill = skill, 1.0 / skill
    state.listens = any(listens(play.policy) for play in numbers)
    state.votes_by_list = state.by_list_of[: state.plays].any()


def _set_play(state: np.record, number: int, play: Play) -> None:
    """Give a play its policy, its knobs and its moments to speak; knobs that its policy lacks are at their default.

    A knob of a designer's own policy that bears the name of a built-in one sets that too.
    """
    built_in = next((policy for policy in POLICIES if policy.name == play.policy), None)
    state.policy_of[number] = POLICIES.index(built_in) if built_in else OWN
    usual = {knob.name: knob.default for knob in KNOBS} | {SKILL.name: 1.0}
    usual |= {knob.name: knob.default for knob in built_in.knobs} if built_in else {}
    said = usual | dict(play.knobs)
    for column, knob in enumerate(KNOBS):
        state.knob[number, column] = _code(knob, said[knob.name])
    state.by_list_of[number] = built_in is not None and votes_by_list(play.policy)
    for moment, name in enumerate(MOMENTS):
        roles = [role for role, row in enumerate(ROLES) if built_in is None or may_speak(play.policy, row.name, name)]
        state.speaks[moment, number] = sum(1 << role for role in roles)
    if built_in is None:
        state.address[number] = address(RECORD, play)
        for column, knob in enumerate(knobs_of(play)):
            state.knob[number, len(KNOBS) + column] = _code(knob, said[knob.name])


def _share_views(state: np.record) -> None:
    """Give plays that trust and roll alike one view of the talk."""
    views: dict[tuple[float, bool], int] = {}
    for play in range(state.plays):
        seen = (float(state.knob[play, TRUSTS]), bool(state.knob[play, CONTESTS] == CONTESTED.words.index("roll")))
        state.view_of[play] = views.setdefault(seen, len(views))
    state.views = len(views)
    for (trust, roll), view in views.items():
        state.trusts[view], state.rolls[view] = trust, roll


def _fix_talk(state: np.record) -> None:
    """Write down what of the talk a setup fixes: what may be claimed, and what may explain a contradiction."""
    dealt = [number for number in range(KINDS) if state.count[number]]
    roles = sum(1 << role for role in dealt)
    claimable = [role for role in dealt if ROLES[role].side == VILLAGE and role != VILLAGER]
    state.claimable = sum(1 << role for role in claimable) | 1 << int(SILENCE)
    state.reads_black = sum(1 << role for role in range(KINDS) if SEER_READS[role])
    state.talks = (state.speaks[:, : state.plays] & roles).any()
    state.readings_differ = any(SEER_READS[role] != MEDIUM_READS[role] for role in dealt)
    for reading in range(2):
        read_so = [role for role in dealt if reading in (SEER_READS[role], MEDIUM_READS[role])]
        state.sides_mislead[reading] = any(WITH_WEREWOLVES[role] != reading for role in read_so)


def _code(rule: object, value: Value) -> float:
    """The number that stands for a value in the state."""
    if isinstance(rule, Choice):
        return rule.words.index(str(value))
    if isinstance(rule, Whole) and value in rule.words:
        return NEVER
    return float(value)
