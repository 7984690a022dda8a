"""The language of `where`: which setups of a sweep to keep.

Numbers, quoted words, names (dotted ones such as `policy.village` too), on and off, `+ - * / // %`, comparisons,
`in` with a list, `and`, `or`, `not`, parentheses. Python's parser reads the text, but nothing of it is ever run:
each piece that the language has becomes a `Term`, and every other piece is a mistake.
"""

import ast
import operator
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from kernels.game import OFF, ON, Choice, Number, Parameter, Switch, Value, Whole
from kernels.mistakes import NO_WORDS, AlsoCalled, BadValue, Mistake, UnknownName, nearest
from scenarios.wording import quote

Names: TypeAlias = Mapping[str, Parameter]
"""What an expression may name, each with what its values can be."""
Values: TypeAlias = Mapping[str, Value]

LONGEST, DEEPEST = 2_000, 50
"""The most characters of an expression, and the most levels of pieces within pieces."""

NUMBER, WORD = "a number", "a word"
CONSTANTS = {word: word in ON for word in ON + OFF}
LANGUAGE = "numbers, quoted words, names, + - * / // %, comparisons, in, and, or, not and parentheses"

ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
SIGNS: Mapping[type[ast.unaryop], Callable[[float], float]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
EQUALITY: Mapping[type[ast.cmpop], Callable[[Value, Value], bool]] = {ast.Eq: operator.eq, ast.NotEq: operator.ne}
ORDER: Mapping[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FOREIGN: Mapping[type[ast.AST], str] = {
    ast.Call: "calls",
    ast.Subscript: "square brackets after a name",
    ast.Attribute: "a dot after anything but a name",
    ast.Lambda: "functions",
    ast.IfExp: "if and else",
    ast.JoinedStr: "formatted words",
    ast.NamedExpr: "assignments",
    ast.ListComp: "loops",
    ast.SetComp: "loops",
    ast.DictComp: "loops",
    ast.GeneratorExp: "loops",
    ast.List: "lists except after in",
    ast.Tuple: "lists except after in",
    ast.Constant: "values other than numbers, quoted words, on and off",
    ast.Pow: "powers",
    ast.Is: "is (write ==)",
    ast.IsNot: "is not (write !=)",
    ast.Invert: "~ (write not)",
    ast.BitAnd: "& (write and)",
    ast.BitOr: "| (write or)",
}
"""What the mistake calls the pieces that people try."""


class BadWhere(Mistake):
    """A `where` that is no expression of the language, or that cannot be worked out."""


@dataclass(frozen=True)
class Term:
    """A piece of an expression.

    Attributes:
        kinds: what its value can be: `NUMBER` (on and off are 1 and 0), `WORD` or both.
        value: works it out from the values of a setup.
        text: the piece as written.
        named: what the name stands for, where the piece is a name.
        constant: the value, where it is the same in every setup.
        decides: whether it says yes or no, as a condition must; every other number has to be compared with one.
    """

    kinds: frozenset[str]
    value: Callable[[Values], Value]
    text: str = ""
    named: Parameter | None = None
    constant: Value | None = None
    decides: bool = False


@dataclass(frozen=True)
class Where:
    """An expression that a setup fulfils or not.

    Attributes:
        text: as somebody wrote it.
        term: the same, ready to be worked out.
    """

    text: str
    term: Term

    def holds(self, values: Values) -> bool:
        """Whether a setup with these `values` is kept.

        Raises:
            BadWhere: a division by zero, or a word where a number belongs.
            KeyError: the answer needs a name that has no value here.
        """
        try:
            return _truth(self.term, values)
        except ArithmeticError as error:
            raise BadWhere(f"where {quote(self.text)} cannot be worked out: {error}") from None


def read_where(text: str, names: Names, also_called: AlsoCalled = NO_WORDS) -> Where:
    """The expression that `text` is.

    Args:
        text: such as `2*werewolves < players and tie != 'nobody'`.
        names: what it may name.
        also_called: what others call some of it, for messages.

    Raises:
        BadWhere: it is no expression, has pieces that the language has not, compares what is never equal, or says
            neither yes nor no.
        UnknownName: it names something unknown.
    """
    if not text.strip():
        raise BadWhere("where is empty; write a condition, such as '2*werewolves < players'")
    if len(text) > LONGEST:
        raise BadWhere(f"where {quote(text)} is longer than {LONGEST:,} characters")
    if "#" in text:  # of a condition on several lines, a comment would swallow the rest
        raise BadWhere(f"where {quote(text)} may not have '#'; it takes {LANGUAGE}")
    line = " ".join(text.split())
    return Where(text, _deciding(_Reader(line, names, also_called).term(_tree(line), 0)))


def _tree(line: str) -> ast.expr:
    """Python's reading of a line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as about `1and 2`: the text is no code of ours
            return ast.parse(line, mode="eval").body
    except SyntaxError as error:
        raise BadWhere(f"where {quote(line)} is no expression ({error.msg}); it takes {LANGUAGE}") from None
    except (ValueError, MemoryError, RecursionError):  # null bytes and lone surrogates; brackets by the hundred
        raise BadWhere(f"where {quote(line)} is no expression; it takes {LANGUAGE}") from None


@dataclass(frozen=True)
class _Reader:
    """Makes terms of Python's syntax tree of a line."""

    line: str
    names: Names
    also_called: AlsoCalled

    def term(self, node: ast.expr, depth: int) -> Term:
        """The term that `node` is, `depth` levels down."""
        if depth > DEEPEST:
            raise BadWhere(f"where {quote(self.line)} has more than {DEEPEST} levels; write it as two, or flatter")
        return replace(self.piece(node, depth + 1), text=ast.get_source_segment(self.line, node) or "")

    def piece(self, node: ast.expr, below: int) -> Term:
        """The same without its text; its own pieces are `below`."""
        match node:
            case ast.Constant(value=bool() | int() | float() | str() as value):
                return _constant(value)
            case ast.Name() | ast.Attribute() if name := _dotted(node):
                return self.name(name)
            case ast.BoolOp(op, values):
                return _joined(isinstance(op, ast.And), [self.term(value, below) for value in values])
            case ast.UnaryOp(ast.Not(), operand):
                return _negated(self.term(operand, below))
            case ast.UnaryOp(sign, operand) if type(sign) in SIGNS:
                return _signed(SIGNS[type(sign)], self.term(operand, below))
            case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
                return _combined(ARITHMETIC[type(op)], self.term(left, below), self.term(right, below))
            case ast.Compare(left, signs, others):
                links = zip([left, *others], signs, others, strict=False)  # a chain: every two neighbours must agree
                return _joined(True, [self.link(first, sign, second, below) for first, sign, second in links])
            case ast.BinOp(op=op) | ast.UnaryOp(op=op):
                raise self.foreign(op)
            case _:
                raise self.foreign(node)

    def name(self, name: str) -> Term:
        """The term of a name, or of a bare `on` or `off`."""
        if name in self.names:
            parameter = self.names[name]
            return Term(_kinds(parameter), lambda values: values[name], named=parameter, decides=_is_switch(parameter))
        if name.lower() in CONSTANTS:
            return _constant(CONSTANTS[name.lower()])
        meant = [(known, word) for known, word in self.words() if name in word.split("-") and word in self.line]
        if meant:
            known, word = max(meant, key=lambda pair: pair[0] in self.line)  # a name that the line has, if it can be
            raise BadWhere(f"where {quote(self.line)} has a word without quotes; write {known} == '{word}'")
        raise UnknownName("name", name, self.names, f" in where {quote(self.line)}", self.also_called)

    def words(self) -> Iterator[tuple[str, str]]:
        """Every word that a name may be, after the name."""
        for name, parameter in self.names.items():
            for word in _words(parameter):
                yield name, word

    def link(self, left: ast.expr, sign: ast.cmpop, right: ast.expr, depth: int) -> Term:
        """One comparison of two sides."""
        first = self.term(left, depth)
        if isinstance(sign, ast.In | ast.NotIn):
            if not isinstance(right, ast.List | ast.Tuple):
                example = _such_as(first, "{} in [{}]")
                raise BadWhere(f"where {quote(self.line)} needs a list in brackets after in{example}")
            members = [_equal(operator.eq, first, self.term(member, depth + 1)) for member in right.elts]
            found = _joined(False, members)
            return found if isinstance(sign, ast.In) else _negated(found)
        if type(sign) in EQUALITY:
            return _equal(EQUALITY[type(sign)], first, self.term(right, depth))
        if type(sign) in ORDER:
            return replace(_combined(ORDER[type(sign)], first, self.term(right, depth)), decides=True)
        raise self.foreign(sign)

    def foreign(self, node: ast.AST) -> BadWhere:
        """The mistake of a piece that the language has not."""
        noun = FOREIGN.get(type(node), f"{type(node).__name__} pieces")
        return BadWhere(f"where {quote(self.line)} may not have {noun}; it takes {LANGUAGE}")


def _dotted(node: ast.expr) -> str:
    """A name with its dots, such as `policy.village`; empty where the dots follow anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _words(parameter: Parameter) -> tuple[str, ...]:
    """The words that a parameter of a resolved setup may be; `table` is settled by then."""
    words = parameter.words if isinstance(parameter, Whole | Choice) else ()
    return tuple(word for word in words if word != "table")


def _kinds(parameter: Parameter) -> frozenset[str]:
    if not isinstance(parameter, Whole | Number | Switch):
        return frozenset({WORD})
    return frozenset({NUMBER, WORD} if _words(parameter) else {NUMBER})


def _is_switch(parameter: Parameter) -> bool:
    """Whether a parameter alone says yes or no: on and off, and counts that take these too."""
    return isinstance(parameter, Switch) or (isinstance(parameter, Whole) and parameter.switchable)


def _constant(value: Value) -> Term:
    kinds = frozenset({WORD if isinstance(value, str) else NUMBER})
    return Term(kinds, lambda _: value, constant=value, decides=isinstance(value, bool))


def _computed(value: Callable[[Values], float], decides: bool = False) -> Term:
    return Term(frozenset({NUMBER}), value, decides=decides)


def _joined(every: bool, terms: list[Term]) -> Term:
    """Several conditions: all of them where `every`, else at least one."""
    needed = [_deciding(term) for term in terms]
    together = all if every else any
    return _computed(lambda values: together(_truth(term, values) for term in needed), True)


def _negated(term: Term) -> Term:
    needed = _deciding(term)
    return _computed(lambda values: not _truth(needed, values), True)


def _signed(sign: Callable[[float], float], term: Term) -> Term:
    needed = _numeric(term)
    return _computed(lambda values: sign(_number(needed, values)))


def _combined(sign: Callable[[float, float], float], left: Term, right: Term) -> Term:
    first, second = _numeric(left), _numeric(right)
    return _computed(lambda values: sign(_number(first, values), _number(second, values)))


def _equal(sign: Callable[[Value, Value], bool], left: Term, right: Term) -> Term:
    first, second = _suited(left, right), _suited(right, left)
    if not first.kinds & second.kinds:
        (kind,), (other,) = first.kinds, second.kinds
        raise BadWhere(f"where compares {left.text}, {kind}, with {right.text}, {other}; they are never equal")
    return _computed(lambda values: sign(first.value(values), second.value(values)), True)


def _suited(term: Term, beside: Term) -> Term:
    """A word, or on or off, as the parameter beside it reads it: for a switch `'on'` is on."""
    parameter, constant = beside.named, term.constant
    if parameter is None or not isinstance(constant, str | bool):
        return term
    try:
        value = parameter.read(constant)
    except BadValue:
        words = list(_words(parameter))
        likely = nearest(str(constant), words) if words else f"{beside.text} takes {parameter.allowed}"
        raise BadWhere(f"where compares {beside.text} with {term.text}, which it never is; {likely}") from None
    if value == "table":
        raise BadWhere(f"where compares {beside.text} with 'table', which is settled by then; write a number")
    if isinstance(constant, str) and constant.lower() not in CONSTANTS and not isinstance(value, str):
        raise BadWhere(f"where compares {beside.text}, a number, with a word; write {constant} without quotes")
    return replace(_constant(value), text=term.text)


def _numeric(term: Term) -> Term:
    """The term, if its value can be a number."""
    if NUMBER not in term.kinds:
        raise BadWhere(f"where uses {term.text} as a number, and it is a word")
    return term


def _deciding(term: Term) -> Term:
    """The term, if it says yes or no."""
    if not term.decides:
        sign = "{} > {}" if WORD not in term.kinds else "{} == {}"
        kind = " or ".join(sorted(term.kinds))
        raise BadWhere(f"where uses {term.text} as a condition, and it is {kind}; compare it{_such_as(term, sign)}")
    return term


def _such_as(term: Term, example: str) -> str:
    """An example of how to compare a term, a clause; nothing for a value that is always the same."""
    if term.constant is not None:
        return ""
    return f", such as {example.format(term.text, _value_of(term.named))}"


def _value_of(parameter: Parameter | None) -> str:
    """A value that a parameter, or anything else that is a number, can have, as an expression writes it."""
    if isinstance(parameter, Whole | Number):
        return f"{parameter.low:g}"
    words = _words(parameter) if parameter else ()
    return f"'{words[0]}'" if words else ("on" if isinstance(parameter, Switch) else "0")


def _number(term: Term, values: Values) -> float:
    """The term's value, which must be a number in this setup."""
    value = term.value(values)
    if isinstance(value, str):
        found = f"it is the word {quote(value)}" if value else "there is none"
        raise BadWhere(f"where uses {term.text} as a number, and in one setup {found}")
    return value


def _truth(term: Term, values: Values) -> bool:
    return bool(_number(term, values))
