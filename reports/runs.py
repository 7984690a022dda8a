"""How several runs are told apart in one document."""

from collections.abc import Sequence
from itertools import count

from reports import ladder, policies, table, wording
from reports.results import Results
from reports.sweep import Sweep

MOST_TITLES = 2


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


def title(runs: Sequence[Results]) -> str:
    """What a document of these runs is called: their questions, or how many they are."""
    if len(runs) <= MOST_TITLES:
        return wording.listed(list(dict.fromkeys(wording.one_line(run.about.title) for run in runs)))
    games = list(dict.fromkeys(wording.one_line(run.about.game_title) for run in runs))
    return f"{wording.counted(len(runs), 'run')} of {wording.listed(games)}"


def unfinished(runs: Sequence[Results], sweeps: Sequence[Sweep]) -> list[str]:
    """That a run has not played all that was asked for, a line for each such run."""
    told = [table.unfinished(sweep) for sweep in sweeps]
    lines = told if len(runs) == 1 else _after_names(runs, told)
    return [line for line, of_run in zip(lines, told, strict=True) if of_run]


def notes(sweeps: Sequence[Sweep]) -> list[str]:
    """What a reader must know to read the tables of all runs, each note once."""
    return list(dict.fromkeys(note for sweep in sweeps for note in (*table.notes(sweep), *ladder.notes(sweep))))


def invitations(runs: Sequence[Results]) -> list[str]:
    """What stands before the command that makes each run again."""
    return ["To reproduce"] if len(runs) == 1 else [f"To reproduce {name}" for name in names(runs)]


def _after_names(runs: Sequence[Results], texts: Sequence[str]) -> list[str]:
    return [text if text == name else f"{name}: {text}" for name, text in zip(names(runs), texts, strict=True)]
