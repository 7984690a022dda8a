"""What a game has to offer, for people and as plain values: the games, their parameters, roles, policies, decisions."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import kernels
from kernels.game import Game, Parameter, Policy, write

if TYPE_CHECKING:
    from rich.console import RenderableType


def games() -> list[dict[str, Any]]:
    """Every game: name, title, summary, version."""
    described = (kernels.game(name) for name in kernels.names())
    return [
        {"name": game.name, "title": game.title, "summary": game.summary, "version": game.version} for game in described
    ]


def parameters(game: Game) -> list[dict[str, Any]]:
    """What a setup may say."""
    return [_parameter(parameter) for parameter in game.parameters]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "takes": parameter.allowed,
        "default": write(parameter.default),
        "meaning": parameter.meaning,
        "section": parameter.section,
    }


def roles(game: Game) -> list[dict[str, Any]]:
    """Who may be dealt."""
    return [
        {
            "role": role.name,
            "side": role.side,
            "seer reads": role.seer_reads,
            "medium reads": role.medium_reads,
            "does": role.does,
            "section": role.section,
        }
        for role in game.roles
    ]


def policies(game: Game) -> list[dict[str, Any]]:
    """The ways to play, the bundles last."""
    single = [
        {
            "policy": policy.name,
            "sides": ", ".join(policy.sides) or "all",
            "plays": policy.plays,
            "knobs": [_knob(policy, knob) for knob in policy.knobs],
        }
        for policy in game.policies
    ]
    bundles = [
        {
            "policy": name,
            "sides": "bundle" + (" (default)" if name == game.bundle else ""),
            "plays": ", ".join(f"{side} {policy}" for side, policy in seats.items()),
            "knobs": [],
        }
        for name, seats in game.bundles.items()
    ]
    return single + bundles


def _knob(policy: Policy, knob: Parameter) -> dict[str, Any]:
    sides = policy.narrower.get(knob.name, ())
    return _parameter(knob) | ({"sides": ", ".join(sides)} if sides else {})


def decisions(game: Game) -> list[dict[str, Any]]:
    """What the rules ask of a policy, in their order."""
    return [
        {"decision": decision.name, "asked": decision.asked, "options": decision.options} for decision in game.decisions
    ]


PARTS: dict[str, Callable[[Game], list[dict[str, Any]]]] = {
    "parameters": parameters,
    "roles": roles,
    "policies": policies,
    "decisions": decisions,
}


def described(game: Game, part: str | None) -> dict[str, Any]:
    """A game, or one part of it, as plain values.

    Args:
        part: one of `PARTS`; None for all.
    """
    return {name: make(game) for name, make in PARTS.items() if part in (None, name)}


def as_document(parts: dict[str, Any], width: int | None = None) -> "RenderableType":
    """Parts of a game for the terminal, a table each.

    Args:
        width: columns to fit into; None where there is no terminal.
    """
    from rich.console import Group
    from rich.text import Text

    blocks: list[RenderableType] = []
    for name, rows in parts.items():
        blocks += [Text(name.capitalize(), style="bold"), as_table(rows, width), Text()]
    return Group(*blocks[:-1])


def as_table(rows: Sequence[dict[str, Any]], width: int | None = None) -> "RenderableType":
    """Rows as a table, a column a key; a row's knobs stand below what it plays."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    columns = [name for name in rows[0] if name != "knobs"]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, width=width)
    for place, name in enumerate(columns):
        table.add_column(name, no_wrap=place == 0 or width is None, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(row[name])) for name in columns))
        for knob in row.get("knobs", ()):
            where = f" ({knob['sides']} only)" if "sides" in knob else ""
            says = f"{knob['name']}{where}: {knob['meaning']} Takes {knob['takes']}; default {knob['default']}."
            table.add_row(*(Text(says if name == "plays" else "") for name in columns))
    return table
