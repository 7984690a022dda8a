"""The table and the report on a terminal, and where there is none."""

import io
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from reports import policies, show, sweep_table
from reports.results import Results
from reports.terminal import summary, width_of

Make = Callable[..., Results]
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
    assert lines[1] == "27 setups of Werewolf, 100,000 games each, seed 1."
    assert _words(lines[2]) == ["players", "werewolves", "villagers", "werewolves", "stalled", "mean", "length"]
    assert lines[
        4
    ].strip() == "4            1   60.6 % ± 0.4   39.4 % ± 0.4   0.001 % (0.00001–0.007)      1.7 days" or (
        _words(lines[4])[:2] == ["4", "1"]
    )
    assert len(lines) == 4 + 27


def test_games_are_a_column_where_they_differ(make: Make) -> None:
    lines = _piped(sweep_table(make([{"_games": 1000}, {"players": 9, "_games": 2000}], ["players"])))
    assert lines[1] == "2 setups of Werewolf, 3,000 games in all, seed 1."
    assert [_words(line)[-1] for line in (lines[2], *lines[4:])] == ["games", "1,000", "2,000"]


@pytest.mark.parametrize("width", [200, 100, 80, 60, 40])
@pytest.mark.parametrize("outcomes", [FIVE[:2], FIVE])
def test_no_width_loses_a_figure(make: Make, width: int, outcomes: tuple[str, ...]) -> None:
    setups = [{"players": players, "werewolves": werewolves} for players in (7, 8) for werewolves in (1, 2)]
    run = make(setups, ["players", "werewolves"], outcomes=outcomes, rare=0.05)
    lines = _lines(sweep_table(run, width), width)
    text = " ".join(lines)
    assert max(map(cell_len, lines)) <= width
    assert "…" not in text
    assert text.count("%") == text.count("±") == len(setups) * len(outcomes)
    assert all(text.count(outcome) >= 1 for outcome in outcomes)


def test_five_outcomes_stand_in_a_table_at_80_columns(make: Make) -> None:
    run = make([{"players": 7}, {"players": 8}], ["players"], outcomes=FIVE, rare=0.05)
    lines = _lines(sweep_table(run, 80), 80)
    header = next(line for line in lines if "players" in line)
    assert _words(header)[:6] == ["players", *FIVE]


def test_a_pipe_gets_whole_rows(make: Make) -> None:
    label = "a very long label " * 20
    lines = _piped(sweep_table(make([{"label": label}, {"label": "short"}], ["label"])))
    assert any(label.strip() in line and "days" in line for line in lines)


def test_a_stream_that_is_no_terminal_has_no_width() -> None:
    assert width_of(io.StringIO()) is None


def test_the_summary_begins_with_policies_and_ends_with_how_to_reproduce(each: Results) -> None:
    lines = _piped(summary([each]))
    assert lines[0] == policies.line(each)
    assert lines[2] == "Which house rule matters?"
    assert lines[3].startswith("Nearest to even is tie nobody (villagers 50.7 % ± 0.4).")
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
    Console(file=stream, width=40, force_terminal=True, color_system=None).print(summary([grid], 40), crop=False)
    assert grid.about.command in stream.getvalue().splitlines()[-1]


def test_labels_cannot_reach_the_terminal_or_the_markup(hostile: Results, make: Make) -> None:
    text = "\n".join(_piped(summary([hostile])))
    assert "\x1b" not in text
    assert "two lines[31m" in text
    marked = "\n".join(_piped(sweep_table(make([{"label": "[bold]x[/bold]"}, {"label": "y"}], ["label"]))))
    assert "[bold]x[/bold]" in marked


def test_a_cell_without_games_is_a_row_of_dashes(interrupted: Results) -> None:
    assert _words(_piped(sweep_table(interrupted))[-1]) == ["9", "–", "–", "–", "–", "0"]
