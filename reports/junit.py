"""A check as JUnit XML, which CI systems read: a suite for each baseline, a test case for each setup.

Source: the attributes are those that Jenkins' schema and pytest's `xunit2` family have in common.
"""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from reports import files, judged, wording
from reports.verdicts import MISSING, NEW, UNDECIDED, Judgement, Verdict


def write(path: Path, judgements: Sequence[Judgement]) -> None:
    """Write the document; raises `ReportMistake` where it cannot be written."""
    with files.whole(path) as part:
        part.write_bytes(document(judgements))


def document(judgements: Sequence[Judgement]) -> bytes:
    """The document, in UTF-8."""
    root = ElementTree.Element("testsuites")
    for judgement in judgements:
        root.append(_suite(judgement))
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _suite(judgement: Judgement) -> ElementTree.Element:
    verdicts = judgement.verdicts
    failed = sum(verdict.fails for verdict in verdicts)
    suite = ElementTree.Element(
        "testsuite",
        name=wording.one_line(judgement.baseline),
        tests=str(len(verdicts)),
        failures=str(failed),
        errors="0",
        skipped=str(sum(_skipped(verdict) for verdict in verdicts)),
        time=f"{judgement.seconds:.3f}",
    )
    for verdict in verdicts:
        suite.append(_case(judgement, verdict))
    return suite


def _skipped(verdict: Verdict) -> bool:
    return not verdict.fails and verdict.verdict in (UNDECIDED, NEW, MISSING)


def _case(judgement: Judgement, verdict: Verdict) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=wording.one_line(judgement.baseline),
        name=wording.one_line(f"{verdict.name} ({verdict.cell})"),
        time=f"{judgement.seconds / max(1, len(judgement.verdicts)):.3f}",
    )
    told = _told(judgement, verdict)
    if verdict.fails:
        failure = ElementTree.SubElement(case, "failure", message=wording.one_line(told), type=verdict.verdict)
        failure.text = wording.printable(told)
    elif _skipped(verdict):
        ElementTree.SubElement(case, "skipped", message=wording.one_line(told))
    if verdict.warns:
        ElementTree.SubElement(case, "system-out").text = wording.printable(f"warning: {told}")
    return case


def _told(judgement: Judgement, verdict: Verdict) -> str:
    """A verdict and what it rests on, a line for each outcome."""
    lines = [f"{verdict.verdict}{': ' if verdict.note else ''}{verdict.note}"]
    for finding in verdict.findings:
        outcome, before, now, difference = judged.cells_of(finding, judgement.outcomes)
        lines.append(f"{outcome}: {before} before, {now} now, {difference} ({finding.verdict})")
    return "\n".join(lines)
