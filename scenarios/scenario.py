"""A scenario: what a TOML file, or a command line, asks for, before it is held against the game."""

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, TypeAlias

from kernels.mistakes import Mistake, nearest
from scenarios.numbers import MOST_GAMES, MOST_SEED, no_whole_number
from scenarios.pairs import BadPair, read_values
from scenarios.targets import BadTarget, Target, read_targets
from scenarios.wording import quote

Single: TypeAlias = Mapping[str, str]
Lists: TypeAlias = Mapping[str, tuple[str, ...]]

BIGGEST = 1_000_000
"""The most bytes of a scenario file; beyond it somebody named another file."""


class BadScenario(Mistake):
    """A scenario file that cannot be read or says something that no scenario says."""

    def __init__(self, file: str, sentence: str) -> None:
        super().__init__(f"{file if file.isprintable() else quote(file)}: {sentence}")


@dataclass(frozen=True)
class Case:
    """One named set of changes."""

    label: str
    changes: Single


@dataclass(frozen=True)
class Scenario:
    """What is asked for; every value is still text, as somebody would type it.

    Attributes:
        game: the game's name.
        name: what runs of it are called.
        file: the file it stands in, for messages; empty where it comes from the command line alone.
        title: what it asks, for people; empty where it does not say.
        games, seed: as many of each cell, and with which seed, if it says.
        precision, max_games: until intervals are so narrow, in place of `games`, and the most games for that, if it
            says.
        where: the conditions that a setup must fulfil, all of them.
        zips: groups of keys whose lists go hand in hand.
        setup: key -> value, the same in every cell.
        sweep: key -> values that multiply to a grid, the last key varying fastest.
        each: key -> values that are tried one at a time.
        cases: named sets of changes, one after the other.
        targets: what its designer wants of the setups.
    """

    game: str
    name: str
    file: str = ""
    title: str = ""
    games: int | None = None
    precision: str | None = None
    max_games: int | None = None
    seed: int | None = None
    where: tuple[str, ...] = ()
    zips: tuple[tuple[str, ...], ...] = ()
    setup: Single = field(default_factory=dict)
    sweep: Lists = field(default_factory=dict)
    each: Lists = field(default_factory=dict)
    cases: tuple[Case, ...] = ()
    targets: tuple[Target, ...] = ()

    def settings(self) -> Iterator[tuple[str, str]]:
        """Every key with every value that it takes anywhere."""
        yield from self.setup.items()
        for lists in (self.sweep, self.each):
            for key, values in lists.items():
                yield from ((key, value) for value in values)
        for case in self.cases:
            yield from case.changes.items()

    def respelled(self, spelled: Callable[[str, str], str]) -> "Scenario":
        """The same with every value as `spelled` writes it, given its key and itself."""

        def singles(of: Single) -> Single:
            return {key: spelled(key, value) for key, value in of.items()}

        def lists(of: Lists) -> Lists:
            return {key: tuple(spelled(key, value) for value in values) for key, values in of.items()}

        cases = tuple(replace(case, changes=singles(case.changes)) for case in self.cases)
        return replace(self, setup=singles(self.setup), sweep=lists(self.sweep), each=lists(self.each), cases=cases)


def read_file(path: Path) -> Scenario:
    """The scenario in a file.

    Raises:
        BadScenario: it cannot be read, is no TOML, or says something that no scenario says.
    """
    file = str(path)
    if os.path.isdir(path):  # never raises, as `path.is_dir()` does in a folder that may not be read
        raise BadScenario(file, "is a folder; name a scenario file, which ends in .toml")
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for without end
        raise BadScenario(file, "is no plain file; name a scenario file, which ends in .toml")
    try:
        with path.open("rb") as stream:
            content = stream.read(BIGGEST + 1)
    except (OSError, ValueError) as error:  # a null byte in the name is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise BadScenario(file, f"cannot be read ({reason})") from None
    if len(content) > BIGGEST:
        raise BadScenario(file, f"is no scenario; it has more than {BIGGEST:,} bytes")
    return read_scenario(content, path.stem, file)


def read_scenario(content: bytes, name: str, file: str) -> Scenario:
    """The scenario that the bytes of a file say.

    Args:
        content: TOML, in UTF-8.
        name: what runs of it are called.
        file: what messages call the file.

    Raises:
        BadScenario: it is no TOML, or says something that no scenario says.
    """
    try:
        table = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadScenario(file, "is no scenario; it is not text in UTF-8") from None
    except (ValueError, RecursionError) as error:  # broken TOML, a number of thousands of digits, endless brackets
        raise BadScenario(file, f"is no TOML: {error}") from None
    return _Reader(name, file).scenario(table)


@dataclass(frozen=True)
class _Reader:
    """Reads a file's table; every mistake names the file."""

    name: str
    file: str

    def scenario(self, table: dict[str, Any]) -> Scenario:
        """The whole file."""
        if "game" not in table:
            raise self.wrong('does not say which game it is of; begin it with a line such as game = "werewolf"')
        readers: Mapping[str, tuple[str, Callable[[str, Any], Any]]] = {
            "game": ("game", self.line),
            "title": ("title", self.line),
            "games": ("games", self.games),
            "precision": ("precision", self.line),
            "max_games": ("max_games", self.games),
            "seed": ("seed", self.seed),
            "where": ("where", self.where),
            "zip": ("zips", self.zips),
            "setup": ("setup", self.single_values),
            "sweep": ("sweep", self.lists),
            "each": ("each", self.lists),
            "case": ("cases", self.cases),
            "targets": ("targets", self.targets),
        }
        for key in table:
            if key not in readers:
                raise self.wrong(f"has an unknown key {quote(key)}; {nearest(key, list(readers))}")
        said = {readers[key][0]: readers[key][1](key, value) for key, value in table.items()}
        return self.consistent(Scenario(name=self.name, file=self.file, **said))

    def wrong(self, sentence: str) -> BadScenario:
        """The mistake that `sentence` tells."""
        return BadScenario(self.file, sentence)

    def line(self, key: str, value: Any) -> str:
        """A line of text."""
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.wrong(f"{key} must be a line of text in quotes, not {_shown(value)}")
        return value.strip()

    def where(self, key: str, value: Any) -> tuple[str, ...]:
        """A condition, on one line or several."""
        if not isinstance(value, str):
            raise self.wrong(f"{key} must be one condition in quotes, not {_shown(value)}")
        return (value,)

    def games(self, key: str, value: Any) -> int:
        """A number of games."""
        return self.whole(key, value, 1, MOST_GAMES)

    def seed(self, key: str, value: Any) -> int:
        """A seed."""
        return self.whole(key, value, 0, MOST_SEED)

    def whole(self, key: str, value: Any, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        exact = isinstance(value, int) or (isinstance(value, float) and value.is_integer())  # TOML has 1e6 as a float
        if not exact or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(str(no_whole_number(key, _shown(value), low, high)))
        return int(value)

    def zips(self, key: str, value: Any) -> tuple[tuple[str, ...], ...]:
        """One list of names, or several."""
        groups = value if isinstance(value, list) and all(isinstance(one, list) for one in value) else [value]
        for group in groups:
            if not isinstance(group, list) or not all(isinstance(name, str) for name in group):
                raise self.wrong(
                    f'{key} must be a list of names, such as ["players", "werewolves"], not {_shown(value)}'
                )
        return tuple(tuple(group) for group in groups)

    def single_values(self, key: str, value: Any) -> dict[str, str]:
        """A table of single values."""
        return {name: self.single(key, name, one) for name, one in self.table(key, value).items()}

    def lists(self, key: str, value: Any) -> dict[str, tuple[str, ...]]:
        """A table of lists: arrays, or strings such as `6..12` and `1,2`."""
        return {name: self.several(key, name, some) for name, some in self.table(key, value).items()}

    def cases(self, key: str, value: Any) -> tuple[Case, ...]:
        """Tables of a label and single values."""
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.wrong(f"write each case under a line [[{key}]], with two square brackets")
        cases = [self.case(key, dict(one)) for one in value]
        labels = [case.label for case in cases]
        for label in labels:
            if labels.count(label) > 1:
                raise self.wrong(f"has two cases with the label {quote(label)}; give each its own")
        return tuple(cases)

    def case(self, key: str, table: dict[str, Any]) -> Case:
        """One case."""
        if "label" not in table:
            raise self.wrong(f'a [[{key}]] has no label; add a line such as label = "without a seer"')
        label = self.line(f"the label of a [[{key}]]", table.pop("label"))
        return Case(label, self.single_values(key, table))

    def targets(self, _key: str, value: Any) -> tuple[Target, ...]:
        """Bands that the setups are to lie in."""
        try:
            return read_targets(value)
        except BadTarget as mistake:
            raise self.wrong(str(mistake)) from None

    def table(self, key: str, value: Any) -> dict[str, Any]:
        """A table, its keys as they stand before an equals sign on the command line."""
        if not isinstance(value, dict):
            raise self.wrong(f"{key} must be a table; write its keys under a line [{key}], not {key} = {_shown(value)}")
        flat: dict[str, Any] = {}
        for name, inner in _flattened(value):
            if not name.isprintable():
                raise self.wrong(f"[{key}] has a key with unprintable characters: {quote(name)}")
            if name in flat:
                raise self.wrong(f"[{key}] says {name} twice, with quotes around the dotted key and without")
            flat[name] = inner
        return flat

    def single(self, section: str, name: str, value: Any) -> str:
        """One value."""
        values = self.several(section, name, value)
        if isinstance(value, list) or len(values) > 1:
            raise self.wrong(
                f"[{section}] takes one value of {name}, not {_shown(value)}; lists stand in [sweep] or [each]"
            )
        return values[0]

    def several(self, section: str, name: str, value: Any) -> tuple[str, ...]:
        """Values: one, a string that lists some, or an array of these."""
        items = value if isinstance(value, list) else [value]
        if not items:
            raise self.wrong(f"[{section}] has an empty list of {name}")
        try:
            return tuple(one for item in items for one in read_values(name, self.written(section, name, item)))
        except BadPair as mistake:
            raise BadScenario(self.file, f"[{section}] {mistake}") from None

    def written(self, section: str, name: str, value: Any) -> str:
        """A value as it is typed on the command line."""
        match value:
            case bool():
                return "on" if value else "off"
            case float() if value.is_integer() and abs(value) < 1e9:
                return str(int(value))  # as a range writes it
            case int() if abs(value) > MOST_SEED:  # Python does not even write numbers of thousands of digits
                raise self.wrong(f"[{section}] {name} is too great a number")
            case int() | float() | str():
                return str(value)
            case _:
                raise self.wrong(
                    f"[{section}] {name} must be a number, a word in quotes, true or false, not {_shown(value)}"
                )

    def consistent(self, scenario: Scenario) -> Scenario:
        """The scenario, if it says when it is enough in one way, and no key stands where another section varies it."""
        if scenario.games is not None and scenario.precision is not None:
            raise self.wrong("says both games and precision; keep one of them")
        if scenario.max_games is not None and scenario.precision is None:
            raise self.wrong("says max_games without precision, which it would bound; a fixed number is games")
        for key in scenario.sweep:
            others = {
                "setup": key in scenario.setup,
                "each": key in scenario.each,
                "case": any(key in case.changes for case in scenario.cases),
            }
            for section, stands in others.items():
                if stands:
                    raise self.wrong(f"{quote(key)} stands both in [sweep] and in [{section}]; keep one of them")
        return scenario


def _flattened(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of a table and of the tables in it: TOML reads an unquoted dotted key as those."""
    waiting = list(table.items())[::-1]  # no recursion: a key may have any number of dots
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((f"{key}.{inner}", below) for inner, below in list(value.items())[::-1])
        else:
            yield key, value


def _shown(value: Any) -> str:
    """A value of a file, as a message shows it."""
    match value:
        case str():
            return quote(value)
        case bool():
            return "true" if value else "false"
        case int() if abs(value) > MOST_SEED:
            return "so great a number"
        case int() | float():
            return str(value)
        case date() | datetime() | time():
            return f"the date or time {value}"
        case list():
            return "a list"
        case _:
            return "a table"
