"""The games: rules and policies, compiled by Numba; knows nothing above itself."""

from importlib import import_module
from pathlib import Path
from typing import cast

from kernels.game import Game
from kernels.mistakes import UnknownName

HERE = Path(__file__).parent


def names() -> list[str]:
    """The games there are: every folder here that describes one."""
    return sorted(spec.parent.name for spec in HERE.glob("*/spec.py"))


def game(name: str) -> Game:
    """The game called `name`; raises `UnknownName`, with the nearest name there is."""
    if name not in names():
        raise UnknownName("game", name, names())
    return cast(Game, import_module(f"kernels.{name}.spec").GAME)
