"""The story of one game: its events told in sentences, a line each, for people who were not there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kernels.bits import members
from kernels.game import Play, Resolved, Seating, write
from kernels.werewolf import events as happened
from kernels.werewolf.roles import ROLES
from kernels.werewolf.spec import ENDS, OUTCOMES, POLICIES

ANSWERS = ("not a werewolf", "a werewolf")
WINNERS = {"villagers": "The village wins", "werewolves": "The werewolves win", "stalled": "Nobody wins"}


@dataclass
class Teller:
    """What must be remembered from one event to the next.

    Attributes:
        roles: seat -> the role it was dealt.
        living: the seats still here.
        looks: seat -> whom it looks at tonight, until the answer comes.
        ballots: (voter, choice) of the vote that is running, until it is counted.
        vote: what that vote is called.
        claims: claimant -> the role it claims.
        reports: (claimant, target, reading) of what is being reported, until somebody else speaks.
        gone_tonight: whom the morning's list will name.
        end: what ended the game.
        lines: the story so far.
    """

    setup: Resolved
    seating: Seating
    roles: dict[int, str] = field(default_factory=dict)
    living: set[int] = field(default_factory=set)
    looks: dict[int, int] = field(default_factory=dict)
    ballots: list[tuple[int, int]] = field(default_factory=list)
    vote: str = "Vote"
    claims: dict[int, str] = field(default_factory=dict)
    reports: list[tuple[int, int, int]] = field(default_factory=list)
    gone_tonight: list[int] = field(default_factory=list)
    end: str = ""
    lines: list[str] = field(default_factory=list)

    def who(self, seat: int) -> str:
        """A seat and its role: "seat 3 (Seer)"."""
        return f"seat {seat + 1} ({titled(self.roles[seat])})"

    def say(self, sentence: str) -> None:
        """Add an indented sentence, capitalized, after the reports that came before it."""
        told, self.reports = self.reports, []
        for claimant in dict.fromkeys(claimant for claimant, _, _ in told):
            self.say(f"{self.who(claimant)} reports {listed(_reported(self, told, claimant))}.")
        self.lines.append("  " + sentence[0].upper() + sentence[1:])


def tell(setup: Resolved, seating: Seating, events: Sequence[Any]) -> list[str]:
    """The story of a game.

    Args:
        setup: what was played.
        seating: by whom; each seat's policy stands beside its role.
        events: (events, 3) rows (event, seat, value), see `events.py`.

    Returns:
        Lines for people, without line ends.
    """
    teller = Teller(setup, seating)
    for event, seat, value in events:
        TOLD_AS[int(event)](teller, int(seat), int(value))
    return teller.lines


def titled(role: str) -> str:
    """A role's name as people write it."""
    return role.replace("_", " ").title()


def listed(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def dealt(teller: Teller, seat: int, role: int) -> None:
    """A line of the cast."""
    if seat == 0:
        teller.lines.append("Who is who")
    name = ROLES[role].name
    teller.roles[seat] = name
    teller.living.add(seat)
    teller.say(f"{teller.who(seat)} plays {_written(teller.seating.at(seat, name))}")


def _written(play: Play) -> str:
    """A policy, with the knobs that differ from their default in brackets."""
    usual = {knob.name: knob.default for policy in POLICIES if policy.name == play.policy for knob in policy.knobs}
    turned = [f"{name} {write(value)}" for name, value in play.knobs if value != usual.get(name)]
    return f"{play.policy} ({', '.join(turned)})" if turned else play.policy


def told(teller: Teller, seat: int, named: int) -> None:
    """The free white of the first night."""
    teller.say(f"{teller.who(seat)} is told that {teller.who(named)} is not a werewolf.")


def night(teller: Teller, _seat: int, number: int) -> None:
    """Nightfall."""
    teller.lines += ["", f"Night {number}"]
    teller.gone_tonight.clear()


def look(teller: Teller, seat: int, target: int) -> None:
    """Kept until the answer comes."""
    teller.looks[seat] = target


def answer(teller: Teller, seat: int, reading: int) -> None:
    """A look and its answer."""
    teller.say(f"{teller.who(seat)} looks at {teller.who(teller.looks.pop(seat))}: {ANSWERS[reading]}.")


def medium(teller: Teller, seat: int, reading: int) -> None:
    """The Medium's reading."""
    teller.say(f"{teller.who(seat)} learns that the person voted home was {ANSWERS[reading]}.")


def prank(teller: Teller, seat: int, target: int) -> None:
    """The pack's choice."""
    teller.say(f"{teller.who(seat)} pranks {teller.who(target)}.")


def no_prank(teller: Teller, seat: int, _value: int) -> None:
    """The pack's pause."""
    teller.say(f"{teller.who(seat)} leaves out tonight's prank.")


def guard(teller: Teller, seat: int, target: int) -> None:
    """The Knight's choice."""
    teller.say(f"{teller.who(seat)} guards {teller.who(target)}.")


def saved(teller: Teller, _seat: int, target: int) -> None:
    """A prank that failed."""
    teller.say(f"The prank on {teller.who(target)} fails: guarded.")


def morning(teller: Teller, _seat: int, day: int) -> None:
    """What the morning's list says."""
    if teller.lines[-1].startswith("Night"):
        teller.say("Everybody sleeps.")
    teller.lines += ["", f"Day {day}"]
    gone = listed([teller.who(seat) for seat in teller.gone_tonight]) if teller.gone_tonight else ""
    teller.say(f"In the morning {gone} did not come." if gone else "In the morning everyone is still here.")
    teller.vote = "Vote"


def claim(teller: Teller, seat: int, role: int) -> None:
    """Somebody steps forward."""
    claimed = ROLES[role].name
    teller.claims[seat] = claimed
    lie = "" if claimed == teller.roles[seat] else ", which is a lie"
    teller.say(f"{teller.who(seat)} claims to be the {titled(claimed)}{lie}.")


def white(teller: Teller, seat: int, target: int) -> None:
    """Kept until the report is complete."""
    teller.reports.append((seat, target, 0))


def black(teller: Teller, seat: int, target: int) -> None:
    """Kept until the report is complete."""
    teller.reports.append((seat, target, 1))


def _reported(teller: Teller, reports: Sequence[tuple[int, int, int]], claimant: int) -> list[str]:
    """What a claimant reports: whom as none, whom as werewolves."""
    parts = []
    for reading, what in enumerate(ANSWERS):
        seats = [teller.who(target) for by, target, read in reports if by == claimant and read == reading]
        if seats:
            parts.append(f"{listed(seats)} as {what}")
    return parts


WHY_BROKEN = {
    "medium": "the only Medium says otherwise",
    "shown": "what was shown says otherwise",
    "rival": "its only rival went home overnight, and only werewolves send people home at night",
}


def broken(teller: Teller, seat: int, reason: int) -> None:
    """A claim that is contradicted."""
    why = WHY_BROKEN[happened.BREAKS[reason]]
    teller.say(f"{teller.who(seat)}'s claim to be the {titled(teller.claims[seat])} breaks: {why}.")


def ballot(teller: Teller, seat: int, choice: int) -> None:
    """Kept until the votes are counted."""
    teller.ballots.append((seat, choice))


def count_votes(teller: Teller) -> None:
    """The votes cast, by whom for whom, most votes first."""
    by_choice: dict[int, list[int]] = {}
    for voter, choice in teller.ballots:
        by_choice.setdefault(choice, []).append(voter + 1)
    for choice, voters in sorted(by_choice.items(), key=lambda item: (-len(item[1]), item[0])):
        votes = f"{len(voters)} vote" + "s" * (len(voters) > 1)
        word = "seat " if len(voters) == 1 else "seats "
        teller.say(
            f"{teller.vote}: {votes} for {teller.who(choice)}, by {word}{listed([str(seat) for seat in voters])}."
        )
    teller.ballots.clear()


def tied(teller: Teller, _seat: int, mask: int) -> None:
    """A tie, after the votes that made it."""
    count_votes(teller)
    teller.vote = "Run-off"
    teller.say(f"{listed([teller.who(seat) for seat in members(mask)])} are tied.")


def lot(teller: Teller, _seat: int, drawn: int) -> None:
    """A lot, after the votes that needed it."""
    count_votes(teller)
    teller.say(f"The lot falls on {teller.who(drawn)}.")


def stays(teller: Teller, _seat: int, _value: int) -> None:
    """A tie that sends nobody home."""
    teller.say("Nobody goes home.")


def home(teller: Teller, seat: int, way: int) -> None:
    """Somebody goes home."""
    teller.living.discard(seat)
    if happened.WAYS[way] == "vote":
        count_votes(teller)
        teller.say(f"{teller.who(seat)} is voted home.")
    else:
        teller.gone_tonight.append(seat)
        teller.say(f"{teller.who(seat)} goes home.")


def role_shown(teller: Teller, seat: int, role: int) -> None:
    """What everyone is told of who went home."""
    teller.say(f"Everyone is shown seat {seat + 1}'s role: {titled(ROLES[role].name)}.")


def side_shown(teller: Teller, seat: int, side: int) -> None:
    """What everyone is told of who went home."""
    teller.say(f"Everyone is shown seat {seat + 1}'s side: the {happened.SIDES[side]}.")


def over(teller: Teller, _seat: int, end: int) -> None:
    """Kept until the outcome is known."""
    teller.end = ENDS[end].meaning


def outcome(teller: Teller, _seat: int, number: int) -> None:
    """The outcome, why, and who wins with it."""
    name = OUTCOMES[number].name
    pack = [seat for seat in teller.living if _side(teller.roles[seat]) == "pack"]
    wolves, others = len(pack), len(teller.living) - len(pack)
    why = {
        "villagers": "every werewolf has gone home",
        "werewolves": f"{wolves} {'werewolf' if wolves == 1 else 'werewolves'} against {others} "
        f"other{'' if others == 1 else 's'}",
        "stalled": "the game is still open",
    }[name]
    teller.lines += ["", f"{WINNERS[name]}: {why}, {teller.end}."]
    sides = {"villagers": ("village",), "werewolves": ("pack", "allies"), "stalled": ()}[name]
    winners = [teller.who(seat) for seat, role in sorted(teller.roles.items()) if _side(role) in sides]
    if winners:
        teller.lines.append(f"Winners: {listed(winners)}.")


def _side(role: str) -> str:
    return next(row.side for row in ROLES if row.name == role)


TOLD_AS: dict[int, Callable[[Teller, int, int], None]] = {
    int(happened.DEALT): dealt,
    int(happened.TOLD): told,
    int(happened.NIGHT): night,
    int(happened.LOOK): look,
    int(happened.PRANK): prank,
    int(happened.NO_PRANK): no_prank,
    int(happened.GUARD): guard,
    int(happened.ANSWER): answer,
    int(happened.MEDIUM_READING): medium,
    int(happened.SAVED): saved,
    int(happened.MORNING): morning,
    int(happened.CLAIM): claim,
    int(happened.WHITE): white,
    int(happened.BLACK): black,
    int(happened.BROKEN): broken,
    int(happened.BALLOT): ballot,
    int(happened.TIED): tied,
    int(happened.SECOND_BALLOT): ballot,
    int(happened.LOT): lot,
    int(happened.STAYS): stays,
    int(happened.HOME): home,
    int(happened.ROLE_SHOWN): role_shown,
    int(happened.SIDE_SHOWN): side_shown,
    int(happened.OVER): over,
    int(happened.OUTCOME): outcome,
}
