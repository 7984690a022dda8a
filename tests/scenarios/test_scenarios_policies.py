"""Who plays how: the narrower wins, knobs belong to policies, equal tables are equal."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernels
from kernels.game import Game, Number, Play, Policy, Resolved, Seating
from kernels.mistakes import BadValue, Mistake, RuleBroken, UnknownName
from scenarios.cells import Cell, Resolver, check_setting, identity
from scenarios.expand import Assignment
from scenarios.policies import BadPolicy, read_plays

SKILL = Number("skill", "How well.", 1.0, "POLICIES.md", 0.0, 5.0)
NERVE = Number("nerve", "How bold.", 0.5, "POLICIES.md", 0.0, 1.0)
WEREWOLF = kernels.game("werewolf")
SILENT = ("random", "quiet", "stealth", "bloc")
BUNDLES = {
    "blind": {"village": "random", "pack": "random", "allies": "random"},
    "beginners": {"village": "quiet", "pack": "stealth", "allies": "quiet"},
    "readers": {"village": "reading", "pack": "bloc", "allies": "reading"},
}
GAME = replace(
    WEREWOLF,
    sides=("village", "pack", "allies"),
    policies=(
        *(policy for policy in WEREWOLF.policies if policy.name in SILENT),
        Policy("reading", ("village", "allies"), "Reads.", (SKILL, NERVE)),
        Policy("bold", (), "Dares.", (NERVE,)),
    ),
    bundles=BUNDLES,
    bundle="beginners",
)
"""Werewolf with its silent policies and two made-up ones that have knobs."""
RANDOM, QUIET, BLOC = Play("random"), Play("quiet"), Play("bloc")


def bold(nerve: float = 0.5) -> Play:
    return Play("bold", (("nerve", nerve),))


def reading(skill: float = 1.0, nerve: float = 0.5) -> Play:
    return Play("reading", (("nerve", nerve), ("skill", skill)))


def cell(pairs: str = "", game: Game = GAME, shown: tuple[str, ...] = ()) -> Cell:
    """The cell of pairs with a space between them."""
    values = dict(pair.split("=") for pair in pairs.split())
    for key, value in values.items():
        check_setting(game, key, value)
    resolver = Resolver(game, shown)
    return resolver.cell(resolver.draft(Assignment(values)))


def by_role(pairs: str) -> Mapping[str, Play]:
    return cell(pairs).seating.by_role


def test_without_a_word_the_games_bundle_plays() -> None:
    plays = by_role("")
    assert set(plays) == {"villager", "werewolf", "knight", "seer", "medium", "traitor"}
    assert plays["seer"] == plays["traitor"] == QUIET
    assert plays["werewolf"] == Play("stealth")


def test_only_roles_that_are_dealt_have_a_play() -> None:
    assert set(by_role("players=4")) == {"villager", "werewolf", "seer"}


def test_the_narrower_wins() -> None:
    pairs = "policy=readers"
    assert by_role(pairs)["seer"] == reading()
    pairs += " policy.all=bold"
    assert set(by_role(pairs).values()) == {bold()}
    pairs += " policy.village=quiet"
    assert by_role(pairs)["seer"] == by_role(pairs)["knight"] == QUIET
    assert by_role(pairs)["werewolf"] == bold()
    pairs += " policy.seer=reading"
    assert by_role(pairs)["seer"] == reading()
    assert by_role(pairs)["knight"] == QUIET
    seating = cell(pairs + " policy.seat3=random").seating
    assert seating.by_seat == {2: RANDOM}
    assert seating.at(2, "seer") == RANDOM
    assert seating.at(3, "seer") == reading()


NARROW = Policy("two-faced", ("pack", "allies"), "Two.", (SKILL, NERVE), {"skill": ("pack",)})
TWO_FACED = replace(GAME, policies=(*GAME.policies, NARROW))


def test_a_knob_may_be_for_some_sides_of_its_policy_only() -> None:
    pairs = "policy.pack=two-faced policy.allies=two-faced"
    plays = cell(pairs + " policy.pack.skill=2 policy.all.nerve=0.3", TWO_FACED).seating.by_role
    assert plays["werewolf"] == Play("two-faced", (("nerve", 0.3), ("skill", 2.0)))
    assert plays["traitor"] == Play("two-faced", (("nerve", 0.3),))
    plays = cell(pairs + " policy.all.skill=3", TWO_FACED).seating.by_role
    assert plays["werewolf"] == Play("two-faced", (("nerve", 0.5), ("skill", 3.0)))
    assert plays["traitor"] == Play("two-faced", (("nerve", 0.5),))
    for seats in ("allies", "traitor"):
        with pytest.raises(
            UnknownName, match=f"unknown knob 'skill' of two-faced, which policy.{seats} plays; there is"
        ):
            cell(f"{pairs} policy.{seats}.skill=2", TWO_FACED)


def test_each_knob_comes_from_the_narrowest_that_sets_it() -> None:
    pairs = "policy=readers policy.all.nerve=0.1 policy.village.skill=2 policy.seer.skill=3 policy.medium.nerve=0.9"
    plays = by_role(pairs)
    assert plays["traitor"] == reading(1.0, 0.1)
    assert plays["villager"] == reading(2.0, 0.1)
    assert plays["seer"] == reading(3.0, 0.1)
    assert plays["medium"] == reading(2.0, 0.9)
    assert plays["werewolf"] == BLOC  # has no nerve, and all reaches others that have


def test_a_seat_takes_its_knobs_from_itself_and_all() -> None:
    pairs = "policy=readers policy.village.nerve=0.7 policy.seat2=bold"
    assert cell(pairs).seating.by_seat == {1: bold(0.5)}
    assert cell(pairs + " policy.all.nerve=0.2").seating.by_seat == {1: bold(0.2)}
    assert cell(pairs + " policy.all.nerve=0.2 policy.seat2.nerve=0.3").seating.by_seat == {1: bold(0.3)}


def test_a_seats_knob_alone_needs_that_everybody_plays_alike() -> None:
    assert cell("policy.all=bold policy.all.nerve=0.2 policy.seat2.nerve=0.3").seating.by_seat == {1: bold(0.3)}
    with pytest.raises(BadPolicy, match=r"policy\.seat2\.nerve needs policy\.seat2=NAME"):
        cell("policy=readers policy.seat2.nerve=0.3")


@pytest.mark.parametrize(
    ("pairs", "mistake", "told"),
    [
        ("policy=blnd", UnknownName, "did you mean 'blind'?"),
        ("policy=quiet", UnknownName, "seated by policy.SEATS=quiet"),
        ("policy.village=quite", UnknownName, "did you mean 'quiet'?"),
        ("policy.all=blind", UnknownName, "seated by policy=blind"),
        ("policy.vilage=quiet", UnknownName, "did you mean 'policy.village'?"),
        ("policy.werewolves=bloc", UnknownName, "did you mean 'policy.werewolf'?"),
        ("policy.vilage.skill=2", UnknownName, "unknown parameter 'policy.vilage.skill'"),
        ("policy.seat0=random", UnknownName, "did you mean 'policy.seat1'?"),
        ("policy.=random", UnknownName, "unknown parameter"),
        ("policy..skill=1", UnknownName, "unknown parameter"),
        ("policy.village.=1", UnknownName, "unknown parameter"),
        ("polcy=blind", UnknownName, "did you mean 'policy'?"),
        (
            "policy.village=bloc",
            BadPolicy,
            "bloc plays pack only, and policy.village takes random, quiet, reading or bold",
        ),
        ("policy.seer=bloc", BadPolicy, "policy.seer takes random, quiet, reading or bold"),
        ("policy.all=quiet", BadPolicy, "policy.all takes random or bold"),
        ("policy.seat1=quiet", BadPolicy, "policy.seat1 takes random or bold"),
        (
            "policy.village.skill=2",
            UnknownName,
            "unknown knob 'skill' of quiet, which policy.village plays; there are none",
        ),
        (
            "policy=readers policy.village.skil=2",
            UnknownName,
            "of reading, which policy.village plays; did you mean 'skill'?",
        ),
        ("policy=readers policy.pack.skill=2", UnknownName, "unknown knob 'skill' of bloc"),
        ("policy=readers policy.werewolf.skill=2", UnknownName, "unknown knob 'skill' of bloc"),
        ("policy=blind policy.all.skill=2", UnknownName, "unknown knob 'skill' of random"),
        ("policy.seat1=random policy.seat1.nerve=0.1", UnknownName, "unknown knob 'nerve' of random"),
        ("policy=readers policy.village.skill=9", BadValue, "policy.village.skill takes a number in 0..5"),
        ("policy=readers policy.village.skill=high", BadValue, "policy.village.skill=high is not possible"),
        ("players=6 policy.seat7=random", RuleBroken, "a table of 6 has seat1..seat6"),
    ],
)
def test_mistakes_say_what_is_wrong(pairs: str, mistake: type[Mistake], told: str) -> None:
    with pytest.raises(mistake) as raised:
        cell(pairs)
    assert told in str(raised.value)


def test_a_knob_may_be_set_for_a_role_that_is_not_dealt() -> None:
    without = cell("players=4 policy=readers policy.traitor.skill=2")
    assert without.id == cell("players=4 policy=readers").id


def test_columns_name_the_bundle_and_every_side() -> None:
    assert cell("policy=readers policy.village.skill=2").policies == {
        "policy": "",
        "policy.village": "reading skill=2",
        "policy.pack": "bloc",
        "policy.allies": "reading",
    }
    assert cell("players=4").policies == {
        "policy": "beginners",
        "policy.village": "quiet",
        "policy.pack": "stealth",
        "policy.allies": "quiet",  # though nobody is dealt to them
    }


def test_columns_show_what_the_plan_sets_elsewhere() -> None:
    shown = ("policy.all", "policy.all.nerve", "policy.seer.skill", "policy.seat2")
    told = cell("policy=readers policy.seer.skill=3 policy.seat2=bold", shown=shown).policies
    assert {key: told[key] for key in (*shown, "policy.seer")} == {
        "policy.all": "",
        "policy.all.nerve": "",
        "policy.seer": "reading skill=3",
        "policy.seer.skill": "3",
        "policy.seat2": "bold",
    }
    told = cell("policy.all=bold policy.all.nerve=0.25", shown=shown).policies
    assert {key: told[key] for key in (*shown, "policy.seer")} == {
        "policy.all": "bold nerve=0.25",
        "policy.all.nerve": "0.25",
        "policy.seer": "bold nerve=0.25",
        "policy.seer.skill": "",
        "policy.seat2": "",
    }


def test_the_bundle_is_named_only_where_it_seats_the_table_exactly_so() -> None:
    assert cell("policy.village=random policy.pack=random policy.allies=random").policies["policy"] == "blind"
    assert cell("policy.seat1=random").policies["policy"] == ""
    assert cell("policy.all=bold").policies["policy"] == ""
    assert cell("policy=readers policy.village.skill=1").policies["policy"] == "readers"


def test_identity_is_the_hash_of_what_differs_from_the_usual_table() -> None:
    canonical = (
        '{"game":"werewolf",'
        '"roles":{"knight":["reading",{"skill":2.0}],"medium":["reading",{"skill":2.0}],"seer":["reading",{"skill":2.0}],'
        '"traitor":["quiet",{}],"villager":["reading",{"skill":2.0}],"werewolf":["stealth",{}]},'
        '"seats":{"seat2":["bold",{}]},'
        '"setup":{"knight":1,"medium":1,"players":9,"seer":1,"tie":"lot","traitor":1,"werewolves":2}}'
    )
    found = cell("tie=lot players=9 reveal=none policy.village=reading policy.village.skill=2 policy.seat2=bold")
    assert found.id == hashlib.sha256(canonical.encode()).hexdigest()[:12]


def test_identity_always_has_what_the_game_always_names() -> None:
    canonical = '{"game":"werewolf","roles":{},"seats":{},"setup":{"tie":"runoff"}}'
    game = replace(GAME, always_named=("tie",))
    usual = {parameter.name: parameter.default for parameter in game.parameters}
    assert identity(game, Resolved(usual, {}), Seating({})) == hashlib.sha256(canonical.encode()).hexdigest()[:12]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", "players=8"),
        ("werewolves=table", "werewolves=2"),
        ("seer=table", "seer=on"),
        ("seer=1", "seer=yes"),
        ("knight_same_target=on", "knight_same_target=true"),
        ("policy=blind", "policy.all=random"),
        ("policy=blind", "policy.village=random policy.pack=random policy.allies=random"),
        ("policy=blind policy.seat3=random", "policy=blind"),
        ("policy=readers policy.village.skill=1", "policy=readers"),
        ("policy.village=quiet", "policy.traitor=quiet"),
        ("players=4 policy.allies=random", "players=4"),
        ("players=4 " + " ".join(f"policy.seat{k}=random" for k in range(1, 5)), "players=4 policy=blind"),
        (
            "players=4 policy=readers policy.seat1=bold " + " ".join(f"policy.seat{k}=random" for k in range(2, 5)),
            "players=4 policy=blind policy.seat1=bold",
        ),
        (
            "players=4 policy.all=random policy.seat1=bold policy.seat2=bold policy.seat4=bold",
            "players=4 policy.all=bold policy.seat3=random",
        ),
    ],
)
def test_equal_tables_have_equal_identities(one: str, other: str) -> None:
    assert cell(one).id == cell(other).id
    assert cell(one).seating == cell(other).seating


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("players=8", "players=9"),
        ("tie=lot", "tie=nobody"),
        ("seer=on", "seer=off"),
        ("policy.seat1=random", "policy.seat2=random"),
        ("policy=readers policy.seer.skill=2", "policy=readers policy.knight.skill=2"),
        ("policy=readers policy.seer.skill=2", "policy=readers policy.seer.skill=2.5"),
    ],
)
def test_different_tables_have_different_identities(one: str, other: str) -> None:
    assert cell(one).id != cell(other).id


SETTINGS = {
    "players": ["4", "8", "9"],
    "werewolves": ["table", "1"],
    "seer": ["on", "off", "1", "table"],
    "tie": ["runoff", "lot"],
    "policy": ["blind", "beginners", "readers"],
    "policy.all": ["random", "bold"],
    "policy.village": ["random", "quiet"],
    "policy.allies": ["random", "quiet"],
    "policy.pack": ["random", "stealth"],
    "policy.seer": ["random", "quiet"],
    "policy.seat1": ["random", "bold"],
    "policy.seat2": ["random", "bold"],
    "policy.seat3": ["random", "bold"],
    "policy.seat4": ["random", "bold"],
}
ASSIGNMENTS = st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in SETTINGS.items()})


SEATED = st.fixed_dictionaries(
    {"players": st.just("4"), **{f"policy.seat{k}": st.sampled_from(["random", "bold"]) for k in (1, 2, 3)}},
    optional={"policy.seat4": st.sampled_from(["random", "bold"]), "policy.all": st.sampled_from(["random", "bold"])},
)
"""Tables of four where almost every seat is named."""


@given(ASSIGNMENTS | SEATED, ASSIGNMENTS | SEATED)
def test_identities_are_equal_exactly_where_the_tables_are(one: dict[str, str], other: dict[str, str]) -> None:
    resolver = Resolver(GAME, ())
    first, second = (resolver.cell(resolver.draft(Assignment(values))) for values in (one, other))
    alike = first.setup.values == second.setup.values and everywhere(first) == everywhere(second)
    assert (first.id == second.id) == alike


def everywhere(found: Cell) -> list[Play]:
    """How every seat plays every role that it can be dealt."""
    seating: Seating = found.seating
    return [seating.at(number, role) for number in range(found.setup.seats) for role in found.setup.dealt]


def test_plays_cover_every_role_of_the_game() -> None:
    assert set(read_plays(GAME, {}).roles) == {role.name for role in GAME.roles}
