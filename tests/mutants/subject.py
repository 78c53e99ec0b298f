"""What is mutated, and what is run against it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
BEGIN = ("title.py", "state.py", "phases.py", "phases/*.py")
"""Where a title's decisions are made: mutated is this, and all of the title that it uses."""
LEFT_OUT = ("__init__", "actions", "catalogue", "events", "pieces", "title", "view")
"""Modules that say, show or hold something and decide nothing."""
FOLDERS_LEFT_OUT = ("display", "site")


@dataclass(frozen=True)
class Subject:
    """A title, or a toy."""

    name: str
    files: list[Path]
    own_tests: list[Path]
    suite: list[Path]
    folder: Path
    """Where the results are kept."""

    @property
    def tests(self) -> list[Path]:
        """All that is run."""
        return [*self.own_tests, *self.suite]

    def concerns(self, item: pytest.Item) -> bool:
        """Whether a test is about this title: those of the suite say so."""
        callspec = getattr(item, "callspec", None)
        case = callspec.params.get("case") if callspec else None
        return case is None or str(case) == self.name


def subject_of(title: str) -> Subject:
    """A title with its tests."""
    import menagerie

    package = menagerie.load(title).folder
    own_tests = [TESTS / "games" / package.name, TESTS / "games" / "test_golden.py", TESTS / "core" / "test_perft.py"]
    suite = [TESTS / "conformance" / "test_titles.py"]
    return Subject(title, deciding(package), own_tests, suite, ROOT / "build" / "mutants")


def deciding(package: Path) -> list[Path]:
    """The modules of a title that decide something. What only its advice to bots uses is not among them."""
    found: set[Path] = set()
    waiting = [path for pattern in BEGIN for path in package.glob(pattern)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path, package)
    return [path for path in sorted(found) if is_wanted(path.relative_to(package))]


def is_wanted(path: Path) -> bool:
    return path.stem not in LEFT_OUT and not set(path.parts) & set(FOLDERS_LEFT_OUT)


def imported(path: Path, package: Path) -> list[Path]:
    """The modules of the same package that one imports."""
    here = f"menagerie.games.{package.name}"
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(here):
            names += [node.module, *[f"{node.module}.{alias.name}" for alias in node.names]]
    files = [package / f"{name.removeprefix(here)[1:].replace('.', '/')}.py" for name in names if name != here]
    return [file for file in files if file.is_file()]
