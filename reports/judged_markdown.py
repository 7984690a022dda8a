"""A check as Markdown, the worst first, short enough for the summaries that CI systems show."""

import os
from collections.abc import Sequence
from pathlib import Path

from reports import files, judged, wording
from reports.verdicts import Judgement

MOST_BYTES = 1024 * 1024
ROOM = 4096
"""Bytes that are kept free, for what is said of what was left out."""


def write(path: Path, judgements: Sequence[Judgement]) -> None:
    """Write the document; raises `ReportMistake` where it cannot be written."""
    with files.whole(path) as part:
        part.write_text(document(judgements), encoding="utf-8")


def append(path: Path, judgements: Sequence[Judgement]) -> None:
    """Add the document to a file, which is not to grow beyond `MOST_BYTES`."""
    there = path.stat().st_size if path.exists() else 0
    text = document(judgements, MOST_BYTES - there)
    if len(text.encode()) + there < MOST_BYTES:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(text)


def step_summary() -> Path | None:
    """The file that a CI step's summary is to be added to, where the environment names one."""
    named = os.environ.get("GITHUB_STEP_SUMMARY")
    return Path(named) if named else None


def document(judgements: Sequence[Judgement], most: int = MOST_BYTES) -> str:
    """The document, of fewer than `most` bytes in UTF-8."""
    share = most // max(1, len(judgements))
    return "\n".join(_part(judgement, share) for judgement in judgements)


def _part(judgement: Judgement, most: int) -> str:
    head = [f"## {_plain(judgement.baseline)}: {judged.answer(judgement)}", "", _plain(judgement.how), ""]
    lines = [_row(row) for row in judged.rows(judgement.verdicts, judgement.outcomes)]
    table = [_row(judged.COLUMNS), "|---|---|---|--:|--:|--:|"] if lines else []
    room = most - ROOM - sum(len(line.encode()) + 1 for line in (*head, *table))
    shown, used = 0, 0
    while shown < len(lines) and used + len(lines[shown].encode()) + 1 <= room:
        used += len(lines[shown].encode()) + 1
        shown += 1
    left = [f"and {wording.count(len(lines) - shown)} lines more"] if shown < len(lines) else []
    said = [f"{_plain(note)}" for note in judged.notes(judgement)[:5]]
    return "\n".join([*head, *table, *lines[:shown], *left, "", f"All setups: {judged.counted(judgement)}.", *said, ""])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    line = wording.one_line(text)[:500]
    for sign in "\\`*_[]<>|":
        line = line.replace(sign, f"\\{sign}")
    return line
