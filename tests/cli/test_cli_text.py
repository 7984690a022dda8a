"""Labels, titles, names of targets and folders of any printable text go through every command that shows them."""

import json
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings

from texts import printable

USAGE, FAILED = 2, 1
FORBIDDEN = "/\0"
"""What no name of a file may hold."""


def scenario(label: str, title: str, target: str) -> str:
    """A scenario of two setups and a target that one of them misses; JSON's texts are TOML's too."""
    quoted = {name: json.dumps(text, ensure_ascii=False) for name, text in (("l", label), ("t", title), ("n", target))}
    return (
        f'game = "werewolf"\ntitle = {quoted["t"]}\ngames = 1000\n[setup]\nplayers = 5\npolicy = "blind"\n'
        f"[[case]]\nlabel = {quoted['l']}\n[[case]]\nlabel = 'another one'\nknight = false\n"
        f'[targets]\n{quoted["n"]} = {{outcome = "villagers", low = 0.99}}\n'
    )


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=8
)
@given(text=printable, title=printable)
@example("[/x]", "[open] setup")
@example(":wolf:", "[/]")
@example("=1+1", "'a' \"b\"")
@example("[bold]", "100 % {x}")
def test_any_printable_text_reaches_whoever_reads(balance, folder: Path, text: str, title: str) -> None:
    name = "".join(letter for letter in text if letter not in FORBIDDEN).strip(".")[:20] or "x"
    run, other = folder / f"{name}_1", folder / f"{name}_2"
    file = folder / "mine.toml"
    file.write_text(scenario(text, title, text), encoding="utf-8")
    for out, seed in ((run, 1), (other, 2)):
        said = balance("sweep", file, "--quiet", "--out", out, "--seed", seed)
        assert said.code == FAILED  # of the target
        assert text in said.out
    assert balance("sweep", file, "--dry-run", "--quiet").out.count(text) >= 1
    terminal = balance("report", run, other)
    assert terminal.code == 0
    assert all(shown in terminal.out for shown in (text, title, run.name, other.name))
    compared = balance("compare", run, other)
    assert compared.code == 0
    assert all(shown in compared.out for shown in (text, run.name, other.name))
    for document in ("report.md", "report.html", "tables.xlsx", "tables.csv", "tables.json"):
        command = "report" if document.startswith("report") else "export"
        assert balance(command, run, other, "-o", folder / document).code == 0
    baseline = folder / f"{name}.json"
    assert balance("bless", run, "-o", baseline, "--reason", text).code == 0
    cell, *_ = json.loads(baseline.read_text(encoding="utf-8"))["cells"]
    assert cell["blessed"]["reason"] == text
    checked = balance("check", baseline, "--quiet", "--junit", folder / "a.xml", "--summary", folder / "a.md")
    assert baseline.name in checked.out
