"""A check's failures and warnings as lines that GitHub Actions shows beside a change.

Source: docs.github.com, "Workflow commands for GitHub Actions"; a step shows ten of each kind.
"""

import os
from collections.abc import Sequence

from reports import judged, wording
from reports.verdicts import Judgement, Verdict, worst_first

MOST = 10


def wanted() -> bool:
    """Whether this runs where they are understood."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def lines(judgements: Sequence[Judgement]) -> list[str]:
    """The lines: errors for what fails, then warnings; of more than are shown, the last says how many."""
    found: list[str] = []
    for kind in ("error", "warning"):
        told = [
            (judgement, verdict)
            for judgement in judgements
            for verdict in worst_first(judgement.verdicts)
            if (verdict.fails if kind == "error" else verdict.warns)
        ]
        shown = told if len(told) <= MOST else told[: MOST - 1]
        found += [_line(kind, judgement, verdict) for judgement, verdict in shown]
        if len(told) > MOST:
            found.append(f"::{kind} title=balance check::and {len(told) - len(shown):,} setups more")
    return found


def _line(kind: str, judgement: Judgement, verdict: Verdict) -> str:
    rows = [" ".join(row[2:]) for row in judged.rows([verdict], judgement.outcomes)]
    told = "; ".join([verdict.verdict, *([verdict.note] if verdict.note else []), *filter(str.strip, rows)])
    title = _property(f"{judgement.baseline}: {verdict.name}")
    return f"::{kind} title={title}::{_message(wording.one_line(told))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(wording.one_line(text)).replace(":", "%3A").replace(",", "%2C")
