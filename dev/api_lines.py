"""Write one line for each public name into the pages of docs/api: `python -m dev.api_lines`.

`--check` only compares the names. The site shows whole docstrings at `::: NAME`; the lines are for readers of the plain
pages.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = sorted((ROOT / "docs" / "api").glob("*.md"))
SHOWN: Final = re.compile(r"(?:<!-- lines -->\n.*?<!-- end -->\n\n)?^::: ([\w.]+)$", re.MULTILINE | re.DOTALL)
Definition = ast.FunctionDef | ast.ClassDef


def page(text: str) -> str:
    """Return a page with new lines before each `::: NAME`."""
    return SHOWN.sub(lambda found: f"<!-- lines -->\n{lines(found[1])}\n<!-- end -->\n\n::: {found[1]}", text)


def names(text: str) -> list[str]:
    """Return the names that have a line on a page."""
    return re.findall(r"^\| `([\w.]+)", text, re.MULTILINE)


def lines(name: str) -> str:
    """Return a table of what a module, class or function offers."""
    found = _find(name)
    about = fill(f"**`{name}`**: {_summary(found)}", 120, break_on_hyphens=False)
    head = [about, ""] if isinstance(found, ast.Module) else []
    rows = [f"| `{called}` | {words.replace('|', '&#124;')} |" for called, words in _rows(found)]
    return "\n".join([*head, "| name | what it does |", "| --- | --- |", *rows, ""] if rows else head)


def _rows(found: ast.Module | Definition) -> Iterator[tuple[str, str]]:
    if not isinstance(found, ast.Module):
        yield from _of(found)
        return
    for one in found.body:
        if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and not one.name.startswith("_"):
            yield from _of(one)


def _of(one: Definition) -> Iterator[tuple[str, str]]:
    """Yield a function, or a class and its public methods, as far as they have a docstring."""
    if isinstance(one, ast.FunctionDef):
        if ast.get_docstring(one):
            yield _signature(one), _summary(one)
        return
    if ast.get_docstring(one):
        yield one.name, _summary(one)
    for method in one.body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and ast.get_docstring(method):
            yield f"{one.name}.{_signature(method)}", _summary(method)


def _signature(one: ast.FunctionDef) -> str:
    if any(isinstance(mark, ast.Name) and mark.id in ("property", "cached_property") for mark in one.decorator_list):
        return one.name
    given = [
        argument.arg for argument in [*one.args.posonlyargs, *one.args.args] if argument.arg not in ("self", "cls")
    ]
    return f"{one.name}({', '.join([*given, *[argument.arg for argument in one.args.kwonlyargs]])})"


def _summary(found: ast.Module | Definition) -> str:
    return " ".join((ast.get_docstring(found) or "").partition("\n\n")[0].split())


def _find(name: str) -> ast.Module | Definition:
    """Return the source of a module, or of a name in one, also of a name that a package passes on."""
    path = _path(name)
    if path is not None:
        return ast.parse(path.read_text(encoding="utf-8"))
    module, _, wanted = name.rpartition(".")
    tree = _find(module)
    assert isinstance(tree, ast.Module), name
    for one in tree.body:
        if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and one.name == wanted:
            return one
        if isinstance(one, ast.ImportFrom) and any(alias.name == wanted for alias in one.names):
            return _find(f"{one.module}.{wanted}")
    raise LookupError(f"there is no {name}")


def _path(name: str) -> Path | None:
    place = ROOT / "src" / name.replace(".", "/")
    found = [path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()]
    return found[0] if found else None


def main() -> int:
    """Write the pages, or name those whose names are not those of the sources."""
    wanted = {path: page(path.read_text(encoding="utf-8")) for path in PAGES}
    if "--check" in sys.argv:
        old = [path for path, text in wanted.items() if names(path.read_text(encoding="utf-8")) != names(text)]
        for path in old:
            print(f"{path.relative_to(ROOT)} lacks names, or has old ones. Run python -m dev.api_lines.")
        return 1 if old else 0
    for path, text in wanted.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
