"""The colours that documents share: an outcome has the same one everywhere."""

from collections.abc import Sequence

OUTCOMES = ("#2878b5", "#d1622b", "#8a6fb0", "#3f9b78", "#c2a01e", "#c05a8b", "#6b7785", "#5aa9c9")
"""A colour an outcome, in the game's order; they differ in lightness too."""
DIVERGING = (OUTCOMES[1], "#f4f1ea", OUTCOMES[0])
"""A share of the leading outcome far below, at and far above one half."""
DARK, LIGHT, GUIDE = "#1d2530", "#ffffff", "#8a8f98"


def of_outcomes(outcomes: Sequence[str]) -> dict[str, str]:
    """A colour for each outcome, by its place in the game's order."""
    return {outcome: OUTCOMES[position % len(OUTCOMES)] for position, outcome in enumerate(outcomes)}
