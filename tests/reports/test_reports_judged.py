"""What a check came to, in documents that others read: JUnit, Markdown, annotations, the terminal."""

from dataclasses import replace
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from reports import Page, annotations, judged, judged_markdown, junit
from reports.verdicts import CHANGED, IDENTICAL, NEW, SAME, UNDECIDED, Finding, Judgement, Verdict, worst_first

NASTY = 'a <b> & "c" | `d` ü \x07 x'


def finding(verdict: str, difference: float = 0.02) -> Finding:
    now = round(1000 * (0.5 + difference))
    return Finding("villagers", 500, now, 1000, 1000, difference, 0.001, 0.005, "unpaired", 0.01, verdict, 5000)


def verdict(kind: str, name: str = "players 8", **more: object) -> Verdict:
    findings = (finding(kind),) if kind in (CHANGED, UNDECIDED, SAME) else ()
    return Verdict("abc", name, kind, findings, fails=kind == CHANGED, **more)


def judgement(*verdicts: Verdict) -> Judgement:
    return Judgement("base.json", "T", "Werewolf", "How.", verdicts, 0.005, {"villagers": "village wins"}, 2.0, 1)


def shown(document: object, width: int) -> str:
    console = Console(file=StringIO(), width=width)
    console.print(document)
    return console.file.getvalue()


def test_the_worst_comes_first() -> None:
    small = Verdict("s", "small", CHANGED, (finding(CHANGED, 0.01),), fails=True)
    big = Verdict("b", "big", CHANGED, (finding(CHANGED, -0.2),), fails=True)
    order = worst_first([verdict(IDENTICAL), verdict(SAME), verdict(NEW), verdict(UNDECIDED), small, big])
    assert [one.verdict for one in order] == [CHANGED, CHANGED, UNDECIDED, NEW, SAME, IDENTICAL]
    assert order[0] is big


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_terminal_shows_what_changed_and_by_how_much(width: int) -> None:
    text = " ".join(
        shown(judged.document([judgement(verdict(CHANGED), verdict(IDENTICAL))], Page(width)), width).split()
    )
    assert "Of 2 setups: 1 changed and 1 identical." in text
    if width >= 80:
        assert "players 8 changed village wins 50.00 % 52.00 % +2.00 pp ± 0.20" in text


def test_nothing_to_tell_is_told() -> None:
    assert judged.answer(judgement(verdict(IDENTICAL))) == "Nothing has changed: 1 setup, the very same games."
    assert (
        judged.answer(judgement(verdict(SAME), verdict(IDENTICAL))) == "Nothing that matters has changed in 2 setups."
    )
    assert "5,000 games a setup" in " ".join(judged.notes(judgement(verdict(UNDECIDED))))


def test_junit_counts_and_escapes() -> None:
    cases = [
        verdict(CHANGED, NASTY),
        verdict(UNDECIDED),
        verdict(IDENTICAL),
        replace(verdict(NEW), warns=True, note="n"),
    ]
    root = ElementTree.fromstring(junit.document([judgement(*cases)]))
    (suite,) = root
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped", "time")} == {
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "2",
        "time": "2.000",
    }
    assert suite[0].get("name") == 'a <b> & "c" | `d` ü  x (abc)'
    failure = suite[0].find("failure")
    assert failure is not None
    assert failure.text == "changed\nvillage wins: 50.00 % before, 52.00 % now, +2.00 pp ± 0.20 (changed)"
    assert suite[1].find("skipped") is not None
    assert suite[2].find("skipped") is None
    assert suite[3].findtext("system-out") == "warning: new: n"


def test_a_summary_stays_below_a_mebibyte_and_says_what_it_left_out() -> None:
    many = judgement(*(verdict(CHANGED, f"players {k} {NASTY * 8}") for k in range(8000)))
    text = judged_markdown.document([many, many])
    assert len(text.encode()) < judged_markdown.MOST_BYTES
    assert "lines more" in text
    assert "8,000 changed" in text
    short = judged_markdown.document([judgement(verdict(CHANGED, NASTY))])
    assert "lines more" not in short
    assert r"| a \<b\> & " in short


def test_a_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "step.md"
    path.write_text("before\n")
    judged_markdown.append(path, [judgement(verdict(CHANGED))])
    assert path.read_text().startswith("before\n## base.json")
    full = tmp_path / "full.md"
    full.write_text("x" * (judged_markdown.MOST_BYTES - 10))
    judged_markdown.append(full, [judgement(verdict(CHANGED))])
    assert full.stat().st_size < judged_markdown.MOST_BYTES


def test_annotations_are_ten_of_a_kind_and_escaped() -> None:
    many = judgement(*(verdict(CHANGED, f"a, b: {k} %") for k in range(12)))
    lines = annotations.lines([many])
    assert len(lines) == annotations.MOST
    assert lines[0].startswith("::error title=base.json%3A a%2C b%3A 0 %25::changed; village wins 50.00 %25")
    assert lines[-1] == "::error title=balance check::and 3 setups more"
    assert annotations.lines([judgement(replace(verdict(NEW), warns=True))])[0].startswith("::warning ")
    assert annotations.lines([judgement(verdict(IDENTICAL))]) == []
