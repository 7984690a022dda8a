"""The kernel's speed beside the same rules written by hand in C (werewolf.c), both measured in turns in one run.

python tests/yardstick/compare.py [--players 8] [--games 2000000] [--rounds 7]

Needs gcc. Each round plays the games in C, by the kernel on one thread and by the kernel on two; the ratios are
medians over the rounds, so what else the machine does meets all three alike.
"""

import argparse
import re
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import kernels
from kernels import driver
from kernels.game import Play, Seating

HERE = Path(__file__).parent
SEED = 1


def compiled_yardstick(folder: Path) -> Path:
    """The program that werewolf.c becomes, compiled as its head says."""
    program = folder / "werewolf"
    subprocess.run(["gcc", "-O3", "-march=native", str(HERE / "werewolf.c"), "-o", str(program)], check=True)
    return program


def yardstick_speed(program: Path, players: int, games: int) -> tuple[float, float]:
    """The villagers' share and the games per second of the C program, on one thread."""
    said = subprocess.run([program, str(players), str(games)], check=True, capture_output=True, text=True).stdout
    share, millions = re.search(r"village ([\d.]+), ([\d.]+) M games/s", said).groups()
    return float(share), float(millions) * 1e6


def random_table(players: int) -> driver.Table:
    """The default table with every seat at random."""
    game = kernels.game("werewolf")
    setup = game.resolve({parameter.name: parameter.default for parameter in game.parameters} | {"players": players})
    return driver.seat(game, setup, Seating({role: Play("random") for role in setup.dealt}))


def kernel_speed(table: driver.Table, games: int, threads: int) -> tuple[float, float]:
    """The villagers' share and the games per second of the kernel."""
    edges = [games * k // threads for k in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        tallies = list(pool.map(lambda k: driver.play(table, SEED, edges[k : k + 2])[0], range(threads)))
        took = time.perf_counter() - began
    villagers = [outcome.name for outcome in table.game.outcomes].index("villagers")
    return sum(int(tally.lengths[0, villagers].sum()) for tally in tallies) / games, games / took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--games", type=int, default=2_000_000, help="in each measurement")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    table = random_table(asked.players)
    kernel_speed(table, 1000, 2)  # compile, and start the threads' memory, before the clock runs
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_yardstick(Path(folder))
        print(f"{asked.players} players at random, {asked.games:,} games a measurement; million games a second:")
        print(f"{'round':>5} {'C':>8} {'kernel':>8} {'2 threads':>10} {'kernel / C':>11} {'2 / 1 threads':>14}")
        for number in range(1, asked.rounds + 1):
            shares, speeds = zip(
                yardstick_speed(program, asked.players, asked.games),
                kernel_speed(table, asked.games, 1),
                kernel_speed(table, asked.games, 2),
                strict=True,
            )
            rounds.append((*(speed / 1e6 for speed in speeds), speeds[1] / speeds[0], speeds[2] / speeds[1]))
            print(row(number, rounds[-1]))
    print(row("mid", [median(column) for column in zip(*rounds, strict=True)]))
    print(f"the villagers win {shares[0]:.2%} of the games in C, {shares[1]:.2%} of the kernel's")


def row(label: object, figures: object) -> str:
    """A line of the table."""
    c, one, two, ratio, scaling = figures
    return f"{label:>5} {c:8.3f} {one:8.3f} {two:10.3f} {ratio:11.2f} {scaling:14.2f}"


if __name__ == "__main__":
    main()
