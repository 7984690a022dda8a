"""The check of a designer's own policy: whether it reads only what its seat knows."""

from dataclasses import dataclass
from pathlib import Path

from balance.sweep import load
from kernels import policy_files
from kernels.game import Game
from kernels.mistakes import Mistake

FAILED = 1
"""The exit code of a check that found something."""
SEED = 1


@dataclass(frozen=True)
class CheckedPolicy:
    """What came of a check.

    Attributes:
        policy: `FILE.py:FUNCTION`.
        questions: how many it answered.
        fault: what it did that no policy may, without a full stop; empty if nothing.
    """

    policy: str
    questions: int
    fault: str

    @property
    def sentence(self) -> str:
        """The same for people."""
        answered = f"{self.policy} answered {self.questions:,} questions"
        return f"{self.fault}." if self.fault else f"{answered}; it read nothing that its seat cannot know."


def check(game: Game, name: str, quiet: bool = False) -> CheckedPolicy:
    """Ask the policy `FILE.py:FUNCTION`, its file in the working folder, a few thousand questions.

    Raises:
        Mistake: there is no such policy, it cannot be compiled, or the game has no check.
    """
    if not policy_files.is_own(name):
        raise Mistake(f"--check takes a policy of your own, FILE.py:FUNCTION, not {name!r}")
    policy = policy_files.describe(name, [Path()])
    load(game, quiet)
    kernel = game.load()
    if kernel.check is None:
        raise Mistake(f"{game.title} has no check of policies")
    checked = kernel.check(policy, SEED)
    return CheckedPolicy(policy.name, checked.questions, checked.fault)
