"""Two runs held against each other, as people read it: any text stays text, and what differs is said once."""

import io

import pytest
from rich.console import Console

from reports import Page
from reports.compared import Comparison, Differs, Pair, apart, document
from reports.verdicts import CHANGED, Finding


def _comparison(before: str, after: str, name: str, *differs: Differs) -> Comparison:
    finding = Finding("villagers", 10, 90, 100, 100, 0.8, 0.05, 0.0, "unpaired", 0.001, CHANGED)
    pairs = [Pair("1", "2", name, (finding,))]
    told = ("one more",), ("another",), {"villagers": "village wins"}
    return Comparison(before, after, "Werewolf", "one setup each", "~ for nothing.", pairs, *told, differs)


def _shown(comparison: Comparison) -> str:
    stream = io.StringIO()
    Console(file=stream, width=400, color_system=None).print(document(comparison, Page()))
    return stream.getvalue()


@pytest.mark.parametrize("text", ["[old2]", "[/x]", ":wolf:", "[red]a[/red]", "\\[b]", "<b>", "👩‍👩‍👧 שלום"])
def test_any_text_is_shown_as_it_is(text: str) -> None:
    shown = _shown(_comparison(text, f"{text}!", f"setup {text}", Differs("reveal", (text,), ("none",))))
    lines = shown.splitlines()
    (heading,) = [line for line in lines if "outcome" in line and "difference" in line]
    assert heading.split()[2:-1] == [*text.split(), *f"{text}!".split()]
    assert f"Before ({text}): reveal {text}; now ({text}!): reveal none." in lines
    assert f"Only in {text}: one more." in lines
    assert any(line.strip().startswith(f"setup {text} ") for line in lines)


def test_text_stays_in_its_line() -> None:
    shown = _shown(_comparison("two\nlines", "after", "a\nb\x1b[31m"))
    assert "two lines" in shown
    assert "a b[31m" in shown


BUNDLES = (Differs("policy", ("casual",), ("blind",)), Differs("policy.village", ("seer-leads",), ("random",)))
OWN = (
    Differs("policy", ("casual",), ()),
    Differs("policy.village", ("seer-leads",), ("reading skill=2",)),
    Differs("policy.village.skill", (), ("2",)),
)


@pytest.mark.parametrize(
    ("differs", "told"),
    [
        ((), ""),
        (BUNDLES, "Before (a): policy casual; now (b): policy blind."),
        (OWN, "Before (a): policy.village seer-leads; now (b): policy.village reading skill=2."),
        (
            (Differs("werewolves", ("1", "2", "3", "4", "5"), ("1", "2")),),
            "Before (a): werewolves 1, 2, 3 or 2 more; now (b): werewolves 1 or 2.",
        ),
        ((Differs("policy.seat1", (), ("random",)),), "Before (a): none of these; now (b): policy.seat1 random."),
    ],
)
def test_what_differs_is_said_once(differs: tuple[Differs, ...], told: str) -> None:
    assert apart(_comparison("a", "b", "players 8", *differs)) == told
