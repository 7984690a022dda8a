"""Other tables' words lead to the game's own wherever a name is looked up; what messages advise is accepted."""

import re

import pytest

import kernels
from balance.rules import read_band
from kernels.game import Game
from kernels.mistakes import Mistake, RuleBroken, UnknownName, called_here
from scenarios import plan
from scenarios.cells import OPTIONS, NoParameter, check_setting
from scenarios.policies import BadPolicy, check_value, policy_keys
from scenarios.targets import Target, check_target

GAMES = [kernels.game(name) for name in kernels.names()]


def own_names(game: Game) -> set[str]:
    """Every name that somebody may type for something of the game."""
    things = (*game.parameters, *game.roles, *game.outcomes)
    return {*game.sides, *(thing.name for thing in things)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_word_of_other_tables_means_something_here_and_is_no_name_of_ours(game: Game) -> None:
    names = own_names(game)
    for word, meant in game.also_called.items():
        assert word not in names
        assert set(meant) <= names
        assert called_here(word.upper(), sorted(names), game.also_called) in meant


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("doctor=1", "unknown parameter 'doctor' of werewolf; did you mean 'knight'?"),
        ("Bodyguard=1", "did you mean 'knight'?"),
        ("cop=on", "did you mean 'seer'?"),
        ("detectives=2", "did you mean 'seer'?"),
        ("minion=1", "did you mean 'traitor'?"),
        ("mafia=2", "did you mean 'werewolves'?"),
        ("wolves=2", "did you mean 'werewolves'?"),
        ("policy.mafia=bloc", "did you mean 'policy.pack'?"),
        ("policy.town=quiet", "did you mean 'policy.village'?"),
        ("policy.doctor=quiet", "did you mean 'policy.knight'?"),
        ("policy.town.skill=2", "did you mean 'policy.village.skill'?"),
    ],
)
def test_a_key_in_others_words(pair: str, told: str) -> None:
    with pytest.raises(UnknownName) as mistake:
        plan("werewolf", [pair])
    assert told in str(mistake.value)


@pytest.mark.parametrize("key", ["villagers", "villager", "town", "citizens"])
def test_villagers_are_no_parameter(key: str) -> None:
    with pytest.raises(NoParameter, match=f"^{key} is no parameter of werewolf; villagers are whoever is left"):
        plan("werewolf", [f"{key}=5"])


def test_others_words_in_conditions_questions_and_targets() -> None:
    game = kernels.game("werewolf")
    with pytest.raises(UnknownName, match="did you mean 'knight'"):
        plan("werewolf", where=["doctor == 1"])
    with pytest.raises(UnknownName, match=r"did you mean 'policy\.village'"):
        plan("werewolf", where=["policy.town == 'quiet'"])
    with pytest.raises(UnknownName, match="did you mean 'villagers'"):
        read_band("town in 0.4..0.6", game, 1)
    with pytest.raises(UnknownName, match="did you mean 'werewolves'"):
        check_target(game, Target("fair", "mafia", low=0.4))
    with pytest.raises(UnknownName, match="did you mean 'seer'"):
        plan("werewolf", targets=[Target("fair", "villagers", low=0.4, where="cops == 1")])


@pytest.mark.parametrize("option", [*OPTIONS, "max-games", "until-decided"])
def test_an_option_as_a_pair_is_told_where_it_stands(option: str) -> None:
    from typer.main import get_command

    from balance.cli import app

    with pytest.raises(NoParameter) as mistake:
        check_setting(kernels.game("werewolf"), option, "5")
    sweep = get_command(app).commands["sweep"]  # type: ignore[attr-defined]
    advised = str(mistake.value).partition("balance sweep has ")[2].partition(",")[0]
    assert advised in [name for one in sweep.params for name in one.opts]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_policies_that_a_message_advises_can_be_seated(game: Game) -> None:
    for key in policy_keys(game)[1:]:
        for policy in game.policies:
            try:
                check_value(game, key, policy.name)
            except BadPolicy as mistake:
                advised = str(mistake).partition(f"{key} takes ")[2].replace(" or ", ", ").split(", ")
                assert advised
                for name in advised:
                    check_value(game, key, name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whatever_a_parameter_is_said_to_take_it_takes(game: Game) -> None:
    for parameter in (*game.parameters, *(knob for policy in game.policies for knob in policy.knobs)):
        said = parameter.allowed.removeprefix("a number in ").partition(" (")[0]
        values = re.split(r"\.\.| or |, ", said)
        assert len(values) >= 2
        assert len({parameter.read(value) for value in values}) == len(values)


@pytest.mark.parametrize("players", range(4, 29))
def test_the_numbers_of_werewolves_that_a_message_advises_are_possible(players: int) -> None:
    with pytest.raises(RuleBroken) as mistake:
        plan("werewolf", [f"players={players}", "werewolves=14"])
    advised = str(mistake.value).partition(f"{players} players take ")[2].partition(" ")[0]
    assert plan("werewolf", [f"players={players}", f"werewolves={advised}"]).cells


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_names_that_a_message_advises_are_taken(game: Game) -> None:
    for key in ("playrs", "werwolves", "policy.vilage", "policy.pak.skill", "knigt"):
        with pytest.raises(Mistake) as mistake:
            check_setting(game, key, "1")
        advised = str(mistake.value).partition("did you mean '")[2].partition("'")[0]
        assert advised
        told = ""
        try:
            check_setting(game, advised, "1")
        except Mistake as other:
            told = str(other)
        assert "unknown parameter" not in told
