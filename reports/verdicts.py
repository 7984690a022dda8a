"""What a check or a comparison comes to: a verdict for every cell, with what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass

IDENTICAL, SAME, CHANGED, UNDECIDED, NEW, MISSING = "identical", "same", "changed", "undecided", "new", "missing"
VERDICTS = {
    CHANGED: "differs by more than the smallest difference that matters",
    UNDECIDED: "too few games to tell",
    NEW: "in the plan, not in the baseline",
    MISSING: "in the baseline, not in the plan",
    SAME: "differs by less than the smallest difference that matters",
    IDENTICAL: "the very same games",
}
"""Verdict -> what it says of a cell; the worst first."""


@dataclass(frozen=True)
class Finding:
    """One outcome of one cell, before and after.

    Attributes:
        outcome: its name.
        before, after: games that ended so, of `games_before` and `games_after`.
        difference: the share after less the share before, in [-1, 1].
        error: the difference's standard error.
        margin: the smallest difference that matters here, in [0, 1].
        test: how it was judged: `exact`, `unpaired`, `paired` or `fisher`.
        p: the chance of a difference as great, were there none beyond `margin`; None where it was judged exactly.
        verdict: one of `VERDICTS`.
        games_needed: games on each side that would decide it; None where it is decided or none would.
    """

    outcome: str
    before: int
    after: int
    games_before: int
    games_after: int
    difference: float
    error: float
    margin: float
    test: str
    p: float | None
    verdict: str
    games_needed: int | None = None


@dataclass(frozen=True)
class Verdict:
    """What is said of one cell.

    Attributes:
        cell: its identity.
        name: what tells it apart, for people: "8 players, 2 werewolves".
        verdict: one of `VERDICTS`.
        findings: its possible outcomes, where they were compared.
        note: why, a sentence without its full stop; empty where the findings say it.
        fails, warns: whether it fails the check, or only warns.
    """

    cell: str
    name: str
    verdict: str
    findings: tuple[Finding, ...] = ()
    note: str = ""
    fails: bool = False
    warns: bool = False


@dataclass(frozen=True)
class Judgement:
    """A baseline, held against games played now.

    Attributes:
        baseline: the file, as it was named.
        title: what its runs ask, for people.
        game_title: the game.
        how: how it was judged, a sentence or more ("counts and fingerprints, game by game").
        verdicts: one for each cell, in the plan's order.
        margin: the smallest difference that matters, in [0, 1].
        outcomes: outcome -> what a table's heading calls it.
        seconds: what it took.
        exit_code: what the command ends with on its account.
    """

    baseline: str
    title: str
    game_title: str
    how: str
    verdicts: Sequence[Verdict]
    margin: float
    outcomes: dict[str, str]
    seconds: float
    exit_code: int


def worst_first(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Those that fail first, then by verdict, then by the greatest difference."""
    order = list(VERDICTS)
    return sorted(verdicts, key=lambda one: (not one.fails, not one.warns, order.index(one.verdict), -greatest(one)))


def greatest(verdict: Verdict) -> float:
    """The greatest difference of a cell, in either direction."""
    return max((abs(finding.difference) for finding in verdict.findings), default=0.0)
