"""Targets and what came of them, for the terminal and for programs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from reports import wording
from reports.page import Page

if TYPE_CHECKING:
    from rich.console import RenderableType

PASS, FAIL, UNDECIDED = "PASS", "FAIL", "UNDECIDED"
STANDARD = (
    "Targets are judged all together at 95 %, however often one looks, so that one may still be undecided where an "
    "interval lies within."
)
COLUMNS = ("target", "setup", "of", "wanted", "seen", "verdict")


@dataclass(frozen=True)
class Aim:
    """One target in one setup.

    Attributes:
        target: its name.
        cell, name: the setup's identity, and what tells it apart.
        of: what is judged: an outcome's heading, or a length.
        unit: a length's, singular; empty for shares.
        low, high: the band; None for no edge.
        seen: the share in [0, 1], or the length.
        games: games played.
        verdict: `PASS`, `FAIL` or `UNDECIDED`.
    """

    target: str
    cell: str
    name: str
    of: str
    unit: str
    low: float | None
    high: float | None
    seen: float
    games: int
    verdict: str


def as_json(aims: Sequence[Aim]) -> list[dict[str, Any]]:
    """Everything, as plain values."""
    return [asdict(aim) for aim in aims]


def document(aims: Sequence[Aim], on: Page) -> "RenderableType":
    """What was missed and what is open, one by one; how many passed."""
    from rich.console import Group

    counts = Counter(aim.verdict for aim in aims)
    said = wording.listed([f"{wording.count(counts[word])} {word}" for word in (FAIL, UNDECIDED, PASS) if counts[word]])
    missed = [row(aim) for verdict in (FAIL, UNDECIDED) for aim in aims if aim.verdict == verdict]
    listed = [on.grid(COLUMNS, missed, folded=True)] if missed else []
    return Group(on.text(f"Targets: {said}."), *listed, *([on.text(STANDARD, "dim")] if counts[UNDECIDED] else []))


def row(aim: Aim) -> tuple[str, ...]:
    """A line of the table; `COLUMNS`."""
    named = (wording.one_line(text) for text in (aim.target, aim.name))
    return *named, aim.of, wanted(aim), figure(aim, aim.seen), aim.verdict


def wanted(aim: Aim) -> str:
    """The band in words."""
    if aim.low is None or aim.high is None:
        edge = aim.high if aim.low is None else aim.low
        return f"{'at most' if aim.low is None else 'at least'} {figure(aim, edge or 0.0)}"
    return f"{figure(aim, aim.low)} to {figure(aim, aim.high)}"


def figure(aim: Aim, value: float) -> str:
    """A share or a length as people write it."""
    return f"{value:.3g} {wording.plural(aim.unit)}" if aim.unit else f"{100 * value:.4g} %"
