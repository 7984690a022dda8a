"""For every game: setups that tests of all games play, a source of random ones, and who acts in its event log."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import kernels


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


POLICIES = {
    "village": ("seer-leads", "reading", "open", "quiet", "random"),
    "pack": ("hunting", "counter", "bloc", "stealth", "random"),
    "allies": ("counter", "hide", "quiet", "random"),
}
"""Side -> the policies that random setups seat there, by a bundle or by name."""
ROLES = {"villager": "village", **dict.fromkeys(COUNTED, "village"), "traitor": "allies"}
_SHARES = ("0", "0.3", "0.75", "1")
KNOBS = {
    "claim_on": ("black", "day"),
    "claim_day": ("1", "2", "3", "4", "5"),
    "trust": ("0", "0.5", "0.9", "1"),
    "contested": ("grey", "roll"),
    "knight_claims": ("never", "run_off"),
    "skill": ("1", "1.3", "2", "3.5", "5"),
    "bus": _SHARES,
    "avoid_guarded": _SHARES,
    "black": _SHARES,
    "white_to_wolf": _SHARES,
}


def draw_werewolf(draws: Random) -> str:
    """A random table of Werewolf: any size, up to three of a role or as suits the table, any switch, any policies."""
    players = draws.choice((4, 5, 6, 7, draws.randint(4, 30)))
    werewolves = draws.choice((1, draws.randint(1, (players - 1) // 2)))
    said = {"players": str(players), "werewolves": str(werewolves)}
    free = players - werewolves
    if draws.random() < 0.7:
        for role in COUNTED:
            dealt = min(free, draws.choice((0, 1, 1, 2, 3)))
            said[role] = str(dealt)
            free -= dealt
    for switch, values in SWITCHES.items():
        if draws.random() < 0.5:
            said[switch] = draws.choice(values)
    said |= _policies(draws, players)
    return " ".join(f"{key}={value}" for key, value in said.items())


def _policies(draws: Random, players: int) -> dict[str, str]:
    """A bundle, and other policies and knobs for sides, roles and seats."""
    game = kernels.game("werewolf")
    bundle = draws.choice(("casual", "casual", "sharp", "sharp", "beginners", "blind"))
    said = {"policy": bundle}
    playing = dict(game.bundles[bundle])
    for seats, side in {**{side: side for side in POLICIES}, **ROLES}.items():
        playing[seats] = playing[side]
        if draws.random() < (0.4 if seats == side else 0.1):
            playing[seats] = said[f"policy.{seats}"] = draws.choice(POLICIES[side])
        for knob in game.policy(playing[seats]).knobs_on((side,)):
            if draws.random() < (0.4 if seats == side else 0.1):
                said[f"policy.{seats}.{knob.name}"] = draws.choice(KNOBS[knob.name])
    if draws.random() < 0.15:
        named = draws.sample(range(1, players + 1), draws.choice((1, 2, players)))
        said |= {f"policy.seat{seat}": "random" for seat in named}
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
            "players=12 policy=casual",
            "players=15 policy=sharp knight_same_target=off reveal=side",
            "players=10 policy=sharp traitor_knows_pack=on reveal=role policy.pack.black=1 policy.allies=hide",
            "players=14 policy=sharp seer=2 knight=2 medium=2 traitor=2 policy.village.trust=0.5"
            " policy.village.skill=3",
            "players=18 policy=casual policy.village.claim_on=black policy.village.contested=grey policy.pack=counter"
            " policy.pack.white_to_wolf=1 policy.pack.bus=1 policy.pack.avoid_guarded=0",
            "players=9 policy=casual seer_first_night=told policy.village.claim_day=4"
            " policy.village.knight_claims=never policy.allies.white_to_wolf=0 traitor_knows_pack=on",
            "players=11 opening=day prank_from=3 policy=sharp policy.village=open policy.seat1=random"
            " policy.seat5=random",
            "players=13 policy=sharp vote=lot ending=majority day_numbering=night_before_day policy.seer.claim_day=1",
        ),
        draw=draw_werewolf,
        acts=frozenset({"look", "prank", "no_prank", "guard", "answer", "medium", "ballot", "second_ballot"})
        | {"claim", "white", "black"},
        leaves="home",
    ),
}
