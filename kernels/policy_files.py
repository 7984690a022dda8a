"""Designers' own policies: functions in Python files of theirs, written `FILE.py:FUNCTION`; no Numba here.

A file is imported once for every state of its sources, with the modules that lie beside it. It may declare `KNOBS`,
a tuple of `kernels.game` parameters, which all of its functions have.
"""

import ast
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from math import isfinite
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from kernels import policy_code
from kernels.game import Choice, Number, Parameter, Play, Policy, Whole
from kernels.mistakes import Mistake, nearest
from kernels.policy_code import BadPolicyFile as BadPolicyFile
from kernels.village.knobs import KNOBS, OWN_KNOBS

ARGUMENTS = ("state", "seat", "decision", "legal")
NEVER_BESIDE = {*sys.stdlib_module_names, "kernels", "numba", "numpy"}
"""Modules that a file of the same name does not stand in for."""
WORD = re.compile(r"[^\s,=]+")
KNOB_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_lock = RLock()


@dataclass(frozen=True)
class PolicyFile:
    """A designer's file as it was imported.

    Attributes:
        path: where it is.
        digest: stands for its content and that of the modules beside it that it imports.
        module: what came of it.
        knobs: its `KNOBS`.
        sources: every file that it was made of -> its content.
    """

    path: Path
    digest: str
    module: ModuleType
    knobs: tuple[Parameter, ...]
    sources: dict[str, bytes] = field(repr=False)

    @property
    def is_current(self) -> bool:
        """Whether all of its sources still are as they were."""
        return all(_content(path) == content for path, content in self.sources.items())

    def line_of(self, error: BaseException) -> str:
        """Where an error came up: file and line of the last step within these sources."""
        steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename in self.sources]
        return f"{Path(steps[-1].filename).name} line {steps[-1].lineno}" if steps else self.path.name


_imported: dict[str, PolicyFile] = {}
"""Path -> the file as it was imported last."""
_known: dict[tuple[str, str], PolicyFile] = {}
"""Path and digest -> the file."""


def is_own(name: str) -> bool:
    """Whether the name of a policy is that of a designer's own."""
    file, colon, _ = name.rpartition(":")
    return (file if colon else name).endswith(".py")


def describe(name: str, folders: Sequence[Path]) -> Policy:
    """A designer's own policy as tables and messages know it.

    Args:
        name: `FILE.py:FUNCTION`.
        folders: where a file is looked for, in this order.

    Raises:
        BadPolicyFile: there is no such file or function, or it is no policy.
    """
    path = _find(name, folders)
    file = read(path)
    shown = f"{path.name}:{name.rpartition(':')[2]}"
    plain = function_of(file, shown)
    said = inspect.getdoc(plain) or "A designer's own policy."
    return Policy(shown, (), said.split("\n\n")[0].replace("\n", " "), file.knobs, {}, str(path), file.digest)


def load(play: Play) -> PolicyFile:
    """The file of a play, in the state that the play was made for; raises `BadPolicyFile` where that is gone."""
    with _lock:
        file = _known.get((play.file, play.digest)) or read(Path(play.file))
        if file.digest != play.digest:
            raise BadPolicyFile(f"{file.path.name} has changed since it was seated; start the command again")
        return file


def read(path: Path) -> PolicyFile:
    """Import a file, unless it has been and nothing has changed since.

    Raises:
        BadPolicyFile: it cannot be read, an error comes up in it, or its `KNOBS` are none.
    """
    with _lock:
        file = _imported.get(str(path))
        if file is None or not file.is_current:
            file = _import(path)
            _imported[str(path)] = _known[str(path), file.digest] = file
        return file


def function_of(file: PolicyFile, name: str) -> Callable[..., Any]:
    """The function, as plain Python, that `FILE.py:FUNCTION` names in a file.

    Raises:
        BadPolicyFile: there is none, or it does not take what a policy is asked.
    """
    wanted = name.rpartition(":")[2]
    plain = _plain(getattr(file.module, wanted, None))
    if plain is None:
        own = [key for key, value in vars(file.module).items() if _is_policy(file, _plain(value))]
        raise BadPolicyFile(f"{file.path.name} has no function {wanted!r}; {nearest(wanted, own)}")
    if inspect.isgeneratorfunction(plain) or inspect.iscoroutinefunction(plain):
        raise BadPolicyFile(f"{place_of(plain)}: {wanted} must return one of the options, not yield or await")
    taken = [p for p in inspect.signature(plain).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
    if len(taken) != len(ARGUMENTS) or len(taken) != len(inspect.signature(plain).parameters):
        raise BadPolicyFile(
            f"{place_of(plain)}: {wanted} takes {', '.join(p.name for p in taken) or 'nothing'}; "
            f"a policy takes {', '.join(ARGUMENTS)}"
        )
    return plain


def place_of(plain: Callable[..., Any]) -> str:
    """File and line of a function."""
    return f"{Path(plain.__code__.co_filename).name} line {plain.__code__.co_firstlineno}"


def _find(name: str, folders: Sequence[Path]) -> Path:
    written, colon, _ = name.rpartition(":")
    if not colon:
        raise BadPolicyFile(f"{name} names a file only; name its function too: {name}:FUNCTION")
    for folder in folders:
        try:
            path = (folder / written).resolve()
            if path.is_file():
                return path
        except (OSError, ValueError, RuntimeError):  # a name that is none, links that go in a circle
            continue
        if path.exists():
            raise BadPolicyFile(f"{written} is no plain file; name a file of Python functions")
    beside = sorted({path.name for folder in folders for path in (folder / written).parent.glob("*.py")})
    places = " or ".join("the working folder" if folder == Path() else str(folder) for folder in folders)
    raise BadPolicyFile(f"there is no file {written} in {places}; {nearest(Path(written).name, beside)}")


def _plain(value: object) -> Callable[..., Any] | None:
    """The plain Python function behind a function, decorated with `rule` or not."""
    plain = getattr(value, "py_func", value)
    return plain if inspect.isfunction(plain) else None


def _is_policy(file: PolicyFile, plain: Callable[..., Any] | None) -> bool:
    return (
        plain is not None
        and plain.__code__.co_filename == str(file.path)
        and len(inspect.signature(plain).parameters) == len(ARGUMENTS)
    )


# --- importing ----------------------------------------------------------------------------------------------------


class _Loader(SourceFileLoader):
    """Loads a module from its source alone, which it keeps: what lies in `__pycache__` may be older."""

    def __init__(self, name: str, path: str, sources: dict[str, bytes]) -> None:
        super().__init__(name, path)
        self.sources = sources

    def get_code(self, fullname: str) -> Any:
        """The module's code, compiled from its source."""
        path = self.get_filename(fullname)
        self.sources[path] = self.get_data(path)
        return self.source_to_code(self.sources[path], path)


class _Beside:
    """Finds the modules that lie beside a policy file, before all others that are not Python's own."""

    def __init__(self, folder: Path, sources: dict[str, bytes]) -> None:
        self.folder, self.sources = folder, sources
        self.found: set[str] = set()

    def find_spec(self, name: str, path: Sequence[str] | None = None, _target: object = None) -> ModuleSpec | None:
        """Where a module is, if it is here."""
        parent, _, _ = name.rpartition(".")
        if (parent and parent not in self.found) or name in NEVER_BESIDE:
            return None
        loader = (lambda name, path: _Loader(name, path, self.sources), [".py"])
        for folder in path if parent and path is not None else [str(self.folder)]:
            spec = FileFinder(folder, loader).find_spec(name)  # type: ignore[arg-type]  # any callable does
            if spec is not None and spec.loader is not None:
                self.found.add(name)
                return spec
        return None


def _import(path: Path) -> PolicyFile:
    """Import a file anew."""
    sources: dict[str, bytes] = {}
    name = f"balance_own_{sha256(str(path).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path, loader=_Loader(name, str(path), sources))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with _importable(path.parent, sources), redirect_stdout(sys.stderr):
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Mistake:
            raise
        except (Exception, SystemExit) as error:
            raise BadPolicyFile(_told(path, sources, error)) from None
    trees = {Path(source).name: ast.parse(content) for source, content in sources.items()}
    for source, tree in trees.items():
        policy_code.check(source, tree)
    policy_code.check_calls(trees)
    return PolicyFile(path, _digest(path, sources), module, _knobs(path, module), sources)


@contextmanager
def _importable(folder: Path, sources: dict[str, bytes]) -> Iterator[None]:
    """Let the modules of a folder be imported; afterwards they are forgotten, for another folder may have such too."""
    finder = _Beside(folder, sources)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.found:
            sys.modules.pop(name, None)


def _told(path: Path, sources: dict[str, bytes], error: BaseException) -> str:
    """What went wrong within an import, with file and line."""
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or path).name} line {error.lineno or 1}: {error.msg} (no valid Python)"
    if isinstance(error, OSError) and not sources:
        return f"{path.name} cannot be read ({error.strerror})"
    nothing = PolicyFile(path, "", ModuleType(""), (), sources)
    return f"{nothing.line_of(error)}: {describe_error(error)}"


def describe_error(error: BaseException) -> str:
    """An error in a few words: `ZeroDivisionError: division by zero`."""
    said = " ".join(str(error).split())
    return type(error).__name__ + (f": {said}" if said else "")


def _digest(path: Path, sources: dict[str, bytes]) -> str:
    """Stands for the content of a file and of the modules beside it, wherever they lie."""
    total = sha256(sources[str(path)])
    for source in sorted(sources):
        if source != str(path):
            total.update(Path(source).relative_to(path.parent).as_posix().encode())
            total.update(sha256(sources[source]).digest())
    return total.hexdigest()


def _content(path: str) -> bytes | None:
    try:
        return Path(path).read_bytes()
    except OSError:
        return None


# --- knobs --------------------------------------------------------------------------------------------------------


def _knobs(path: Path, module: ModuleType) -> tuple[Parameter, ...]:
    """The `KNOBS` of a file, if it has any; raises `BadPolicyFile` where they are none."""
    knobs = getattr(module, "KNOBS", ())
    where = _line_of_knobs(path)
    if not isinstance(knobs, tuple | list) or not all(isinstance(knob, Parameter) for knob in knobs):
        raise BadPolicyFile(f"{where}: KNOBS must be a tuple of Number, Whole, Choice or Switch (of kernels.game)")
    if len(knobs) > OWN_KNOBS:
        raise BadPolicyFile(f"{where}: KNOBS has {len(knobs)} knobs; a file has at most {OWN_KNOBS}")
    names = [knob.name for knob in knobs]
    for knob in knobs:
        _check_knob(where, knob)
        if names.count(knob.name) > 1:
            raise BadPolicyFile(f"{where}: KNOBS has two knobs called {knob.name}; give each a name of its own")
    return tuple(knobs)


def _check_knob(where: str, knob: Parameter) -> None:
    if not isinstance(knob.name, str) or not KNOB_NAME.fullmatch(knob.name):
        raise BadPolicyFile(f"{where}: a knob is called {knob.name!r}; knobs have names such as daring or claim_day")
    if not isinstance(knob.meaning, str):
        raise BadPolicyFile(f"{where}: the knob {knob.name} means {knob.meaning!r}; write a sentence in quotes")
    words = knob.words if isinstance(knob, Choice | Whole) else ()
    if not all(isinstance(word, str) and WORD.fullmatch(word) for word in words) or len({*words}) < len(words):
        raise BadPolicyFile(f"{where}: the words of {knob.name} must differ, without spaces, commas and equals signs")
    if isinstance(knob, Number | Whole) and not (isfinite(knob.low) and isfinite(knob.high)):
        raise BadPolicyFile(f"{where}: the knob {knob.name} needs bounds that are numbers, not {knob.allowed}")
    try:
        taken = knob.read(knob.default) == knob.default and (not isinstance(knob, Choice) or len(words) > 0)
    except Exception:
        taken = False
    if not taken:
        raise BadPolicyFile(f"{where}: the knob {knob.name} has the default {knob.default!r}, which it does not take")
    built_in = next((one for one in KNOBS if one.name == knob.name), knob)
    if (type(built_in), built_in.allowed) != (type(knob), knob.allowed):
        raise BadPolicyFile(f"{where}: the knob {knob.name} is built in and takes {built_in.allowed}; use another name")


def _line_of_knobs(path: Path) -> str:
    lines = (_content(str(path)) or b"").decode(errors="replace").splitlines()
    number = next((k for k, line in enumerate(lines, 1) if re.match(r"KNOBS\b", line)), 1)
    return f"{path.name} line {number}"
