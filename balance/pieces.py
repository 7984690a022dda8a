"""Which games are still to be played: a cell's games cut in blocks, less what is stored."""

from collections.abc import Iterable

BLOCK = 1000
"""Games a block: block k is the games 1000 k .. 1000 k + 999 of a cell, the same in every run and on any machine."""

Span = tuple[int, int]
"""Consecutive games: the first, and one past the last."""


def missing(games: int, stored: Iterable[Span]) -> list[Span]:
    """The spans of 0..games - 1 that are not stored, in order."""
    gaps, reached = [], 0
    for first, after in sorted(stored):
        if first > reached:
            gaps.append((reached, min(first, games)))
        reached = max(reached, after)
        if reached >= games:
            break
    if reached < games:
        gaps.append((reached, games))
    return [(first, after) for first, after in gaps if first < after]


def overlapping(stored: Iterable[Span]) -> bool:
    """Whether any game is stored twice."""
    reached = 0
    for first, after in sorted(stored):
        if first < reached:
            return True
        reached = after
    return False


def edges(span: Span) -> list[int]:
    """A span cut at the blocks' borders: the first game of each piece, then one past the last."""
    first, after = span
    return [first, *range((first // BLOCK + 1) * BLOCK, after, BLOCK), after]


def start_of(span: Span, blocks: int) -> Span:
    """The part of a span that ends with the `blocks`-th block's border, or the whole of a shorter one."""
    first, after = span
    return first, min(after, (first // BLOCK + blocks) * BLOCK)
