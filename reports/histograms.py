"""Bars of how long games last, the same for all setups that stand side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

COVERED = 0.995
"""How much of every setup's games the bars show at least."""
MOST_BARS = 40


@dataclass(frozen=True)
class Bar:
    """The share of a setup's games with this outcome and a length in first..last."""

    outcome: str
    first: int
    last: int
    share: float


@dataclass(frozen=True)
class Histograms:
    """How long games last in some setups.

    Attributes:
        bars: cell -> its bars.
        shortest, longest: the lengths that the bars reach from and to.
        cut: whether some games last longer than that.
        highest: the share of the highest pile of bars.
    """

    bars: Mapping[str, Sequence[Bar]]
    shortest: int
    longest: int
    cut: bool
    highest: float


def of(cells: Sequence[str], lengths: "pl.DataFrame") -> Histograms:
    """The histograms of some cells: a bar a length, wider ones where there would be too many.

    Args:
        lengths: (cell, outcome, length, count).
    """
    import polars as pl

    count, length = pl.col("count"), pl.col("length")
    played = lengths.filter(pl.col("cell").is_in(cells), count > 0)
    covered = (
        played.group_by("cell", "length")
        .agg(count.sum())
        .sort("length")
        .with_columns(covered=count.cum_sum().over("cell") / count.sum().over("cell"))
        .filter(pl.col("covered") >= COVERED)
    )
    longest = max(covered.group_by("cell").agg(length.min())["length"].to_list())
    shortest = min(played["length"].to_list())
    width = -(-(longest - shortest + 1) // MOST_BARS)
    longest = shortest + -(-(longest - shortest + 1) // width) * width - 1
    piles = (
        played.with_columns(
            share=count / count.sum().over("cell"), first=shortest + (length - shortest) // width * width
        )
        .filter(length <= longest)
        .group_by("cell", "outcome", "first", maintain_order=True)
        .agg(pl.col("share").sum())
    )
    bars: dict[str, list[Bar]] = {cell: [] for cell in cells}
    heights: dict[tuple[str, int], float] = {}
    for cell, outcome, first, share in piles.iter_rows():
        bars[cell].append(Bar(outcome, first, first + width - 1, share))
        heights[cell, first] = heights.get((cell, first), 0.0) + share
    return Histograms(bars, shortest, longest, max(played["length"].to_list()) > longest, max(heights.values()))
