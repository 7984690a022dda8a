"""Two runs held against each other, for the terminal and for programs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from reports import judged, wording
from reports.page import Page
from reports.verdicts import CHANGED, Finding

if TYPE_CHECKING:
    from rich.console import RenderableType

NO_DIFFERENCE = "~"
MOST_UNMATCHED = 5


@dataclass(frozen=True)
class Pair:
    """Two cells that belong together.

    Attributes:
        before, after: their identities.
        name: what tells the pair from the others.
        findings: the possible outcomes; `CHANGED` where the difference is significant.
    """

    before: str
    after: str
    name: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Comparison:
    """Two runs or baselines.

    Attributes:
        before, after: what they are called.
        game_title: the game.
        matched: what their setups were matched by.
        how: how they were judged, a sentence.
        pairs: the setups that both have, in the first's order.
        only_before, only_after: the names of those that one has alone.
        outcomes: outcome -> what a table's heading calls it.
    """

    before: str
    after: str
    game_title: str
    matched: str
    how: str
    pairs: Sequence[Pair]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    outcomes: dict[str, str]


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Everything, as plain values."""
    return asdict(comparison)


def ordered(pairs: Sequence[Pair]) -> list[tuple[Pair, list[Finding]]]:
    """Pairs with a significant difference first, by its size; the others are tied, and stay in their order."""
    told = [(pair, [finding for finding in pair.findings if finding.verdict == CHANGED]) for pair in pairs]
    moved = [(pair, findings) for pair, findings in told if findings]
    moved.sort(key=lambda one: -max(abs(finding.difference) for finding in one[1]))
    return moved + [(pair, findings) for pair, findings in told if not findings]


def answer(comparison: Comparison) -> str:
    """The answer in a sentence."""
    moved = sum(bool(findings) for _, findings in ordered(comparison.pairs))
    number = wording.counted(len(comparison.pairs), "setup")
    if not moved:
        return f"No difference that chance would not make, in {number}."
    return f"{wording.count(moved)} of {number} differ{'s' if moved == 1 else ''} by more than chance would make."


def rows(comparison: Comparison) -> list[tuple[str, str, str, str, str]]:
    """A line an outcome: setup, outcome, before, after, difference or `~`; of two outcomes the first says both."""
    lines = []
    for pair, moved in ordered(comparison.pairs):
        shown = pair.findings[:1] if len(pair.findings) == 2 else pair.findings
        for k, finding in enumerate(shown):
            outcome, before, after, difference = judged.cells_of(finding, comparison.outcomes)
            name = pair.name if k == 0 else ""
            lines.append((name, outcome, before, after, difference if finding in moved else NO_DIFFERENCE))
    return lines


def document(comparison: Comparison, on: Page) -> "RenderableType":
    """The comparison for the terminal."""
    from rich.console import Group

    headings = (
        "setup",
        "outcome",
        wording.one_line(comparison.before),
        wording.one_line(comparison.after),
        "difference",
    )
    lines = [[wording.one_line(text) for text in line] for line in rows(comparison)]
    sentence = f"{comparison.game_title}, {comparison.matched}; {comparison.how}"
    alone = [
        on.text(f"Only in {name}: {wording.capped(cells, MOST_UNMATCHED)}.")
        for name, cells in ((comparison.before, comparison.only_before), (comparison.after, comparison.only_after))
        if cells
    ]
    grid = on.grid(headings, lines, right=(2, 3, 4), folded=True)
    return Group(on.text(answer(comparison)), on.text(sentence, "dim"), grid, *alone)
