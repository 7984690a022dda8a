"""A designer's own policy at the table: compiled once, called by its address, held to what it may answer.

The kernel calls whatever function is at the address that a play has in the state, so that a new policy costs no
compilation but its own. An answer that is not legal, or an exception, is a foul: it is written in the state, the rest
of the games go on without the policy, and the one game is then played again with the plain Python function, which
tells line and error.
"""

import ctypes
import dis
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from kernels import jit, policy_files
from kernels.bits import lowest, members
from kernels.game import Game, Parameter, Play
from kernels.jit import COMPILED, FAILED, rule
from kernels.mistakes import Mistake, nearest
from kernels.policy_files import BadPolicyFile, PolicyFile, describe_error
from kernels.streams import DEAL, MOOD, POLICY, RULES
from kernels.village.knobs import OWN_KNOBS

OWN = 1_000
"""The number of every policy that is not built in; which one it is, its play says."""
OPTIONS = 63
DREW = FAILED + 1
"""What is noted for a policy that drew from another stream than its own."""


class Foul(Mistake):
    """A designer's own policy answered what it may not, or failed."""


def own_fields() -> Iterable[tuple[Any, ...]]:
    """The fields of a state that keep the first foul of an own policy."""
    return (
        ("game", np.int64),  # the number of the game that is played
        ("foul", np.int64),  # whether an own policy has answered what it may not
        ("foul_game", np.int64),
        ("foul_seat", np.int64),
        ("foul_decision", np.int64),
        ("foul_legal", np.int64),
        ("foul_answer", np.int64),
        ("asked_seat", np.int64),  # what an own policy is asked, for those that go on as a built-in one
        ("asked_decision", np.int64),
        ("asked_legal", np.int64),
    )


@dataclass(frozen=True)
class Seated:
    """A policy that can be called by the number in a state's `address`.

    Attributes:
        name: `FILE.py:FUNCTION`.
        file: its file.
        plain: the plain Python function.
        kept: what must live as long as the address is used.
    """

    name: str
    file: PolicyFile
    plain: Callable[..., Any]
    kept: Any = None


_seated: dict[int, Seated] = {}
"""Address -> the policy; without compilation addresses are no more than numbers here."""
_addresses: dict[tuple[Any, ...], int] = {}
_lock = RLock()


if COMPILED:
    from kernels.jit import call_at
else:

    def call_at(address: int, state: Any, seat: int, decision: int, legal: int) -> int:
        """The answer of the policy whose number is `address`."""
        try:
            with np.errstate(divide="raise", invalid="raise"):  # as where it is compiled
                return int(_seated[int(address)].plain(state, seat, decision, legal))
        except Exception:
            return FAILED


@rule
def own_knob(state, seat, number):
    """What a knob of the own policy that `seat` plays is set to; `number` is its place, from 0, in `KNOBS`."""
    return state.knob[state.play[seat], state.knob.shape[1] - OWN_KNOBS + number]


@rule
def ask(state, seat, decision, legal):
    """Note what an own policy is asked."""
    state.asked_seat = seat
    state.asked_decision = decision
    state.asked_legal = legal


@rule
def call_own(state, seat, decision, legal):
    """The answer of the own policy that `seat` plays; the lowest option once there has been a foul."""
    if state.foul:
        return lowest(legal)
    ask(state, seat, decision, legal)
    dealt, ruled, moods = state.stream[DEAL], state.stream[RULES], state.stream[MOOD]
    answer = call_at(state.address[state.play[seat]], state, seat, decision, legal)
    if state.stream[DEAL] != dealt or state.stream[RULES] != ruled or state.stream[MOOD] != moods:
        answer = np.int64(DREW)
    if 0 <= answer < OPTIONS and (legal >> answer) & 1:
        return answer
    state.foul = 1
    state.foul_game = state.game
    state.foul_seat = seat
    state.foul_decision = decision
    state.foul_legal = legal
    state.foul_answer = answer
    return lowest(legal)


def knobs_of(play: Play) -> tuple[Parameter, ...]:
    """The `KNOBS` of the own policy that a play is of."""
    return policy_files.load(play).knobs


def address(record: Any, play: Play) -> int:
    """Where the own policy of a play is in memory, compiled for states of type `record` if it is not yet.

    Raises:
        BadPolicyFile: it cannot be compiled, or is gone or another by now.
    """
    key = (record, play.file, play.digest, play.policy)
    with _lock:
        if key not in _addresses:
            file = policy_files.load(play)
            plain = policy_files.function_of(file, play.policy)
            _addresses[key] = _compile(record, play, file, plain) if COMPILED else _number(play, file, plain)
        return _addresses[key]


def _compile(record: Any, play: Play, file: PolicyFile, plain: Callable[..., Any]) -> int:
    try:
        compiled = jit.own(plain, record, kept_as(play))
    except jit.NotCompiled as reason:
        if isinstance(reason.reason, jit.NoField):
            raise _no_field(record, plain, reason.reason) from None
        place = next((place for place in reason.places if place[0] in file.sources), None)
        where = f"{Path(place[0]).name} line {place[1]}" if place else policy_files.place_of(plain)
        raise BadPolicyFile(f"{where}: {play.policy} cannot be compiled: {_plainly(reason.reason)}") from None
    at = jit.address_of(compiled)
    _seated[at] = Seated(play.policy, file, plain, compiled)
    return at


def _no_field(record: Any, plain: Callable[..., Any], name: str) -> BadPolicyFile:
    """The mistake of asking the state for a field that it has not, which may be in a function that is called."""
    steps = dis.get_instructions(plain)
    line = next((step.positions.lineno for step in steps if step.argval == name and step.positions), None)
    where = f"{Path(plain.__code__.co_filename).name} line {line}" if line else policy_files.place_of(plain)
    return BadPolicyFile(f"{where}: the state has no field {name!r}; {nearest(name, list(record.fields))}")


def _plainly(reason: str) -> str:
    """Numba's reason, with the cure where there is one."""
    if reason.startswith("Untyped global name") and "function" in reason:
        name = reason.split("'")[1]
        return f"{name} is a plain function; write @rule (from kernels.jit) above its def"
    return reason


def _number(play: Play, file: PolicyFile, plain: Callable[..., Any]) -> int:
    number = len(_seated) + 1
    _seated[number] = Seated(play.policy, file, plain)
    return number


def kept_as(play: Play) -> str:
    """What the machine code of a play's policy is kept by: another name for every state of its sources."""
    return f"own/{play.digest[:16]}/{play.policy.rpartition(':')[2]}"


def asked_at(number: int) -> Callable[[Any, int, int, int], int]:
    """The own policy at an address, to be called from Python; it answers `FAILED` where an exception left it."""

    def ask_it(state: Any, seat: int, decision: int, legal: int) -> int:
        call = jit.call_from_python if COMPILED else call_at
        return call(number, state, seat, decision, legal)

    return ask_it


def plain_at(number: int) -> Seated:
    """The own policy at an address as its file has it, to see in plain Python what goes wrong in it."""
    return _seated[number]


# --- fouls --------------------------------------------------------------------------------------------------------


@dataclass
class Watch:
    """What goes wrong first in a game that is played again by plain Python functions."""

    game: Game
    seed: int
    mistake: Foul | None = None
    made: list[Any] = field(default_factory=list)

    def answer(self, seated: Seated, state: Any, seat: int, decision: int, legal: int) -> int:
        """What a policy answers, looked at."""
        if self.mistake is None:
            asked = _asked(self.game, state, seat, decision, self.seed)
            streams = state.stream.copy()
            try:
                with np.errstate(all="ignore", divide="raise"), jit.checked():
                    answer = seated.plain(state, np.int64(seat), np.int64(decision), np.int64(legal))
            except FloatingPointError as error:
                self.mistake = Foul(f"{seated.file.line_of(error)}: ZeroDivisionError: division by zero ({asked})")
            except Exception as error:
                self.mistake = Foul(f"{seated.file.line_of(error)}: {describe_error(error)} ({asked})")
            else:
                if np.any(np.delete(state.stream != streams, POLICY)):
                    did = "drew from another stream than POLICY"
                elif _is_legal(answer, legal):
                    return int(answer)
                else:
                    did = f"answered {answer!s}, which is none of its options {listed(legal)}, which count seats from 0"
                self.mistake = Foul(f"{policy_files.place_of(seated.plain)}: {seated.name} {did} ({asked})")
        return FAILED


def _is_legal(answer: Any, legal: int) -> bool:
    whole = isinstance(answer, int | np.integer | np.bool_)
    return whole and 0 <= int(answer) < OPTIONS and bool(int(legal) >> int(answer) & 1)


def _asked(game: Game, state: Any, seat: int, decision: int, seed: int) -> str:
    """Who was asked what, when."""
    unit = game.length_unit
    when = f" on {unit} {state[unit]}" if unit in state.dtype.names else ""
    return f"seat {seat + 1}, asked to {game.decisions[decision].name}{when} of game {state.game}, seed {seed}"


def listed(legal: int) -> str:
    """The options of a set; seats count from 0 here, as in the policy's own answers."""
    return ", ".join(map(str, members(legal)))


@contextmanager
def watched(state: Any, game: Game, seed: int) -> Iterator[Watch]:
    """Let every own policy of a state that is not yet played be its plain Python function."""
    watch = Watch(game, seed)
    for play in np.flatnonzero(state.policy_of[: state.plays] == OWN):
        seated = _seated[int(state.address[play])]
        state.address[play] = _watching(watch, seated, state) if COMPILED else _watching_plainly(watch, seated)
    yield watch
    for number in [made for made in watch.made if isinstance(made, int)]:
        del _seated[number]


def _watching(watch: Watch, seated: Seated, state: Any) -> int:
    kind = state.dtype

    def answer(at: int, seat: int, decision: int, legal: int) -> int:
        bytes_of = (ctypes.c_char * kind.itemsize).from_address(at)
        there = np.frombuffer(bytes_of, kind).view(np.recarray)[0]
        return watch.answer(seated, there, seat, decision, legal)

    made, at = jit.callback(answer)
    watch.made.append(made)
    return at


def _watching_plainly(watch: Watch, seated: Seated) -> int:
    number = max(_seated) + 1
    _seated[number] = Seated(seated.name, seated.file, lambda *asked: watch.answer(seated, *asked))
    watch.made.append(number)
    return number


def foul_of(state: Any, seed: int) -> Foul:
    """The foul that a state keeps, where playing the game again does not show it."""
    how = {FAILED: "failed", DREW: "drew from another stream than POLICY"}
    answered = how.get(int(state.foul_answer), f"answered {state.foul_answer}")
    return Foul(
        f"an own policy {answered} at seat {state.foul_seat + 1} in game {state.foul_game}, seed {seed}, "
        f"where the options were {listed(state.foul_legal)}"
    )
