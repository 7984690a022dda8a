"""A baseline: what tables came to once, as a small file that is kept beside one's own work and compared by eye.

    {"baseline": 1, "game": ..., "title": ..., "seed": ..., "plan": the words that say what is played, "cells": [
      {"cell": ID, "name": ..., everything that `balance sweep --json` says of a cell, a line each,
       "head": what its first games came to, "blessed": when, why and by which versions} ... ]}

Cells stand in the order of their setups, so that a new one moves no other. What stands above the cells, and every
cell, has a seal of its own (`seals.py`), so that two that are renewed apart can be merged; where somebody has taken a
seal away, what it sealed is believed as it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kernels
from balance import parquet, seals
from balance.store import NotComparable, replacing, writing
from kernels.game import Game
from kernels.mistakes import Mistake, UnknownName

if TYPE_CHECKING:
    import numpy as np

FORMAT = 1
BIGGEST = 200_000_000
SEAL = "seal"
MEND = "take it back from where you keep it, or move it away and bless anew"
"""What to do where a baseline is damaged."""
PLAYED = ("games", "seed", "game_version", "outcomes", "length", "ends", "roles", "seats", "policies", "fingerprint")
"""What of a cell says which games were played, and what they came to."""
Cell = Mapping[str, Any]


class BadBaseline(Mistake):
    """A file that is no baseline, or one that has been damaged."""


class NothingCompared(Mistake):
    """A baseline with which nothing can be compared."""

    exit_code = 5


@dataclass(frozen=True)
class Baseline:
    """What a baseline says.

    Attributes:
        game: the game's name.
        title: what its plan asks, for people.
        seed: of every cell.
        plan: the words after `balance sweep` that say what is played.
        cells: by their identity.
    """

    game: str
    title: str
    seed: int
    plan: tuple[str, ...]
    cells: Mapping[str, Cell]


def read(path: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        BadBaseline: there is none, or it is damaged.
        NotComparable: it is of another format.
        NothingCompared: it has no cells.
    """
    plain = _parsed(path)
    if not isinstance(plain, dict) or "baseline" not in plain:
        raise BadBaseline(f"{path} is no baseline; balance bless writes one: {MEND}")
    if not _is_sealed({key: value for key, value in plain.items() if key != "cells"}):
        raise _damaged(path, "what stands above its cells is not as it was written")
    if plain["baseline"] != FORMAT:
        raise NotComparable(f"{path} is a baseline of format {plain['baseline']!r}, this version has format {FORMAT}")
    try:
        game = kernels.game(plain["game"])
        cells = {cell["cell"]: _opened(cell) for cell in plain["cells"]}
        if len(cells) < len(plain["cells"]):
            raise ValueError("it has a cell twice")
        for cell in cells.values():
            _check(game, plain["seed"], cell)
        if not all(isinstance(word, str) for word in plain["plan"]) or not plain["plan"]:
            raise ValueError("its plan is no list of words")
        found = Baseline(game.name, str(plain["title"]), int(plain["seed"]), tuple(plain["plan"]), cells)
    except (UnknownName, ValueError, KeyError, TypeError, AttributeError) as error:
        lacking = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise _damaged(path, lacking) from None
    if not cells:
        raise NothingCompared(f"{path} has no cells, so there is nothing to compare")
    return found


def _damaged(path: Path, why: str) -> BadBaseline:
    return BadBaseline(f"{path} is damaged: {why}; {MEND}")


def _opened(cell: Cell) -> Cell:
    """A cell without its seal; raises `ValueError` where that does not fit."""
    if not _is_sealed(cell):
        raise ValueError(f"the cell {cell['cell']} is not as it was written")
    return {key: value for key, value in cell.items() if key != SEAL}


def _sealed(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {**plain, SEAL: seals.of(plain)}


def _is_sealed(plain: Mapping[str, Any]) -> bool:
    """Whether something is as it was sealed, or has no seal."""
    return SEAL not in plain or plain[SEAL] == seals.of({key: plain[key] for key in plain if key != SEAL})


def _parsed(path: Path) -> Any:
    if not path.is_file():
        what = "is no plain file" if path.exists() else "does not exist"
        raise BadBaseline(f"the baseline {path} {what}; balance bless writes one")
    try:
        if path.stat().st_size > BIGGEST:
            raise BadBaseline(f"{path} is no baseline; it has more than {BIGGEST:,} bytes")
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise BadBaseline(f"{path} is no baseline, or a damaged one: it is no whole JSON; {MEND}") from None
    except OSError as error:
        raise BadBaseline(f"{path} cannot be read ({error.strerror})") from None


def _check(game: Game, seed: int, cell: Cell) -> None:
    """Raise `ValueError` where a cell contradicts itself."""
    at = f"the cell {cell['cell']}"
    if cell["seed"] != seed:
        raise ValueError(f"{at} has the seed {cell['seed']}, the others {seed}")
    names = [outcome.name for outcome in game.outcomes]
    for counts in (cell, cell["head"]):
        if strange := [name for name in counts["outcomes"] if name not in names]:
            raise ValueError(f"{at} has an outcome {strange[0]!r}, which {game.name} has not")
        numbers = counts["outcomes"].values()
        if not all(type(number) is int and number >= 0 for number in numbers) or sum(numbers) != counts["games"]:
            raise ValueError(f"the outcomes of {at} do not add up to its games")
        int(counts["fingerprint"], 16)
    if not 0 < cell["head"]["games"] <= cell["games"]:
        raise ValueError(f"{at} has fewer games than its head")
    for key in (*PLAYED, "setup", "name", "blessed"):
        cell[key]


def write(path: Path, baseline: Baseline) -> None:
    """Write a baseline, whole or not at all."""
    cells = [_sealed(cell) for cell in sorted(baseline.cells.values(), key=_order)]
    said = {"game": baseline.game, "title": baseline.title, "seed": baseline.seed, "plan": list(baseline.plan)}
    lines = [f" {_line(key)}: {_line(value)}," for key, value in _sealed({"baseline": FORMAT, **said}).items()]
    shown = [
        "  {\n" + ",\n".join(f"   {_line(key)}: {_line(value)}" for key, value in cell.items()) + "\n  }"
        for cell in cells
    ]
    text = "{\n" + "\n".join(lines) + '\n "cells": [\n' + ",\n".join(shown) + "\n ]\n}\n"
    with writing(path), replacing(path.resolve()) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _order(cell: Cell) -> list[tuple[int, float, str]]:
    """Setups by the values of their parameters, numbers by size, and policies; then by identity."""
    values = [*cell["setup"].values(), cell["cell"]]
    return [(0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value)) for value in values]


def same_games(one: Cell, other: Cell) -> bool:
    """Whether two records of a cell are of the same games, to the last draw."""
    return all(one[key] == other[key] for key in PLAYED)


# --- block by block -----------------------------------------------------------------------------------------------


def blocks_path(path: Path) -> Path:
    """Where the block tallies of a baseline are: beside it."""
    return path.with_name(f"{path.stem}.blocks.parquet")


def write_blocks(path: Path, outcomes: Sequence[str], blocks: "Mapping[str, np.ndarray]") -> None:
    """Keep cell -> (blocks, outcomes) games by outcome, for comparing block by block."""
    import polars as pl

    tables = [
        pl.DataFrame({name: tally[:, k] for k, name in enumerate(outcomes)}).select(
            pl.lit(cell).alias("cell"), pl.int_range(pl.len()).alias("block"), *outcomes
        )
        for cell, tally in sorted(blocks.items())
    ]
    with writing(path):
        parquet.write(pl.concat(tables).to_arrow(), path)


def read_blocks(path: Path, outcomes: Sequence[str]) -> "dict[str, np.ndarray]":
    """Cell -> (blocks, outcomes) games by outcome; nothing where none are kept."""
    import polars as pl

    if not path.is_file():
        return {}
    try:
        table = pl.DataFrame(parquet.read(path)).sort("cell", "block")
        return {str(cell[0]): rows.select(outcomes).to_numpy() for cell, rows in table.group_by("cell")}
    except (pl.exceptions.PolarsError, parquet.Damaged) as error:
        raise BadBaseline(f"{path} is damaged ({error}); delete it and bless again with --blocks") from None
