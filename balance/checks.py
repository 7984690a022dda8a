"""The check of a designer's own policy: whether it reads only what its seat knows."""

from pathlib import Path
from typing import TYPE_CHECKING

from balance.interrupts import apart
from balance.sweep import announce_own, load
from kernels import policy_files
from kernels.game import Game, Play
from kernels.mistakes import Mistake

if TYPE_CHECKING:
    from kernels.kernel import Checked

FAILED = 1
"""The exit code of a check that found something."""
SEED = 1


def check(game: Game, name: str, quiet: bool = False) -> "Checked":
    """Ask the policy `FILE.py:FUNCTION`, its file in the working folder, a few thousand questions.

    Raises:
        Mistake: there is no such policy, it cannot be compiled, or the game has no check.
    """
    if not policy_files.is_own(name):
        raise Mistake(f"--check takes a policy of your own, FILE.py:FUNCTION, not {name!r}")
    policy = policy_files.describe(name, [Path()])
    load(game, quiet)
    announce_own(Play(policy.name, (), policy.file, policy.digest), quiet)
    kernel = game.load()
    if kernel.check is None:
        raise Mistake(f"{game.title} has no check of policies")
    look = kernel.check
    return apart(lambda: look(policy, SEED))


def sentence(checked: "Checked") -> str:
    """What came of a check, for people."""
    if checked.fault:
        return f"{checked.fault}."
    return f"{checked.policy} answered {checked.questions:,} questions; it read nothing that its seat cannot know."
