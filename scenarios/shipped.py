"""The scenarios that ship: the TOML files beside this one."""

from pathlib import Path

from kernels.mistakes import UnknownName
from scenarios.scenario import Scenario, read_file

HERE = Path(__file__).parent


def names() -> list[str]:
    """The names of the scenarios that ship."""
    return sorted(path.stem for path in HERE.glob("*.toml"))


def load(name: str) -> Scenario:
    """The scenario that ships under `name`; raises `UnknownName`, with the nearest name there is."""
    if name not in names():
        raise UnknownName("scenario", name, names())
    return read_file(HERE / f"{name}.toml")
