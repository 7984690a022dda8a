"""The line that says who played."""

from collections.abc import Callable

import pytest

from reports import policies, runs
from reports.results import Results

Make = Callable[..., Results]


def test_one_seating_is_named_with_its_bundle(grid: Results) -> None:
    assert policies.line(grid) == "Played by: village quiet, pack stealth, allies quiet (the bundle “beginners”)."


def test_swept_bundles_say_whom_each_seats(bundles: Results) -> None:
    assert policies.line(bundles) == (
        "Policies swept: “beginners” (village quiet, pack stealth, allies quiet) and “blind” (everybody random)."
    )


@pytest.mark.parametrize(
    ("setups", "told"),
    [
        (
            [{"policy": None, "policy.village": name} for name in ("quiet", "seer-leads")],
            "Policies swept: village quiet or seer-leads, pack stealth, allies quiet.",
        ),
        (
            [{"policy": None, "policy.village": f"v{number}"} for number in range(6)],
            "Policies swept: village v0, v1, v2 or one of 3 more, pack stealth, allies quiet.",
        ),
        (
            [{"policy": None, "policy.village.skill": skill} for skill in (1.0, 1.5)],
            "Policies swept: village quiet (skill 1 or 1.5), pack stealth, allies quiet.",
        ),
        (
            [{"policy": "", "policy.village.skill": 1.5, "policy.seer": None}],
            "Played by: village quiet (skill 1.5), pack stealth, allies quiet.",
        ),
        (  # a column of knobs says it: the policies' own column need not say it once more
            [
                {"policy": None, "policy.village": name, "policy.village.skill": skill}
                for name, skill in (("reading skill=1", 1.0), ("reading", 1.5), ("reading skill=2 trust=0.5", 2.0))
            ],
            "Policies swept: village reading or reading trust=0.5 (skill 1, 1.5 or 2), pack stealth, allies quiet.",
        ),
        (
            [{"policy": "mixed", "policy.pack": name} for name in ("bloc", "stealth")],
            "Policies swept: village quiet, pack bloc or stealth, allies quiet (the bundle “mixed”).",
        ),
    ],
)
def test_what_differs_is_said(make: Make, setups: list[dict[str, object]], told: str) -> None:
    assert policies.line(make(setups, [])) == told


def test_several_runs_share_a_line_only_if_they_were_played_alike(two_runs: list[Results], bundles: Results) -> None:
    assert runs.players(two_runs) == [policies.line(two_runs[0])]
    lines = runs.players([*two_runs, bundles])
    assert [line.split(":")[0] for line in lines] == ["wolves-1a2b3c4d", "players-5e6f7a8b", "Does play matter?"]


def test_runs_of_one_name_are_numbered(grid: Results) -> None:
    assert runs.names([grid, grid, grid]) == [grid.about.title, f"{grid.about.title} (2)", f"{grid.about.title} (3)"]
