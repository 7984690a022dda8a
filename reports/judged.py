"""What a check came to, for the terminal and for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from reports import wording
from reports.page import Page
from reports.verdicts import (
    CHANGED,
    IDENTICAL,
    SAME,
    UNDECIDED,
    VERDICTS,
    Finding,
    Judgement,
    Verdict,
    worst_first,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_SHOWN = 40
"""The most setups that a terminal shows one by one."""
COLUMNS = ("setup", "verdict", "outcome", "before", "now", "difference")


def as_json(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Everything, as plain values."""
    return {"baselines": [asdict(judgement) for judgement in judgements]}


def answer(judgement: Judgement) -> str:
    """The answer in a sentence."""
    counts = Counter(verdict.verdict for verdict in judgement.verdicts)
    number = len(judgement.verdicts)
    if counts[IDENTICAL] == number:
        return f"Nothing has changed: {wording.counted(number, 'setup')}, the very same games."
    if counts[IDENTICAL] + counts[SAME] == number:
        return f"Nothing that matters has changed in {wording.counted(number, 'setup')}."
    told = [f"{wording.count(counts[verdict])} {verdict}" for verdict in VERDICTS if counts[verdict]]
    return f"Of {wording.counted(number, 'setup')}: {wording.listed(told)}."


def unsettled(judgements: Sequence[Judgement]) -> str:
    """Why a check does not end well, in a sentence; nothing where it does."""
    told = [(judgement, notes(judgement)) for judgement in judgements if judgement.exit_code]
    return "; ".join(
        f"{judgement.baseline}: {' '.join([answer(judgement), *said[-1:]]).rstrip('.')}" for judgement, said in told
    )


def rows(verdicts: Sequence[Verdict], outcomes: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """A line for every finding of what is neither identical nor the same, the worst first; `COLUMNS`."""
    for verdict in worst_first(verdicts):
        if verdict.verdict in (IDENTICAL, SAME):
            continue
        telling = [finding for finding in verdict.findings if finding.verdict in (CHANGED, UNDECIDED)]
        shown: list[Finding | None] = [*telling] or [None]
        for k, finding in enumerate(shown):
            first = (verdict.name, verdict.verdict) if k == 0 else ("", "")
            yield *map(wording.one_line, first), *cells_of(finding, outcomes)


def cells_of(finding: Finding | None, outcomes: dict[str, str]) -> tuple[str, str, str, str]:
    """A finding's outcome, shares and difference."""
    if finding is None:
        return "", "", "", ""
    before, now = finding.before / max(1, finding.games_before), finding.after / max(1, finding.games_after)
    half = 1.96 * finding.error
    size = f"{100 * finding.difference:+.2f} pp"
    return (
        outcomes.get(finding.outcome, finding.outcome),
        f"{100 * before:.2f} %",
        f"{100 * now:.2f} %",
        f"{size} ± {100 * half:.2f}" if half else size,
    )


def notes(judgement: Judgement) -> list[str]:
    """What there is to say of single setups, a sentence each, the same said once."""
    said: dict[str, int] = {}
    for verdict in judgement.verdicts:
        if verdict.note:
            said[f"{verdict.verdict}: {verdict.note}"] = said.get(f"{verdict.verdict}: {verdict.note}", 0) + 1
    told = [f"{wording.counted(count, 'setup')} {note}." for note, count in said.items()]
    needed = [
        finding.games_needed
        for verdict in judgement.verdicts
        for finding in verdict.findings
        if finding.verdict == UNDECIDED and finding.games_needed
    ]
    if needed:
        told.append(f"About {wording.count(max(needed))} games a setup, on both sides, would decide what is undecided.")
    return told


def document(judgements: Sequence[Judgement], on: Page) -> "RenderableType":
    """All checks, one after the other, for the terminal."""
    from rich.console import Group

    parts: list[Any] = []
    for judgement in judgements:
        parts += [on.text(f"{judgement.baseline} ({judgement.game_title})", "bold"), on.text(answer(judgement))]
        parts += [on.text(judgement.how, "dim")]
        lines = list(rows(judgement.verdicts, judgement.outcomes))
        if lines:
            parts.append(on.grid(COLUMNS, lines[:MOST_SHOWN], right=(3, 4, 5), folded=True))
        if len(lines) > MOST_SHOWN:
            more = wording.count(len(lines) - MOST_SHOWN)
            parts.append(on.text(f"and {more} lines more; --json and --summary have them"))
        parts += [on.text(note) for note in notes(judgement)]
    return Group(*parts)


def counted(judgement: Judgement) -> str:
    """How many setups have which verdict."""
    counts = Counter(verdict.verdict for verdict in judgement.verdicts)
    return ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in (*VERDICTS,) if counts[verdict])
