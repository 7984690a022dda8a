"""The ladder: ways to play side by side."""

from dataclasses import replace

import pytest

from reports import ladder, markdown, terminal
from reports.results import Results
from reports.sweep import read


def told(results: Results, width: int | None = None) -> str:
    """What ends a sweep, as text."""
    from rich.console import Console

    console = Console(width=width or 200, color_system=None)
    with console.capture() as capture:
        console.print(terminal.sweep_table(results, width))
    return capture.get()


def test_a_row_a_setup_and_a_column_a_bundle(bundles: Results) -> None:
    sweep = read(bundles)
    found = ladder.of(sweep)
    assert found is not None
    assert found.axis.name == "policy"
    assert {rung.name for rung in found.rungs} == {f"players {value}" for value in found.others[0].values}
    shown = {column.title: column.lines for column in ladder.columns(found)}
    assert list(shown) == ["players", *found.axis.values, "swing"]
    for cell, share in sweep.led:
        row = shown["players"].index(cell.setup["players"])
        assert shown[cell.setup["policy"]][row] == str(share)


def test_the_swing_is_from_the_smallest_share_to_the_greatest(bundles: Results) -> None:
    sweep = read(bundles)
    found = ladder.of(sweep)
    for rung in found.rungs:
        rates = [share.rate for cell, share in sweep.led if cell.setup["players"] == rung.setup["players"]]
        assert rung.swing == max(rates) - min(rates)
    (sentence,) = ladder.sentences(sweep)
    ordered = sorted(found.rungs, key=lambda rung: rung.swing)
    assert sentence.startswith(f"From one policy to another the share moves least at {ordered[0].name} (")
    assert f"and most at {ordered[-1].name} (" in sentence


@pytest.mark.parametrize("run", ["grid", "single", "each", "large"])
def test_other_sweeps_have_none(run: str, request: pytest.FixtureRequest) -> None:
    sweep = read(request.getfixturevalue(run))
    assert ladder.of(sweep) is None
    assert ladder.sentences(sweep) == []


def test_a_sweep_over_bundles_alone_has_none(bundles: Results) -> None:
    """With nothing beside it, the usual table is a ladder already."""
    cells = bundles.tables["cells"]
    first = cells.filter(cells["players"] == cells["players"][0])
    alone = replace(
        bundles,
        about=replace(bundles.about, swept=("policy",)),
        tables={
            name: table.filter(table["cell"].is_in(first["cell"].to_list())) for name, table in bundles.tables.items()
        },
    )
    assert ladder.of(read(alone)) is None


def test_what_was_not_played_is_marked(bundles: Results) -> None:
    cells = bundles.tables["cells"]
    some = cells["cell"].to_list()[1:]
    partly = replace(
        bundles, tables={name: table.filter(table["cell"].is_in(some)) for name, table in bundles.tables.items()}
    )
    found = ladder.of(read(partly))
    assert [line for column in ladder.columns(found) if column.kind == "share" for line in column.lines].count("–") == 1


def test_knobs_are_no_ways_to_play() -> None:
    assert ladder._seats_policies("policy.village")
    assert not ladder._seats_policies("policy.village.skill")
    assert not ladder._seats_policies("players")


def test_it_stands_in_every_document(bundles: Results) -> None:
    assert "Village wins, by policy" in told(bundles)
    assert "## Village wins, by policy" in markdown.document([bundles])
    assert "## All setups" in markdown.document([bundles])


def test_it_fits_a_narrow_terminal(bundles: Results) -> None:
    for width in (60, 80):
        lines = told(bundles, width).splitlines()
        start = next(number for number, line in enumerate(lines) if line.startswith("Village wins, by policy"))
        assert all(len(line) <= width for line in lines[start:])
