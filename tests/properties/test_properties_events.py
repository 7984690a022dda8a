"""What must hold in every story of Werewolf: the event log, read as a referee reads it who knows the rulebook."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernels import driver
from kernels.jit import COMPILED
from kernels.werewolf.events import WAYS
from setups import SETUPS
from tables import members, named, table

EVIL = {"werewolf", "traitor"}
CLAIMABLE = {"knight", "seer", "medium"}
TALK = {"claim", "white", "black", "broken"}
"""The events that may come between any others of the day's."""
GAMES = 5 if COMPILED else 2


class Referee:
    """Follows one game event by event and objects, by `assert`, to whatever the rules do not allow."""

    def __init__(self, laid: driver.Table, replay: driver.Replay) -> None:
        self.values, self.replay = laid.setup.values, replay
        self.role_names = [role.name for role in laid.game.roles]
        self.dealt_counts = laid.setup.dealt
        self.roles: dict[int, str] = {}
        self.here: set[int] = set()
        self.night_number = 0
        self.day_number: int | None = None
        self.looks: dict[int, int] = {}
        self.guards: dict[int, int] = {}
        self.guards_before: dict[int, int] = {}
        self.pranked: int | None = None
        self.held_back = False
        self.votes: dict[int, int] = {}
        self.finalists: set[int] = set()
        self.voted_home: int | None = None
        self.claims: dict[int, str] = {}
        self.reported: set[tuple[int, int]] = set()
        self.broken: set[int] = set()
        self.last: tuple[str, int, int] = ("", -1, -1)
        self.is_over = False

    def holders(self, role: str) -> set[int]:
        """Who of the living holds a role."""
        return {seat for seat in self.here if self.roles[seat] == role}

    def see(self, event: str, seat: int, value: int) -> None:
        """One event."""
        assert not self.is_over
        getattr(self, f"see_{event}")(seat, value)
        if event not in TALK:
            self.last = (event, seat, value)

    def see_dealt(self, seat: int, value: int) -> None:
        assert seat == len(self.roles)
        self.roles[seat] = self.role_names[value]
        self.here.add(seat)

    def see_night(self, _seat: int, value: int) -> None:
        if self.night_number == 0:
            assert Counter(self.roles.values()) == Counter(self.dealt_counts)
            assert value == (1 if self.values["opening"] == "night" else 2)
        else:
            assert value == self.night_number + 1
        self.night_number = value
        self.guards_before, self.guards = self.guards, {}
        self.looks, self.pranked, self.held_back = {}, None, False

    def see_medium(self, seat: int, value: int) -> None:
        assert seat in self.holders("medium")
        assert self.voted_home is not None
        assert value == (self.roles[self.voted_home] == "werewolf")

    def see_told(self, seat: int, value: int) -> None:
        assert (self.night_number, self.values["seer_first_night"]) == (1, "told")
        assert seat in self.holders("seer")
        assert value != seat
        assert self.roles[value] != "werewolf"

    def see_look(self, seat: int, value: int) -> None:
        assert self.night_number > 1 or self.values["seer_first_night"] == "chooses"
        assert seat in self.holders("seer") - set(self.looks)
        assert value in self.here - {seat}
        self.looks[seat] = value

    def see_answer(self, seat: int, value: int) -> None:
        assert value == (self.roles[self.looks.pop(seat)] == "werewolf")

    def sees_prankster(self, seat: int) -> None:
        """Only the first werewolf in seat order pranks, once, and not before the first night of pranks."""
        assert seat == min(self.holders("werewolf"))
        assert self.values["prank_from"] != "never"
        assert self.night_number >= int(self.values["prank_from"])
        assert self.pranked is None
        assert not self.held_back

    def see_prank(self, seat: int, value: int) -> None:
        self.sees_prankster(seat)
        assert value in self.here - self.holders("werewolf")
        self.pranked = value

    def see_no_prank(self, seat: int, _value: int) -> None:
        self.sees_prankster(seat)
        assert self.values["prank_skip"]
        self.held_back = True

    def see_guard(self, seat: int, value: int) -> None:
        assert self.night_number > 1 or self.values["knight_night1"]
        assert seat in self.holders("knight") - set(self.guards)
        assert value in self.here - {seat}
        assert self.values["knight_same_target"] or value != self.guards_before.get(seat)
        self.guards[seat] = value

    def see_saved(self, _seat: int, value: int) -> None:
        assert value == self.pranked
        assert value in self.guards.values()
        self.pranked = None

    def see_morning(self, _seat: int, value: int) -> None:
        first = 2 if self.values["day_numbering"] == "night_after_day" else 1
        assert value == (first if self.day_number is None else self.day_number + 1)
        if self.night_number:
            self.check_the_night()
        self.day_number, self.voted_home = value, None
        self.votes, self.finalists, self.pranked = {}, set(self.here), None

    def check_the_night(self) -> None:
        """Whoever had to act has acted; a prank came to something."""
        assert not self.looks
        assert self.pranked is None
        asleep = self.night_number == 1 and not self.values["knight_night1"]
        if not asleep and self.values["knight_same_target"] and len(self.here) > 2:
            assert set(self.guards) >= self.holders("knight")

    def sees_speaker(self, seat: int) -> None:
        """People talk before the vote; before a run-off only the tied do."""
        assert seat in self.here
        assert self.last[0] == "morning" or (self.last[0], self.values["tie"]) == ("tied", "runoff")
        assert seat in self.finalists

    def see_claim(self, seat: int, value: int) -> None:
        self.sees_speaker(seat)
        assert seat not in self.claims
        self.claims[seat] = self.role_names[value]
        assert self.claims[seat] in CLAIMABLE & {role for role, count in self.dealt_counts.items() if count}

    def see_white(self, seat: int, value: int) -> None:
        self.sees_speaker(seat)
        assert self.claims[seat] in ("seer", "medium")
        assert value in set(self.roles) - {seat}
        assert (seat, value) not in self.reported
        self.reported.add((seat, value))

    see_black = see_white

    def see_broken(self, seat: int, _value: int) -> None:
        assert seat in set(self.claims) - self.broken
        self.broken.add(seat)

    def see_ballot(self, seat: int, value: int) -> None:
        assert self.values["vote"] == "ballots"
        assert seat in self.here - set(self.votes)
        assert value in self.finalists - {seat}
        self.votes[seat] = value

    see_second_ballot = see_ballot

    def see_tied(self, _seat: int, value: int) -> None:
        assert set(members(value)) == self.top()
        assert len(self.top()) > 1
        self.finalists, self.votes = self.top(), {}

    def top(self) -> set[int]:
        """Those with the most votes when all have voted; all finalists where nobody does."""
        if not self.votes:
            return self.finalists
        assert set(self.votes) == self.here
        counts = Counter(self.votes.values())
        return {seat for seat, count in counts.items() if count == max(counts.values())}

    def see_lot(self, _seat: int, value: int) -> None:
        assert len(self.top()) > 1
        assert value in self.top()
        after_a_tie = {"runoff": "second_ballot", "lot": "tied"}
        assert self.last[0] == ("morning" if self.values["vote"] == "lot" else after_a_tie[self.values["tie"]])
        self.finalists, self.votes = {value}, {}

    def see_stays(self, _seat: int, _value: int) -> None:
        assert self.values["tie"] == "nobody"
        assert self.last[0] == "tied"

    def see_home(self, seat: int, value: int) -> None:
        assert seat in self.here
        if WAYS[value] == "vote":
            assert self.top() == {seat}
            self.voted_home = seat
        else:
            assert seat == self.pranked
            assert seat not in self.guards.values()
            self.pranked = None
        self.here.remove(seat)

    def see_role_shown(self, seat: int, value: int) -> None:
        assert self.values["reveal"] == "role"
        assert self.last[:2] == ("home", seat)
        assert self.role_names[value] == self.roles[seat]

    def see_side_shown(self, seat: int, value: int) -> None:
        assert self.values["reveal"] == "side"
        assert self.last[:2] == ("home", seat)
        assert value == int(self.roles[seat] in EVIL)

    def see_outcome(self, _seat: int, _value: int) -> None:
        self.is_over = True
        wolves = len(self.holders("werewolf"))
        others = len(self.here) - wolves
        parity, majority = wolves >= others, wolves > others
        enough = {"parity": parity, "majority": majority, "elimination": not others}[self.values["ending"]]
        outcome = "villagers" if not wolves else "werewolves" if enough else "stalled"
        evil = {seat for seat, role in self.roles.items() if role in EVIL}
        winners = {"villagers": set(self.roles) - evil, "werewolves": evil, "stalled": set()}[outcome]
        assert (self.replay.outcome, set(self.replay.winners)) == (outcome, winners)
        assert self.replay.length == self.day_number <= self.values["day_cap"]
        if outcome == "stalled":
            assert (self.replay.end, self.day_number) == ("cap", self.values["day_cap"])
        else:
            assert self.replay.end == ("morning" if self.decided_by == "morning" else "vote")

    def see_over(self, _seat: int, _value: int) -> None:
        self.decided_by = self.last[0]


def referee(words: str, seed: int, numbers: range) -> None:
    """Hold every event of some games against the rules, and their ends against their last events."""
    laid = table(words)
    for number in numbers:
        replay = driver.replay(laid, seed, number)
        watching = Referee(laid, replay)
        for event in named(laid, replay.events):
            watching.see(*event)
        assert watching.is_over
        assert replay.outcome in laid.game.possible(laid.setup)
        assert replay.length <= laid.layout.longest


@pytest.mark.plain
@pytest.mark.bounds
@settings(
    max_examples=400 if COMPILED else 40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.randoms(use_true_random=False).map(SETUPS["werewolf"].draw), st.integers(0, (1 << 63) - 1))
def test_every_event_is_within_the_rules(words, seed):
    referee(words, seed, range(GAMES))


def test_every_event_is_within_the_rules_on_large_tables():
    """Hypothesis likes small tables; these are all sizes alike."""
    for draw in range(300):
        draws = Random(draw)
        referee(SETUPS["werewolf"].draw(draws), draws.randrange(1 << 63), range(GAMES))
