"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reports.mistakes import ReportMistake


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` to write to; it takes the place of `path` once all is written.

    Whatever goes wrong, an interruption too, leaves what stood at `path` as it was.

    Raises:
        ReportMistake: the folder or the disk refuses.
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        check_place(path)
        yield part
        os.replace(part, target)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else error
        raise ReportMistake(f"{path} cannot be written: {why}") from error
    finally:
        with suppress(OSError):  # a folder that refuses the file refuses this too, and has been told of
            part.unlink(missing_ok=True)


def check_place(path: Path) -> None:
    """Raise `ReportMistake` where a file cannot be written for want of a folder, before long work is done for it."""
    target = path.resolve()
    if target.is_dir():
        raise ReportMistake(f"{path} is a folder; give the name of a file in it")
    if not target.parent.is_dir():
        raise ReportMistake(f"{path} cannot be written: there is no folder {target.parent}")
