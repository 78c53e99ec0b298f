"""Making mutants: all small faults that can be put into the functions of a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One fault: what stands at a place in a function is replaced."""

    path: Path
    function: str
    """Its qualified name."""
    lines: tuple[int, int]
    """First and last line of what is replaced."""
    columns: tuple[int, int]
    text: str
    """What stands there instead."""

    @property
    def key(self) -> str:
        """A name that stays the same as long as the file does."""
        return f"{self.path.name}:{self.lines[0]}:{self.columns[0]}-{self.lines[1]}:{self.columns[1]} {self.text}"

    def source(self) -> str:
        """The file with the fault in it."""
        lines = self.path.read_bytes().splitlines(keepends=True)  # ast counts columns in bytes
        first, last = self.lines[0] - 1, self.lines[1] - 1
        before, after = lines[first][: self.columns[0]], lines[last][self.columns[1] :]
        changed = before + self.text.encode() + after
        return b"".join([*lines[:first], changed, *lines[last + 1 :]]).decode()

    def difference(self) -> str:
        """The lines before and after."""
        old = self.path.read_text(encoding="utf-8").splitlines()[self.lines[0] - 1 : self.lines[1]]
        new = self.source().splitlines()[self.lines[0] - 1]
        return "\n".join([*(f"- {line.strip()}" for line in old), f"+ {new.strip()}"])


def mutants_of(path: Path) -> list[Mutant]:
    """Every fault that can be put into the functions of a file, in the order of its lines."""
    finder = _Finder(path)
    finder.visit(ast.parse(path.read_text(encoding="utf-8")))
    return finder.found


class _Finder(ast.NodeVisitor):
    """Walks through a file, and knows in which function it is. What is outside of functions is left alone, and so are
    annotations, decorators and assertions.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.scope: list[str] = []
        self.function = ""
        self.found: list[Mutant] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.scope.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        is_outermost = not self.function
        if is_outermost:
            self.function = ".".join([*self.scope, node.name])
        for statement in node.body:
            self.visit(statement)
        if is_outermost:
            self.function = ""

    def visit_Assert(self, node: ast.Assert) -> None:
        """It only says what is known."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # as an assertion
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if ast.unparse(node.slice) != "-1":  # often there is only one, which is the first as well as the last
            self.visit(node.slice)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people."""

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic(node)

    def generic_visit(self, node: ast.AST) -> None:
        self.generic(node)

    def generic(self, node: ast.AST) -> None:
        if self.function and isinstance(node, (ast.expr, ast.stmt)):
            for text in _faults(node):
                self._add(node, text)
            if isinstance(node, (ast.If, ast.While)):
                self._add(node.test, "False")
            if isinstance(node, ast.If):
                self._add(node.test, "True")
        for child in ast.iter_child_nodes(node):
            self.visit(child)

    def _add(self, node: ast.expr | ast.stmt, text: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        lines = (node.lineno, node.end_lineno)
        self.found.append(Mutant(self.path, self.function, lines, (node.col_offset, node.end_col_offset), text))


def _faults(node: ast.expr | ast.stmt) -> Iterator[str]:
    """What could stand in place of an expression or a statement."""
    if isinstance(node, ast.stmt):
        yield from _faults_of_statement(node)
    else:
        for other in _faults_of_expression(node):
            yield f"({ast.unparse(other)})"


def _faults_of_statement(node: ast.stmt) -> Iterator[str]:
    if _can_be_left_out(node):
        yield "pass"
    if isinstance(node, ast.AugAssign) and type(node.op) in SUMS:
        yield ast.unparse(ast.AugAssign(node.target, SUMS[type(node.op)](), node.value))


def _can_be_left_out(node: ast.stmt) -> bool:
    """What gives a name to something cannot: without it the function only breaks down."""
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, (ast.AugAssign, ast.Continue, ast.Break))


def _faults_of_expression(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        yield ast.Compare(node.left, [COMPARISONS[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for left_out in range(len(node.values)):
            rest = node.values[:left_out] + node.values[left_out + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        yield ast.BinOp(node.left, SUMS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield ast.Call(ast.Name(CALLS[node.func.id]), node.args, node.keywords)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)) and node.generators[0].ifs:
        first = node.generators[0]
        without = ast.comprehension(first.target, first.iter, first.ifs[1:], first.is_async)
        yield type(node)(node.elt, [without, *node.generators[1:]])
