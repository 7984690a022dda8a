"""Whether machine code is on disk as it was written: its marker keeps a digest of each of its files.

    FOLDER/NAME/...        what Numba keeps: an index (.nbi) and machine code (.nbc) for each function
    FOLDER/NAME.compiled   file -> digest, written when all of it has been
    FOLDER/NAME.lock       held by the process that compiles it; others wait, and load what it wrote

Numba trusts what it finds, and damaged machine code may do anything: so nothing is loaded that has not been looked at.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from enum import Enum, auto
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from typing import IO, TypeVar

from kernels import cache

T = TypeVar("T")


class State(Enum):
    """What is on disk of something compiled: all of it, as it was written; nothing; or something else."""

    SOUND = auto()
    ABSENT = auto()
    DAMAGED = auto()


def state(name: str) -> State:
    """What is kept by a name, which may be a path below the cache folder."""
    found = _state(name)
    if found is not State.DAMAGED:
        return found
    with _alone(name):  # another process may have been in the midst of writing it
        return _state(name)


def load(name: str, build: Callable[[Path], T]) -> T:
    """What `build` makes in a folder: it finds there what was compiled before if all of that is sound, else nothing.

    Args:
        name: what it is kept by.
        build: folder -> what is loaded from there, or compiled and kept there.
    """
    if _state(name) is State.SOUND:
        return _noted(name, build, _alone(name))
    with _alone(name):
        if _state(name) is not State.SOUND:
            try:
                _throw_away(name)
            except OSError:  # it can be neither used nor mended
                return build(Path(tempfile.mkdtemp(prefix="wolfbalance-")))
        return _noted(name, build, nullcontext())


def _state(name: str) -> State:
    try:
        kept = json.loads(_marker(name).read_bytes())
    except FileNotFoundError:
        return State.ABSENT
    except (OSError, ValueError, RecursionError):
        return State.DAMAGED
    try:
        return State.SOUND if kept and kept == _digests(name) else State.DAMAGED
    except OSError:
        return State.DAMAGED


def _noted(name: str, build: Callable[[Path], T], alone: AbstractContextManager[None]) -> T:
    """What `build` makes, noted where it had to compile; `alone`: within it no other process notes the same."""
    before = _listing(name)
    made = build(_folder(name))
    if _listing(name) != before or not _marker(name).exists():  # compiled, be it for another processor too
        with alone, suppress(OSError):  # without its marker it is compiled once more next time
            _mark(name)
    return made


def _mark(name: str) -> None:
    """Note what has been compiled, whole or not at all."""
    marker = _marker(name)
    temporary = marker.with_name(f".{marker.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(json.dumps(_digests(name), indent=1), encoding="utf-8")
        os.replace(temporary, marker)
    finally:
        temporary.unlink(missing_ok=True)


def _throw_away(name: str) -> None:
    _marker(name).unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        rmtree(_folder(name))
    _folder(name).mkdir(parents=True)


def _files(name: str) -> list[Path]:
    return sorted(_folder(name).rglob("*.nb[ic]"))


def _digests(name: str) -> dict[str, str]:
    """File, below the folder -> its digest."""
    folder = _folder(name)
    return {file.relative_to(folder).as_posix(): _digest(file) for file in _files(name)}


def _digest(file: Path) -> str:
    return blake2b(file.read_bytes(), digest_size=16).hexdigest()


def _listing(name: str) -> list[tuple[Path, int, int]]:
    """What changes with any file that is written: its name, its size and when."""
    found = ((file, file.stat()) for file in _files(name))
    return [(file, told.st_size, told.st_mtime_ns) for file, told in found]


def _folder(name: str) -> Path:
    return cache.folder() / name


def _marker(name: str) -> Path:
    return cache.folder() / f"{name}.compiled"


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Within the block no other process compiles what is kept by that name, where the system can see to it."""
    path = cache.folder() / f"{name}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("a")
    except OSError:
        yield
        return
    with lock:  # the system lets go of it when the file is closed, also by a kill
        with suppress(OSError):
            _wait_for(lock)
        yield


def _wait_for(lock: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)
