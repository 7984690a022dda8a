"""For every game: setups that tests of all games play, a source of random ones, and who acts in its event log."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Setups:
    """What tests must know of a game beyond its own description.

    Attributes:
        interesting: setups that between them reach every part of the rules, in the command line's words.
        draw: a random setup in the same words.
        acts: the events that say that their seat did something.
        leaves: the event that says that its seat left the game.
    """

    interesting: tuple[str, ...]
    draw: Callable[[Random], str]
    acts: frozenset[str]
    leaves: str


COUNTED = ("seer", "knight", "medium", "traitor")
SWITCHES = {
    "knight_same_target": ("on", "off"),
    "traitor_knows_pack": ("off", "on"),
    "seer_first_night": ("chooses", "told", "none"),
    "opening": ("night", "day"),
    "prank_from": ("2", "1", "3", "5", "never"),
    "ending": ("parity", "elimination", "majority"),
    "reveal": ("none", "side", "role"),
    "tie": ("runoff", "lot", "nobody"),
    "vote": ("ballots", "ballots", "ballots", "lot"),
    "day_cap": ("100", "100", "2", "3", "4", "7", "1000"),
    "prank_skip": ("off", "on"),
    "knight_night1": ("off", "on"),
    "free_white_pool": ("not_pack", "reads_true"),
    "day_numbering": ("night_after_day", "night_before_day"),
}


def draw_werewolf(draws: Random) -> str:
    """A random table of Werewolf: any size, up to three of a role, any switch, policies by side, role and seat."""
    players = draws.choice((4, 5, 6, 7, draws.randint(4, 30)))
    werewolves = draws.choice((1, draws.randint(1, (players - 1) // 2)))
    said = {"players": players, "werewolves": werewolves}
    free = players - werewolves
    for role in COUNTED:
        said[role] = min(free, draws.choice((0, 1, 1, 2, 3)))
        free -= said[role]
    for switch, values in SWITCHES.items():
        if draws.random() < 0.5:
            said[switch] = draws.choice(values)
    said |= _policies(draws, players)
    return " ".join(f"{key}={value}" for key, value in said.items())


def _policies(draws: Random, players: int) -> dict[str, str]:
    said = {"policy": draws.choice(("blind", "beginners"))}
    for village in ("village", "allies", *COUNTED, "villager"):
        if draws.random() < 0.25:
            said[f"policy.{village}"] = draws.choice(("random", "quiet"))
    if draws.random() < 0.6:
        said["policy.pack"] = draws.choice(("random", "stealth", "bloc"))
    if draws.random() < 0.3:
        seats = draws.sample(range(1, players + 1), draws.choice((1, 2, players)))
        said |= {f"policy.seat{seat}": "random" for seat in seats}
    return said


SETUPS = {
    "werewolf": Setups(
        interesting=(
            "players=8 policy=blind",
            "players=9 policy=beginners",
            "players=4 ending=majority tie=nobody prank_from=never policy.pack=bloc",
            "players=30 seer=3 knight=3 medium=2 traitor=2 knight_same_target=off traitor_knows_pack=on reveal=role",
            "players=15 opening=day vote=lot ending=elimination day_numbering=night_before_day reveal=side",
            "players=12 prank_from=1 prank_skip=on knight_night1=on seer_first_night=told tie=lot day_cap=4",
            "players=7 werewolves=3 seer=4 knight=0 medium=0 traitor=0 seer_first_night=none policy.seat2=random",
        ),
        draw=draw_werewolf,
        acts=frozenset({"look", "prank", "no_prank", "guard", "answer", "medium", "ballot", "second_ballot"}),
        leaves="home",
    ),
}
