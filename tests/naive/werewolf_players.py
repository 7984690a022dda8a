"""How people play the naive Werewolf: the policies of `kernels/werewolf/RULES.md`, in the same plain words."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naive.werewolf import Game

TALKING = ("seer-leads", "reading")


class Player:
    """One seat, which answers by its policy and by what it knows."""

    def __init__(self, game: "Game", seat: int) -> None:
        self.game = game
        self.seat = seat
        self.me = game.people[seat]
        self.dice = game.dice
        self.everyone = set(game.people)
        self.trust = float(self.me.knobs.get("trust", 1))

    def answer(self, decision: str, options: set[int]) -> int:
        """Whom to look at, guard, prank or vote for; whether to prank at all."""
        if self.me.policy == "random":
            return self.anyone(options)
        if decision == "skip":
            return 1
        questions = {"look": self.look, "guard": self.guard, "prank": self.prank}
        return questions.get(decision, self.vote)(options)

    def anyone(self, seats: set[int]) -> int:
        """One of `seats`, uniformly."""
        return self.dice.one_of("policy", seats)

    def happens(self, knob: str) -> bool:
        """Whether something happens that has a chance set by a knob."""
        return self.dice.happens(float(self.me.knobs[knob]))

    def lowest(self, seats: set[int]) -> int:
        """The most suspect by mood."""
        return min(seats, key=lambda seat: self.game.people[seat].mood)

    def highest(self, seats: set[int]) -> int:
        """The least suspect by mood."""
        return max(seats, key=lambda seat: self.game.people[seat].mood)

    # --- what it knows --------------------------------------------------------------------------------------------

    @property
    def hunts(self) -> bool:
        """Whether it votes and pranks as the policies `hunting` and `counter` of the pack do."""
        return self.me.role == "werewolf" and self.me.policy in ("hunting", "counter")

    @property
    def my_reports(self) -> dict[int, bool]:
        """What it has reported so far."""
        return self.game.claims[self.seat].reports if self.seat in self.game.claims else {}

    @property
    def whites(self) -> set[int]:
        """Whom it was told, or has reported, to be no werewolf."""
        return self.me.found_harmless | {seat for seat, is_werewolf in self.my_reports.items() if not is_werewolf}

    @property
    def liars(self) -> set[int]:
        """Who must be lying, since it knows its own role."""
        game, claims = self.game, self.game.claims
        mine = {self.me.role} | ({claims[self.seat].role} if self.seat in claims else set())
        rivals = {seat for seat, claim in claims.items() if claim.role in mine and game.counts[claim.role] == 1}
        accusers = set() if game.reads_werewolf(self.seat) else game.accusers(self.seat)
        return (rivals | accusers) - {self.seat}

    # --- votes ----------------------------------------------------------------------------------------------------

    def vote(self, options: set[int]) -> int:
        """Whom to send home."""
        policy, me = self.me.policy, self.me
        caught = options & me.found_werewolf
        if policy == "quiet":
            return self.lowest(caught) if caught else self.anyone(self.strangers(options))
        if policy == "open":
            return self.lowest(caught or options - me.found_harmless or options)
        if policy == "stealth":
            return self.anyone(options - me.packmates or options)
        if policy == "bloc":
            return self.lowest(options - me.packmates or options)
        if self.hunts:
            return self.hunters_vote(options)
        spared = self.whites | me.packmates
        return self.head_of([me.found_werewolf, self.liars, *self.public_tiers()], options - spared or options)

    def hunters_vote(self, options: set[int]) -> int:
        """Whom a villager without knowledge would vote for; seldom a packmate."""
        suspect = self.head_of(self.public_tiers(), options - self.whites or options)
        if suspect not in self.me.packmates or self.happens("bus"):
            return suspect
        outside = options - self.me.packmates or options
        return self.head_of(self.public_tiers(), outside - self.whites or outside)

    def public_tiers(self) -> list[set[int]]:
        """Whom to vote for by what has been said in public, the first tier first."""
        game, cleared = self.game, self.game.cleared(self.trust)
        contested = game.contested if self.me.knobs.get("contested", "roll") == "roll" else set()
        unsaid = self.everyone - cleared - set(game.claims)
        return [game.blamed(self.trust), game.broken, contested, unsaid, self.everyone - cleared, self.everyone]

    def head_of(self, tiers: Iterable[set[int]], legal: set[int]) -> int:
        """The lowest mood of the first tier that has anybody legal."""
        return self.lowest(next(tier & legal for tier in tiers if tier & legal))

    def strangers(self, options: set[int]) -> set[int]:
        """Those it does not know as friends, if there are any."""
        return options - self.me.found_harmless - self.me.packmates or options

    # --- powers ---------------------------------------------------------------------------------------------------

    def look(self, options: set[int]) -> int:
        """Whom a Seer looks at."""
        if self.me.policy == "quiet":
            return self.anyone(self.strangers(options))
        new = options - self.me.found_harmless - self.me.found_werewolf or options
        return self.lowest(new - self.game.cleared(self.trust) - set(self.game.claims) or new)

    def guard(self, options: set[int]) -> int:
        """Whom a Knight guards: whoever is worth most."""
        if self.me.policy == "quiet":
            return self.anyone(self.strangers(options))
        if self.me.policy == "open":
            return self.best([self.me.known_seers, self.me.found_harmless], options)
        trusted = self.game.trusted(self.trust)
        seers, mediums = (trusted & self.game.standing(role) for role in ("seer", "medium"))
        return self.best([seers, mediums, self.game.cleared(self.trust)], options)

    def prank(self, options: set[int]) -> int:
        """Whom the pack pranks: whoever is worth most, unless for fear of the Knight."""
        if not self.hunts:
            return self.anyone(options)
        game = self.game
        seers = set() if game.standing("seer") & self.me.packmates & game.here else game.standing("seer")
        worth = [seers, game.standing("knight"), game.standing("medium"), game.cleared(self.trust)]
        target = self.best(worth, options)
        knights_left = game.counts["knight"] - len(game.shown.get("knight", ()))
        others = options - {target}
        if knights_left and others and self.happens("avoid_guarded"):
            target = self.best(worth, others)
        return target

    def best(self, worth: list[set[int]], options: set[int]) -> int:
        """Any of the first of these groups that has an option, else the highest mood."""
        group = next((group & options for group in worth if group & options), None)
        return self.anyone(group) if group else self.highest(options)

    # --- talk -----------------------------------------------------------------------------------------------------

    def claim(self, moment: str) -> str | None:
        """What to claim to be at this moment of the talk, or nothing."""
        if self.me.policy in TALKING:
            return self.me.role if self.steps_forward(moment) else None
        if self.me.policy == "counter" and moment == "answer" and self.may_counter():
            return "seer"
        return None

    def steps_forward(self, moment: str) -> bool:
        """Whether a villager who talks says what it is."""
        me, game, defends = self.me, self.game, moment == "defend"
        if me.role == "seer":
            on_day = me.knobs["claim_on"] == "day" and game.day_number >= int(me.knobs["claim_day"])
            on_black = me.knobs["claim_on"] == "black" and bool(me.found_werewolf)
            return on_day or on_black or bool(game.standing("seer")) or defends
        if me.role == "medium":
            return defends or (moment == "claim" and bool(game.standing("seer") or me.found_werewolf))
        return me.role == "knight" and defends and me.knobs["knight_claims"] == "run_off"

    def may_counter(self) -> bool:
        """Whether it claims to be the Seer too: there is one to be countered, and nobody of the pack has done it."""
        game = self.game
        if len(game.standing("seer")) != 1 or not game.standing("seer") <= game.here - self.me.packmates:
            return False
        if self.me.role != "werewolf":
            return True
        living = game.pack & game.here
        return len(living) >= 2 and not game.pack & set(game.claims) and self.seat == self.highest(living)

    def reports(self) -> dict[int, bool]:
        """Whom it reports now, of those not yet reported, and whether as a werewolf."""
        if self.me.policy in TALKING:
            told = dict.fromkeys(self.me.found_harmless, False) | dict.fromkeys(self.me.found_werewolf, True)
            return {person: is_werewolf for person, is_werewolf in told.items() if person not in self.my_reports}
        return self.inventions()

    def inventions(self) -> dict[int, bool]:
        """Results made up for the nights that it has reported nothing of."""
        made: dict[int, bool] = {}
        while len(self.my_reports) + len(made) < self.game.seer_nights:
            result = self.invent(self.my_reports | made)
            if result is None:
                break
            person, is_werewolf = result
            made[person] = is_werewolf
        return made

    def invent(self, said: dict[int, bool]) -> tuple[int, bool] | None:
        """One more result beside those already `said`."""
        game, mates = self.game, self.me.packmates
        unreported = self.everyone - {self.seat} - set(said)
        accusable = (unreported & game.here) - mates - set(game.claims)
        seers_are_told = game.rules["seer_first_night"] == "told" and game.rules["opening"] == "night"
        more_wolves = sum(said.values()) < game.counts["werewolf"]
        if accusable and more_wolves and (said or not seers_are_told) and self.happens("black"):
            return self.anyone(accusable), True
        if unreported & mates and self.happens("white_to_wolf"):
            return self.anyone(unreported & mates), False
        others = unreported - mates - {seat for seat, claim in game.claims.items() if claim.role == "seer"}
        return (self.anyone(others), False) if others else None
