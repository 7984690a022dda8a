"""One game told again: as a story for people, as events for programs."""

from collections.abc import Sequence
from typing import Any

import kernels
from balance.interrupts import apart
from kernels.game import write
from kernels.mistakes import Mistake
from scenarios import Cell, Plan


class ManySetups(Mistake):
    """A replay of more than one setup."""


def only_cell(plan: Plan) -> Cell:
    """The plan's one cell; raises `ManySetups`."""
    if len(plan.cells) != 1:
        raise ManySetups(f"these are {len(plan.cells)} setups; a replay tells one game of one setup")
    return plan.cells[0]


def story(plan: Plan, seed: int, game: int) -> list[str]:
    """Game number `game` of the plan's one setup as lines for people."""
    cell = only_cell(plan)
    table, replay = _replayed(cell, seed, game)
    changed = [f"{name}={write(value)}" for name, value in cell.setup.values.items() if _differs(plan, name, value)]
    ending = f"{replay.outcome}, {plan.game.length_unit} {replay.length}, {replay.end}"
    return [
        f"{plan.game.title}, {cell.setup.seats} players, game {game} of seed {seed}",
        *([f"Differs from the defaults in {', '.join(changed)}"] if changed else []),
        "",
        *table.kernel.tell(cell.setup, cell.seating, replay.events),
        "",
        f"Outcome: {ending}. Final random state: {replay.final:016x}",
    ]


def events(plan: Plan, seed: int, game: int) -> dict[str, Any]:
    """The same game as plain values, event by event; seats are counted from 1."""
    cell = only_cell(plan)
    table, replay = _replayed(cell, seed, game)
    return {
        "game": cell.game,
        "cell": cell.id,
        "setup": {**cell.setup.values, **cell.policies},
        "seed": seed,
        "index": game,
        "events": [_event(table.kernel.events, row) for row in replay.events],
        "outcome": replay.outcome,
        "length": replay.length,
        "end": replay.end,
        "winners": [seat + 1 for seat in replay.winners],
        "final_state": f"{replay.final:016x}",
    }


def _replayed(cell: Cell, seed: int, game: int) -> tuple[Any, Any]:
    from kernels import driver

    table = driver.seat(kernels.game(cell.game), cell.setup, cell.seating)
    return table, apart(lambda: driver.replay(table, seed, game))


def _event(kinds: Sequence[Any], row: Any) -> dict[str, Any]:
    """An event as plain values: its name, its seat, and its value under the name of what it stands for."""
    number, seat, value = (int(part) for part in row)
    kind = kinds[number]
    plain: dict[str, Any] = {"event": kind.name}
    if seat >= 0:
        plain["seat"] = seat + 1
    if kind.words:
        plain[kind.value] = kind.words[value]
    elif kind.value == "target":
        plain["target"] = value + 1
    elif kind.value == "targets":
        plain["targets"] = [place + 1 for place in range(value.bit_length()) if value >> place & 1]
    elif kind.value:
        plain[kind.value] = value
    return plain


def _differs(plan: Plan, name: str, value: Any) -> bool:
    return name not in ("players", *plan.game.always_named) and value != plan.game.parameter(name).default
