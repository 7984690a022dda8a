"""Commands in processes of their own."""

import subprocess
import sys
from pathlib import Path


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    program = [sys.executable, "-c", "from balance.__main__ import main; main()", *words]
    return subprocess.Popen(program, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
