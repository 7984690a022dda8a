"""What was compiled before is loaded only if it is as it was written; else it is compiled once more."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

import kernels
from damage import DAMAGES
from kernels import cache, jit, sound
from kernels.jit import COMPILED
from kernels.sound import State

FILES = ("there/code.nbi", "there/code.1.nbc")
compiled_only = pytest.mark.skipif(not COMPILED, reason="plain Python needs no compiling")
every_damage = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    return tmp_path


class Compiler:
    """Stands in for Numba: takes what it finds, or writes it; `times` says how often it had to."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, place: Path) -> list[bytes]:
        files = [place / file for file in FILES]
        if not all(file.exists() for file in files):
            self.times += 1
            (place / "there").mkdir(exist_ok=True)
            for file in files:
                file.write_bytes(bytes(range(200)) * 3)
        return [file.read_bytes() for file in files]


@pytest.mark.plain
@every_damage
@pytest.mark.parametrize("file", [f"own/a/{file}" for file in FILES] + ["own/a.compiled"])
def test_whatever_is_damaged_is_compiled_once_more(folder: Path, file: str, damage: Callable[[bytes], bytes]) -> None:
    compiler = Compiler()
    assert sound.state("own/a") is State.ABSENT
    made = sound.load("own/a", compiler)
    assert sound.state("own/a") is State.SOUND
    path = folder / file
    path.write_bytes(damage(path.read_bytes()))
    assert sound.state("own/a") is State.DAMAGED
    assert sound.load("own/a", compiler) == made
    assert sound.load("own/a", compiler) == made
    assert compiler.times == 2
    assert sound.state("own/a") is State.SOUND


@pytest.mark.plain
def test_what_lies_beside_it_is_left_alone(folder: Path) -> None:
    for name in ("one", "own/a", "own/b"):
        sound.load(name, Compiler())
    (folder / "own/a" / FILES[1]).unlink()
    sound.load("own/a", Compiler())
    assert [sound.state(name) for name in ("one", "own/a", "own/b")] == [State.SOUND] * 3


@pytest.mark.plain
def test_what_is_compiled_for_another_machine_too_is_noted(folder: Path) -> None:
    def another(place: Path) -> None:
        (place / "there/code.2.nbc").write_bytes(b"for another processor")

    sound.load("one", Compiler())
    sound.load("one", another)
    assert sound.state("one") is State.SOUND
    (folder / "one/there/code.2.nbc").write_bytes(b"for yet another one")
    assert sound.state("one") is State.DAMAGED


@pytest.mark.plain
def test_a_marker_that_is_gone_means_compiling_again(folder: Path) -> None:
    compiler = Compiler()
    sound.load("one", compiler)
    (folder / "one.compiled").unlink()
    assert sound.state("one") is State.ABSENT
    sound.load("one", compiler)
    assert compiler.times == 2


@pytest.mark.plain
def test_of_several_at_once_one_compiles() -> None:
    compiler = Compiler()

    def slowly(place: Path) -> list[bytes]:
        sleep(0.05)
        return compiler(place)

    with ThreadPoolExecutor(4) as executor:
        made = list(executor.map(lambda _: sound.load("one", slowly), range(4)))
    assert compiler.times == 1
    assert made == [made[0]] * 4


@pytest.mark.plain
def test_several_that_find_it_out_of_date_leave_a_marker_that_fits() -> None:
    """Numba finds sound files of sources of another date, and every process compiles them anew."""
    sound.load("one", Compiler())

    def anew(number: int) -> None:
        def build(place: Path) -> None:
            sleep(0.01 * number)
            (place / FILES[1]).write_bytes(bytes(100_000 + number))

        sound.load("one", build)

    with ThreadPoolExecutor(6) as executor:
        list(executor.map(anew, range(6)))
    assert sound.state("one") is State.SOUND


@pytest.mark.plain
def test_what_can_be_neither_used_nor_thrown_away_is_compiled_elsewhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    compiler = Compiler()
    made = sound.load("one", compiler)
    (folder / "one" / FILES[0]).write_bytes(b"")
    monkeypatch.setattr(sound, "rmtree", refuse)
    monkeypatch.setenv("TMPDIR", str(folder))
    assert sound.load("one", compiler) == made
    assert compiler.times == 2
    assert (folder / "one" / FILES[0]).read_bytes() == b""


def test_the_rules_of_a_game_are_kept_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    monkeypatch.setattr(jit, "COMPILED", True)
    monkeypatch.setattr(sound, "load", lambda name, _build: names.append(name))

    def play(number: int) -> int:
        return number

    play.__module__ = "kernels.werewolf.play"
    jit.entry(jit.int64(jit.int64))(play)
    assert names == [kernels.game("werewolf").name]
    assert not list(folder.iterdir())


@compiled_only
@every_damage
@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc", "*.compiled"])
def test_an_entry_is_right_whatever_was_damaged(folder: Path, kind: str, damage: Callable[[bytes], bytes]) -> None:
    def doubled(number):  # type: ignore[no-untyped-def]
        return 2 * number

    doubled.__module__ = "kernels.tiny.play"
    entry = jit.entry(jit.int64(jit.int64))
    assert entry(doubled)(21) == 42
    (path,) = folder.rglob(kind)
    path.write_bytes(damage(path.read_bytes()))
    assert sound.state("tiny") is State.DAMAGED
    assert entry(doubled)(21) == 42
    assert sound.state("tiny") is State.SOUND
    hits = entry(doubled).stats.cache_hits  # type: ignore[attr-defined]
    assert sum(hits.values()) == 1
