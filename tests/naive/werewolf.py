"""Werewolf once more, as a person would run it from the rulebook: names, sets and dicts, nothing compiled.

It shares no code with the kernel. It asks the same questions in the same order and draws the same numbers (the
streams of `kernels/streams.py`, the draws of `kernels/werewolf/RULES.md`), so a game here must tell the same
story and leave the same random state as a game there. Ruling numbers say why a rule is as it is.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

WORD = 1 << 64
GOLDEN_RATIO = 0x9E3779B97F4A7C15
Event = tuple[str, object, object]


def scramble(word: int) -> int:
    """SplitMix64's mix, as published (Steele, Lea and Flood 2014)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


class Dice:
    """The four random streams of one game, each a counter with a start of its own."""

    PURPOSES = ("deal", "rules", "policy", "mood")

    def __init__(self, seed: int, game: int) -> None:
        key = scramble((scramble((seed + GOLDEN_RATIO) % WORD) + game * 0xD1342543DE82EF95) % WORD)
        self.counters = {
            purpose: scramble((key + place * 0xAF251AF3B0F025B5) % WORD)
            for place, purpose in enumerate(self.PURPOSES, start=1)
        }

    def word(self, purpose: str) -> int:
        """The next 64 bits of a purpose."""
        self.counters[purpose] = (self.counters[purpose] + GOLDEN_RATIO) % WORD
        return scramble(self.counters[purpose])

    def one_of(self, purpose: str, things: Iterable[int]) -> int:
        """A uniform draw from `things`, which are put in order first."""
        ordered = sorted(things)
        return ordered[(self.word(purpose) >> 32) * len(ordered) >> 32]

    def mood(self) -> float:
        """A draw from Exp(1)."""
        return -math.log((self.word("mood") >> 11) * 2.0**-53 + 2.0**-54)

    def final(self) -> int:
        """The random state that is left, as one word."""
        total = 0
        for purpose in self.PURPOSES:
            total = scramble((total + self.counters[purpose]) % WORD)
        return total


@dataclass
class Person:
    """One player: what it was dealt, how it plays, what it has found out.

    Attributes:
        found_werewolf, found_harmless: whom it was told to be a werewolf, and to be none.
        packmates: the pack, for those who know it, oneself included.
        last_guarded: whom it guarded the night before.
    """

    role: str = "villager"
    policy: str = "random"
    mood: float = 0.0
    found_werewolf: set[int] = field(default_factory=set)
    found_harmless: set[int] = field(default_factory=set)
    packmates: set[int] = field(default_factory=set)
    last_guarded: int | None = None


@dataclass
class Game:
    """One game.

    Attributes:
        rules: parameter -> value, nothing left open.
        counts: role -> how many are dealt, in the order of the role table.
        plays: (seat, role) -> the policy that a seat plays if dealt that role.
        here: the remaining crew.
        story: (event, seat or None, what) as it happened.
    """

    rules: dict[str, object]
    counts: dict[str, int]
    plays: Callable[[int, str], str]
    seed: int
    number: int
    people: dict[int, Person] = field(default_factory=dict)
    here: set[int] = field(default_factory=set)
    story: list[Event] = field(default_factory=list)
    night_number: int = 0
    day_number: int = 0
    voted_home: int | None = None
    winner: str | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        self.dice = Dice(self.seed, self.number)

    # --- the whole game -------------------------------------------------------------------------------------------

    def run(self) -> "Game":
        """Play to the end."""
        self.deal()
        first_day = 2 if self.rules["day_numbering"] == "night_after_day" else 1  # Q1, Q2
        self.day_number = first_day - 1
        self.night_number = 1
        if self.rules["opening"] == "night":
            self.night()
        while self.winner is None:
            self.day_number += 1
            self.tell("morning", None, self.day_number)
            self.test_for_the_end("morning")
            if self.winner is None:
                self.vote()
                self.test_for_the_end("vote")
            if self.winner is None:
                if self.day_number == self.rules["day_cap"]:
                    self.end("stalled", "cap")
                else:
                    self.night_number += 1
                    self.night()
        return self

    def tell(self, event: str, seat: int | None, what: object = None) -> None:
        """Add a line to the story."""
        self.story.append((event, seat, what))

    @property
    def winners(self) -> set[int]:
        """Everybody on the winning side, home or not; the Traitor is on the werewolves' side."""
        evil = {seat for seat, person in self.people.items() if person.role in ("werewolf", "traitor")}
        return {"villagers": set(self.people) - evil, "werewolves": evil, "stalled": set()}[str(self.winner)]

    # --- setting up -----------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Roles, who knows whom, moods."""
        seats = range(sum(self.counts.values()))
        self.people = {seat: Person() for seat in seats}
        self.here = set(seats)
        unassigned = set(seats)
        for role, how_many in self.counts.items():
            if role == "villager":
                continue
            for _ in range(how_many):
                seat = self.dice.one_of("deal", unassigned)
                unassigned.remove(seat)
                self.people[seat].role = role
        for seat, person in self.people.items():
            person.policy = self.plays(seat, person.role)
            self.tell("dealt", seat, person.role)
        for person in self.people.values():
            knows = person.role == "werewolf" or (person.role == "traitor" and self.rules["traitor_knows_pack"])  # Q11
            if knows:
                person.packmates = self.pack
        if {self.plays(seat, role) for seat in seats for role, count in self.counts.items() if count} != {"random"}:
            for seat in seats:
                self.people[seat].mood = self.dice.mood()

    @property
    def pack(self) -> set[int]:
        """Every werewolf, home or not."""
        return self.holding("werewolf", set(self.people))

    def holding(self, role: str, among: set[int]) -> set[int]:
        """Those of `among` who hold `role`."""
        return {seat for seat in among if self.people[seat].role == role}

    # --- night ----------------------------------------------------------------------------------------------------

    def night(self) -> None:
        """Choices first, in the order of the decision table, then what comes of them."""
        self.tell("night", None, self.night_number)
        self.medium_reads()
        if self.night_number == 1 and self.rules["seer_first_night"] == "told":
            self.free_whites()
        looks = self.choose_looks()
        pranked = self.choose_prank()
        guarded = self.choose_guards()
        for seer, target in looks.items():
            is_werewolf = self.people[target].role == "werewolf"  # Q15: the Traitor is read as none
            found = self.people[seer].found_werewolf if is_werewolf else self.people[seer].found_harmless
            found.add(target)
            self.tell("answer", seer, is_werewolf)
        if pranked is not None:
            if pranked in guarded:
                self.tell("saved", None, pranked)
            else:
                self.go_home(pranked, "prank")

    def medium_reads(self) -> None:
        """The Medium learns of the person voted home that day (Q17)."""
        if self.voted_home is not None:
            for medium in sorted(self.holding("medium", self.here)):
                self.tell("medium", medium, self.people[self.voted_home].role == "werewolf")  # Q16

    def free_whites(self) -> None:
        """One person outside the pack is named to each Seer (Q12); with six roles both pools are the same."""
        for seer in sorted(self.holding("seer", self.here)):
            pool = self.here - self.pack - {seer}
            if pool:
                named = self.dice.one_of("rules", pool)
                self.people[seer].found_harmless.add(named)
                self.tell("told", seer, named)

    def choose_looks(self) -> dict[int, int]:
        """Seer -> whom it looks at; on the first night only if Seers choose (Q3)."""
        looks = {}
        if self.night_number > 1 or self.rules["seer_first_night"] == "chooses":
            for seer in sorted(self.holding("seer", self.here)):
                looks[seer] = self.ask(seer, "look", self.here - {seer})
                self.tell("look", seer, looks[seer])
        return looks

    def choose_prank(self) -> int | None:
        """Whom the first werewolf in seat order pranks, if the pack pranks tonight at all (Q32)."""
        first = self.rules["prank_from"]
        if first == "never" or self.night_number < int(str(first)):
            return None
        prankster = min(self.pack & self.here)
        if self.rules["prank_skip"] and self.ask(prankster, "skip", {0, 1}) == 0:
            self.tell("no_prank", prankster)
            return None
        target = self.ask(prankster, "prank", self.here - self.pack)
        self.tell("prank", prankster, target)
        return target

    def choose_guards(self) -> set[int]:
        """Everybody who is guarded tonight; the Knight sleeps on the first night (Q3, Q40)."""
        guarded: set[int] = set()
        if self.night_number == 1 and not self.rules["knight_night1"]:
            return guarded
        for knight in sorted(self.holding("knight", self.here)):
            person = self.people[knight]
            options = self.here - {knight}
            if not self.rules["knight_same_target"]:
                options -= {person.last_guarded}
            person.last_guarded = self.ask(knight, "guard", options) if options else None  # A14
            if person.last_guarded is not None:
                guarded.add(person.last_guarded)
                self.tell("guard", knight, person.last_guarded)
        return guarded

    # --- day ------------------------------------------------------------------------------------------------------

    def vote(self) -> None:
        """Somebody is voted home, unless a tie lets everybody stay."""
        self.voted_home = None
        if self.rules["vote"] == "lot":
            top = self.here
        else:
            top = self.ballot("vote", "ballot", self.here)
            if len(top) > 1:
                self.tell("tied", None, frozenset(top))
                if self.rules["tie"] == "nobody":
                    self.tell("stays", None)
                    return
                if self.rules["tie"] == "runoff":
                    top = self.ballot("runoff", "second_ballot", top)  # Q20
        if len(top) > 1:
            self.voted_home = self.dice.one_of("rules", top)  # Q21
            self.tell("lot", None, self.voted_home)
        else:
            (self.voted_home,) = top
        self.go_home(self.voted_home, "vote")

    def ballot(self, decision: str, event: str, candidates: set[int]) -> set[int]:
        """Everybody here votes for one other candidate; those with the most votes."""
        votes: Counter[int] = Counter()
        for voter in sorted(self.here):
            choice = self.ask(voter, decision, candidates - {voter})
            votes[choice] += 1
            self.tell(event, voter, choice)
        most = max(votes.values())
        return {candidate for candidate, count in votes.items() if count == most}

    def go_home(self, seat: int, way: str) -> None:
        """Somebody leaves; `reveal` says what is shown."""
        self.here.remove(seat)
        self.tell("home", seat, way)
        role = self.people[seat].role
        if self.rules["reveal"] == "role":
            self.tell("role_shown", seat, role)
        elif self.rules["reveal"] == "side":
            self.tell("side_shown", seat, "werewolves" if role in ("werewolf", "traitor") else "village")

    def test_for_the_end(self, when: str) -> None:
        """Has a side won (Q77-Q79)?"""
        wolves = len(self.here & self.pack)
        others = len(self.here) - wolves
        enough = {"parity": wolves >= others, "majority": wolves > others, "elimination": not others}
        if not wolves:
            self.end("villagers", when)
        elif enough[str(self.rules["ending"])]:
            self.end("werewolves", when)

    def end(self, winner: str, reason: str) -> None:
        """The game is over."""
        self.winner, self.reason = winner, reason
        self.tell("over", None, reason)
        self.tell("outcome", None, winner)

    # --- policies -------------------------------------------------------------------------------------------------

    def ask(self, seat: int, decision: str, options: set[int]) -> int:
        """What `seat` answers, by its policy."""
        me = self.people[seat]
        anyone = self.dice.one_of
        voting = decision in ("vote", "runoff")
        if me.policy == "random":
            return anyone("policy", options)
        if me.policy == "quiet":
            caught = options & me.found_werewolf
            if voting and caught:
                return self.most_suspect(caught)
            friends = me.found_harmless | me.packmates
            return anyone("policy", options - friends or options)
        if decision == "skip":
            return 1
        if voting:
            outside = options - me.packmates or options
            return self.most_suspect(outside) if me.policy == "bloc" else anyone("policy", outside)
        return anyone("policy", options)

    def most_suspect(self, seats: set[int]) -> int:
        """The lowest mood."""
        return min(seats, key=lambda seat: self.people[seat].mood)
