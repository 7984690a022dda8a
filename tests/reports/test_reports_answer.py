"""The sentences that answer a designer."""

from collections.abc import Callable
from dataclasses import replace

import polars as pl
import pytest

from reports import answer, nearest
from reports.results import Results
from reports.sweep import read

Make = Callable[..., Results]
HALF_WIDTH = 0.004


def _answer(run: Results) -> list[str]:
    return answer.sentences(read(run))


def _with_rates(run: Results, rates: list[float | None]) -> Results:
    """The run with these shares of the leading outcome, each with an interval of HALF_WIDTH."""
    outcomes = run.tables["outcomes"].filter(pl.col("outcome") == "villagers")
    rate = pl.Series("rate", rates)
    count = (rate * run.tables["cells"]["games"]).round().cast(pl.Int64)
    known = outcomes.with_columns(rate, count=count, low=rate - HALF_WIDTH, high=rate + HALF_WIDTH)
    return replace(run, tables={**run.tables, "outcomes": known})


def test_a_single_setup_tells_its_shares_and_whether_they_are_even(single: Results) -> None:
    shares, verdict = _answer(single)
    assert shares == (
        "Of 100,000 games: village wins 60.6 % ± 0.4, werewolves win 39.4 % ± 0.4 and stalled 0.001 % (0–0.007)."
    )
    assert verdict == "Village wins: outside 45–55 %."
    assert _answer(_with_rates(single, [0.5]))[1] == "Village wins: within 45–55 %."
    assert _answer(_with_rates(single, [0.548]))[1] == "Village wins: too few games to tell whether within 45–55 %."


def test_the_nearest_to_even_is_named_where_the_games_can_tell(make: Make) -> None:
    run = make([{"players": players} for players in (5, 6, 7)], ["players"])
    assert _answer(_with_rates(run, [0.41, 0.53, 0.62])) == [
        "Nearest to even: players 6 (village wins 53.0 % ± 0.4).",
        "Village wins: within 45–55 % in 1 of 3 setups (players 6).",
        "It goes from 41.0 % ± 0.4 (players 5) to 62.0 % ± 0.4 (players 7).",
    ]


def test_what_the_games_cannot_tell_apart_is_not_ranked(make: Make) -> None:
    run = make([{"players": players} for players in (5, 6, 7)], ["players"])
    assert _answer(_with_rates(run, [0.551, 0.452, 0.547])) == [
        "Nearest to even, too close to rank: players 7 (village wins 54.7 % ± 0.4); "
        "players 6 (village wins 45.2 % ± 0.4); players 5 (village wins 55.1 % ± 0.4).",
        "Village wins: within 45–55 % in none of 3 setups; for 3 too few games to tell.",
        "It goes from 45.2 % ± 0.4 (players 6) to 55.1 % ± 0.4 (players 5, too close to rank with 1 more).",
    ]


def test_too_few_games_are_not_taken_for_no_difference(make: Make) -> None:
    run = make([{"players": players} for players in (5, 6, 7)], ["players"])
    assert _answer(_with_rates(run, [0.61, 0.615, 0.612]))[2] == (
        "The lowest share is 61.0 % ± 0.4, the highest 61.5 % ± 0.4: too few games to tell them apart."
    )


def test_each_axis_tells_how_far_it_moves_the_share_alone(make: Make) -> None:
    setups = [{"players": players, "tie": tie} for players in (7, 8) for tie in ("lot", "runoff")]
    run = make(setups, ["players", "tie"])
    # players: 0.50 -> 0.60 with lot, 0.504 -> 0.605 with runoff; tie: 0.5 points, of which 6 pairs take 2.64 * 0.22
    assert _answer(_with_rates(run, [0.50, 0.504, 0.60, 0.605]))[3] == (
        "What moves it, all else equal: players by up to 10.1 points and tie too little for these games to tell."
    )


def test_what_suits_an_axis_is_named_with_it(make: Make) -> None:
    settled = {7: {"werewolves": 2, "prank_from": "2"}, 8: {"werewolves": 3, "prank_from": "never"}}
    setups = [{"players": players, "tie": tie, **settled[players]} for players in (7, 8) for tie in ("lot", "runoff")]
    told = _answer(_with_rates(make(setups, ["players", "tie"]), [0.50, 0.504, 0.60, 0.605]))[3]
    assert told.startswith(
        "What moves it, all else equal: players (and with them what suits the table: werewolves and prank_from) "
        "by up to 10.1 points and tie too little"
    )
    swept = _answer(_with_rates(make(setups, ["players", "tie", "werewolves"]), [0.50, 0.504, 0.60, 0.605]))
    assert not any("werewolves" in line and "suits" in line for line in swept)


def test_what_only_a_change_changes_suits_nothing(make: Make) -> None:
    changed: list[dict[str, object]] = [{"label": "unchanged"}, {"label": "tie=lot", "tie": "lot"}]
    setups = [
        {"players": players, **one, "base": f"{2 * place:08x}" if number else None}
        for place, players in enumerate((7, 8))
        for number, one in enumerate(changed)
    ]
    told = _answer(_with_rates(make(setups, ["players", "label"]), [0.50, 0.52, 0.60, 0.62]))
    assert "What else moves it, all else equal: players by up to 10.0 points." in told


def test_two_setups_are_told_apart_by_their_difference(make: Make) -> None:
    run = make([{"tie": "lot"}, {"tie": "runoff"}], ["tie"])
    # half-width by hand: 1.96 * sqrt((0.222 * 0.778 + 0.186 * 0.814) / 100,000) = 0.0035
    assert _answer(_with_rates(run, [0.222, 0.186]))[:2] == [
        "Village wins: tie lot 22.20 %, tie runoff 18.60 %: a difference of 3.6 ± 0.4 points.",
        "Village wins: within 45–55 % in none of 2 setups.",
    ]
    assert _answer(_with_rates(run, [0.186, 0.188]))[0] == (
        "Village wins: tie lot 18.60 %, tie runoff 18.80 %: too few games to tell them apart "
        "(a difference of 0.2 ± 0.3 points)."
    )


def test_two_setups_of_the_same_games_do_not_differ(make: Make) -> None:
    run = make([{"tie": tie, "_fingerprint": "same"} for tie in ("lot", "runoff")], ["tie"])
    first, *_, last = _answer(_with_rates(run, [0.2, 0.2]))
    assert first == "Village wins: tie lot 20.00 %, tie runoff 20.00 %: no difference."
    assert last == (
        "tie runoff played the very same games as tie lot: "
        "nobody who plays makes use of what differs, or it never came up."
    )


def test_the_biggest_changes_come_first(each: Results) -> None:
    # 0.60 unchanged; 0.602 is within chance: 1.96 * sqrt(2 * 0.6 * 0.4 / 100,000) = 0.0043
    assert _answer(_with_rates(each, [0.60, 0.602, 0.65, 0.50, 0.60]))[0] == (
        "Biggest changes of village wins in points: tie nobody −10.0 and tie lot +5.0; "
        "too small for these games to tell: knight_same_target off and prank_from never."
    )
    assert _answer(_with_rates(each, [0.60] * 5))[0] == (
        "Too small for these games to tell: knight_same_target off, tie lot, tie nobody and prank_from never."
    )


def test_changes_are_held_against_the_unchanged_setup_that_is_like_them_in_all_else(labelled: Results) -> None:
    told = _answer(_with_rates(labelled, [0.5, 0.7, 0.4, 0.501, 0.5, 0.3, 0.6, 0.19, 0.301, 0.3]))
    assert told[0] == (
        "Biggest changes of village wins in points: prank_from=never +20.0 to +30.0 and tie=nobody −11.0 to −10.0; "
        "too small for these games to tell: tie=lot."
    )
    # 0.70 -> 0.60; the change itself is told above
    assert told[4] == "What else moves it, all else equal: players by up to 21.0 points."
    assert told[5] == (
        "reveal=role played the very same games as unchanged: "
        "nobody who plays makes use of what differs, or it never came up."
    )
    assert not [sentence for sentence in told if "label" in sentence]


def test_setups_of_the_same_games_say_where_and_what_does_nothing(make: Make) -> None:
    # the Knight never matters, and the tie only at 8 players
    setups = [
        {
            "players": players,
            "tie": tie,
            "knight_same_target": knight,
            "_fingerprint": f"{players}{tie * (players > 7)}",
        }
        for players in (7, 8)
        for tie in ("lot", "x")
        for knight in (True, False)
    ]
    run = make(setups, ["players", "tie", "knight_same_target"])
    told = _answer(_with_rates(run, [0.3] * 4 + [0.4] * 2 + [0.5] * 2))
    assert told[3] == (
        "What moves it, all else equal: players by up to 20.0 points, tie by up to 10.0 points "
        "and knight_same_target not at all."
    )
    assert told[4] == (
        "tie x played the very same games as tie lot with players 7, knight_same_target on and players 7, "
        "knight_same_target off; knight_same_target off the same as knight_same_target on: "
        "nobody who plays makes use of what differs, or it never came up."
    )


def test_many_groups_of_the_same_games_are_counted(make: Make) -> None:
    setups = [{"tie": f"t{number}", "_fingerprint": str(number // 2)} for number in range(14)]
    assert _answer(make(setups, ["tie"]))[-1] == (
        "tie t1 played the very same games as tie t0; tie t3 the same as tie t2; tie t5 the same as tie t4; "
        "tie t7 the same as tie t6; 3 more likewise: nobody who plays makes use of what differs, or it never came up."
    )


def test_the_same_games_counted_otherwise_are_not_said_to_be_alike(make: Make) -> None:
    # the made-up lengths grow with the players
    setups = [{"players": players, "_fingerprint": "same"} for players in (7, 8, 9)]
    assert "same games" not in " ".join(_answer(make(setups, ["players"])))


def test_only_the_setups_that_played_are_spoken_of(interrupted: Results) -> None:
    assert _answer(_with_rates(interrupted, [0.2, 0.3, 0.4, None])) == [
        "Nearest to even: players 9 (village wins 40.0 % ± 0.4).",
        "Village wins: within 45–55 % in none of the 3 setups played.",
        "It goes from 20.0 % ± 0.4 (players 7) to 40.0 % ± 0.4 (players 9).",
    ]


def test_of_a_sweep_of_which_one_setup_played_that_one_is_named(make: Make) -> None:
    run = make([{"players": 7}, {"players": 8, "_games": 0}], ["players"], finished=False)
    assert _answer(run)[0].startswith("Of 100,000 games with players 7: village wins ")


def test_a_run_without_games_says_so(make: Make) -> None:
    assert _answer(make([{"_games": 0}, {"_games": 0, "players": 9}], ["players"])) == ["No game was played yet."]


def test_each_value_of_the_first_number_has_its_nearest(make: Make) -> None:
    setups = [{"players": players, "werewolves": werewolves} for players in (7, 8) for werewolves in (1, 2, 3)]
    run = _with_rates(make(setups, ["players", "werewolves"]), [0.7, 0.45, 0.1, 0.8, 0.551, 0.447])
    assert _answer(run)[0].startswith("Nearest to even overall, too close to rank: players 7, werewolves 2 (")
    found = nearest.by_first(read(run))
    assert found is not None
    assert found.title == "Nearest to even for each number of players"
    assert found.headings == ("players", "werewolves", "village wins")
    # 55.1 and 44.7 are about as far from 50
    assert [(best.value, best.other, str(best.share)) for best in found.lines] == [
        ("7", "2", "45.0 % ± 0.4"),
        ("8", "2 or 3", "55.1 % ± 0.4"),
    ]


@pytest.mark.parametrize("run", ["line", "each", "bundles", "labelled", "single"])
def test_only_two_crossed_numbers_have_a_nearest_for_each(run: str, request: pytest.FixtureRequest) -> None:
    assert nearest.by_first(read(request.getfixturevalue(run))) is None
