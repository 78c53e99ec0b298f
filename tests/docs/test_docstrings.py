"""The examples in docstrings run. They are read from the sources: a compiled module need not keep its docstrings."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from pathlib import Path

import pytest

import menagerie

CORE = Path(menagerie.__file__).parent / "core"
MAIN = ("copy", "deal_anew", "imagine", "legal", "play", "position", "prompt", "refusal", "result", "view")
"""The methods of a state that programs use most."""


def examples(path: Path) -> Iterator[doctest.DocTest]:
    """The docstrings of a file that have examples."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            docstring = ast.get_docstring(node)
            if docstring and ">>> " in docstring:
                name = getattr(node, "name", path.stem)
                yield doctest.DocTestParser().get_doctest(docstring, {}, name, str(path), node.body[0].lineno)


FOUND = [one for path in sorted(CORE.glob("*.py")) for one in examples(path)]


@pytest.mark.parametrize("example", FOUND, ids=lambda example: example.name)
def test_an_example_runs(example: doctest.DocTest) -> None:
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_main_methods_of_a_state_have_an_example() -> None:
    assert {example.name for example in examples(CORE / "state.py")} >= set(MAIN)
