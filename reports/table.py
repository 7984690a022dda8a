"""The one table that every report shows: a row a setup, what was swept first, then shares and lengths."""

from reports import wording
from reports.results import About
from reports.sweep import Cell, Sweep

MEAN_LENGTH, GAMES = "mean length", "games"


def headings(sweep: Sweep) -> list[str]:
    """The names over the columns."""
    return [*(axis.name for axis in sweep.axes), *sweep.outcomes, MEAN_LENGTH, *([] if sweep.games_each else [GAMES])]


def row(sweep: Sweep, cell: Cell) -> list[str]:
    """A setup's line, a text for each of the headings."""
    shares = [str(cell.shares[outcome]) if outcome in cell.shares else wording.NO_VALUE for outcome in sweep.outcomes]
    return [*cell.setup.values(), *shares, *tail(sweep, cell)]


def tail(sweep: Sweep, cell: Cell) -> list[str]:
    """What follows the shares: the mean length, and the games where not all cells played as many."""
    games = [] if sweep.games_each else [wording.count(cell.games)]
    return [wording.length(cell.length, sweep.about.length_unit), *games]


def effort(sweep: Sweep) -> str:
    """How much was played: "16 setups of Werewolf, 100,000 games each, seed 1."."""
    if len(sweep.cells) == 1:
        played = f"{wording.counted(sweep.cells[0].games, 'game')} of {sweep.about.game_title}"
    else:
        of = f"{wording.counted(len(sweep.cells), 'setup')} of {sweep.about.game_title}"
        total = wording.counted(sum(cell.games for cell in sweep.cells), "game")
        each = wording.counted(sweep.games_each or 0, "game")
        played = f"{of}, {each} each" if sweep.games_each else f"{of}, {total} in all"
    return f"{played}, seed {sweep.about.seed}."


def notes(sweep: Sweep) -> list[str]:
    """What a reader must know to read the table: the intervals, the outcomes, what stands for several columns."""
    told = [f"{wording.INTERVALS} {wording.HALF_WIDTH}"]
    meanings = {outcome.name: outcome.meaning for outcome in sweep.about.outcomes}
    told.append(f"Outcomes: {'; '.join(f'{name}: {meanings[name]}' for name in sweep.outcomes)}.")
    if any(len(cell.shares) < len(sweep.outcomes) for cell in sweep.cells):
        told.append(f"{wording.NO_VALUE} stands where a setup cannot yield an outcome, or was not played.")
    told.extend(f"{word}: {meaning}." for word, meaning in sweep.glossary.items())
    return told


def reproduction(about: About) -> tuple[str, str]:
    """The command that makes a run again, and what else that takes: seed and versions."""
    versions = [f"{program} {version}" for program, version in about.versions.items()]
    made = f"seed {about.seed}; {', '.join(versions)}; made on {about.created}"
    return wording.one_line(about.command), made
