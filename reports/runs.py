"""How several runs are told apart in one document."""

from collections.abc import Sequence
from itertools import count

from reports import policies, wording
from reports.results import Results


def names(runs: Sequence[Results]) -> list[str]:
    """A name for each run, no two alike: its own, else its title, numbered where that is not enough."""
    taken: list[str] = []
    for run in runs:
        name = wording.one_line(run.name or run.about.title)
        numbered = (f"{name} ({number})" for number in count(2))
        taken.append(name if name not in taken else next(other for other in numbered if other not in taken))
    return taken


def headings(runs: Sequence[Results]) -> list[str]:
    """What each run asks, its name before it where there are several."""
    titles = [wording.one_line(run.about.title) for run in runs]
    return titles if len(runs) == 1 else _after_names(runs, titles)


def players(runs: Sequence[Results]) -> list[str]:
    """Who played in each run, in one line where all were played alike."""
    told = [policies.line(run) for run in runs]
    return told[:1] if len(set(told)) == 1 else _after_names(runs, told)


def invitations(runs: Sequence[Results]) -> list[str]:
    """What stands before the command that makes each run again."""
    return ["To reproduce"] if len(runs) == 1 else [f"To reproduce {name}" for name in names(runs)]


def _after_names(runs: Sequence[Results], texts: Sequence[str]) -> list[str]:
    return [text if text == name else f"{name}: {text}" for name, text in zip(names(runs), texts, strict=True)]
