"""Who may have something to say, and when: the rest is not asked, since its answer would be silence."""

from collections.abc import Mapping

from kernels.werewolf.roles import ROLES

MOMENTS = ("claim", "answer", "defend")
"""The moments of talk, by the decision that is asked."""
VILLAGE = {"seer": ("claim", "answer", "defend"), "medium": ("claim", "defend"), "knight": ("defend",)}
SPEAKERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "seer-leads": VILLAGE,
    "reading": VILLAGE,
    "counter": {row.name: ("answer",) for row in ROLES},
}
"""Policy -> role -> the moments at which a seat may claim; policies that are not here never talk."""
LISTED = ("seer-leads", "reading", "hunting", "counter", "hide")
"""The policies that vote by a list of which everyone knows the most (`kernels/village/lists.py`)."""
DEAF = ("random", "quiet", "stealth", "bloc")
"""The policies that neither talk nor listen."""


def listens(policy: str) -> bool:
    """Whether a policy asks what was said, or votes by any list; a designer's own may."""
    return policy not in DEAF


def votes_by_list(policy: str) -> bool:
    """Whether a policy votes by such a list."""
    return policy in LISTED


def may_speak(policy: str, role: str, moment: str) -> bool:
    """Whether a seat of a built-in policy that holds `role` may claim something at `moment`."""
    return moment in SPEAKERS.get(policy, {}).get(role, ())
