"""What the event log of Werewolf may say, one number an event; `story.py` turns it into sentences."""

from kernels.jit import numbers
from kernels.kernel import Event
from kernels.werewolf.roles import OTHER_ANSWER, ROLES, WEREWOLF_ANSWER
from kernels.werewolf.spec import ENDS, OUTCOMES

WAYS = ("vote", "prank")
"""The ways of going home."""
ANSWERS = (OTHER_ANSWER, WEREWOLF_ANSWER)
SIDES = ("village", "werewolves")
BREAKS = ("medium", "shown", "rival")
"""What breaks a claim: the sole Medium's report, what is shown of who went home, its only rival gone overnight."""
_ROLES = tuple(row.name for row in ROLES)

EVENTS = (
    Event("dealt", "role", "seat is dealt a role", _ROLES),
    Event("told", "target", "the deal names to seat one person who is no werewolf"),
    Event("night", "number", "a night falls"),
    Event("look", "target", "seat looks at someone"),
    Event("prank", "target", "seat pranks someone"),
    Event("no_prank", "", "seat leaves out tonight's prank"),
    Event("guard", "target", "seat guards someone"),
    Event("answer", "reading", "what seat's look tells it", ANSWERS),
    Event("medium", "reading", "what seat reads of the person voted home", ANSWERS),
    Event("saved", "target", "the prank on someone fails"),
    Event("morning", "number", "a day begins"),
    Event("claim", "role", "seat claims a role", _ROLES),
    Event("white", "target", "seat reports that someone is not a werewolf"),
    Event("black", "target", "seat reports that someone is a werewolf"),
    Event("broken", "reason", "seat's claim breaks", BREAKS),
    Event("ballot", "target", "seat votes for someone"),
    Event("tied", "targets", "these are tied"),
    Event("second_ballot", "target", "seat votes for someone in the run-off"),
    Event("lot", "target", "the lot falls on someone"),
    Event("stays", "", "the tie sends nobody home"),
    Event("home", "way", "seat goes home", WAYS),
    Event("role_shown", "role", "everyone is shown what seat, gone home, was dealt", _ROLES),
    Event("side_shown", "side", "everyone is shown which side seat, gone home, is on", SIDES),
    Event("over", "end", "the game ends", tuple(end.name for end in ENDS)),
    Event("outcome", "outcome", "who has won", tuple(outcome.name for outcome in OUTCOMES)),
)
(
    DEALT,
    TOLD,
    NIGHT,
    LOOK,
    PRANK,
    NO_PRANK,
    GUARD,
    ANSWER,
    MEDIUM_READING,
    SAVED,
    MORNING,
    CLAIM,
    WHITE,
    BLACK,
    BROKEN,
    BALLOT,
    TIED,
    SECOND_BALLOT,
    LOT,
    STAYS,
    HOME,
    ROLE_SHOWN,
    SIDE_SHOWN,
    OVER,
    OUTCOME,
) = numbers(len(EVENTS))
BY_VOTE, BY_PRANK = numbers(len(WAYS))
BY_MEDIUM, BY_SHOWING, BY_RIVAL = numbers(len(BREAKS))
