"""Werewolf once more, as a person would run it from the rulebook: names, sets and dicts, nothing compiled.

It shares no code with the kernel. It asks the same questions in the same order and draws the same numbers (the
streams of `kernels/streams.py`, the draws of `kernels/werewolf/RULES.md`), so a game here must tell the same
story and leave the same random state as a game there. Ruling numbers say why a rule is as it is. How people play
is in `werewolf_players.py`.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from naive.werewolf_players import Player

WORD = 1 << 64
GOLDEN_RATIO = 0x9E3779B97F4A7C15
VILLAGE_ROLES = ("villager", "knight", "seer", "medium")
TOLD_ROLES = ("seer", "medium")
"""The roles that are told who is a werewolf, so that who claims one is asked for reports."""
Event = tuple[str, object, object]
Play = tuple[str, Mapping[str, object]]
"""A policy and its knobs."""


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

    def part(self, purpose: str) -> float:
        """A uniform draw from [0, 1)."""
        return (self.word(purpose) >> 11) * 2.0**-53

    def happens(self, chance: float) -> bool:
        """Whether something of a policy happens that has this chance."""
        return self.part("policy") < chance

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
class Claim:
    """What somebody says it is, and whom it says it knows.

    Attributes:
        lot: public; who trusts it less than that does not believe it.
        reports: person -> whether it is reported to be a werewolf.
    """

    role: str
    lot: float
    reports: dict[int, bool] = field(default_factory=dict)
    broken: bool = False

    def denies(self, person: int, is_werewolf: bool) -> bool:
        """Whether `person` is reported to be the opposite."""
        return self.reports.get(person, is_werewolf) != is_werewolf


@dataclass
class Person:
    """One player: what it was dealt, how it plays, what it has found out.

    Attributes:
        mood: its place in the order of moods; who comes first looks the most suspect.
        found_werewolf, found_harmless: whom it was told to be a werewolf, and to be none.
        known_seers: the Seers, for those who are shown them.
        packmates: the pack, for those who know it, oneself included.
        last_guarded: whom it guarded the night before.
    """

    role: str = "villager"
    policy: str = "random"
    knobs: Mapping[str, object] = field(default_factory=dict)
    mood: int = 0
    found_werewolf: set[int] = field(default_factory=set)
    found_harmless: set[int] = field(default_factory=set)
    known_seers: set[int] = field(default_factory=set)
    packmates: set[int] = field(default_factory=set)
    last_guarded: int | None = None

    def learns(self, seat: int, is_werewolf: bool) -> None:
        """It is told whether `seat` is a werewolf."""
        (self.found_werewolf if is_werewolf else self.found_harmless).add(seat)


@dataclass
class Game:
    """One game.

    Attributes:
        rules: parameter -> value, nothing left open.
        counts: role -> how many are dealt, in the order of the role table.
        plays: (seat, role) -> how a seat plays if dealt that role.
        here: the remaining crew.
        claims: who has claimed what, here or gone.
        shown: role -> who was shown to have been dealt it.
        seer_nights: how many nights there were on which a Seer may have learnt something.
        gone_overnight: who went home in the last night.
        story: (event, seat or None, what) as it happened.
    """

    rules: dict[str, object]
    counts: dict[str, int]
    plays: Callable[[int, str], Play]
    seed: int
    number: int
    people: dict[int, Person] = field(default_factory=dict)
    here: set[int] = field(default_factory=set)
    claims: dict[int, Claim] = field(default_factory=dict)
    shown: dict[str, set[int]] = field(default_factory=dict)
    story: list[Event] = field(default_factory=list)
    night_number: int = 0
    day_number: int = 0
    seer_nights: int = 0
    gone_overnight: set[int] = field(default_factory=set)
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
            self.morning_breaks()
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
            person.policy, person.knobs = self.plays(seat, person.role)
            self.tell("dealt", seat, person.role)
        for seat, person in self.people.items():
            knows = person.role == "werewolf" or (person.role == "traitor" and self.rules["traitor_knows_pack"])  # Q11
            if knows:
                person.packmates = self.pack
            if person.policy == "open":
                person.known_seers = self.holding("seer", set(seats))
                powers = (self.holding(role, set(seats)) for role in ("seer", "knight", "medium"))
                person.found_harmless = set().union(*powers) - {seat}
        policies = {self.plays(seat, role)[0] for seat in seats for role, count in self.counts.items() if count}
        if policies != {"random"}:
            self.deal_moods()

    def deal_moods(self) -> None:
        """The order of moods, the lowest first; with skill a werewolf comes early."""
        skill = self.table_skill
        pack, others = sorted(self.pack), sorted(set(self.people) - self.pack)
        for place in range(len(self.people)):
            if skill == 1:
                seat = self.dice.one_of("mood", pack + others)
            else:
                share = skill * len(pack)
                x = self.dice.part("mood") * (share + len(others))
                line, at = (pack, x * (1 / skill)) if x < share else (others, x - share)
                seat = line[min(math.floor(at), len(line) - 1)]
            (pack if seat in pack else others).remove(seat)
            self.people[seat].mood = place

    @property
    def table_skill(self) -> float:
        """How well the village reads people: as its best reader may, whoever that is and whatever is dealt."""
        village = [role for role in VILLAGE_ROLES if self.counts[role]]
        knobs = [self.plays(seat, role)[1] for seat in self.people for role in village]
        return max([1.0, *(float(each["skill"]) for each in knobs if "skill" in each)])

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
        self.gone_overnight = set()
        self.seer_nights += self.night_number > 1 or self.rules["seer_first_night"] != "none"
        self.medium_reads()
        if self.night_number == 1 and self.rules["seer_first_night"] == "told":
            self.free_whites()
        looks = self.choose_looks()
        pranked = self.choose_prank()
        guarded = self.choose_guards()
        for seer, target in looks.items():
            is_werewolf = self.reads_werewolf(target)
            self.seer_learns(seer, target, is_werewolf)
            self.tell("answer", seer, is_werewolf)
        if pranked is not None:
            if pranked in guarded:
                self.tell("saved", None, pranked)
            else:
                self.gone_overnight = {pranked}
                self.go_home(pranked, "prank")

    def reads_werewolf(self, seat: int) -> bool:
        """What a Seer or a Medium is told of `seat`; the Traitor is read as none (Q15, Q16)."""
        return self.people[seat].role == "werewolf"

    def seer_learns(self, seer: int, target: int, is_werewolf: bool) -> None:
        """A Seer is told something, and so is everybody who is shown what Seers are told."""
        for seat, person in self.people.items():
            if seat == seer or person.policy == "open":
                person.learns(target, is_werewolf)

    def medium_reads(self) -> None:
        """The Medium learns of the person voted home that day (Q17)."""
        if self.voted_home is not None:
            for medium in sorted(self.holding("medium", self.here)):
                is_werewolf = self.reads_werewolf(self.voted_home)
                self.people[medium].learns(self.voted_home, is_werewolf)
                self.tell("medium", medium, is_werewolf)

    def free_whites(self) -> None:
        """One person outside the pack is named to each Seer (Q12); with six roles both pools are the same."""
        for seer in sorted(self.holding("seer", self.here)):
            pool = self.here - self.pack - {seer}
            if pool:
                named = self.dice.one_of("rules", pool)
                self.seer_learns(seer, named, False)
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
        self.talk()
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
                    self.all_at_once("defend", top - set(self.claims), set())
                    top = self.ballot("runoff", "second_ballot", top)  # Q20
        if len(top) > 1:
            self.voted_home = self.dice.one_of("rules", top)  # Q21
            self.tell("lot", None, self.voted_home)
        else:
            (self.voted_home,) = top
        self.go_home(self.voted_home, "vote")
        self.shown_breaks(self.voted_home)

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
            self.shown.setdefault(role, set()).add(seat)
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

    # --- talk -----------------------------------------------------------------------------------------------------

    def talk(self) -> None:
        """Claims and reports all together, then answers one by one."""
        reporters = {seat for seat in self.here & set(self.claims) if self.claims[seat].role in TOLD_ROLES}
        self.all_at_once("claim", self.here - set(self.claims), reporters)
        allies = self.holding("traitor", self.here)
        pack = self.here & self.pack
        for group in (allies, pack, self.here - allies - pack):
            for seat in sorted(group - set(self.claims)):
                self.all_at_once("answer", {seat}, set())

    def all_at_once(self, moment: str, silent: set[int], reporters: set[int]) -> None:
        """Those who have claimed nothing may claim, these and `reporters` report; then all of it is heard."""
        claims = {seat: self.player(seat).claim(moment) for seat in sorted(silent)}
        claims = {seat: role for seat, role in claims.items() if role}
        reporters = reporters | {seat for seat, role in claims.items() if role in TOLD_ROLES}
        reports = {seat: self.player(seat).reports() for seat in sorted(reporters)}
        for seat, role in claims.items():
            self.claims[seat] = Claim(str(role), self.dice.part("mood"))
            self.tell("claim", seat, role)
        for seat, said in reports.items():
            for person, is_werewolf in sorted(said.items(), key=lambda report: report[::-1]):  # whites first
                self.claims[seat].reports[person] = is_werewolf
                self.tell("black" if is_werewolf else "white", seat, person)
        if claims or any(reports.values()):
            self.medium_breaks()

    def standing(self, role: str) -> set[int]:
        """Whose claims of `role` stand, whether they are here or gone."""
        return {seat for seat, claim in self.claims.items() if claim.role == role and not claim.broken}

    @property
    def broken(self) -> set[int]:
        """Whose claims have broken."""
        return {seat for seat, claim in self.claims.items() if claim.broken}

    @property
    def contested(self) -> set[int]:
        """Whose claims stand beside too many others."""
        crowds = (self.standing(role) for role, dealt in self.counts.items() if len(self.standing(role)) > dealt)
        return set().union(*crowds)

    def trusted(self, trust: float) -> set[int]:
        """Whose claims somebody with that much trust believes."""
        believable = set(self.claims) - self.broken - self.contested
        return {seat for seat in believable if self.claims[seat].lot < trust}

    def cleared(self, trust: float) -> set[int]:
        """The trusted and those they vouch for, but nobody whose own claim is broken."""
        return (self.trusted(trust) | self.reported(trust, False)) - self.broken

    def blamed(self, trust: float) -> set[int]:
        """Whom the trusted accuse."""
        return self.reported(trust, True)

    def reported(self, trust: float, as_werewolf: bool) -> set[int]:
        """Whom the trusted report so."""
        said = [self.claims[seat].reports for seat in self.trusted(trust)]
        return {person for reports in said for person, is_werewolf in reports.items() if is_werewolf == as_werewolf}

    def accusers(self, seat: int) -> set[int]:
        """Who reports that `seat` is a werewolf."""
        return {accuser for accuser, claim in self.claims.items() if claim.reports.get(seat)}

    def breaks(self, seat: int, why: str) -> None:
        """A claim breaks, if it still stands."""
        if not self.claims[seat].broken:
            self.claims[seat].broken = True
            self.tell("broken", seat, why)

    def medium_breaks(self) -> None:
        """The only Medium contradicts a Seer; in this version the two read every role alike."""
        if len(self.standing("medium")) != 1:
            return
        (medium,) = self.standing("medium")
        said = self.claims[medium].reports.items()
        for seer in sorted(self.standing("seer")):
            if any(self.claims[seer].denies(person, is_werewolf) for person, is_werewolf in said):
                self.breaks(seer, "medium")

    def shown_breaks(self, gone: int) -> None:
        """What is shown of somebody who went home may give the lie to claims."""
        lie = {"none": lambda *_: False, "role": self.role_gives_lie, "side": self.side_gives_lie}
        for seat in sorted(self.claims):
            if lie[str(self.rules["reveal"])](gone, seat):
                self.breaks(seat, "shown")

    def role_gives_lie(self, gone: int, seat: int) -> bool:
        """Whether the role of `gone` shows that the claim of `seat` is false."""
        role, claim = self.people[gone].role, self.claims[seat]
        if seat == gone:
            return claim.role != role
        none_left = len(self.shown[role]) == self.counts[role] and seat not in self.shown[role]
        return (none_left and claim.role == role) or claim.denies(gone, self.reads_werewolf(gone))

    def side_gives_lie(self, gone: int, seat: int) -> bool:
        """Whether the side of `gone` shows that the claim of `seat` is false."""
        evil = self.people[gone].role in ("werewolf", "traitor")
        if evil and seat == gone:
            return True
        may_be_traitor = evil and self.counts["traitor"]  # who is of the werewolves' side and yet reported white
        return self.claims[seat].denies(gone, evil) and not may_be_traitor

    def morning_breaks(self) -> None:
        """What the night gives away: what is shown, and that the pack has taken somebody's only rival."""
        for gone in sorted(self.gone_overnight):
            self.shown_breaks(gone)
        for role, dealt in self.counts.items():
            rivals = self.standing(role)
            if dealt == 1 and len(rivals) == 2 and rivals & self.gone_overnight:
                (left,) = rivals - self.gone_overnight
                self.breaks(left, "rival")

    # --- policies -------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        """The policy of `seat` at work."""
        return Player(self, seat)

    def ask(self, seat: int, decision: str, options: set[int]) -> int:
        """What `seat` answers."""
        return self.player(seat).answer(decision, options)
