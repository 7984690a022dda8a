"""Which outcomes a setup can yield: by hand for some, by play for many."""

from random import Random

import pytest

import kernels
from tables import played, table, wins

GAME = kernels.game("werewolf")


@pytest.mark.parametrize(
    ("words", "outcomes"),
    [
        ("players=8", {"villagers", "werewolves"}),
        # every night takes one person: nobody can wait for the cap
        ("players=8 tie=nobody knight=0", {"villagers", "werewolves"}),
        # a guard and a tied vote can keep everybody here
        ("players=8 tie=nobody", {"villagers", "werewolves", "stalled"}),
        # one vote, two werewolves among eight: nothing can be decided
        ("players=8 day_cap=2", {"stalled"}),
        # two against two in the first morning
        ("players=5 werewolves=2 prank_from=1", {"werewolves"}),
        # a lone werewolf outnumbers nobody: two people vote for each other for ever
        ("players=4 ending=majority tie=nobody prank_from=never", {"villagers", "stalled"}),
        ("players=8 vote=lot prank_from=never", {"villagers", "werewolves"}),
        # lots alone, one a day from day 2: day 28 leaves three people, day 29 two, the werewolf one of them or not
        ("players=30 werewolves=1 day_cap=28 vote=lot prank_from=never", {"villagers", "stalled"}),
        ("players=30 werewolves=1 day_cap=29 vote=lot prank_from=never", {"villagers", "werewolves"}),
    ],
)
def test_outcomes_found_by_hand(words: str, outcomes: set[str]) -> None:
    assert set(GAME.possible(table(words).setup)) == outcomes


def test_play_never_leaves_what_is_possible() -> None:
    draws = Random(20_260_109)
    for _ in range(150):
        words = {
            "players": draws.randint(4, 9),
            "knight": draws.randint(0, 2),
            "seer": 0,
            "medium": 0,
            "traitor": 0,
            "werewolves": 1,
            "ending": draws.choice(["parity", "elimination", "majority"]),
            "opening": draws.choice(["night", "day"]),
            "prank_from": draws.choice([1, 2, 3, "never"]),
            "prank_skip": draws.choice(["on", "off"]),
            "knight_night1": draws.choice(["on", "off"]),
            "knight_same_target": draws.choice(["on", "off"]),
            "tie": draws.choice(["runoff", "lot", "nobody"]),
            "vote": draws.choice(["ballots", "ballots", "lot"]),
            "day_cap": draws.choice([2, 3, 4, 5, 100]),
            "policy": "blind",
        }
        said = " ".join(f"{key}={value}" for key, value in words.items())
        tally = played(said, 3000, seed=draws.randrange(1000))
        came = {outcome.name for outcome in GAME.outcomes if wins(tally, outcome.name)}
        assert came <= set(GAME.possible(table(said).setup)), said
