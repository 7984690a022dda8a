"""Where compiled kernels are kept: a folder of their own for every state of their sources."""

import os
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent


@cache
def folder() -> Path:
    """The folder for machine code compiled from the sources as they are now.

    Numba's own cache does not see an edit in an imported function, nor a change of `NUMBA_BOUNDSCHECK`,
    so both are in the folder's name. `NUMBA_CACHE_DIR` moves it; where neither that nor the user's cache
    folder can be written to, a temporary folder serves.
    """
    name = f"kernels-{source_hash()}" + ("-boundscheck" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in "0" else "")
    for parent in _parents():
        try:
            (parent / name).mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=parent / name):
                return parent / name
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="wolfbalance-"))


@cache
def source_hash() -> str:
    """Twelve hexadecimal digits that change with any kernel source."""
    digest = sha256()
    for source in sorted(HERE.rglob("*.py")):
        digest.update(source.relative_to(HERE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _parents() -> list[Path]:
    import platformdirs

    chosen = os.environ.get("NUMBA_CACHE_DIR")
    user = Path(chosen) if chosen else platformdirs.user_cache_path("wolfbalance", appauthor=False)
    return [user, Path(tempfile.gettempdir()) / f"wolfbalance-{_user()}"]


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
