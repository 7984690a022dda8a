"""A terminal's documents: text stays text, in characters that can be shown, replaced before anything is measured."""

import ast
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import HealthCheck, given, settings

import reports
from reports import Page, compared, judged, plain, show, sweep_table, targets, wording
from reports.compared import Comparison, Pair
from reports.results import Results
from reports.targets import FAIL, Aim
from reports.terminal import summary
from reports.verdicts import CHANGED, Finding, Judgement, Verdict
from texts import TRAPS, printable

Make = Callable[..., Results]
SHARED_FIXTURE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
OURS = [Path(reports.__file__).parents[1] / name for name in ("balance", "kernels", "reports", "scenarios")]


def shown(document: object) -> str:
    """What is printed where there is no terminal."""
    stream = io.StringIO()
    show(document, stream)
    return stream.getvalue()


def finding() -> Finding:
    return Finding("villagers", 500, 520, 1000, 1000, 0.02, 0.001, 0.005, "unpaired", 0.01, CHANGED, 5000)


@SHARED_FIXTURE
@given(text=printable, other=printable)
def test_labels_titles_and_names_are_shown_as_they_are(make: Make, text: str, other: str) -> None:
    run = make([{"label": text}, {"label": other + "2"}], ["label"], title=other, name=text)
    for document in (sweep_table(run), summary([run, replace(run, name=other + "3")])):
        assert wording.one_line(text) in shown(document)
        assert wording.one_line(other) in shown(document)


@settings(deadline=None, max_examples=50)
@given(text=printable, other=printable)
def test_what_is_judged_and_compared_is_named_as_it_is(text: str, other: str) -> None:
    verdict = Verdict("abc", text, CHANGED, (finding(),), note=f"differs in {other}", fails=True)
    judgement = Judgement(other, text, "Werewolf", f"How {text}.", [verdict], 0.005, {}, 2.0, 1)
    aim = Aim(text, "abc", other, "village wins", "", 0.4, 0.6, 0.3, 100, FAIL)
    comparison = Comparison(
        text, other, "Werewolf", "label", "How", [Pair("a", "b", text, (finding(),))], (text,), (other,), {}
    )
    page = Page()
    for document in (
        judged.document([judgement], page),
        targets.document([aim], page),
        compared.document(comparison, page),
    ):
        assert wording.one_line(text) in shown(document)
        assert wording.one_line(other) in shown(document)


@pytest.mark.parametrize("text", TRAPS)
def test_a_terminal_finds_no_markup_in_what_is_handed_to_it_as_it_stands(text: str) -> None:
    assert shown(text) == f"{text}\n"


def test_plain_characters_are_in_place_before_a_table_is_laid_out(grid: Results) -> None:
    lines = _plain_lines(sweep_table(grid, Page(encoding="ascii")))
    heading, rule, *rows = lines[2:]
    assert set(rule) == {"-"}
    assert all(len(row) == len(rule) for row in rows)
    assert "+- 0.4" in rows[0]
    assert all(row.isascii() and "?" not in row for row in (heading, *rows))


def test_a_narrow_terminal_of_plain_characters_loses_no_figure(grid: Results) -> None:
    lines = _plain_lines(sweep_table(grid, Page(50, "ascii")))
    assert max(map(len, lines)) <= 120  # the first line is text, which a terminal wraps
    assert sum(line.count("+-") for line in lines) == sum(line.count("+-") for line in _plain_lines(sweep_table(grid)))


def _plain_lines(document: Any) -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=plain.ERRORS)
    show(document, stream)
    stream.seek(0)
    return [line.rstrip() for line in stream.read().splitlines()]


def test_every_character_of_ours_has_a_plain_one() -> None:
    ours = {letter for folder in OURS for file in folder.rglob("*.py") for letter in _letters_shown(file)}
    assert ours
    signs = {letter for letter in ours if not letter.isascii() and category(letter)[0] not in "LC"}
    assert signs <= set(plain.PLAIN)


def _letters_shown(file: Path) -> Iterator[str]:
    """The characters of a file's texts, those that only its readers see (docstrings) too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value


def test_json_writes_every_character_in_plain_ones() -> None:
    text = '{"a": "± 狼 🐺"}'
    assert text.encode("ascii", "json").decode() == '{"a": "\\u00b1 \\u72fc \\ud83d\\udc3a"}'


def test_markup_is_off_on_a_terminal_too() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    show("[/x] :wolf:", stream)
    assert stream.getvalue() == "[/x] :wolf:\n"
