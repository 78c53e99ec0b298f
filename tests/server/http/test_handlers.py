"""A handler is short: who asks, one call, the answer. What is forbidden, the rooms below say."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from menagerie.server.http import handlers

HTTP = ("get", "post")
MOST = 6
"""Statements of a handler: none has needed more."""


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every handler of the HTTP half, and the module that it is in."""
    (folder,) = handlers.__path__
    for path in sorted(Path(folder).glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_handler(node):
                yield path.stem, node


def is_handler(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
    return any(isinstance(call, ast.Name) and call.id in HTTP for call in calls)


def faults(module: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """What a handler does that is not its own business."""
    inside = [one for statement in node.body[1:] for one in ast.walk(statement)]
    statements = sum([isinstance(one, ast.stmt) for one in inside])
    found = [] if statements <= MOST else [f"{module}.{node.name} has {statements} statements, more than {MOST}."]
    refuses = module != "pages" and any(isinstance(one, ast.Raise) for one in inside)
    return [*found, f"{module}.{node.name} refuses something itself."] if refuses else found


def test_handlers_are_short_and_refuse_nothing_themselves() -> None:
    every = list(functions())
    assert len(every) > 100
    assert [fault for module, node in every for fault in faults(module, node)] == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("if not guest.account:\n        raise Refused", "m.ask refuses something itself."),
        ("\n    ".join(["count += 1"] * 7), "m.ask has 7 statements, more than 6."),
    ],
)
def test_a_handler_that_does_more_is_found(body: str, fault: str) -> None:
    (node,) = ast.parse(f'@get("/ask")\nasync def ask(guest):\n    """Ask."""\n    {body}\n').body
    assert isinstance(node, ast.AsyncFunctionDef)
    assert is_handler(node)
    assert faults("m", node) == [fault]
