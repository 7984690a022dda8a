"""The report as Markdown, in GitHub's dialect: for pull requests and wikis."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from reports import answer, ladder, nearest, runs, table, wording
from reports.nearest import ByFirst
from reports.results import Results
from reports.sweep import Sweep, read
from reports.table import Column

SPECIAL = re.compile(r"[\\`*~\[\]<>|&#]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown would read as more than text; an underscore within a word is only text."""


def write(results: Sequence[Results], path: Path) -> None:
    """Write the report of one or more runs."""
    path.write_text(document(results), encoding="utf-8", newline="\n")


def document(results: Sequence[Results]) -> str:
    """The report of one or more runs: policies first, how to reproduce last."""
    sweeps = [read(run) for run in results]
    blocks = [_text(line) for line in (*runs.players(results), *runs.unfinished(results, sweeps))]
    for heading, sweep in zip(runs.headings(results), sweeps, strict=True):
        blocks += [f"# {_text(heading)}", *_section(sweep)]
    blocks.append("\n".join(f"- {_text(note)}" for note in runs.notes(sweeps)))
    blocks += [_reproduction(before, run) for before, run in zip(runs.invitations(results), results, strict=True)]
    return "\n\n".join(blocks) + "\n"


def _section(sweep: Sweep) -> Iterator[str]:
    """What came of one run."""
    first, *more = map(_text, answer.sentences(sweep))
    yield " ".join([f"**{first}**", *more])
    yield _text(table.effort(sweep))
    if by_first := nearest.by_first(sweep):
        yield from (f"## {_text(by_first.title)}", _nearest(by_first))
    side_by_side = ladder.of(sweep)
    if side_by_side:
        yield from (f"## {_text(side_by_side.title)}", _columns(ladder.columns(side_by_side)))
    if by_first or side_by_side:
        yield "## All setups"
    yield _columns(table.columns(sweep, with_percentile=True))


def _columns(columns: Sequence[Column]) -> str:
    lines = list(zip(*(column.lines for column in columns), strict=True))
    return _table([column.title for column in columns], [column.numeric for column in columns], lines)


def _nearest(found: ByFirst) -> str:
    lines = [(best.value, best.other, str(best.share)) for best in found.lines]
    return _table(found.headings, [True] * len(found.headings), lines)


def _table(headings: Sequence[str], numeric: Sequence[bool], lines: Sequence[Sequence[str]]) -> str:
    rules = _row(["--:" if right else ":--" for right in numeric])
    head, *rows = [_row([_text(text) for text in line]) for line in (headings, *lines)]
    return "\n".join([head, rules, *rows])


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
