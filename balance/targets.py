"""Whether tables are as their designer wants them, by what is known however often one looks."""

from collections.abc import Sequence

import numpy as np

from balance.judge import lengths, sequence
from balance.tables import Total, outcomes_of
from kernels.game import Game
from reports.targets import FAIL, PASS, UNDECIDED, Aim
from scenarios import Plan
from scenarios.targets import Target

FAILED, OPEN = 1, 6
"""Exit codes: a target missed; one undecided."""
SHARE = 0.95
VERDICTS = {sequence.INSIDE: PASS, sequence.OUTSIDE: FAIL, sequence.UNDECIDED: UNDECIDED}


def judge(planned: Plan, totals: Sequence[Total], names: Sequence[str]) -> list[Aim]:
    """What is known of every target in every setup that it is for; of all of them together, none errs at 95 %.

    Args:
        planned: what was played, with its targets.
        totals: what its cells came to.
        names: what tells the cells apart, for people.
    """
    pairs = [
        (target, total, name)
        for target, cells in planned.targets
        for total, name in zip(totals, names, strict=True)
        if total.cell.id in cells
    ]
    return [_aim(planned.game, target, total, name, len(pairs)) for target, total, name in pairs]


def exit_code(aims: Sequence[Aim]) -> int:
    """What a command ends with: a missed target counts more than one that is undecided."""
    verdicts = {aim.verdict for aim in aims}
    return FAILED if FAIL in verdicts else (OPEN if UNDECIDED in verdicts else 0)


def _aim(game: Game, target: Target, total: Total, name: str, tests: int) -> Aim:
    if target.outcome:
        place = [outcome.name for outcome in game.outcomes].index(target.outcome)
        hits = int(outcomes_of(total.counts)[place])
        low, high = target.low or 0.0, 1.0 if target.high is None else target.high
        known = sequence.decide(hits, total.games, low, high, tests)
        seen, what = hits / max(1, total.games), game.outcomes[place].title
    else:
        counts = total.counts.lengths.sum(axis=0)
        known = _length(target, counts, tests)
        seen, what = _seen(target, counts), f"{'mean' if target.length == 'mean' else '95 %'} length"
    unit = "" if target.outcome else game.length_unit
    return Aim(
        target.name, total.cell.id, name, what, unit, target.low, target.high, seen, total.games, VERDICTS[known]
    )


def _length(target: Target, counts: np.ndarray, tests: int) -> str:
    if target.length == "mean":
        return lengths.decide_mean(counts, target.low, target.high, tests)
    return lengths.decide_percentile(counts, SHARE, target.low, target.high, tests)


def _seen(target: Target, counts: np.ndarray) -> float:
    from balance.judge.intervals import percentile

    if not counts.sum():
        return 0.0
    return lengths.mean(counts) if target.length == "mean" else float(percentile(counts, SHARE))
