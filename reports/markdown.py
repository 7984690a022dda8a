"""The report as Markdown, in GitHub's dialect: for pull requests and wikis."""

import re
from collections.abc import Sequence
from pathlib import Path

from reports import answer, runs, table, wording
from reports.results import Results
from reports.sweep import Sweep, read

SPECIAL = re.compile(r"[\\`*~\[\]<>|&#]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown would read as more than text; an underscore within a word is only text."""


def write(results: Sequence[Results], path: Path) -> None:
    """Write the report of one or more runs."""
    path.write_text(document(results), encoding="utf-8", newline="\n")


def document(results: Sequence[Results]) -> str:
    """The report of one or more runs: policies first, how to reproduce last."""
    sweeps = [read(run) for run in results]
    blocks = [_text(line) for line in runs.players(results)]
    for heading, sweep in zip(runs.headings(results), sweeps, strict=True):
        first, *more = map(_text, answer.sentences(sweep))
        blocks += [f"# {_text(heading)}", " ".join([f"**{first}**", *more]), _text(table.effort(sweep)), _table(sweep)]
    notes = dict.fromkeys(note for sweep in sweeps for note in table.notes(sweep))
    blocks.append("\n".join(f"- {_text(note)}" for note in notes))
    blocks += [_reproduction(before, run) for before, run in zip(runs.invitations(results), results, strict=True)]
    return "\n\n".join(blocks) + "\n"


def _table(sweep: Sweep) -> str:
    numeric = [axis.numeric for axis in sweep.axes]
    headings = table.headings(sweep)
    rules = [":--" if column < len(numeric) and not numeric[column] else "--:" for column in range(len(headings))]
    rows = [headings, *(table.row(sweep, cell) for cell in sweep.cells)]
    lines = [_row([_text(text) for text in row]) for row in rows]
    return "\n".join([lines[0], _row(rules), *lines[1:]])


def _row(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _reproduction(invitation: str, run: Results) -> str:
    command, made = table.reproduction(run.about)
    return f"{_text(invitation)}: {_code(command)} ({_text(made)})"


def _text(text: str) -> str:
    """Text that Markdown shows as it is, in one line."""
    return SPECIAL.sub(r"\\\g<0>", wording.one_line(text))


def _code(text: str) -> str:
    """Text as code, fenced by more backticks than it holds in a row."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
