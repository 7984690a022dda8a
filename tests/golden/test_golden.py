"""Transcripts that a person can read, kept: the same game must tell the same story tomorrow.

Each file names its setup, seed, game number and the kernel version that told it. To add one, write a file with the
first four lines of a header and renew: `python -m pytest tests/golden --renew`.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

import kernels
from kernels import driver
from tables import named, table

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.txt"))
RENEW = "python -m pytest tests/golden --renew"


@dataclass(frozen=True)
class Golden:
    """A kept transcript: which game it is, and its text below the header."""

    game: str
    setup: str
    seed: int
    number: int
    version: int
    text: str

    @classmethod
    def read(cls, file: Path) -> "Golden":
        """The transcript in `file`; what its header lacks is empty."""
        header, _, text = file.read_text(encoding="utf-8").partition("\n\n")
        said = dict(line.split(maxsplit=1) for line in header.splitlines())
        return cls(
            said["game"], said["setup"], int(said["seed"]), int(said["number"]), int(said.get("version", 0)), text
        )

    def write(self, file: Path) -> None:
        """Keep the transcript in `file`."""
        header = [
            f"game     {self.game}",
            f"setup    {self.setup}",
            f"seed     {self.seed}",
            f"number   {self.number}",
            f"version  {self.version}",
        ]
        file.write_text("\n".join(header) + "\n\n" + self.text, encoding="utf-8")

    @property
    def replay(self) -> driver.Replay:
        """The game, played now."""
        return driver.replay(table(self.setup, self.game), self.seed, self.number)

    def told_now(self) -> "Golden":
        """The same game as the kernel tells it today."""
        laid, replay = table(self.setup, self.game), self.replay
        lines = laid.kernel.tell(laid.setup, laid.seating, list(replay.events))
        ended = f"{replay.outcome} by {replay.end}, {laid.game.length_unit} {replay.length}"
        last = f"{ended}, final state {replay.final:016x}"
        text = "\n".join([*lines, "", last, ""])
        return Golden(self.game, self.setup, self.seed, self.number, laid.game.version, text)


def named_by_file(file: Path) -> str:
    """How a test of `file` is called."""
    return f"{file.parent.name}-{file.stem}"


@pytest.mark.plain
@pytest.mark.parametrize("file", FILES, ids=named_by_file)
def test_the_story_is_still_the_same(file, request):
    kept = Golden.read(file)
    now = kept.told_now()
    if request.config.getoption("--renew"):
        now.write(file)
        return
    assert kept.game == file.parent.name
    assert kept.version == now.version, f"told by version {kept.version}, the kernel has {now.version}: {RENEW}"
    assert kept.text == now.text, (
        f"the same seed tells another story: bump the kernel's version in kernels/{kept.game}/spec.py "
        f"(if only the story's wording changed, leave it), then {RENEW}"
    )


@pytest.mark.plain
@pytest.mark.parametrize("game", kernels.names())
def test_the_stories_tell_of_everything(game):
    """Between them a game's transcripts have every event, outcome and end."""
    kept = [Golden.read(file) for file in FILES if file.parent.name == game]
    replays = [each.replay for each in kept]
    laid = table(kept[0].setup, game)
    assert {event for replay in replays for event, _, _ in named(laid, replay.events)} == {
        kind.name for kind in laid.kernel.events
    }
    assert {replay.outcome for replay in replays} == {outcome.name for outcome in laid.game.outcomes}
    assert {replay.end for replay in replays} == {end.name for end in laid.game.ends}
