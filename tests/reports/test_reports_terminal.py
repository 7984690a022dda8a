"""The table and the report on a terminal, and where there is none."""

import io
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from reports import Page, page, policies, show, sweep_table
from reports.results import Results
from reports.terminal import summary

Make = Callable[..., Results]
TITLES = {"villagers": "village wins", "werewolves": "werewolves win"}
FIVE = ("villagers", "werewolves", "betrothed", "cursed", "draw")


def _lines(document: RenderableType, width: int) -> list[str]:
    """What a terminal of that width shows."""
    stream = io.StringIO()
    Console(file=stream, width=width, force_terminal=True, color_system=None).print(document)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def _piped(document: RenderableType) -> list[str]:
    stream = io.StringIO()
    show(document, stream)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def _words(line: str) -> list[str]:
    return line.split()


def test_a_cell_is_a_row_below_the_policies(grid: Results) -> None:
    lines = _piped(sweep_table(grid))
    assert lines[0] == policies.line(grid)
    assert lines[1] == "27 setups of Werewolf, 100,000 games each, seed 1. Dealt: seer 1."
    assert " ".join(lines[2].split()) == "players werewolves village wins werewolves win stalled mean length"
    assert " ".join(lines[4].split()) == "4 1 60.6 % ± 0.4 39.4 % ± 0.4 0.001 % (0–0.007) 1.7 days"
    assert len(lines) == 4 + 27


def test_games_are_a_column_where_they_differ(make: Make) -> None:
    lines = _piped(sweep_table(make([{"_games": 1000}, {"players": 9, "_games": 2000}], ["players"])))
    assert lines[1] == "2 setups of Werewolf, 3,000 games in all, seed 1. Dealt: seer 1."
    assert [_words(line)[-1] for line in (lines[2], *lines[4:])] == ["games", "1,000", "2,000"]


@pytest.mark.parametrize("width", [200, 100, 80, 60, 40])
@pytest.mark.parametrize("outcomes", [FIVE[:2], FIVE])
def test_no_width_loses_a_figure(make: Make, width: int, outcomes: tuple[str, ...]) -> None:
    setups = [{"players": players, "werewolves": werewolves} for players in (7, 8) for werewolves in (1, 2)]
    run = make(setups, ["players", "werewolves"], outcomes=outcomes, rare=0.05)
    lines = _lines(sweep_table(run, Page(width)), width)
    text = " ".join(lines)
    assert max(map(cell_len, lines)) <= width
    assert "…" not in text
    assert text.count("%") == text.count("±") == len(setups) * len(outcomes)
    assert all(text.count(word) >= 1 for outcome in outcomes for word in TITLES.get(outcome, outcome).split())


def test_five_outcomes_stand_in_a_table_at_80_columns(make: Make) -> None:
    run = make([{"players": 7}, {"players": 8}], ["players"], outcomes=FIVE, rare=0.05)
    lines = _lines(sweep_table(run, Page(80)), 80)
    header = next(line for line in lines if "players" in line)
    assert _words(header)[:6] == ["players", "wins", "win", *FIVE[2:]]


def test_a_pipe_gets_whole_rows(make: Make) -> None:
    label = "a very long label " * 20
    lines = _piped(sweep_table(make([{"label": label}, {"label": "short"}], ["label"])))
    assert any(label.strip() in line and "days" in line for line in lines)


def test_a_stream_that_is_no_terminal_has_no_width() -> None:
    assert page.of(io.StringIO()).width is None


def test_the_summary_begins_with_policies_and_ends_with_how_to_reproduce(each: Results) -> None:
    lines = _piped(summary([each]))
    assert lines[0] == policies.line(each)
    assert lines[2] == "Which house rule matters?"
    assert lines[3].startswith(
        "Biggest changes of village wins in points: prank_from never +20.0, tie nobody −10.0 and "
    )
    assert "Nearest to even: tie nobody (village wins 50.7 % ± 0.4)." in lines[3]
    assert lines[-1] == (
        "To reproduce: balance sweep werewolf players=4..12 werewolves=1..3 "
        "(seed 1; wolfbalance 0.1.0, numba 0.68; made on 2026-07-01)"
    )
    assert any("Clopper–Pearson" in line and "95 %" in line for line in lines)


def test_several_runs_are_told_apart(two_runs: list[Results]) -> None:
    lines = _piped(summary(two_runs))
    assert "wolves-1a2b3c4d: How many werewolves for how many players?" in lines
    assert "players-5e6f7a8b: How many players?" in lines
    assert lines[-2].startswith("To reproduce wolves-1a2b3c4d: ")
    assert lines[-1].startswith("To reproduce players-5e6f7a8b: ")


def test_the_command_is_not_wrapped(grid: Results) -> None:
    stream = io.StringIO()
    Console(file=stream, width=40, force_terminal=True, color_system=None).print(summary([grid], Page(40)), crop=False)
    assert grid.about.command in stream.getvalue().splitlines()[-1]


def test_labels_cannot_reach_the_terminal_or_the_markup(hostile: Results, make: Make) -> None:
    text = "\n".join(_piped(summary([hostile])))
    assert "\x1b" not in text
    assert "two lines[31m" in text
    marked = "\n".join(_piped(sweep_table(make([{"label": "[bold]x[/bold]"}, {"label": "y"}], ["label"]))))
    assert "[bold]x[/bold]" in marked


def test_a_cell_without_games_is_left_out_and_said_to_be(interrupted: Results) -> None:
    lines = _piped(summary([interrupted]))
    assert lines[1] == "Unfinished: 3 of 4 setups are played, 1 of them in part; the command at the end goes on."
    table = _piped(sweep_table(interrupted))
    assert table[1] == "3 of 4 setups of Werewolf, 201,000 games in all, seed 1. Dealt: seer 1."
    assert [_words(line)[0] for line in table[4:]] == ["7", "8", "9"]


def test_each_number_of_players_has_its_nearest_in_a_row(grid: Results, large: Results) -> None:
    lines = _piped(summary([grid]))
    (told,) = [line for line in lines if line.startswith("Nearest to even for each number of players: ")]
    assert told.partition(": ")[2].startswith("4: werewolves 1 (60.6 %), 5: werewolves ")
    assert told.count("werewolves") == 9
    (told,) = [line for line in _piped(summary([large])) if line.startswith("Nearest to even for each")]
    assert told.count("werewolves") == 27


def test_a_long_row_of_nearest_is_cut(make: Make) -> None:
    setups = [{"players": players, "werewolves": werewolves} for players in range(40) for werewolves in (1, 2)]
    run = make([{**setup, "players": setup["players"] + 9} for setup in setups], ["players", "werewolves"])
    (told,) = [line for line in _piped(summary([run])) if line.startswith("Nearest to even for each")]
    assert told.endswith(" and 10 more.")


def test_changes_stand_beside_the_leading_outcome(labelled: Results) -> None:
    lines = _piped(sweep_table(labelled))
    assert lines[2].startswith("players  what is changed   village wins  against unchanged  werewolves win")
    assert _words(lines[4])[1] == "unchanged"
    assert [("~" in line, "same games" in line) for line in lines[4:9]] == [
        (False, False),
        (False, False),
        (False, False),
        (True, False),
        (False, True),
    ]


@pytest.fixture(scope="module")
def long_names(make: Make) -> Results:
    """Names too long for 80 columns, and an interval that takes both its ends."""
    names = ("unchanged", "free_white_pool=reads_true", "day_numbering=night_before_day")
    setups = [
        {"players": players, "label": name, "base": f"{place * len(names):08x}" if name != "unchanged" else None}
        for place, players in enumerate((8, 9))
        for name in names
    ]
    return make(setups, ["players", "label"], outcomes=("villagers", "werewolves", "stalled"))


def test_headings_break_before_anything_else_does(long_names: Results) -> None:
    lines = _lines(sweep_table(long_names, Page(110)), 110)
    assert [_words(line)[-1] for line in lines[2:5]] == ["mean", "length", "days"]
    assert len(lines) == 2 + 3 + 1 + 6
    assert all("% ±" in line and "% (" in line for line in lines[6:])


@pytest.mark.parametrize("width", [98, 92, 88])
def test_shares_stay_beside_their_half_widths_where_names_fold(long_names: Results, width: int) -> None:
    lines = _lines(sweep_table(long_names, Page(width)), width)
    assert max(map(cell_len, lines)) <= width
    assert sum(line.count("% ±") for line in lines) == 2 * 6
    assert not [line for line in lines if "% (" in line]


@pytest.mark.parametrize(
    ("width", "folded"),
    [
        (90, [["free_white_pool=", "reads_true"], ["day_numbering=", "night_before_day"]]),
        (74, [["free_white_", "pool=reads_true"], ["day_numbering=", "night_before_", "day"]]),
    ],
)
def test_names_fold_between_their_words(long_names: Results, width: int, folded: list[list[str]]) -> None:
    shown = [_words(line) for line in _lines(sweep_table(long_names, Page(width)), width)]
    for name in folded:
        (first, *_) = [row for row, words in enumerate(shown) if name[0] in words]
        assert [shown[first + line][0] for line in range(1, len(name))] == name[1:]


def test_an_interval_of_two_ends_stands_below_its_share_where_that_is_enough(make: Make) -> None:
    run = make([{"players": players} for players in (7, 8, 9)], ["players"])
    lines = _lines(sweep_table(run, Page(60)), 60)
    assert sum(line.count("% ±") for line in lines) == 2 * 3
    assert not [line for line in lines if "% (" in line]


def test_two_setups_name_the_method_of_their_difference(make: Make) -> None:
    lines = _piped(summary([make([{"tie": "lot"}, {"tie": "nobody", "_shift": -0.1}], ["tie"])]))
    assert "a difference of 9." in lines[3] or "a difference of 10." in lines[3]
    method = "Differences have intervals that hold for all of them together at 95 %: Newcombe's score interval"
    assert any(line.startswith(method) for line in lines)


@pytest.mark.parametrize("run", ["grid", "each", "labelled", "single", "line"])
def test_no_ticks_and_no_labels_reach_a_reader(run: str, request: pytest.FixtureRequest) -> None:
    text = "\n".join(_piped(summary([request.getfixturevalue(run)])))
    assert "`" not in text
    assert "label" not in text
