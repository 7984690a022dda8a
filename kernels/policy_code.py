"""What a designer's policy file may not do, found by reading its code before any of it is compiled.

Each mistake is told by file and line. What no reading finds (`kernels/reading.py`, `kernels/own.py`) is found later.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from kernels.mistakes import Mistake

STATE = "state"
CHANCE = re.compile(r"(numpy\.)?random(\..*)?|secrets(\..*)?")
STREAMS = ("DEAL", "RULES", "MOOD")
"""The streams of `kernels.streams` that are not the policies'."""
ARGUMENTS = 4


class BadPolicyFile(Mistake):
    """A designer's file or function that cannot be played; the sentence names file and line where it can."""


def check(name: str, tree: ast.Module) -> None:
    """Refuse what a file may not do.

    Args:
        name: what messages call the file.
        tree: its code.

    Raises:
        BadPolicyFile: it sets the state, draws from elsewhere than the stream POLICY, or prints.
    """
    check_reads_only(name, tree)
    check_draws(name, tree)
    for node in (inner for function in functions(tree) for inner in ast.walk(function)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            raise BadPolicyFile(f"{name} line {node.lineno}: it prints; a policy only answers (see balance replay)")


def check_reads_only(name: str, tree: ast.Module) -> None:
    """Refuse functions that assign to the state by its own name, or to an array by `flat`."""
    states = {STATE, *(f.args.args[0].arg for f in functions(tree) if len(f.args.args) == ARGUMENTS)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            root: ast.expr = node
            while isinstance(root, ast.Attribute | ast.Subscript):
                if isinstance(root, ast.Attribute) and root.attr == "flat":
                    raise BadPolicyFile(
                        f"{name} line {node.lineno}: it sets {ast.unparse(node)}; write it without flat"
                    )
                root = root.value
            if isinstance(root, ast.Name) and root.id in states:
                raise BadPolicyFile(
                    f"{name} line {node.lineno}: it sets {ast.unparse(node)}; a policy only reads the state"
                )


def check_draws(name: str, tree: ast.Module) -> None:
    """Refuse chance from elsewhere than the stream POLICY: the same seed would make other games each time."""
    stands_for: dict[str, str] = {}
    for node in ast.walk(tree):
        for meant, bound, bound_to in imported(node):
            stands_for[bound] = bound_to
            refuse_chance(name, node, meant)
        if isinstance(node, ast.Attribute):
            root, _, rest = ast.unparse(node).partition(".")
            refuse_chance(name, node, f"{stands_for.get(root, root)}.{rest}")


def imported(node: ast.AST) -> Iterator[tuple[str, str, str]]:
    """What an import names, the name that it binds, and what that stands for."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            root = alias.name.partition(".")[0]
            yield alias.name, alias.asname or root, alias.name if alias.asname else root
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            meant = f"{node.module or ''}.{alias.name}"
            yield meant, alias.asname or alias.name, meant


def refuse_chance(name: str, node: ast.AST, meant: str) -> None:
    """Raise `BadPolicyFile` where what a name stands for is chance from elsewhere."""
    stream = meant.rpartition(".")
    if CHANCE.fullmatch(meant) or (stream[0].endswith("streams") and stream[2] in STREAMS):
        raise BadPolicyFile(
            f"{name} line {getattr(node, 'lineno', 1)}: it uses {meant}; a policy draws from the stream POLICY "
            "alone (kernels.streams), so that the same seed makes the same games"
        )


def check_calls(trees: Mapping[str, ast.Module]) -> None:
    """Refuse functions that call themselves, by way of others too: nothing would end one that never returns.

    Args:
        trees: file -> its code.
    """
    found = {function.name: (name, function) for name, tree in trees.items() for function in functions(tree)}
    calls = {caller: called(function) & found.keys() for caller, (_, function) in found.items()}
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as error:
        name, function = found[error.args[1][0]]
        raise BadPolicyFile(f"{name} line {function.lineno}: {function.name} calls itself; write a loop") from None


def called(function: ast.FunctionDef) -> set[str]:
    """The names of what a function calls."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {ast.unparse(call).rpartition(".")[2] for call in calls if isinstance(call, ast.Name | ast.Attribute)}


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a file."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
