"""The plan of a sweep: from what somebody typed to the cells to be played."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import kernels
from kernels.game import Game, Value
from kernels.mistakes import Mistake, RuleBroken, UnknownName
from scenarios import shipped
from scenarios.cells import Cell, Draft, Resolver, check_setting, spelled, where_names
from scenarios.expand import Assignment, axes, expand, override
from scenarios.pairs import read_pairs
from scenarios.policies import BUNDLE, is_policy, side_keys, with_own
from scenarios.scenario import BadScenario, Lists, Scenario, read_file
from scenarios.targets import Target, check_target
from scenarios.where import Values, Where, read_where
from scenarios.wording import number_of, spell

MOST_NOTED = 5
"""The most setups that notes tell of one by one."""
MOST_TITLED = 6
"""The most values of a key that a title lists."""


class EmptyPlan(Mistake):
    """A plan without a single cell."""


@dataclass(frozen=True)
class Plan:
    """What a sweep plays.

    Attributes:
        name: what the run is called: the scenario, the file's stem or the game.
        title: what it asks, for people.
        game: the game of all cells.
        cells: all different, in the order asked for.
        swept: the columns that differ from cell to cell, in the order asked for; `label`, where there are labels,
            comes last and stands for whatever changes one at a time or by cases.
        games, precision, max_games, seed: as the scenario says, if it does.
        skipped: how many setups are left out because they break a rule.
        notes: what to tell people about it, a sentence each.
        targets: what is wanted, each with the cells that it is for.
    """

    name: str
    title: str
    game: Game
    cells: tuple[Cell, ...]
    swept: tuple[str, ...]
    games: int | None
    seed: int | None
    skipped: int
    notes: tuple[str, ...]
    precision: str | None = None
    max_games: int | None = None
    targets: tuple[tuple[Target, frozenset[str]], ...] = ()


def plan(
    target: str,
    pairs: Sequence[str] = (),
    *,
    zip: Sequence[str] = (),
    where: Sequence[str] = (),
    one_at_a_time: bool = False,
    skip_invalid: bool = False,
    targets: Sequence[Target] = (),
) -> Plan:
    """The cells of a sweep, and what there is to say of them.

    Args:
        target: a game, a scenario that ships, or the path of a scenario file.
        pairs: `key=value` words, which override the scenario.
        zip: groups of keys whose lists go hand in hand, each written `players,werewolves`.
        where: conditions that a setup must fulfil, besides the scenario's.
        one_at_a_time: in place of the grid, change one swept key at a time from the first value of each.
        skip_invalid: leave out setups that break a rule of the game, in place of raising it.
        targets: what is wanted besides what the scenario says.

    Raises:
        Mistake: what is wrong with what was asked for, in a sentence.
    """
    scenario, game, folders = _target(target)
    asked = read_pairs(pairs)
    typed = [(key, value) for key, values in asked.items() for value in values]
    game = with_own(game, typed, folders)
    _check(game, typed)
    spell_out = partial(spelled, game)
    asked = {key: tuple(spell_out(key, value) for value in values) for key, values in asked.items()}
    groups = tuple(tuple(key.strip() for key in group.split(",")) for group in zip)
    wanted = override(scenario.respelled(spell_out), asked)
    wanted = replace(wanted, zips=wanted.zips + groups)
    shown = tuple(dict.fromkeys(key for key, _ in wanted.settings() if is_policy(key)))
    conditions = _conditions(wanted, where, game, shown)
    assignments = expand(wanted, one_at_a_time)
    resolver = Resolver(game, shown)
    sifted = _sift(resolver, assignments, conditions, skip_invalid)
    if not sifted.cells:
        raise EmptyPlan(_why_empty(sifted))
    cells = _without_undealt(game, shown, _with_bases(sifted))
    return Plan(
        name=scenario.name,
        title=_title(scenario, game, asked),
        game=game,
        cells=cells,
        swept=_swept(game, () if one_at_a_time else tuple(wanted.sweep), cells),
        games=scenario.games,
        seed=scenario.seed,
        skipped=len(sifted.broken),
        notes=tuple(_notes(sifted, tuple(wanted.sweep), where)),
        precision=scenario.precision,
        max_games=scenario.max_games,
        targets=tuple(_aimed(resolver, sifted, target) for target in (*scenario.targets, *targets)),
    )


def _target(target: str) -> tuple[Scenario, Game, tuple[Path, ...]]:
    """The scenario and the game that a target names, and where designers' own policies are looked for.

    A game alone is a scenario that says nothing more.
    """
    folders: tuple[Path, ...] = (Path(),)
    if target in kernels.names():
        return Scenario(target, target), kernels.game(target), folders
    if target in shipped.names():
        scenario = shipped.load(target)
    elif "/" in target or os.sep in target or target.lower().endswith(".toml") or os.path.exists(target):
        scenario = read_file(Path(target))
        folders = (Path(target).parent, *folders)
    else:
        raise UnknownName("game or scenario", target, [*kernels.names(), *shipped.names()])
    with _naming(scenario.file):
        game = with_own(kernels.game(scenario.game), scenario.settings(), folders)
        _check(game, scenario.settings())
        axes(scenario)
    return scenario, game, folders


@contextmanager
def _naming(file: str) -> Iterator[None]:
    """Whatever mistake is made inside, it names the file."""
    try:
        yield
    except Mistake as mistake:
        raise BadScenario(file, str(mistake)) from None


def _check(game: Game, settings: Iterable[tuple[str, str]]) -> None:
    """Hold every key and value against the game, before the first setup is made."""
    for key, value in settings:
        check_setting(game, key, value)


def _conditions(scenario: Scenario, where: Sequence[str], game: Game, shown: tuple[str, ...]) -> list[Where]:
    """The scenario's conditions and the command line's."""
    names = where_names(game, shown)
    with _naming(scenario.file):
        own = [read_where(text, names, game.also_called) for text in scenario.where]
    return own + [read_where(text, names, game.also_called) for text in where]


@dataclass
class _Sifted:
    """What became of the assignments.

    Attributes:
        cells: cell id -> cell.
        first: cell id -> the assignment that it was made of.
        twins: assignments that come to a cell that is there already, each after the first one.
        broken: the rules broken by those that are left out, a sentence each.
        ruled_out: how many do not fulfil a condition.
    """

    cells: dict[str, Cell] = field(default_factory=dict)
    first: dict[str, Assignment] = field(default_factory=dict)
    twins: list[tuple[Assignment, Assignment]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    ruled_out: int = 0


def _sift(
    resolver: Resolver, assignments: Sequence[Assignment], conditions: Sequence[Where], skip_invalid: bool
) -> _Sifted:
    """Resolve every assignment; keep each cell once, if it breaks no rule and fulfils every condition."""
    sifted = _Sifted()
    for assignment in assignments:
        draft = resolver.draft(assignment)
        try:
            cell = resolver.cell(draft)
        except RuleBroken as rule:
            if any(_rules_out(condition, resolver.known(draft)) for condition in conditions):
                sifted.ruled_out += 1
            elif skip_invalid:
                sifted.broken.append(str(rule))
            elif len(assignments) > 1:
                raise RuleBroken(f"{rule}; balance sweep --skip-invalid leaves such setups out") from None
            else:
                raise
            continue
        if not _fulfils(resolver, draft, cell, conditions):
            sifted.ruled_out += 1
        elif cell.id in sifted.cells:
            sifted.twins.append((sifted.first[cell.id], assignment))
        else:
            sifted.cells[cell.id] = cell
            sifted.first[cell.id] = assignment
    return sifted


def _with_bases(sifted: _Sifted) -> tuple[Cell, ...]:
    """The cells, each with the id of the one that it is held against, if that is a cell too."""
    if all(assignment.base is None for assignment in sifted.first.values()):
        return tuple(sifted.cells.values())
    made = {_settings(assignment.values): name for name, assignment in sifted.first.items()}
    for first, twin in sifted.twins:
        made[_settings(twin.values)] = made[_settings(first.values)]
    against = {name: one.base for name, one in sifted.first.items() if one.base is not None}
    bases = {name: made.get(_settings(base), "") for name, base in against.items()}
    return tuple(
        replace(cell, base=bases[name]) if bases.get(name, name) != name else cell
        for name, cell in sifted.cells.items()
    )


def _settings(values: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(values.items())


def _aimed(resolver: Resolver, sifted: _Sifted, target: Target) -> tuple[Target, frozenset[str]]:
    """A target, and the cells that it is for.

    Raises:
        UnknownName: it names an outcome that the game has not.
        BadWhere: its condition is none.
        EmptyPlan: it is for none of the cells.
    """
    check_target(resolver.game, target)
    names = where_names(resolver.game, resolver.shown)
    conditions = [read_where(target.where, names, resolver.game.also_called)] if target.where else []
    drafts = {cell: resolver.draft(assignment) for cell, assignment in sifted.first.items()} if conditions else {}
    cells = [
        name
        for name, cell in sifted.cells.items()
        if not conditions or _fulfils(resolver, drafts[name], cell, conditions)
    ]
    if not cells:
        raise EmptyPlan(f"the target {target.name} is for no setup of the plan: {target.where}")
    return target, frozenset(cells)


def _fulfils(resolver: Resolver, draft: Draft, cell: Cell, conditions: Sequence[Where]) -> bool:
    if not conditions:
        return True
    facts = resolver.facts(draft, cell)
    return all(condition.holds(facts) for condition in conditions)


def _rules_out(condition: Where, known: Values) -> bool:
    """Whether a condition leaves out a setup that breaks a rule, going by what is known of it."""
    try:
        return not condition.holds(known)
    except (KeyError, Mistake):  # it hangs on what a rule would have settled, so the broken rule is what to tell
        return False


def _why_empty(sifted: _Sifted) -> str:
    """Why a plan has no cell: conditions, rules or both."""
    reasons = []
    if sifted.ruled_out:
        reasons.append(f"where leaves out {number_of(sifted.ruled_out, 'setup')}")
    if sifted.broken:
        reasons.append(f"{number_of(len(sifted.broken), 'setup')} would break a rule: {sifted.broken[0]}")
    return f"the plan is empty; {' and '.join(reasons)}"


def _notes(sifted: _Sifted, keys: Sequence[str], where: Sequence[str]) -> Iterator[str]:
    """What to tell people: adjustments, equal setups, setups left out, though not by the scenario's own conditions."""
    yield from dict.fromkeys(note for cell in sifted.cells.values() for note in cell.setup.notes)
    for first, twin in sifted.twins[:MOST_NOTED]:
        yield f"{_told(twin, keys)} is the same setup as {_told(first, keys)}, and played once"
    if (more := len(sifted.twins) - MOST_NOTED) > 0:
        yield f"{number_of(more, 'more setup')} came up before, and are played once"
    if where and sifted.ruled_out:
        yield f"where leaves out {number_of(sifted.ruled_out, 'setup')}"
    if sifted.broken:
        yield f"left out {number_of(len(sifted.broken), 'setup')} that would break a rule, such as {sifted.broken[0]}"


def _told(assignment: Assignment, keys: Iterable[str]) -> str:
    """An assignment by what sets it apart."""
    swept = spell({key: assignment.values[key] for key in keys})
    return ", ".join(part for part in (swept, assignment.label) if part)


def _without_undealt(game: Game, shown: Sequence[str], cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells without the policy columns of sides that nobody is dealt in any of them, and that nobody set."""
    dealt = {f"{BUNDLE}.{role.side}" for role in game.roles if any(cell.setup.dealt.get(role.name) for cell in cells)}
    asked = {f"{BUNDLE}.{key.split('.')[1]}" for key in shown if key != BUNDLE}
    idle = set(side_keys(game)) - dealt - asked
    told = [{key: policy for key, policy in cell.policies.items() if key not in idle} for cell in cells]
    return tuple(replace(cell, policies=policies) for cell, policies in zip(cells, told, strict=True))


def _swept(game: Game, keys: Iterable[str], cells: Sequence[Cell]) -> tuple[str, ...]:
    """The columns that tell the cells apart.

    A policy key whose own column does not (such as `policy`, where a table is no bundle's) gives way to the sides'.
    """
    sides = [side for side in side_keys(game) if side in cells[0].policies]
    names: list[str] = []
    for key in keys:
        seen = {_column(cell, key) for cell in cells}
        if len(seen) > 1 and not (key == BUNDLE and "" in seen):
            names.append(key)
        elif is_policy(key):
            names += [side for side in sides if len({cell.policies[side] for cell in cells}) > 1]
    if any(cell.label for cell in cells):
        names.append("label")
    return tuple(dict.fromkeys(names))


def _column(cell: Cell, key: str) -> Value:
    return cell.policies[key] if is_policy(key) else cell.setup.values[key]


def _title(scenario: Scenario, game: Game, asked: Lists) -> str:
    """What a plan asks, for people."""
    pairs = "; ".join(f"{key} {_listed(values)}" for key, values in asked.items())
    if not scenario.file:
        return f"{game.title}: {pairs or 'the usual table'}"
    return (scenario.title or f"{game.title}: {scenario.name}") + (f" ({pairs})" if pairs else "")


def _listed(values: Sequence[str]) -> str:
    """Values, as short as they can be told: `6..12`, `random, quiet`."""
    if len(values) > 2 and all(value.isdecimal() for value in values):
        numbers = [int(value) for value in values]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{values[0]}..{values[-1]}"
    return ", ".join(values[:MOST_TITLED]) + (
        f" and {len(values) - MOST_TITLED} more" if len(values) > MOST_TITLED else ""
    )
