"""Small tables of Werewolf enumerated exactly: every deal, ballot, run-off, lot and night, with `Fraction`.

People are told apart by what matters to anybody's choice: their role and the marks that others' powers have left
on them. A living table is (wolves, others), each a tuple of people, lowest mood first; a wolf's mood is never
compared with another's, so the order between the two does not matter. There is at most one Seer and one Knight.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from typing import NamedTuple, TypeVar


class Person(NamedTuple):
    """One of the living.

    Attributes:
        looked: whether the Seer has seen what it is.
        guarded: whether the Knight guarded it last night.
    """

    role: str
    looked: bool = False
    guarded: bool = False


Living = tuple[Person, ...]
"""The living: wolves first, then the others, lowest mood first in either group."""
Result = tuple[str, int]
"""Outcome and length in days."""
T = TypeVar("T")


@dataclass(frozen=True)
class Rules:
    """A table and how it is played; every parameter as the command line names it.

    Attributes:
        roles: the roles besides werewolves and Villagers.
        village, pack: the policies.
    """

    players: int
    werewolves: int
    roles: tuple[str, ...] = ()
    village: str = "random"
    pack: str = "random"
    tie: str = "runoff"
    prank_from: int = 2
    ending: str = "parity"
    knight_same_target: bool = True

    @property
    def words(self) -> str:
        """The same table in the command line's words."""
        said = {
            "players": self.players,
            "werewolves": self.werewolves,
            **{role: int(role in self.roles) for role in ("seer", "knight", "medium", "traitor")},
            "tie": self.tie,
            "prank_from": self.prank_from,
            "ending": self.ending,
            "knight_same_target": "on" if self.knight_same_target else "off",
            "policy.village": self.village,
            "policy.pack": self.pack,
        }
        return " ".join(f"{key}={value}" for key, value in said.items())

    @cached_property
    def results(self) -> dict[Result, Fraction]:
        """The chance of each outcome and length."""
        return Enumeration(self).from_the_deal()


class Enumeration:
    """All ways a game of `rules` can go."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[Living, int], dict[Result, Fraction]] = {}
        self.ballots: dict[tuple[Living, tuple[int, ...]], dict[tuple[int, ...], Fraction]] = {}

    def from_the_deal(self) -> dict[Result, Fraction]:
        """Every order of the others' moods, then the first night."""
        rules = self.rules
        others = [*rules.roles, *["villager"] * (rules.players - rules.werewolves - len(rules.roles))]
        orders = sorted(set(permutations(others)))
        wolves = (Person("werewolf"),) * rules.werewolves
        tables = [wolves + tuple(Person(role) for role in order) for order in orders]
        return mixed((Fraction(1, len(tables)), self.night(living, 1)) for living in tables)

    def won(self, living: Living) -> str | None:
        """The outcome, if this is the end."""
        wolves = len(wolves_of(living))
        others = len(living) - wolves
        if not wolves:
            return "villagers"
        enough = {"parity": wolves >= others, "majority": wolves > others, "elimination": not others}
        return "werewolves" if enough[self.rules.ending] else None

    # --- night ----------------------------------------------------------------------------------------------------

    def night(self, living: Living, number: int) -> dict[Result, Fraction]:
        """Night `number`: looks, prank and guard are chosen, then the morning of the next day comes."""
        everyone = range(len(living))
        seer, knight = (next((k for k in everyone if living[k].role == role), None) for role in ("seer", "knight"))
        looks: Iterable[int | None] = [None] if seer is None else self.looks(living, seer)
        pranks: Iterable[int | None] = [None]
        if number >= self.rules.prank_from:
            pranks = [k for k in everyone if living[k].role != "werewolf"]
        guards: Iterable[int | None] = [None]
        if knight is not None and number > 1:
            free = [k for k in everyone if k != knight and (self.rules.knight_same_target or not living[k].guarded)]
            guards = free or [None]
        ways = list(product(looks, pranks, guards))
        return mixed((Fraction(1, len(ways)), self.morning(living, number + 1, *way)) for way in ways)

    def looks(self, living: Living, seer: int) -> list[int]:
        """Whom the Seer may look at: `quiet` leaves out whom it knows to be no werewolf, if anybody else is left."""
        others = [k for k in range(len(living)) if k != seer]
        return self.not_friends(living, seer, others)

    def morning(
        self, living: Living, day: int, look: int | None, prank: int | None, guard: int | None
    ) -> dict[Result, Fraction]:
        """What a night's choices leave, and the day that follows."""
        left = what_matters(
            Person(person.role, person.looked or k == look, k == guard)
            for k, person in enumerate(living)
            if k != prank or prank == guard
        )
        outcome = self.won(left)
        return {(outcome, day): Fraction(1)} if outcome else self.day(left, day)

    # --- day ------------------------------------------------------------------------------------------------------

    def day(self, living: Living, day: int) -> dict[Result, Fraction]:
        """The vote of `day` and all that follows."""
        if (living, day) not in self.known:
            everyone = tuple(range(len(living)))
            going = []
            for top, chance in self.ballot(living, everyone).items():
                for finalists, share in self.after_tie(living, top).items():
                    going += [(chance * share / len(finalists), self.without(living, k, day)) for k in finalists]
            self.known[living, day] = mixed(going)
        return self.known[living, day]

    def after_tie(self, living: Living, top: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        """Whom the lot, if one is needed, is drawn among."""
        if len(top) > 1 and self.rules.tie == "runoff":
            return self.ballot(living, top)
        return {top: Fraction(1)}

    def without(self, living: Living, gone: int, day: int) -> dict[Result, Fraction]:
        """The table after somebody was voted home."""
        left = what_matters(living[:gone] + living[gone + 1 :])
        outcome = self.won(left)
        return {(outcome, day): Fraction(1)} if outcome else self.night(left, day)

    def ballot(self, living: Living, candidates: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        """The most voted of `candidates`, over every joint ballot of the living."""
        if (living, candidates) not in self.ballots:
            totals = {(0,) * len(candidates): Fraction(1)}
            for voter in range(len(living)):
                options = self.votes(living, voter, [k for k in candidates if k != voter])
                totals = added(
                    (with_vote(total, candidates.index(choice)), chance / len(options))
                    for total, chance in totals.items()
                    for choice in options
                )
            self.ballots[living, candidates] = added(
                (tuple(k for k, votes in zip(candidates, total, strict=True) if votes == max(total)), chance)
                for total, chance in totals.items()
            )
        return self.ballots[living, candidates]

    def votes(self, living: Living, voter: int, legal: list[int]) -> list[int]:
        """Whom `voter` votes for, each equally likely."""
        if living[voter].role == "werewolf":
            if self.rules.pack == "random":
                return legal
            outside = [k for k in legal if living[k].role != "werewolf"] or legal
            return outside[:1] if self.rules.pack == "bloc" else outside
        if self.rules.village == "quiet" and living[voter].role == "seer":
            caught = [k for k in legal if living[k].looked and living[k].role == "werewolf"]
            return caught[:1] or self.not_friends(living, voter, legal)
        return legal

    def not_friends(self, living: Living, seer: int, legal: list[int]) -> list[int]:
        """Those of `legal` that the Seer has not seen to be harmless, where it cares."""
        if self.rules.village == "random" or living[seer].role != "seer":
            return legal
        return [k for k in legal if not (living[k].looked and living[k].role != "werewolf")] or legal


def wolves_of(living: Living) -> list[Person]:
    """The pack among the living."""
    return [person for person in living if person.role == "werewolf"]


def what_matters(living: Iterable[Person]) -> Living:
    """The living without the marks of a Seer or Knight who has gone home."""
    here = tuple(living)
    roles = {person.role for person in here}
    return tuple(
        Person(person.role, person.looked and "seer" in roles, person.guarded and "knight" in roles) for person in here
    )


def with_vote(total: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The totals with one more vote at `place`."""
    return (*total[:place], total[place] + 1, *total[place + 1 :])


def added(shares: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """The shares of equal things added up."""
    sums: defaultdict[T, Fraction] = defaultdict(Fraction)
    for thing, share in shares:
        sums[thing] += share
    return dict(sums)


def mixed(parts: Iterable[tuple[Fraction, dict[Result, Fraction]]]) -> dict[Result, Fraction]:
    """The mixture of distributions, each with its weight."""
    return added(_weighted(parts))


def _weighted(parts: Iterable[tuple[Fraction, dict[Result, Fraction]]]) -> Iterator[tuple[Result, Fraction]]:
    for weight, distribution in parts:
        for result, share in distribution.items():
            yield result, weight * share
