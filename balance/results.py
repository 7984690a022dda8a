"""A run's tables on disk, and what documents must be told beside them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kernels
from balance import differences, extras, parquet, parts
from balance.kept import GAMES_TABLE, gathered
from balance.progress import say
from balance.rules import read_aim
from balance.store import BadFolder, Manifest, NotComparable, damaged_manifest, read_manifest, writing
from balance.tables import COLUMNS, Total, tables
from kernels.game import Game
from reports.flat import GAMES
from reports.goal import Goal
from reports.results import About, Meaning, Results

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

STATE = b"parts"
"""Where a table says which parts it was made of."""


def about(
    game: Game, title: str, swept: Sequence[str], seed: int, command: str, created: str, goal: Goal | None = None
) -> About:
    """What documents are told of a run of `game`."""
    return About(
        title=title,
        game=game.name,
        game_title=game.title,
        length_unit=game.length_unit,
        length_meaning=game.length_meaning,
        outcomes=tuple(Meaning(outcome.name, outcome.meaning, outcome.title) for outcome in game.outcomes),
        ends=tuple(Meaning(end.name, end.meaning, end.title) for end in game.ends),
        parameters=tuple(Meaning(parameter.name, parameter.meaning) for parameter in game.parameters),
        swept=tuple(swept),
        seed=seed,
        command=command,
        versions=versions(game),
        created=created,
        columns=columns(game),
        goal=goal,
        details=extras.details(game),
        switches=tuple(parameter.name for parameter in game.parameters if getattr(parameter, "switchable", False)),
    )


def versions(game: Game) -> dict[str, str]:
    """The versions that a run depends on or was made with."""
    from importlib.metadata import version
    from platform import python_version

    programs = {name: version(name) for name in ("wolfbalance", "numba", "numpy", "polars", "pyarrow")}
    return {**programs, "python": python_version(), f"{game.name} rules": str(game.version)}


def columns(game: Game) -> dict[str, dict[str, str]]:
    """Table -> column -> what it means, the game's parameters and sides among those of `cells`, its own tables last."""
    cells = {
        **COLUMNS["cells"],
        **{f"policy.{side}": f"How the {side} side plays." for side in game.sides},
        **{parameter.name: parameter.meaning for parameter in game.parameters},
    }
    return {**{name: dict(meanings) for name, meanings in COLUMNS.items()}, "cells": cells} | extras.columns(game)


def publish(path: Path, manifest: Manifest, totals: Sequence[Total]) -> Results:
    """Write a run's tables and return them."""
    made = _make(path, manifest, totals)
    with writing(path):
        for name, table in made.items():
            parquet.write(table.to_arrow(), path / f"{name}.parquet", {STATE: _state(path)})
    return Results(_about(path, manifest), made, path.name)


def load(path: Path, with_games: bool = False) -> Results:
    """A run's tables as they are, made anew from its parts where a kill has left them behind, or one is damaged.

    Args:
        path: the run folder.
        with_games: whether the games kept one by one are wanted too, where there are any.

    Raises:
        BadFolder: it is no run, or its manifest or a part is damaged.
        NotComparable: its tables are missing and its rules are not those of this version.
    """
    results = _load(path)
    if not (path / GAMES_TABLE).exists():
        return results
    if not with_games:
        return replace(results, unread=(GAMES,))
    return replace(results, tables={**results.tables, GAMES: _games(path)})


def aimed(run: Results, aim: str | None) -> Results:
    """A run looked at for what `--aim` says, where it says something; raises `Mistake` where that is none."""
    if aim is None:
        return run
    goal = read_aim(aim, kernels.game(run.about.game))
    return replace(run, about=replace(run.about, goal=goal))


def _load(path: Path) -> Results:
    manifest = read_manifest(path)
    described = _about(path, manifest)
    read = {name: _read(path, name, columns) for name, columns in {**described.columns, **COLUMNS}.items()}
    whole = {name: table for name, table in read.items() if table is not None}
    if len(whole) == len(read):
        return Results(described, whole, path.name)
    game = kernels.game(manifest.game)
    if game.version != manifest.game_version:
        raise NotComparable(f"{path} was played by version {manifest.game_version} of {game.name}; run it again")
    counted, spans = parts.read_totals(path, manifest)
    games = {cell: sum(after - first for first, after in stored) for cell, stored in spans.items()}
    totals = [Total(cell, games[cell.id], counted[cell.id]) for cell in manifest.cells]
    if not any(games.values()):
        raise BadFolder(f"{path} holds no games yet; run its command again: {manifest.about['command']}")
    return Results(described, _make(path, manifest, totals), path.name)


def _make(path: Path, manifest: Manifest, totals: Sequence[Total]) -> Mapping[str, Any]:
    import polars as pl

    game = kernels.game(manifest.game)
    made = tables(game, manifest.game_version, manifest.seed, manifest.rule, totals)
    figures = dict.fromkeys(("difference", "low", "high"), pl.Float64)
    schema = {name: figures.get(name, pl.String) for name in COLUMNS["differences"]}
    every = {**made, "differences": pl.DataFrame(differences.rows(path, manifest), schema=schema)}
    return {name: every[name] for name in columns(game)}


def _read(path: Path, name: str, columns: Collection[str]) -> "pl.DataFrame | None":
    """A table with `columns`, if it is there, sound, and was made of all the parts that are there."""
    file = path / f"{name}.parquet"
    if not file.exists():
        return None
    table = _sound(file)
    if table is None or (table.schema.metadata or {}).get(STATE) != _state(path):
        return None
    if lacking := {*columns} - {*table.column_names}:
        _say_damaged(file, f"it lacks the column {min(lacking)}")
        return None
    return _frame(table)


def _games(path: Path) -> "pl.DataFrame":
    """The games kept one by one."""
    import pyarrow as pa

    table = _sound(path / GAMES_TABLE)
    return _frame(table if table is not None else pa.concat_tables(gathered(path, read_manifest(path))))


def _sound(file: Path) -> "pa.Table | None":
    """A table as it was written; none, and a note, where it is damaged."""
    try:
        return parquet.read(file)
    except parquet.Damaged as error:
        _say_damaged(file, str(error))
        return None


def _say_damaged(file: Path, why: str) -> None:
    say(f"{file} is damaged ({why}): made anew from the blocks; the sweep's command again mends the file")


def _frame(table: "pa.Table") -> "pl.DataFrame":
    import polars as pl

    return pl.DataFrame(table)


def _state(path: Path) -> bytes:
    """What changes with the parts that are there: their names and sizes."""
    return ", ".join(f"{part.stem}: {part.stat().st_size}" for part in parts.parts(path)).encode()


def _about(path: Path, manifest: Manifest) -> About:
    """What a manifest says for documents; raises `BadFolder` where that is not what this version would have said."""
    try:
        plain = dict(manifest.about)
        for field in ("outcomes", "ends", "parameters"):
            plain[field] = tuple(Meaning(**meaning) for meaning in plain[field])
        goal = Goal(**plain["goal"]) if plain.get("goal") else None
        lists = {field: tuple(plain.get(field, ())) for field in ("swept", "details", "switches")}
        described = About(**{**plain, **lists, "goal": goal})
        columns = described.columns["cells"].keys() | {name for cell in manifest.cells for name in cell.policies}
        if strange := [name for name in described.swept if name not in columns]:
            raise ValueError(f"no column {strange[0]!r}")
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise damaged_manifest(path, error) from error
    return described


def plain(described: About) -> dict[str, Any]:
    """An `About` as the manifest keeps it."""
    return asdict(described)
