"""What a game has to offer, for people and as plain values: the games, their parameters, roles, policies, decisions."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import kernels
from kernels.game import Game, Parameter, Policy, write

if TYPE_CHECKING:
    from rich.console import RenderableType

BETWEEN = 3
"""Columns of the terminal between two columns of a table."""
READABLE = 24
"""How wide a column of running text is at least; narrower, it is a word a line."""


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


def outcomes(game: Game) -> list[dict[str, Any]]:
    """How a game can end, by the names that --until-decided, --aim and targets take."""
    return [
        {"outcome": one.name, "told as": one.title or one.name, "comes about": one.meaning} for one in game.outcomes
    ]


PARTS: dict[str, Callable[[Game], list[dict[str, Any]]]] = {
    "parameters": parameters,
    "roles": roles,
    "policies": policies,
    "decisions": decisions,
    "outcomes": outcomes,
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
    """Rows as a table, a column a key; a row's knobs stand below what it plays.

    Where that would break words or numbers, each row is a paragraph instead, a line a key.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    columns = [name for name in rows[0] if name != "knobs"]
    widths = _widths(rows, columns, width)
    if width is not None and sum(widths) + BETWEEN * (len(columns) - 1) > width:
        return _as_paragraphs(rows, columns)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, wide in zip(columns, widths, strict=True):
        table.add_column(name, width=wide, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(row[name])) for name in columns))
        for says in _knobs(row):
            table.add_row(*(Text(says if name == "plays" else "") for name in columns))
    return table


def _widths(rows: Sequence[dict[str, Any]], columns: Sequence[str], width: int | None) -> list[int]:
    """How wide each column is: no word is broken, nor any text of the first column, and what room is left is shared.

    Args:
        width: columns of the terminal to fit into, if that can be; None for as many as it takes.
    """
    from rich.cells import cell_len

    texts = {name: [name, *(str(row[name]) for row in rows)] for name in columns}
    if "plays" in texts:
        texts["plays"] += [says for row in rows for says in _knobs(row)]
    most = [max(map(cell_len, texts[name])) for name in columns]
    if width is None:
        return most
    words = [[word for text in texts[name] for word in text.split()] for name in columns[1:]]
    least = [most[0], *(max(map(cell_len, told)) for told in words)]
    widest = most.index(max(most))
    least[widest] = max(least[widest], min(READABLE, most[widest]))
    room = width - sum(least) - BETWEEN * (len(columns) - 1)
    share = min(1.0, max(0, room) / max(1, sum(most) - sum(least)))
    return [low + int(share * (high - low)) for low, high in zip(least, most, strict=True)]


def _as_paragraphs(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> "RenderableType":
    """A paragraph a row: a line for each key with its value, those after the first indented."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    first, *others = columns
    told: list[RenderableType] = []
    for row in rows:
        lines = [*(f"{name}: {row[name]}" for name in others), *_knobs(row)]
        told += [Text(f"{first}: {row[first]}", style="bold"), *(Padding(Text(line), (0, 0, 0, 2)) for line in lines)]
    return Group(*told)


def _knobs(row: dict[str, Any]) -> list[str]:
    """What a row says of each of its knobs."""
    said = []
    for knob in row.get("knobs", ()):
        where = f" ({knob['sides']} only)" if "sides" in knob else ""
        said.append(f"{knob['name']}{where}: {knob['meaning']} Takes {knob['takes']}; default {knob['default']}.")
    return said
