"""What other tables call the people, sides and outcomes of Werewolf, and what a setup cannot say."""

KNIGHT, SEER, MEDIUM, TRAITOR = ("knight",), ("seer",), ("medium",), ("traitor",)
PACK, VILLAGE = ("werewolves", "pack", "werewolf"), ("villagers", "village", "villager")

ALSO_CALLED = {
    **dict.fromkeys(("doctor", "bodyguard", "guard", "guardian", "protector", "healer", "medic"), KNIGHT),
    **dict.fromkeys(("cop", "detective", "sheriff", "investigator", "oracle", "prophet", "fortune_teller"), SEER),
    **dict.fromkeys(("psychic", "shaman", "coroner", "undertaker", "gravedigger"), MEDIUM),
    **dict.fromkeys(("minion", "madman", "madmen", "possessed", "turncoat", "betrayer"), TRAITOR),
    **dict.fromkeys(("wolf", "wolves", "mafia", "mafioso", "mafiosi", "scum", "killer", "evil"), PACK),
    **dict.fromkeys(("town", "townsfolk", "townspeople", "townie", "citizen", "civilian", "human", "good"), VILLAGE),
}
"""Words of other tables, in the singular and where that is no mere s in the plural -> the names that they may mean."""

NOT_SET = dict.fromkeys(
    VILLAGE,
    "villagers are whoever is left once all other roles are dealt, so set players or the counts of those",
)
"""What people may take for a parameter -> why it is none."""
