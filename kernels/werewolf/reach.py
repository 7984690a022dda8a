"""Which outcomes a setup can yield: every course that a game may take, as numbers of werewolves and others."""

from functools import cache
from typing import NamedTuple

from kernels.game import Resolved
from kernels.werewolf.table import first_vote

OUTCOMES = ("villagers", "werewolves", "stalled")
NEVER = 1_000_000


class Course(NamedTuple):
    """The rules that decide who may leave when; two setups that share them share their outcomes."""

    ending: str
    day_cap: int
    first_vote: int
    opens_at_night: bool
    prank_from: int
    prank_skip: bool
    knights: int
    knight_night1: bool
    same_target: bool
    vote_may_send_nobody: bool


class Living(NamedTuple):
    """Who is still here; `guarded` is whether last night's guard leaves a lone Knight nobody to guard tonight."""

    pack: int
    others: int
    guarded: bool


def reachable(setup: Resolved) -> tuple[str, ...]:
    """The outcomes that some course of a game leads to, in the order of the game's outcomes."""
    values = setup.values
    course = Course(
        ending=str(values["ending"]),
        day_cap=int(values["day_cap"]),
        first_vote=first_vote(setup),
        opens_at_night=values["opening"] == "night",
        prank_from=NEVER if values["prank_from"] == "never" else int(values["prank_from"]),
        prank_skip=bool(values["prank_skip"]),
        knights=setup.dealt.get("knight", 0),
        knight_night1=bool(values["knight_night1"]),
        same_target=bool(values["knight_same_target"]),
        vote_may_send_nobody=values["tie"] == "nobody" and values["vote"] == "ballots",
    )
    pack = setup.dealt["werewolf"]
    return _outcomes(course, pack, setup.seats - pack)


@cache
def _outcomes(course: Course, pack: int, others: int) -> tuple[str, ...]:
    found: set[str] = set()
    at_dawn = {Living(pack, others, False)}
    night = 1
    if course.opens_at_night:
        at_dawn = _nights(course, night, at_dawn)
    for _ in range(course.first_vote, course.day_cap + 1):
        open_in_the_morning = _undecided(course, at_dawn, found)
        after_the_vote = {left for each in open_in_the_morning for left in _votes(course, each)}
        living = _undecided(course, after_the_vote, found)
        if not living or len(found) == len(OUTCOMES):
            break
        night += 1
        before, at_dawn = at_dawn, _nights(course, night, living)
        if at_dawn == before and night > max(2, course.prank_from):  # and so it would go on, up to the cap
            found.add("stalled")
            break
    else:
        found.add("stalled")
    return tuple(outcome for outcome in OUTCOMES if outcome in found)


def _undecided(course: Course, living: set[Living], found: set[str]) -> set[Living]:
    """Those with the game still open; what the others are decided for is added to `found`."""
    still = set()
    for each in living:
        if each.pack == 0:
            found.add("villagers")
        elif _enough(course.ending, each):
            found.add("werewolves")
        else:
            still.add(each)
    return still


def _enough(ending: str, here: Living) -> bool:
    """Whether the pack has won."""
    if ending == "parity":
        return here.pack >= here.others
    return here.pack > here.others if ending == "majority" else here.others == 0


def _votes(course: Course, here: Living) -> set[Living]:
    """What a vote may leave; a game still open has somebody on either side."""
    somebody = {Living(here.pack - 1, here.others, here.guarded), Living(here.pack, here.others - 1, here.guarded)}
    if not course.vote_may_send_nobody:
        return somebody
    return {here} if here.pack + here.others == 2 else {here} | somebody  # two people vote for each other


def _nights(course: Course, night: int, living: set[Living]) -> set[Living]:
    """What a night may leave."""
    if night < course.prank_from:
        return {Living(here.pack, here.others, False) for here in living}
    awake = course.knights > 0 and (night > 1 or course.knight_night1)
    left = set()
    for here in living:
        left.add(Living(here.pack, here.others - 1, False))
        lone = course.knights == 1 and here.others == 2 and not course.same_target
        if course.prank_skip:
            left.add(Living(here.pack, here.others, False))
        if awake and here.others >= 2 and not (lone and here.guarded):
            left.add(Living(here.pack, here.others, lone))
    return left
