"""Which tests a change can break, by imports.

A test belongs to a change if it imports, directly or through other modules, something that has changed, or if it names
a title or a file that has changed: titles are loaded by their id, documents and settings are read by their name.
Browser tests start a whole server, which imports everything, so they are chosen only when the client has changed. The
command line imports everything, too: a test that calls it belongs to changes of the command line alone.
"""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import grimp
from dev.check.outcome import ROOT

SRC = ROOT / "src"
TESTS = ROOT / "tests"
CLIENT = "src/menagerie/web/"
BROWSER_TESTS = "tests/web/"
CLIENT_TESTS = (BROWSER_TESTS, "tests/client/")
APART = ("tests/packaging/", "tests/training/")  # they take minutes, and are chosen by their names alone
COMMAND_LINE = "menagerie.cli"
EVERY_TITLE = re.compile(r"\btitles\(\)")


def files_since(revision: str) -> list[str]:
    """Return the files that differ from a revision; without one, from the last commit, or if none do, its own."""
    if revision:
        return git("diff", "--name-only", revision) + untracked()
    return git("diff", "--name-only", "HEAD") + untracked() or git("diff", "--name-only", "HEAD~1", "HEAD")


def untracked() -> list[str]:
    return git("ls-files", "--others", "--exclude-standard")


def git(*arguments: str) -> list[str]:
    done = subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def tests_of(files: list[str]) -> list[str]:
    """Return the test files, sorted, that a change of these files can break."""
    modules = affected_modules(files)
    read_by_tests = {path for path in files if path.startswith(("tests/", "dev/"))}
    named = names_of(files)
    every_title = any(path.startswith("src/menagerie/games/") for path in files)
    found = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(CLIENT_TESTS):
            if any(file.startswith((CLIENT, *CLIENT_TESTS)) for file in files):
                found.add(name)
            continue
        reached, read = closure(path)
        text = path.read_text(encoding="utf-8")
        is_named = any(word in text for word in named) or (every_title and EVERY_TITLE.search(text) is not None)
        is_reached = bool(reached & modules) and not name.startswith(APART)
        if is_named or is_reached or read & read_by_tests:
            found.add(name)
    return sorted(found)


def sessions_of(files: list[str]) -> tuple[list[str], list[str]]:
    """Return the tests for two processes. Browser tests run apart: Playwright's event loop breaks asyncio tests."""
    paths = tests_of(files)
    return (
        [path for path in paths if not path.startswith(BROWSER_TESTS)],
        [path for path in paths if path.startswith(BROWSER_TESTS)],
    )


def affected_modules(files: list[str]) -> set[str]:
    """Return the changed modules of the package and all that import them. Data belongs to the modules beside it."""
    graph = imports_of_the_package()
    changed = set()
    for file in files:
        path = ROOT / file
        if not path.is_relative_to(SRC):
            continue
        folder = path.parent
        if path.suffix == ".py":
            changed |= {module_of(folder if path.stem == "__init__" else path.with_suffix(""))} & graph.modules
        else:
            while module_of(folder) not in graph.modules:
                folder = folder.parent
            package = module_of(folder)
            changed |= {name for name in graph.modules if name == package or name.rpartition(".")[0] == package}
    importers = set().union(*[graph.find_downstream_modules(name) for name in changed])
    if not any(name.startswith(COMMAND_LINE) for name in changed):
        importers = {name for name in importers if not name.startswith(COMMAND_LINE)}
    return changed | importers


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SRC).parts)


@cache
def imports_of_the_package() -> grimp.ImportGraph:
    return grimp.build_graph("menagerie", cache_dir=None)


def names_of(files: list[str]) -> set[str]:
    """Return the words by which tests speak of what has changed: ids of titles, names of documents."""
    words = set()
    for file in files:
        path = ROOT / file
        for parent in path.parents:
            if (parent / "title.toml").is_file():
                words.add(str(tomllib.loads((parent / "title.toml").read_text(encoding="utf-8"))["id"]))
        if not file.startswith(("src/", "tests/")):
            words.add(path.name)
    return words


@cache
def closure(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the package's modules that a test reaches, and the files of tests/ and dev/ that it reads to get there."""
    reached: set[str] = set()
    read = {path}
    waiting = [path]
    while waiting:
        for name in imports(waiting.pop()):
            if name.startswith(("tests.", "dev.")):
                helper = ROOT.joinpath(*name.split(".")).with_suffix(".py")
                if helper.is_file() and helper not in read:
                    read.add(helper)
                    waiting.append(helper)
            elif name.split(".")[0] == "menagerie":
                reached.add(name)
    return frozenset(reached), frozenset(one.relative_to(ROOT).as_posix() for one in read)


@cache
def imports(path: Path) -> frozenset[str]:
    """Return the modules a file imports, wherever in it; `from a import b` may mean the module a.b."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = f"{package_of(path, node.level)}{node.module or ''}"
            found |= {base, *[f"{base}.{alias.name}" for alias in node.names]}
    return frozenset(found)


def package_of(path: Path, level: int) -> str:
    """Return the package that a relative import of this level starts from, with a dot; nothing for an absolute one."""
    return "".join(f"{part}." for part in path.relative_to(ROOT).parent.parts[: -(level - 1) or None]) if level else ""
