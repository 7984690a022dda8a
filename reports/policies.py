"""Who played: the line that every document begins with, because a share is a fact about rules and play."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports import wording
from reports.results import Results

if TYPE_CHECKING:
    import polars as pl

MOST_NAMED = 4
"""How many values of a swept policy or knob are named one by one."""


@dataclass(frozen=True)
class Seating:
    """The policies of some seats over all cells.

    Attributes:
        seats: a side, a role or a seat.
        names: every policy that sits there in some cell.
        knobs: knob -> every value that it has in some cell.
    """

    seats: str
    names: tuple[str, ...]
    knobs: Mapping[str, tuple[str, ...]]

    @property
    def swept(self) -> bool:
        """Whether not all cells seat the same."""
        return len(self.names) > 1 or any(len(values) > 1 for values in self.knobs.values())

    def __str__(self) -> str:
        knobs = [f"{knob} {_choice(values)}" for knob, values in self.knobs.items()]
        return f"{self.seats} {_choice(self.names)}" + (f" ({', '.join(knobs)})" if knobs else "")


def line(results: Results) -> str:
    """The sentence that names the policies of a run.

    Returns:
        "Played by: village quiet, pack stealth (the bundle “beginners”)." or, where cells differ,
        "Policies swept: village random or quiet, pack stealth."
    """
    cells = results.tables["cells"]
    seatings = _seatings(cells)
    bundles = _values(cells, "policy") if "policy" in cells.columns else ()
    if len(bundles) > 1 and (by_bundle := _by_bundle(cells, bundles)):
        return f"Policies swept: {by_bundle}."
    swept = len(bundles) > 1 or any(seating.swept for seating in seatings)
    everywhere = () if bundles and cells["policy"].null_count() else bundles
    return f"{'Policies swept' if swept else 'Played by'}: {_seated(seatings)}{_bundled(everywhere)}."


def _seatings(cells: "pl.DataFrame") -> list[Seating]:
    paths = [column.split(".") for column in cells.columns if column.startswith("policy.")]
    seatings = []
    for seats in (path[1] for path in paths if len(path) == 2):
        if names := _values(cells, f"policy.{seats}"):
            columns = {path[2]: ".".join(path) for path in paths if len(path) == 3 and path[1] == seats}
            knobs = {knob: values for knob, column in columns.items() if (values := _values(cells, column))}
            seatings.append(Seating(seats, _without(knobs, names), knobs))
    return seatings


def _without(knobs: Iterable[str], names: Sequence[str]) -> tuple[str, ...]:
    """Policies without the knobs that are told apart from them."""
    told = re.compile("|".join(rf" {re.escape(knob)}=\S+" for knob in knobs) or "(?!)")
    return tuple(dict.fromkeys(told.sub("", name) for name in names))


def _values(cells: "pl.DataFrame", column: str) -> tuple[str, ...]:
    """Every value of a column in the order of the cells, nulls and empty words left out."""
    told = (wording.value(value) for value in cells[column].unique(maintain_order=True).to_list())
    return tuple(value for value in told if value != wording.NO_VALUE)


def _choice(values: Sequence[str]) -> str:
    if len(values) <= MOST_NAMED:
        return wording.listed(values, "or")
    named = values[: MOST_NAMED - 1]
    return f"{', '.join(named)} or one of {len(values) - len(named)} more"


def _seated(seatings: Sequence[Seating]) -> str:
    told = {_choice(seating.names) for seating in seatings}
    if len(seatings) > 1 and len(told) == 1 and not any(seating.swept or seating.knobs for seating in seatings):
        return f"everybody {told.pop()}"
    return ", ".join(str(seating) for seating in seatings)


def _by_bundle(cells: "pl.DataFrame", bundles: Sequence[str]) -> str:
    """Each bundle and whom it seats; nothing where a bundle is no full account or there are too many."""
    if len(bundles) > MOST_NAMED or cells["policy"].null_count():
        return ""
    seated = {bundle: _seatings(cells.filter(cells["policy"] == bundle)) for bundle in bundles}
    if any(seating.swept for seatings in seated.values() for seating in seatings):
        return ""
    return wording.listed([f"“{bundle}” ({_seated(seatings)})" for bundle, seatings in seated.items()])


def _bundled(bundles: Sequence[str]) -> str:
    if not bundles:
        return ""
    quoted = [f"“{bundle}”" for bundle in bundles]
    return f" (the bundle {_choice(quoted)})"
