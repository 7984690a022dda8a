"""Seals: a digest of all the rest of a file, within the file, so that whatever has changed in it is noticed.

    ... "seal": "seal:0123456789abcdef0123456789abcdef" ...

A file is written with a blank seal, which is then filled in; the last seal in a file is its own. Whatever else a
schema changes, this stays.
"""

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from mmap import mmap
from pathlib import Path
from typing import Any

MARK, DIGITS = b"seal:", 32
BLANK = MARK.decode() + DIGITS * "0"
SEAL = re.compile(MARK + rb"[0-9a-f]{%d}" % DIGITS)


def sealed(content: bytes) -> bytes:
    """The content of a file whose seal is blank, with the seal that it must have."""
    at = content.rindex(BLANK.encode()) + len(MARK)
    return content[:at] + _digest(content, at) + content[at + DIGITS :]


def seal(path: Path) -> None:
    """Seal a file that has been written with a blank seal; it is never whole in memory."""
    with path.open("r+b") as file, mmap(file.fileno(), 0) as content:
        at = content.rfind(BLANK.encode()) + len(MARK)
        content[at : at + DIGITS] = _digest(content, at)


def place(content: bytes) -> int | None:
    """Where the digits of a file's seal begin; None if it has none."""
    found = content.rfind(MARK)
    while found >= 0 and not SEAL.match(content, found):
        found = content.rfind(MARK, 0, found)
    return found + len(MARK) if found >= 0 else None


def fits(content: bytes) -> bool:
    """Whether a file is as it was sealed."""
    at = place(content)
    return at is not None and content[at : at + DIGITS] == _digest(content, at)


def of(plain: Mapping[str, Any]) -> str:
    """The seal of a part of a JSON file, however it is laid out."""
    text = json.dumps(plain, sort_keys=True)
    return MARK.decode() + blake2b(text.encode(), digest_size=DIGITS // 2).hexdigest()


def _digest(content: bytes | mmap, at: int) -> bytes:
    """The digest of a content whose seal's digits begin at `at`, as if they were blank."""
    with memoryview(content) as whole:
        total = blake2b(whole[:at], digest_size=DIGITS // 2)
        total.update(DIGITS * b"0")
        total.update(whole[at + DIGITS :])
    return total.hexdigest().encode()
