"""Who sits at the table: default counts by table size, and the rules that a setup must keep."""

from collections.abc import Mapping

from kernels.game import Resolved, Value
from kernels.mistakes import RuleBroken
from kernels.werewolf.roles import ROLES

WEREWOLVES_FROM = (4, 7, 11, 14, 18, 21, 25, 28)
"""The table sizes at which a default table gains a werewolf (Q6)."""
STANDARD = ("werewolves", "knight", "seer", "medium", "traitor")
"""The parameters that count seats; `table` settles each by the table's size."""


def resolve(values: Mapping[str, Value]) -> Resolved:
    """Settle every `table` and hold the setup against the rules of the deal (Q4-Q9, A1).

    Args:
        values: every parameter's value.

    Raises:
        RuleBroken: the werewolves are not outnumbered, or there are more roles than seats.
    """
    players = int(values["players"])
    settled = dict(values)
    for name in STANDARD:
        if settled[name] == "table":
            settled[name] = suits_table(name, players)
    werewolves = int(settled["werewolves"])
    if werewolves > most_werewolves(players):
        raise RuleBroken(
            f"werewolves={werewolves} with players={players}: the werewolves must be outnumbered at the start, "
            f"so {players} players take 1..{most_werewolves(players)} (rulebook, House rules: Werewolves)"
        )
    dealt = {"werewolf" if name == "werewolves" else name: int(settled[name]) for name in STANDARD}
    villagers = players - sum(dealt.values())
    if villagers < 0:
        roles = ", ".join(f"{name}={count}" for name, count in dealt.items() if count)
        lacking = f"{-villagers} seat{'s' if villagers < -1 else ''}"
        raise RuleBroken(
            f"players={players} has {lacking} too few for {roles}; deal fewer of these, or seat more players"
        )
    dealt["villager"] = villagers  # Q9: none is allowed
    return Resolved(settled, {row.name: dealt[row.name] for row in ROLES if dealt[row.name]})


def suits_table(name: str, players: int) -> int:
    """How many seats of a role the default table of `players` has (Q6)."""
    if name == "werewolves":
        return sum(players >= size for size in WEREWOLVES_FROM)
    row = next(row for row in ROLES if row.name == name)
    return int(players >= row.from_players)


def most_werewolves(players: int) -> int:
    """The most werewolves that are outnumbered at a table of `players` (Q5)."""
    return (players - 1) // 2


def first_vote(setup: Resolved) -> int:
    """The number of the first day with a vote (Q1, Q2)."""
    return 2 if setup.values["day_numbering"] == "night_after_day" else 1


def last_day(setup: Resolved) -> int:
    """The last day that a game of this setup can be decided on: its cap, or the day when too few are left."""
    cap = int(setup.values["day_cap"])
    if days_without_leaving(setup):
        return cap
    return min(cap, first_vote(setup) + setup.seats)  # each vote sends one person home


def days_without_leaving(setup: Resolved) -> bool:
    """Whether a vote may send nobody home."""
    return setup.values["tie"] == "nobody" and setup.values["vote"] == "ballots"
