"""What the event log of Werewolf may say, one number an event; `story.py` turns it into sentences."""

from kernels.jit import numbers

EVENTS = (
    ("dealt", "seat's role"),
    ("told", "the deal names to seat one person who is no werewolf"),
    ("night", "night `value` falls"),
    ("look", "seat looks at `value`"),
    ("prank", "seat pranks `value`"),
    ("no_prank", "seat leaves out tonight's prank"),
    ("guard", "seat guards `value`"),
    ("answer", "seat's look answers `value`: 1 werewolf, 0 not"),
    ("medium", "seat reads the person voted home: 1 werewolf, 0 not"),
    ("saved", "the prank on `value` fails"),
    ("morning", "day `value` begins"),
    ("ballot", "seat votes for `value`"),
    ("tied", "the set `value` is tied"),
    ("second_ballot", "seat votes for `value` in the run-off"),
    ("lot", "the lot falls on `value`"),
    ("stays", "the tie sends nobody home"),
    ("home", "seat goes home by way `value`"),
    ("revealed", "seat, gone home, is shown to be `value`: a role, or a side"),
    ("over", "the game ends: outcome in `seat`, end in `value`"),
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
    BALLOT,
    TIED,
    SECOND_BALLOT,
    LOT,
    STAYS,
    HOME,
    REVEALED,
    OVER,
) = numbers(len(EVENTS))

WAYS = ("vote", "prank")
"""The ways of going home."""
BY_VOTE, BY_PRANK = numbers(len(WAYS))
