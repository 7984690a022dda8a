"""What an export leaves out, and how to get it: tables with many rows, games that were not kept one by one."""

from collections.abc import Sequence
from dataclasses import replace

from reports import flat, runs, wording
from reports.results import Results


def brief(run: Results) -> Results:
    """A run without its tables of many rows, which are left unread."""
    left = [name for name in run.about.details if name in run.tables]
    tables = {name: table for name, table in run.tables.items() if name not in left}
    return replace(run, tables=tables, unread=(*left, *run.unread))


def notes(results: Sequence[Results], table: str | None = None) -> list[str]:
    """What is left out, a sentence each.

    Args:
        table: the one that is written; nothing for all that are read.
    """
    unread = list(dict.fromkeys(name for run in results for name in run.unread))
    told = [_unread(unread)] if unread and table is None else []
    return [*told, *(_unkept(results) if table in (None, flat.GAMES) else [])]


def _unread(names: Sequence[str]) -> str:
    tables, are, have = ("table", "is", "it has") if len(names) == 1 else ("tables", "are", "they have")
    return (
        f"The {tables} {wording.listed(names)} {are} left out, since {have} many rows: --table {names[0]} writes one "
        "alone, --all-tables every table there is."
    )


def _unkept(results: Sequence[Results]) -> list[str]:
    """Which runs kept fewer games than they played."""
    told = []
    for name, run in zip(runs.names(results), results, strict=True):
        played = int(run.tables["cells"]["games"].sum())
        if flat.GAMES in run.tables and (kept := run.tables[flat.GAMES].height) < played:
            of = f" of {name}" if len(results) > 1 else ""
            told.append(
                f"The table {flat.GAMES}{of} has {wording.count(kept)} of the {wording.count(played)} games played; "
                f"{flat.KEEP_THEM} for the others."
            )
    return told
