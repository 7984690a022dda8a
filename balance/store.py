"""A run folder: its manifest, its immutable block parts, and who may write to it.

    RUN/manifest.json           what is played, by whom, with which seed and versions
    RUN/blocks/000001.parquet   counts, a row for each piece of a block; `parts.py`; `-games` beside it: `kept.py`
    RUN/cells.parquet ...       the tables made of them (`tables.py`)

Every file is written under a temporary name and then renamed, so that a kill at any moment leaves whole files only,
and has a seal (`seals.py`), so that none that has been damaged is believed.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from balance import seals
from balance.pieces import BLOCK
from balance.rules import Band, Rule
from kernels.game import Play, Resolved, Seating
from kernels.mistakes import Mistake, nearest

SCHEMA = 4
MANIFEST, LOCK = "manifest.json", ".lock"
BLOCKS = "blocks"
NAMELESS = (LOCK, f"{MANIFEST}.tmp")
"""All that a run folder can hold before its manifest is there, beside its blocks."""
LOST = "delete it and run the sweep's command again: nothing that was played is lost"
"""What to do where a manifest is damaged."""


class NotComparable(Mistake):
    """Two runs that cannot be one: another plan, seed, schema or game version."""

    exit_code = 4


class BadFolder(Mistake):
    """A folder that is no run, or one that cannot be written or read."""


@dataclass(frozen=True)
class StoredCell:
    """A cell as its manifest keeps it.

    Attributes:
        id: the cell's identity (`scenarios.cells`).
        label: what tells it apart, for people; may be empty.
        policies: the policy columns of the tables.
        setup: its parameters, all resolved, and the seats of each role.
        seating: who plays how.
        base: the id of the cell that it is held against; empty for none.
    """

    id: str
    label: str
    policies: Mapping[str, str]
    setup: Resolved
    seating: Seating
    base: str = ""


@dataclass(frozen=True)
class Manifest:
    """What a run folder says of itself.

    Attributes:
        game: the game's name, with the version of its kernel.
        seed: of every cell.
        rule: when a cell has been played enough, as last asked for; more may be stored.
        about: `reports.results.About`, as plain values.
        cells: what is played, in the order of the tables.
    """

    game: str
    game_version: int
    seed: int
    rule: Rule
    about: Mapping[str, Any]
    cells: tuple[StoredCell, ...]

    @property
    def origin(self) -> dict[str, Any]:
        """What its parts say that they are of."""
        return {"schema": SCHEMA, "game": self.game, "version of the game": self.game_version, "seed": self.seed}


def open_folder(path: Path, manifest: Manifest) -> None:
    """Make `path` the run folder of `manifest`, or go on with the run that is there.

    Raises:
        NotComparable: another run is there.
        BadFolder: it cannot be written to.
    """
    if (path / MANIFEST).exists() and any((path / BLOCKS).glob("*.parquet")):
        _same_run(path, read_manifest(path), manifest)
    with writing(path):
        for unfinished in path.glob("**/*.tmp"):
            unfinished.unlink()
        write_manifest(path, manifest)  # first of all: by it the folder is known again after a kill
        (path / BLOCKS).mkdir(exist_ok=True)


def _same_run(path: Path, there: Manifest, wanted: Manifest) -> None:
    same_origin(path, there.origin, wanted)
    if {cell.id for cell in there.cells} != {cell.id for cell in wanted.cells}:
        before, now = _own_policies(there), _own_policies(wanted)
        if changed := [name for name in before if now.get(name, before[name]) != before[name]]:
            raise NotComparable(f"{path} holds a run of {changed[0]} as it was before; choose another --out")
        raise NotComparable(f"{path} holds a run of other setups; choose another --out")


def same_origin(path: Path, there: Mapping[str, Any], wanted: Manifest) -> None:
    """Raise `NotComparable` where what is stored is of another game, version or seed than what is wanted."""
    for what, mine in wanted.origin.items():
        theirs = there.get(what)
        if mine != theirs:
            raise NotComparable(f"{path} holds a run of another {what} ({theirs}, not {mine}); choose another --out")


def _own_policies(manifest: Manifest) -> dict[str, str]:
    """Every designer's own policy of a run -> what stands for its file."""
    return {play.policy: play.digest for cell in manifest.cells for play in cell.seating.plays if play.digest}


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write the manifest, whole or not at all."""
    plain = {"schema": SCHEMA, "block": BLOCK, **asdict(manifest)}
    cells = ",\n  ".join(json.dumps(cell, ensure_ascii=False) for cell in plain.pop("cells"))
    rest = json.dumps(plain, indent=1, ensure_ascii=False).removesuffix("\n}")
    # a line a cell: indenting thousands of them takes seconds
    text = f'{rest},\n "cells": [\n  {cells}\n ],\n "seal": "{seals.BLANK}"\n}}\n'
    with replacing(path / MANIFEST) as temporary:
        temporary.write_bytes(seals.sealed(text.encode()))


def read_manifest(path: Path) -> Manifest:
    """The manifest of a run folder; raises `BadFolder` or `NotComparable` (another schema)."""
    file = path / MANIFEST
    if not path.exists():
        raise BadFolder(f"there is no run folder {path}; {_runs_near(path)}")
    if not file.is_file():
        raise BadFolder(f"{path} is no run folder: it has no {MANIFEST}")
    try:
        content = file.read_bytes()
        plain = json.loads(content)
        if seals.place(content) and not seals.fits(content):
            raise ValueError("it is not as it was written")
        for what, mine in (("schema", SCHEMA), ("block", BLOCK)):
            if plain[what] != mine:
                raise NotComparable(
                    f"{path} was written with {what} {plain[what]!r}, this version has {what} {mine}; "
                    "play it again into another folder"
                )
        if not seals.place(content):
            raise ValueError("it has no seal")
        cells = tuple(_cell(cell) for cell in plain["cells"])
        rule = _rule(plain["rule"])
        return Manifest(plain["game"], plain["game_version"], plain["seed"], rule, plain["about"], cells)
    except OSError as error:
        raise BadFolder(f"{file} cannot be read ({os.strerror(error.errno or 0)})") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise damaged_manifest(path, error) from error


def damaged_manifest(path: Path, error: Exception) -> BadFolder:
    """What to raise for a manifest that cannot be read."""
    return BadFolder(f"{path / MANIFEST} is damaged ({error}); {LOST}")


def _runs_near(path: Path) -> str:
    """The clause that helps a mistyped folder on: the nearest run beside it, or that there is none."""
    beside = sorted(str(other.parent) for other in path.parent.glob(f"*/{MANIFEST}"))
    return nearest(str(path), beside) if beside else f"balance sweep makes one, and none is in {path.parent}"


def _rule(plain: Mapping[str, Any]) -> Rule:
    band = Band(**plain["band"]) if plain["band"] else None
    return Rule(plain["games"], plain["half_width"], band)


def _cell(plain: Mapping[str, Any]) -> StoredCell:
    setup, seating = plain["setup"], plain["seating"]
    return StoredCell(
        plain["id"],
        plain["label"],
        plain["policies"],
        Resolved(setup["values"], setup["dealt"], tuple(setup["notes"])),
        Seating(
            {role: _play(play) for role, play in seating["by_role"].items()},
            {int(seat): _play(play) for seat, play in seating["by_seat"].items()},
        ),
        plain["base"],
    )


def _play(plain: Mapping[str, Any]) -> Play:
    knobs = tuple((name, value) for name, value in plain["knobs"])
    return Play(plain["policy"], knobs, plain.get("file", ""), plain.get("digest", ""))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a full or unwritable disk into a sentence."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise BadFolder(f"cannot write to {path}: {reason}; what was stored before is kept") from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary name that becomes `path` when all went well, and is gone otherwise."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def refuse_foreign(path: Path) -> None:
    """Raise `BadFolder` where `path` is something else than a run folder, an empty one or nothing."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise BadFolder(f"{str(path)!r} is no name that Parquet readers can open; choose another with --out") from None
    if path.exists() and not (path / MANIFEST).exists() and not _is_nameless(path):
        raise BadFolder(f"{path} is there and is no run folder; choose another with --out")


def _is_nameless(path: Path) -> bool:
    """Whether it may be a run folder that has lost its manifest, or has never had one."""
    if not path.is_dir():
        return False
    if any((path / BLOCKS).glob(f"{6 * '[0-9]'}*.parquet")):  # they say themselves what they are of
        return True
    left = [entry for entry in path.iterdir() if entry.name not in NAMELESS]
    return all(entry.name == BLOCKS and entry.is_dir() and not any(entry.iterdir()) for entry in left)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep a second process from writing to the same run folder; raises `BadFolder` if one does."""
    refuse_foreign(path)
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
        lock = (path / LOCK).open("a")
    with lock:  # the system lets go of it when the file is closed, also by a kill
        if not _alone(lock):
            raise BadFolder(f"another process is writing to {path}; wait for it, or choose another --out")
        yield


def _alone(lock: IO[str]) -> bool:
    """Whether this process now holds the lock; by the standard library, since filelock starts up slowly."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
