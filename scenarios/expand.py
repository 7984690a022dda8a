"""From a scenario to its assignments, in order: grids, zipped lists, one change at a time, cases."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeAlias

from kernels.mistakes import Mistake, nearest
from scenarios.scenario import Scenario
from scenarios.wording import quote, spell

MOST_SETUPS = 100_000
"""The most setups of one plan; beyond it somebody swept more than can be played."""
UNCHANGED = "unchanged"
"""What a label says where one thing changes at a time and here nothing does."""


class BadGrid(Mistake):
    """Lists that make no grid: zipped ones of unequal lengths, or a grid of absurdly many setups."""


@dataclass(frozen=True)
class Assignment:
    """One setup as it is asked for.

    Attributes:
        values: key -> value, still text; keys that are not there have their default.
        label: what sets it apart, in words; empty in a plain grid.
        base: the values of the setup that it is held against, itself aside; None where there is none.
    """

    values: Mapping[str, str]
    label: str = ""
    base: Mapping[str, str] | None = None


NOTHING = Assignment({})
"""A change of nothing."""

Axis: TypeAlias = Sequence[Mapping[str, str]]
"""What varies as one: the alternatives, each setting the same keys (several where lists are zipped)."""


def override(scenario: Scenario, pairs: Mapping[str, tuple[str, ...]]) -> Scenario:
    """The scenario with the command line's pairs in place of what it says of their keys.

    A key that gets one value has it in every cell, whatever varied it before; a key that gets a list varies where
    it varied before, else at the end of the grid.
    """
    setup, sweep, each = dict(scenario.setup), dict(scenario.sweep), dict(scenario.each)
    for key, values in pairs.items():
        if len(values) == 1:
            each.pop(key, None)
            sweep.pop(key, None)
            setup[key] = values[0]
        elif key in each:
            each[key] = values
        else:
            setup.pop(key, None)
            sweep[key] = values
    cases = tuple(
        replace(case, changes={key: value for key, value in case.changes.items() if key not in pairs})
        for case in scenario.cases
    )
    fixed = {key for key, values in pairs.items() if len(values) == 1}
    groups = (tuple(key for key in group if key not in fixed) for group in scenario.zips)
    zips = tuple(group for group, whole in zip(groups, scenario.zips, strict=True) if group == whole or len(group) > 1)
    return replace(scenario, setup=setup, sweep=sweep, each=each, cases=cases, zips=zips)


def expand(scenario: Scenario, one_at_a_time: bool = False) -> list[Assignment]:
    """Every assignment of a scenario, in order: the grid, in each point of it the cases, in each case the changes.

    A setup in which one thing is changed is held against the one in which nothing is; where there are cases alone,
    they are held against the one that changes nothing, if there is any.

    Args:
        one_at_a_time: in place of the grid, the first value of each swept key, then one key changed at a time.

    Raises:
        BadGrid: a zip does not fit the sweep, or there are too many assignments.
    """
    varied = axes(scenario)
    each = [{key: value} for key, values in scenario.each.items() for value in values]
    changes = [NOTHING, *(Assignment(one, spell(one)) for one in each)]
    cases = [Assignment(case.changes, case.label) for case in scenario.cases] or [NOTHING]
    points = 1 + sum(len(axis) - 1 for axis in varied) if one_at_a_time else prod(len(axis) for axis in varied)
    if (count := points * len(cases) * len(changes)) > MOST_SETUPS:
        raise BadGrid(f"a plan has at most {MOST_SETUPS:,} setups, and this one has {count:,}; shorten its lists")
    grid = list(_one_at_a_time(varied) if one_at_a_time else _grid(varied))
    singly = bool(each) or one_at_a_time
    plain = None if singly else next((case for case in cases if case.label and not case.values), None)
    first = grid[0] if plain is None and _one_thing(scenario) else None
    made = []
    for point, case, change in product(grid, cases, changes):
        base = (grid[0] if one_at_a_time else first or point, case if singly or first else plain, NOTHING)
        made.append(_together(Assignment(scenario.setup), (point, case, change), base, singly))
    return made


def _one_thing(scenario: Scenario) -> bool:
    """Whether all that varies is one key, and its values are words: these are held against the first of them."""
    values = [value for some in scenario.sweep.values() for value in some]
    alone = len(scenario.sweep) == 1 and not scenario.each and not scenario.cases
    return alone and not any(value.lstrip("-").replace(".", "", 1).isdecimal() for value in values)


def axes(scenario: Scenario) -> list[Axis]:
    """What the sweep varies, in order; zipped keys are one axis, where the first of them stands.

    Raises:
        BadGrid: a zip names a key that is not swept, or twice, or lists of unequal lengths.
    """
    group_of: dict[str, tuple[str, ...]] = {}
    for group in scenario.zips:
        if len(group) < 2:
            raise BadGrid(f"zip pairs two keys or more, and {quote(','.join(group))} names fewer")
        for key in group:
            if key not in scenario.sweep:
                raise BadGrid(f"zip names {quote(key)}, which is not swept; {nearest(key, list(scenario.sweep))}")
            if key in group_of:
                raise BadGrid(f"zip names {quote(key)} twice")
            group_of[key] = group
    found: dict[tuple[str, ...], Axis] = {}
    for key in scenario.sweep:
        keys = group_of.get(key, (key,))
        found.setdefault(keys, _zipped(scenario, keys))
    return list(found.values())


def _zipped(scenario: Scenario, keys: tuple[str, ...]) -> Axis:
    """The lists of these keys, hand in hand."""
    lengths = {key: len(scenario.sweep[key]) for key in keys}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{key} has {length}" for key, length in lengths.items())
        raise BadGrid(f"zip needs lists of equal lengths: {told}")
    return [dict(zip(keys, values, strict=True)) for values in zip(*(scenario.sweep[key] for key in keys), strict=True)]


def _grid(axes: Iterable[Axis]) -> Iterator[Assignment]:
    """Every combination, the last axis varying fastest."""
    return (Assignment(_merged(point)) for point in product(*axes))


def _one_at_a_time(axes: Sequence[Axis]) -> Iterator[Assignment]:
    """The first alternative of every axis, then one axis changed at a time."""
    first = _merged(axis[0] for axis in axes)
    yield Assignment(first)
    for axis in axes:
        for change in axis[1:]:
            yield Assignment({**first, **change}, spell(change))


def _together(
    setup: Assignment, parts: tuple[Assignment, ...], base: tuple[Assignment | None, ...], singly: bool
) -> Assignment:
    """Parts in one, later ones overriding earlier ones, under all their labels.

    Args:
        setup: what they have in common.
        parts: its point of the grid, its case, its change.
        base: the same of the setup that it is held against; with a None among them there is none.
        singly: whether one thing changes at a time.
    """
    point, case, change = parts
    labels = [part.label for part in parts if part.label]
    if singly and not (point.label or change.label):
        labels.append(UNCHANGED)
    values = _merged((setup.values, point.values, case.values, change.values))
    against = _merged([setup.values, *(part.values for part in base if part)])
    held = None not in base and against != values
    return Assignment(values, ", ".join(labels), against if held else None)


def _merged(parts: Iterable[Mapping[str, str]]) -> dict[str, str]:
    return {key: value for part in parts for key, value in part.items()}
