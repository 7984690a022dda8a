"""Targets: what a table's designer wants of an outcome's share or of the length of a game."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernels.game import Game
from kernels.mistakes import Mistake, UnknownName, nearest

KEYS = ("outcome", "length", "low", "high", "where")
LENGTHS = ("mean", "p95")
BIGGEST = 1_000_000


class BadTarget(Mistake):
    """A target that asks for what no target can."""


@dataclass(frozen=True)
class Target:
    """A band that something of a setup is to lie in.

    Attributes:
        name: what the designer calls it.
        outcome: the outcome whose share is meant; empty where a length is.
        length: `mean` or `p95`, of the length; empty where a share is.
        low, high: the band's edges, both included; shares in [0, 1], lengths in the game's unit; None for none.
        where: the condition that its setups fulfil; empty for all.
    """

    name: str
    outcome: str = ""
    length: str = ""
    low: float | None = None
    high: float | None = None
    where: str = ""


def read_targets(table: Any) -> tuple[Target, ...]:
    """The targets of a `[targets]` table.

    Raises:
        BadTarget: one of them asks for what no target can.
    """
    if not isinstance(table, dict):
        raise BadTarget("targets must be a table; write each on a line under a line [targets]")
    return tuple(_target(name, said) for name, said in table.items())


def _target(name: str, said: Any) -> Target:
    if not name.isprintable() or not isinstance(said, dict):
        raise BadTarget(
            f'the target {name!r} must be a table such as {{outcome = "villagers", low = 0.45, high = 0.55}}'
        )
    for key in said:
        if key not in KEYS:
            raise BadTarget(f"the target {name} has an unknown key {key!r}; {nearest(str(key), list(KEYS))}")
    if ("outcome" in said) == ("length" in said):
        raise BadTarget(f"the target {name} must say either outcome or length")
    for key in ("outcome", "length", "where"):
        if not isinstance(said.get(key, ""), str):
            raise BadTarget(f"the target {name}: {key} must be a word in quotes")
    if "length" in said and said["length"] not in LENGTHS:
        raise BadTarget(f"the target {name}: length {said['length']!r} is not possible; it takes mean or p95")
    low, high = (_edge(name, key, said.get(key), share="outcome" in said) for key in ("low", "high"))
    if (low is None and high is None) or (low is not None and high is not None and low > high):
        raise BadTarget(f"the target {name} needs a band: low, high or both, the lower edge first")
    return Target(name, said.get("outcome", ""), said.get("length", ""), low, high, said.get("where", ""))


def _edge(name: str, key: str, value: Any, share: bool) -> float | None:
    if value is None:
        return None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= (1 if share else 1e9):
        raise BadTarget(f"the target {name}: {key} must be a number in 0..{'1' if share else '1,000,000,000'}")
    return float(value)


def read_targets_file(path: Path) -> tuple[Target, ...]:
    """The targets of a file that has a `[targets]` table, a scenario's or one of its own.

    Raises:
        BadTarget: it cannot be read, or has none.
    """
    try:
        content = path.read_bytes() if path.is_file() and path.stat().st_size <= BIGGEST else None
    except OSError as error:
        raise BadTarget(f"{path} cannot be read ({error.strerror})") from None
    if content is None:
        raise BadTarget(f"there is no file of targets {path}")
    try:
        table: Mapping[str, Any] = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadTarget(f"{path} is no TOML: {error}") from None
    if "targets" not in table:
        raise BadTarget(f"{path} has no targets; write them under a line [targets]")
    try:
        return read_targets(table["targets"])
    except BadTarget as mistake:
        raise BadTarget(f"{path}: {mistake}") from None


def check_target(game: Game, target: Target) -> None:
    """Raise `UnknownName` where a target names an outcome that the game has not."""
    if target.outcome:
        check_outcome(game, target.outcome, f", in the target {target.name}")


def check_outcome(game: Game, outcome: str, where: str = "") -> None:
    """Raise `UnknownName` where the game has no outcome of that name; `where` it was named, if that needs saying."""
    names = [one.name for one in game.outcomes]
    if outcome not in names:
        raise UnknownName("outcome", outcome, names, f" of {game.name}{where}", game.also_called)
