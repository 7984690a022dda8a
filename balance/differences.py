"""Setups held against others of their run: how far each share is from that of the setup it is held against."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import kernels
from balance import parts
from balance.judge.apart import ALPHA, Pieces, apart
from balance.judge.intervals import together
from balance.store import Manifest, StoredCell
from kernels.game import Game


def rows(path: Path, manifest: Manifest) -> list[dict[str, Any]]:
    """A row for each outcome of each setup that is held against another, where both have played."""
    game = kernels.game(manifest.game)
    pairs = held_against(manifest.cells)
    pieces = _pieces(path, manifest, {cell.id for pair in pairs for cell in pair})
    pairs = [pair for pair in pairs if all(cell.id in pieces for cell in pair)]
    shared = {cell.id: _shared(game, cell, base) for cell, base in pairs}
    tests = sum(together(len(outcomes)) for outcomes in shared.values())
    return [
        {"cell": cell.id, "base": base.id, "outcome": outcome, **_row(game, pieces, cell, base, outcome, tests)}
        for cell, base in pairs
        for outcome in shared[cell.id]
    ]


def held_against(cells: Sequence[StoredCell]) -> list[tuple[StoredCell, StoredCell]]:
    """Each setup with the one that it is held against; of two alone the second is held against the first."""
    known = {cell.id: cell for cell in cells}
    pairs = [(cell, known[cell.base]) for cell in cells if cell.base in known]
    return pairs or ([(cells[1], cells[0])] if len(cells) == 2 else [])


def _shared(game: Game, cell: StoredCell, base: StoredCell) -> tuple[str, ...]:
    """The outcomes that either can yield."""
    possible = {*game.possible(cell.setup), *game.possible(base.setup)}
    return tuple(outcome.name for outcome in game.outcomes if outcome.name in possible)


def _row(
    game: Game, pieces: Mapping[str, Pieces], cell: StoredCell, base: StoredCell, outcome: str, tests: int
) -> dict[str, Any]:
    place = [one.name for one in game.outcomes].index(outcome)
    found, method = apart(pieces[cell.id], pieces[base.id], place, ALPHA / tests)
    return {"difference": found.size, "low": found.low, "high": found.high, "method": f"{method}/{tests}"}


def _pieces(path: Path, manifest: Manifest, cells: Collection[str]) -> dict[str, Pieces]:
    """The games of some cells, piece by piece, in order; cells that have played none are left out."""
    found: dict[str, list[Pieces]] = defaultdict(list)
    if cells:
        for cell, some in parts.read_outcomes(path, manifest, cells):
            found[cell].append(Pieces(*some))
    return {cell: _in_order(some) for cell, some in found.items()}


def _in_order(some: Iterable[Pieces]) -> Pieces:
    every = Pieces(*(np.concatenate(field) for field in zip(*some, strict=True)))
    order = np.argsort(every.starts)
    return Pieces(*(field[order] for field in every))
