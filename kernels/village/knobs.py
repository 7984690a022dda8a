"""The knobs of the policies that talk, read people and vote by a list; no Numba."""

from kernels.game import Choice, Number, Whole

SECTION = "knob"
LATEST_CLAIM = 30

CLAIM_ON = Choice(
    "claim_on",
    "When the Seer steps forward by itself: from a day on, or once it has found a werewolf.",
    "day",
    SECTION,
    ("day", "black"),
)
CLAIM_DAY = Whole(
    "claim_day", "From which day on the Seer steps forward, with claim_on=day.", 2, SECTION, 1, LATEST_CLAIM
)
TRUST = Number("trust", "The chance that people believe a role's only claimant.", 1.0, SECTION, 0, 1)
CONTESTED = Choice(
    "contested",
    "What becomes of several who claim one role: voted home one after another, or left grey.",
    "roll",
    SECTION,
    ("roll", "grey"),
)
KNIGHT_CLAIMS = Choice(
    "knight_claims",
    "When the Knight steps forward: tied before a run-off, or never.",
    "run_off",
    SECTION,
    ("run_off", "never"),
)
SKILL = Number(
    "skill",
    "How well the table reads people: a werewolf looks this many times as suspect as anyone else.",
    1.5,
    SECTION,
    1,
    5,
)
BUS = Number(
    "bus", "The chance that a werewolf votes for a packmate whom the village is about to vote for.", 0.3, SECTION, 0, 1
)
AVOID_GUARDED = Number(
    "avoid_guarded",
    "The chance that the pack leaves out its best target for fear of the Knight, where one is in play.",
    0.5,
    SECTION,
    0,
    1,
)
BLACK = Number("black", "The chance that an invented look finds a werewolf.", 0.3, SECTION, 0, 1)
WHITE_TO_WOLF = Number(
    "white_to_wolf", "The chance that an invented look that finds none is on a packmate.", 0.5, SECTION, 0, 1
)

KNOBS = (CLAIM_ON, CLAIM_DAY, TRUST, CONTESTED, KNIGHT_CLAIMS, SKILL, BUS, AVOID_GUARDED, BLACK, WHITE_TO_WOLF)
"""Every built-in knob; its place here is its column in a state's `knob`."""
OWN_KNOBS = 16
"""How many knobs a designer's own policy may have; their columns follow the built-in ones."""
TALKING = (CLAIM_ON, CLAIM_DAY, TRUST, CONTESTED, KNIGHT_CLAIMS)
"""The knobs of a village that talks."""
