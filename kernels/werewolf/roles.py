"""The roles of Werewolf, a row each.

A role's number is its place in `ROLES`. Whatever the rules ask of every role alike is a column here (`state.py`
makes look-up tables of them); what a role does in the night is a function named after it in `night.py`.
"""

from dataclasses import dataclass

from kernels.game import Role

VILLAGE, PACK, ALLIES, OTHERS = "village", "pack", "allies", "others"
SIDES = (VILLAGE, PACK, ALLIES, OTHERS)
WEREWOLF_ANSWER, OTHER_ANSWER = "werewolf", "not a werewolf"


@dataclass(frozen=True)
class Row:
    """One role as the rules see it.

    Attributes:
        name: as in the rulebook, in snake_case.
        side: village; pack (pranks, counted as werewolves); allies (the werewolves' side outside the pack); others.
        seer: whether a look answers "werewolf" (Q15).
        medium: whether the Medium reads "werewolf" (Q16).
        from_players: the table size from which a default table has one (Q6); 0 where other rules say.
        does: what it does, for people.
    """

    name: str
    side: str
    seer: bool
    medium: bool
    from_players: int
    does: str


ROLES = (
    Row("villager", VILLAGE, False, False, 0, "Has no power; finds the werewolves by talk and votes."),
    Row("werewolf", PACK, True, True, 0, "Knows the pack; its first living seat pranks one person a night."),
    Row("knight", VILLAGE, False, False, 5, "Guards one other person a night; a prank on that person fails."),
    Row("seer", VILLAGE, False, False, 4, "Looks at one other person a night and learns whether it is a werewolf."),
    Row("medium", VILLAGE, False, False, 7, "Learns whether the person voted home that day was a werewolf."),
    Row("traitor", ALLIES, False, False, 8, "Has no power; wins with the werewolves and reads as none."),
)
NUMBER = {row.name: number for number, row in enumerate(ROLES)}
VILLAGER, WEREWOLF, KNIGHT, SEER, MEDIUM, TRAITOR = (NUMBER[row.name] for row in ROLES)


def described() -> tuple[Role, ...]:
    """The rows as people read them."""
    answer = {True: WEREWOLF_ANSWER, False: OTHER_ANSWER}
    return tuple(
        Role(row.name, row.side, row.does, answer[row.seer], answer[row.medium], "Werewolf Roles") for row in ROLES
    )
