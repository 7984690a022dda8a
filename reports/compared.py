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
MOST_UNMATCHED, MOST_VALUES = 5, 3
POLICY = "policy"


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
class Differs:
    """What is not the same in setups that belong together.

    Attributes:
        name: a parameter, policy or knob.
        before, after: its values over all pairs as a setup would say them, each once; none where it is not set.
    """

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


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
        differs: what is not the same in setups that belong together.
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
    differs: tuple[Differs, ...] = ()


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
        return f"No difference beyond chance in {number}."
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


def apart(comparison: Comparison) -> str:
    """What differs between the two, a sentence: "Before (one): reveal none; now (other): reveal role."."""
    told = _telling(comparison.differs)
    if not told:
        return ""
    before = wording.listed([_said(one.name, one.before) for one in told if one.before]) or "none of these"
    after = wording.listed([_said(one.name, one.after) for one in told if one.after]) or "none of these"
    return f"Before ({comparison.before}): {before}; now ({comparison.after}): {after}."


def _telling(differing: Sequence[Differs]) -> list[Differs]:
    """What is left without what a bundle of policies, or a policy with its knobs, already says."""
    names = {one.name for one in differing}
    bundles = next((one for one in differing if one.name == POLICY), None)
    if bundles and bundles.before and bundles.after:
        return [one for one in differing if not one.name.startswith(f"{POLICY}.")]
    return [one for one in differing if one is not bundles and one.name.rpartition(".")[0] not in names - {POLICY}]


def _said(name: str, values: Sequence[str]) -> str:
    return f"{name} {wording.capped(values, MOST_VALUES, 'or')}"


def document(comparison: Comparison, on: Page) -> "RenderableType":
    """The comparison for the terminal."""
    from rich.console import Group

    headings = ("setup", "outcome", comparison.before, comparison.after, "difference")
    sentence = f"{comparison.game_title}, {comparison.matched}; {comparison.how}"
    alone = [
        f"Only in {name}: {wording.capped(cells, MOST_UNMATCHED)}."
        for name, cells in ((comparison.before, comparison.only_before), (comparison.after, comparison.only_after))
        if cells
    ]
    lines = [[wording.one_line(text) for text in line] for line in (headings, *rows(comparison))]
    told = [on.text(wording.one_line(line)) for line in (answer(comparison), apart(comparison)) if line]
    below = [on.text(wording.one_line(line)) for line in alone]
    grid = on.grid(lines[0], lines[1:], right=(2, 3, 4), folded=True)
    return Group(*told, on.text(wording.one_line(sentence), "dim"), grid, *below)
