"""How fast this machine plays: games per second by game and policy, and what a cold and a warm start cost."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import kernels
from balance import show
from balance.counts import policies_of
from balance.pieces import BLOCK
from balance.run import Task, work
from scenarios import Cell, plan

if TYPE_CHECKING:
    from rich.console import RenderableType

ROUNDS = 3
START = "import kernels, sys; kernels.game(sys.argv[1]).load()"


def speeds(game: str, pairs: Sequence[str], threads: int, seconds: float) -> Iterable[dict[str, Any]]:
    """Games per second of setups, on one thread and on all, the two in turn; the best of three rounds counts.

    Args:
        game: its name.
        pairs: `key=value` words; where they seat nobody, every bundle of the game is measured.
        threads: how many all are.
        seconds: how long each measurement takes.
    """
    for cell in cells(game, pairs):
        blocks = _blocks_in(cell, seconds)
        rounds = [(_speed(cell, blocks, 1), _speed(cell, blocks, threads)) for _ in range(ROUNDS)]
        one, every = (max(speed) for speed in zip(*rounds, strict=True))
        yield {
            "game": game,
            "cell": cell.id,
            "players": cell.setup.seats,
            "policy": cell.policies["policy"] or ", ".join(policies_of(cell.seating)),
            "one_thread": round(one),
            "all_threads": round(every),
            "threads": threads,
            "speed_up": round(every / one, 2),
        }


def cells(game: str, pairs: Sequence[str]) -> Sequence[Cell]:
    """The setups that are measured."""
    seated = any(pair.startswith("policy") for pair in pairs)
    bundles = [] if seated else ["policy=" + ",".join(kernels.game(game).bundles)]
    return plan(game, [*pairs, *bundles]).cells


def _blocks_in(cell: Cell, seconds: float) -> int:
    """How many blocks one thread plays in so many seconds."""
    blocks = 1
    while True:
        took = _play(cell, 0, blocks)
        if took > seconds / 4:
            return max(1, round(blocks * seconds / took))
        blocks *= 4


def _speed(cell: Cell, blocks: int, threads: int) -> float:
    """Games per second while each of so many threads plays so many blocks, in portions of a quarter."""
    portion = max(1, blocks // 4)
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as executor:
        list(executor.map(lambda first: _play(cell, first * portion, portion), range(4 * threads)))
    return 4 * threads * portion * BLOCK / (time.perf_counter() - started)


def _play(cell: Cell, first_block: int, blocks: int) -> float:
    span = (first_block * BLOCK, (first_block + blocks) * BLOCK)
    return work(Task(cell.game, cell.setup, cell.seating, 1, span, False)).seconds


def starts(game: str) -> dict[str, Any]:
    """The seconds that a new process takes until it can play: compiling, and from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        cold, warm = (_start(game, environment) for _ in range(2))
    return {"game": game, "cold_start": round(cold, 2), "warm_start": round(warm, 2)}


def _start(game: str, environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", START, game], env=environment, check=True)
    return time.perf_counter() - started


def as_document(
    speeds: Sequence[dict[str, Any]], starts: Sequence[dict[str, Any]], width: int | None
) -> "RenderableType":
    """The measurements for the terminal."""
    from rich.console import Group
    from rich.text import Text

    rows = [
        {
            "game": row["game"],
            "players": row["players"],
            "policy": row["policy"],
            "1 thread, games/s": f"{row['one_thread']:,}",
            f"{row['threads']} threads, games/s": f"{row['all_threads']:,}",
            "ratio": f"{row['speed_up']:.2f}",
        }
        for row in speeds
    ]
    waits = [
        f"{row['game']}: ready after {row['cold_start']:.1f} s where it must be compiled, "
        f"{row['warm_start']:.1f} s after that"
        for row in starts
    ]
    return Group(show.as_table(rows, width), *(Text(wait) for wait in waits))
