"""STATE: one game of Werewolf as one record.

    what a setup fixes      players, count, plays_as, every house rule and switch
    what a game knows       living, holders, role, day, night, mood, stream ...
    what a seat has learnt  knows (the pack), black and white (what looks and the deal told it)

Seats are bit sets (`kernels/bits.py`) wherever more than one may be meant; -1 means nobody.
"""

import numpy as np

from kernels.game import Choice, Resolved, Seating, Value
from kernels.jit import record
from kernels.streams import PURPOSES
from kernels.werewolf.roles import ALLIES, PACK, ROLES
from kernels.werewolf.spec import MOST_PLAYERS, PARAMETERS, POLICIES
from kernels.werewolf.table import STANDARD

SEATS, KINDS = MOST_PLAYERS, len(ROLES)
NEVER = 1_000_000
"""The number of a night that does not come (`prank_from=never`)."""

RULES = tuple(parameter for parameter in PARAMETERS if parameter.name not in ("players", *STANDARD))
"""The house rules and switches: each is a field of the state, a word by its place among the words."""

STATE = np.dtype(
    [
        ("players", np.int64),
        ("count", np.int64, KINDS),  # role -> seats dealt it
        ("plays_as", np.int64, (SEATS, KINDS)),  # seat, role -> policy
        ("reads_moods", np.int64),  # whether any policy at the table looks at a mood
        *((rule.name, np.int64) for rule in RULES),
        ("day", np.int64),
        ("night", np.int64),
        ("living", np.int64),
        ("holders", np.int64, KINDS),  # role -> the seats that hold it, gone or not
        ("pack", np.int64),
        ("with_werewolves", np.int64),  # the pack and its allies
        ("role", np.int64, SEATS),
        ("policy", np.int64, SEATS),  # seat -> how it plays, by the role it holds
        ("mood", np.float64, SEATS),
        ("knows", np.int64, SEATS),  # seat -> the pack, where it knows it
        ("black", np.int64, SEATS),  # seat -> whom its looks answered "werewolf"
        ("white", np.int64, SEATS),  # seat -> whom its looks, or the deal, answered "not a werewolf"
        ("looked_at", np.int64, SEATS),  # seat -> tonight's look
        ("pranked", np.int64),  # whom the pack pranks tonight
        ("guarded", np.int64),  # whom Knights guard tonight
        ("guards", np.int64, SEATS),  # seat -> whom it guarded last, if that was last night
        ("voted_home", np.int64),  # whom today's vote sent home
        ("outcome", np.int64),
        ("end", np.int64),
        ("winners", np.int64),
        ("stream", np.uint64, PURPOSES),
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
    policies = [policy.name for policy in POLICIES]
    seated = set()
    for number, row in enumerate(ROLES):
        state.count[number] = setup.dealt.get(row.name, 0)
        if row.name in setup.dealt:
            for seat in range(setup.seats):
                play = seating.at(seat, row.name)
                state.plays_as[seat, number] = policies.index(play.policy)
                seated.add(play.policy)
    state.reads_moods = seated != {"random"}
    return state


def _code(rule: object, value: Value) -> int:
    if isinstance(rule, Choice):
        return rule.words.index(str(value))
    return NEVER if value == "never" else int(value)
