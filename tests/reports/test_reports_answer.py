"""The sentences that answer a designer."""

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from reports import answer
from reports.results import Results
from reports.sweep import read

Make = Callable[..., Results]
HALF_WIDTH = 0.004


def _answer(run: Results) -> list[str]:
    return answer.sentences(read(run))


def _with_rates(run: Results, rates: list[float]) -> Results:
    """The run with these shares of the leading outcome, each with an interval of HALF_WIDTH."""
    outcomes = run.tables["outcomes"].filter(pl.col("outcome") == "villagers")
    rate = pl.Series("rate", rates)
    known = outcomes.with_columns(rate, low=rate - HALF_WIDTH, high=rate + HALF_WIDTH)
    return replace(run, tables={**run.tables, "outcomes": known})


def test_a_single_setup_tells_its_shares_and_whether_they_are_even(single: Results) -> None:
    shares, verdict = _answer(single)
    assert shares == (
        "Of 100,000 games: villagers 60.6 % ± 0.4, werewolves 39.4 % ± 0.4 and stalled 0.001 % (0.00001–0.007)."
    )
    assert verdict == "The share of villagers is outside 45–55 %."
    assert _answer(_with_rates(single, [0.5]))[1] == "The share of villagers is within 45–55 %."
    assert _answer(_with_rates(single, [0.548]))[1] == (
        "These games cannot tell whether the share of villagers is within 45–55 %."
    )


def test_the_nearest_to_even_is_named_where_the_games_can_tell(make: Make) -> None:
    run = make([{"players": players} for players in (5, 6, 7)], ["players"])
    assert _answer(_with_rates(run, [0.41, 0.53, 0.62]))[:3] == [
        "Nearest to even is players 6 (villagers 53.0 % ± 0.4).",
        "The share of villagers is within 45–55 % in 1 of 3 setups (players 6).",
        "It goes from 41.0 % ± 0.4 (players 5) to 62.0 % ± 0.4 (players 7).",
    ]


def test_what_the_games_cannot_tell_apart_is_not_ranked(make: Make) -> None:
    run = make([{"players": players} for players in (5, 6, 7)], ["players"])
    assert _answer(_with_rates(run, [0.551, 0.452, 0.547]))[:3] == [
        "Nearest to even, too close to rank: players 5 (villagers 55.1 % ± 0.4); "
        "players 6 (villagers 45.2 % ± 0.4); players 7 (villagers 54.7 % ± 0.4).",
        "The share of villagers is within 45–55 % in none of 3 setups; for 3 these games cannot tell.",
        "It goes from 45.2 % ± 0.4 (players 6) to 55.1 % ± 0.4 (players 5, too close to rank with 1 more).",
    ]


def test_no_difference_is_said_to_be_none(make: Make) -> None:
    run = make([{"players": players} for players in (5, 6)], ["players"])
    assert _answer(_with_rates(run, [0.61, 0.615]))[2] == (
        "Between the lowest and the highest share these games show no difference."
    )


def test_each_axis_tells_how_far_it_moves_the_share_alone(make: Make) -> None:
    setups = [{"players": players, "tie": tie} for players in (7, 8) for tie in ("lot", "runoff")]
    run = make(setups, ["players", "tie"])
    # players: 0.50 -> 0.60 with lot, 0.504 -> 0.607 with runoff; tie: the intervals meet
    assert _answer(_with_rates(run, [0.50, 0.504, 0.60, 0.607]))[3] == (
        "What moves it, all else equal: players by up to 10.3 points and tie by nothing that these games can show."
    )


def test_single_changes_are_held_against_the_unchanged_setup(each: Results) -> None:
    # 0.60 unchanged; 0.605 is within the intervals
    assert _answer(_with_rates(each, [0.60, 0.605, 0.65, 0.50, 0.60]))[3] == (
        "Of 4 changes, 2 can be told from the unchanged setup: tie lot (+5.0 points) and tie nobody (−10.0 points)."
    )
    assert _answer(_with_rates(each, [0.60] * 5))[3] == (
        "None of 4 changes moves it by more than these games can tell from chance."
    )


def test_a_run_without_games_says_so(make: Make) -> None:
    assert _answer(make([{"_games": 0}, {"_games": 0, "players": 9}], ["players"])) == ["No game was played yet."]
