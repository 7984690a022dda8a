"""The one table that every report shows: a row a setup, what was swept first, then shares and lengths."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from reports import changes, difference, wording
from reports.changes import Change
from reports.results import About
from reports.sweep import Share, Sweep

AGAINST, MEAN_LENGTH, GAMES = "against", ("mean", "length"), ("games",)
SAME_GAMES, UNSURE = "same games", "~"

Text = tuple[str, ...]
"""What may stand in one line, or a part a line: a share and its interval, a heading's words."""


@dataclass(frozen=True)
class Column:
    """A column of the table.

    Attributes:
        kind: whether it tells setups apart, shows an outcome's share, or anything else.
        numeric: whether it stands right.
        texts: one for each setup.
        unit: what follows each of them; nothing for most columns.
    """

    kind: Literal["setup", "share", "more"]
    heading: Text
    numeric: bool
    texts: Sequence[Text]
    unit: str = ""

    @property
    def title(self) -> str:
        """The heading in one line."""
        return " ".join(self.heading)

    @property
    def lines(self) -> list[str]:
        """The texts in one line each, with their unit."""
        return [" ".join(filter(None, (*parts, self.unit))) for parts in self.texts]


def columns(sweep: Sweep, with_percentile: bool = False) -> list[Column]:
    """The columns of the table.

    Args:
        with_percentile: whether one tells when 95 % of the games are over.
    """
    return list(_columns(sweep, with_percentile))


def _columns(sweep: Sweep, with_percentile: bool) -> Iterator[Column]:
    about, cells = sweep.about, sweep.cells
    for axis in sweep.axes:
        yield Column("setup", (axis.name,), axis.numeric, [(cell.setup[axis.name],) for cell in cells])
    changed = changes.of(sweep)
    for outcome in sweep.outcomes:
        shares = [share_text(cell.shares.get(outcome)) for cell in cells]
        yield Column("share", tuple(sweep.titles[outcome].split()), True, shares)
        if outcome == sweep.leading:
            yield from _judged(sweep, changed)
    means = [(f"{cell.length:.1f}",) for cell in cells]
    yield Column("more", MEAN_LENGTH, True, means, wording.plural(about.length_unit))
    if with_percentile:
        by = [(f"{about.length_unit} {cell.length_p95}",) for cell in cells]
        yield Column("more", ("95 % by",), True, by)
    if not sweep.games_each:
        yield Column("more", GAMES, True, [(wording.count(cell.games),) for cell in cells])


def _judged(sweep: Sweep, changed: Mapping[str, Change]) -> Iterator[Column]:
    """What stands beside the leading outcome's share: the answer to what was asked, and what a change does."""
    if sweep.goal.asked:
        yield Column("more", ("in", f"{sweep.goal.band}?"), False, [(cell.answer,) for cell in sweep.cells])
    if changed:
        against = (AGAINST, changes.base_name(sweep))
        yield Column("more", against, True, [_change(changed.get(cell.key)) for cell in sweep.cells])


def share_text(share: Share | None) -> Text:
    """A share and its interval; the mark for no value where there is none."""
    return wording.share_parts(share.rate, share.low, share.high) if share else (wording.NO_VALUE,)


def _change(change: Change | None) -> Text:
    """What a change does to the leading outcome's share, and its interval; nothing for the unchanged setup."""
    if change is None:
        return ("",)
    if change.no_game_differs:
        return (SAME_GAMES,)
    size, interval = wording.signed_parts(change.difference.size, change.difference.half_width)
    return (size if change.is_sure else f"{UNSURE} {size}", interval)


def unfinished(sweep: Sweep) -> str:
    """That not all is played that was asked for; nothing if it is."""
    if sweep.is_finished:
        return ""
    partly = sum(not cell.finished for cell in sweep.cells)
    are = "is" if len(sweep.cells) == 1 else "are"
    told = f"{len(sweep.cells)} of {wording.counted(sweep.asked, 'setup')} {are} played"
    if partly:
        told += f", {partly} of them in part" if len(sweep.cells) > 1 else " in part"
    return f"Unfinished: {told}; the command at the end goes on."


def effort(sweep: Sweep) -> str:
    """How much was played: "16 setups of Werewolf, 100,000 games each, seed 1."; and who is dealt what, if that is the
    same in all of them."""
    game, total = sweep.about.game_title, wording.counted(sum(cell.games for cell in sweep.cells), "game")
    if sweep.asked == 1:
        played = f"{total} of {game}"
    else:
        of = f"{len(sweep.cells)} of " if len(sweep.cells) < sweep.asked else ""
        each = f"{wording.counted(sweep.games_each, 'game')} each" if sweep.games_each else f"{total} in all"
        played = f"{of}{wording.counted(sweep.asked, 'setup')} of {game}, {each}"
    dealt = f" Dealt: {sweep.dealt}." if sweep.dealt else ""
    return f"{played}, seed {sweep.about.seed}.{dealt}"


def notes(sweep: Sweep) -> list[str]:
    """What a reader must know to read the table: intervals, differences, outcomes, lengths, names."""
    told = [f"{wording.INTERVALS} {wording.HALF_WIDTH}"]
    if changed := changes.of(sweep):
        base = changes.base_name(sweep)
        told.append(
            f"{wording.capital(AGAINST)} {base}: by how many percentage points a change moves “{sweep.leading_title}”. "
            f"{UNSURE} stands where these games cannot tell that from chance. {_differences(sweep)}"
        )
        if any(change.no_game_differs for change in changed.values()):
            told.append(f"“{SAME_GAMES}” stands where no game went differently.")
    if sweep.goal.asked:
        told.append(
            f"Inside or outside {sweep.goal.band} is known at 95 % for all setups together, however often one looks."
        )
    if not changed and len(sweep.led) == 2:
        told.append(_differences(sweep))
    meanings = {outcome.name: wording.plain(outcome.meaning).rstrip(".") for outcome in sweep.about.outcomes}
    if sweep.outcomes:
        told.append(f"Outcomes: {'; '.join(f'{sweep.titles[name]}: {meanings[name]}' for name in sweep.outcomes)}.")
    if sweep.about.length_meaning:
        told.append(f"Length: {wording.plain(sweep.about.length_meaning).rstrip('.')}.")
    if any(len(cell.shares) < len(sweep.outcomes) for cell in sweep.cells):
        told.append(f"{wording.NO_VALUE} stands where a setup cannot yield an outcome.")
    told.extend(f"{word}: {meaning}." for word, meaning in sweep.glossary.items())
    return told


def _differences(sweep: Sweep) -> str:
    """How differences have their intervals."""
    methods = [difference.METHODS[name] for name in sweep.methods]
    told = "Differences have intervals that hold for all of them together at 95 %"
    return f"{told}: {wording.listed(methods, 'or')}."


def reproduction(about: About) -> tuple[str, str]:
    """The command that makes a run again, and what else that takes: seed and versions."""
    versions = [f"{program} {version}" for program, version in about.versions.items()]
    made = f"seed {about.seed}; {', '.join(versions)}; made on {about.created}"
    return wording.one_line(about.command), made
