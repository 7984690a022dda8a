"""What stands after an option or in an argument, read one by one; what cannot be read is told in one sentence."""

from collections.abc import Callable, Sequence
from typing import Any

from kernels.mistakes import Mistake, close_to, nearest
from scenarios.numbers import number, whole_number
from scenarios.wording import either, quote


class BadWord(Mistake):
    """A word where one of a few others belongs."""


def whole(name: str, low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from `low` to `high`; `name` is what messages call it."""
    return lambda given: whole_number(name, str(given), low, high)


def decimal(name: str, low: float, high: float) -> Callable[[str], float]:
    """Reads a number from `low` to `high`."""
    return lambda given: number(name, str(given), low, high)


def one_of(name: str, allowed: Sequence[str]) -> Callable[[str], str]:
    """Reads one of a few words."""

    def read(given: str) -> str:
        if given in allowed:
            return given
        near = close_to(given, allowed)
        hint = f"; did you mean {near!r}?" if near else ""
        raise BadWord(f"{name} must be {either(allowed)}, not {quote(given)}{hint}")

    read.__name__ = "|".join(allowed)  # which is what --help shows
    return read


def sentence(mistake: Any) -> str:
    """What typer has to say of words that it cannot make out, in our words; empty where help was all that was missing.

    Args:
        mistake: a usage mistake of typer's, of any kind.
    """
    told = str(mistake.format_message()).rstrip(".")
    if not told:
        return ""
    context = getattr(mistake, "ctx", None)
    command = f"balance {context.info_name}" if context is not None and context.parent else "balance"
    return f"{_told(mistake, context, command, told)} (see {command} --help)"


def _told(mistake: Any, context: Any, command: str, told: str) -> str:
    """The sentence itself, of a mistake in the words of `command`."""
    kind = type(mistake).__name__
    if kind == "NoSuchOption" and context is not None:
        options = [name for one in context.command.get_params(context) for name in one.opts if name.startswith("--")]
        return f"unknown option {quote(mistake.option_name)} of {command}; {nearest(mistake.option_name, options)}"
    if kind == "MissingParameter" and mistake.param is not None:
        lacking = " or ".join(mistake.param.opts) if mistake.param.opts[0].startswith("-") else mistake.param.metavar
        return f"{command} needs {lacking or mistake.param.name}"
    if kind == "BadOptionUsage":
        value = "no value" if "not take" in told else "a value after it"
        return f"{mistake.option_name} takes {value}"
    return told[:1].lower() + told[1:]
