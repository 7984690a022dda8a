"""What the floors above must know of Werewolf: parameters, roles, outcomes, decisions, policies, version."""

from kernels.game import Choice, Decision, Game, Outcome, Policy, Switch, Whole
from kernels.kernel import Kernel
from kernels.village import knobs
from kernels.werewolf import extras, reach, roles, table, words

MOST_PLAYERS = 30
HOUSE, SETUP, GENRE = "House rules", "Setup", "Genre switch"
NIGHT, LEARNS, DAYS = (f"How to play, read another way: {what}" for what in ("Night", "Seer", "Day numbers"))


def _count(role: str, meaning: str) -> Whole:
    return Whole(role, meaning, "table", HOUSE, 0, MOST_PLAYERS, ("table",), switchable=True)


PARAMETERS = (
    Whole("players", "How many people play.", 8, SETUP, 4, MOST_PLAYERS),
    Whole(
        "werewolves",
        "How many werewolves are dealt; they must be outnumbered at the start. To suit the table: 1 up to 6 players, "
        "2 from 7, 3 from 11, 4 from 14, 5 from 18, 6 from 21, 7 from 25, 8 from 28.",
        "table",
        HOUSE,
        1,
        table.most_werewolves(MOST_PLAYERS),
        ("table",),
    ),
    _count("knight", "How many Knights are dealt; to suit the table, one from 5 players."),
    _count("seer", "How many Seers are dealt; to suit the table, always one."),
    _count("medium", "How many Mediums are dealt; to suit the table, one from 7 players."),
    _count("traitor", "How many Traitors are dealt; to suit the table, one from 8 players."),
    Switch("knight_same_target", "The Knight may guard the same person two nights in a row.", True, HOUSE),
    Switch("traitor_knows_pack", "The Traitor knows the werewolves from the start.", False, HOUSE),
    Choice(
        "seer_first_night",
        "What the Seer learns on the first night: a look of choice, one named person who is no werewolf, or nothing.",
        "chooses",
        HOUSE,
        ("chooses", "told", "none"),
    ),
    Choice(
        "opening",
        "Whether the game opens with the first night or, without one, with a vote.",
        "night",
        GENRE,
        ("night", "day"),
    ),
    Whole("prank_from", "The first night on which the pack pranks.", 2, GENRE, 1, MOST_PLAYERS, ("never",)),
    Choice(
        "ending",
        "When the pack wins: as many as all others, when no other lives, or more than all others.",
        "parity",
        GENRE,
        ("parity", "elimination", "majority"),
    ),
    Choice("reveal", "What is told of who goes home.", "none", GENRE, ("none", "side", "role")),
    Choice(
        "tie",
        "What a tied vote leads to: a run-off and then a lot, a lot at once, or nobody going home.",
        "runoff",
        GENRE,
        ("runoff", "lot", "nobody"),
    ),
    Choice(
        "vote",
        "Whether people cast ballots, or a lot among all the living decides (a joint blind choice).",
        "ballots",
        GENRE,
        ("ballots", "lot"),
    ),
    Whole("day_cap", "The last day played; a game still open after its vote is stalled.", 100, GENRE, 2, 1000),
    Switch("prank_skip", "The pack may leave out a night's prank.", False, NIGHT),
    Switch("knight_night1", "The Knight guards on the first night too.", False, NIGHT),
    Choice(
        "free_white_pool",
        "Whom a Seer may be told of: all outside the pack, or only those whom a look reads true.",
        "not_pack",
        LEARNS,
        ("not_pack", "reads_true"),
    ),
    Choice(
        "day_numbering",
        "Whether night k follows day k (the first vote is day 2's) or comes before it (day 1's).",
        "night_after_day",
        DAYS,
        ("night_after_day", "night_before_day"),
    ),
)

OUTCOMES = (
    Outcome("villagers", "village wins", "every werewolf has gone home"),
    Outcome("werewolves", "werewolves win", "the werewolves are enough against the others, by the ending in force"),
    Outcome("stalled", "stalled", "the day cap came first"),
)
ENDS = (
    Outcome("morning", "in the morning", "decided by the morning's list"),
    Outcome("vote", "by a vote", "decided by a vote"),
    Outcome("cap", "by the cap", "stopped by the day cap"),
)

DECISIONS = (
    Decision("look", "each night, Seer (night 1 by `seer_first_night`)", "the other living"),
    Decision("skip", "from `prank_from`, with `prank_skip`, the prankster: prank at all?", "no, yes"),
    Decision("prank", "from `prank_from`, the first living of the pack", "the living outside the pack"),
    Decision(
        "guard",
        "from night 2 (night 1 with `knight_night1`), Knight",
        "the other living, without `knight_same_target` not the one guarded the night before",
    ),
    Decision("claim", "each day, all together, who has claimed nothing", "silence; a village role in play"),
    Decision("answer", "after that, one by one, who has claimed nothing", "silence; a village role in play"),
    Decision("defend", "before a run-off, the tied who have claimed nothing", "silence; a village role in play"),
    Decision("report", "a claimed Seer or Medium, until silent", "silence; an unreported person, white or black"),
    Decision("vote", "each day, every living player", "the other living"),
    Decision("runoff", "after a tie, every living player", "the tied other than oneself"),
)

POLICIES = (
    Policy("random", (), "Answers every question uniformly at random and never talks."),
    Policy(
        "quiet",
        (roles.VILLAGE, roles.ALLIES),
        "Does not talk; votes for those it has seen to be werewolves, else for anyone it has not seen to be none "
        "and does not know as a friend; uses its power on anyone not known as a friend.",
    ),
    Policy(
        "seer-leads",
        (roles.VILLAGE,),
        "Talks and votes by a list: the Seer steps forward and tells what it saw, the Medium backs or breaks it, "
        "people vote for whom the trusted found to be werewolves, then for liars, then for the most suspect whom "
        "nobody vouches for; the Knight guards whoever is worth most.",
        knobs.TALKING,
    ),
    Policy(
        "reading",
        (roles.VILLAGE,),
        "As seer-leads, at a table that reads people: the werewolves look more suspect than others.",
        (*knobs.TALKING, knobs.SKILL),
    ),
    Policy(
        "open",
        (roles.VILLAGE,),
        "An upper bound, not a way to play: everyone who plays it is shown what the Seer sees and who the Seer, the "
        "Knight and the Medium are, and the pack is not; does not talk.",
        (knobs.SKILL,),
    ),
    Policy(
        "stealth",
        (roles.PACK,),
        "Does not talk; votes for anyone outside the pack, each on its own; pranks anyone.",
    ),
    Policy(
        "bloc",
        (roles.PACK,),
        "Does not talk; the pack votes together on the lowest mood outside it; pranks anyone.",
    ),
    Policy(
        "hunting",
        (roles.PACK,),
        "Votes as a villager would but seldom for a packmate; pranks claimed Seers, then the Knight and the Medium, "
        "then whoever is vouched for, then the least suspect.",
        (knobs.BUS, knobs.AVOID_GUARDED),
    ),
    Policy(
        "counter",
        (roles.PACK, roles.ALLIES),
        "Of the pack: as hunting, and one packmate claims to be the Seer too; an ally: claims to be the Seer too and "
        "votes as a villager would, sparing whom it knows as a friend.",
        (knobs.BUS, knobs.AVOID_GUARDED, knobs.BLACK, knobs.WHITE_TO_WOLF),
        {knobs.BUS.name: (roles.PACK,), knobs.AVOID_GUARDED.name: (roles.PACK,)},
    ),
    Policy(
        "hide",
        (roles.ALLIES, roles.OTHERS),
        "Does not talk; votes as a villager would, sparing whom it knows as a friend.",
    ),
)

BUNDLES = {
    name: dict(zip(roles.SIDES, seated, strict=True))
    for name, seated in {
        "blind": ("random", "random", "random", "random"),
        "beginners": ("quiet", "stealth", "quiet", "hide"),
        "casual": ("seer-leads", "hunting", "counter", "hide"),
        "sharp": ("reading", "counter", "counter", "hide"),
    }.items()
}


def _load() -> Kernel:
    from kernels.werewolf import play

    return play.KERNEL


GAME = Game(
    name="werewolf",
    title="Werewolf",
    summary="hidden roles, 4-30 players: votes by day, pranks by night",
    version=2,
    length_unit="day",
    length_meaning="the number of the day on which a game was decided; the first vote is usually day 2's",
    parameters=PARAMETERS,
    always_named=table.STANDARD,
    sides=roles.SIDES,
    roles=roles.described(),
    outcomes=OUTCOMES,
    ends=ENDS,
    decisions=DECISIONS,
    policies=POLICIES,
    bundles=BUNDLES,
    bundle="casual",
    resolve=table.resolve,
    possible=reach.reachable,
    longest=table.last_day,
    load=_load,
    extras=extras.extras(OUTCOMES),
    also_called=words.ALSO_CALLED,
    not_set=words.NOT_SET,
)
