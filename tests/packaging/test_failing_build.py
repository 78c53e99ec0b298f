"""A wheel whose engine cannot be compiled: it is built without it, says why in one line, and installs.

The sources are a package of one module, with our own build step and hook: compiled by mypyc in seconds.
"""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from dev import build
from menagerie.server.show import documentation
from tests.packaging.strangers import ROOT, call

BUILDS = ("pyproject.toml", "README.md", "LICENSE", "requirements/build.txt", "src/menagerie/_engine.py")
MODULE = "def double(number: int) -> int:\n    return 2 * number\n"
PURE = "This wheel is pure Python, without the compiled engine: "

pytestmark = pytest.mark.skipif(bool(build.compiler_problem()), reason="no C compiler")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    root = tmp_path / "sources"
    for name in (*BUILDS, *[f"dev/{path.name}" for path in (ROOT / "dev").glob("*.py")]):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    package = root / "src" / "menagerie"
    for folder in ("core", "games", "bots", "server"):
        (package / folder).mkdir()
        (package / folder / "__init__.py").touch()
    (package / "__init__.py").write_text("from menagerie import _engine\n\n_engine.install()\n")
    (package / "core" / "thing.py").write_text(MODULE)
    (root / "docs" / "rules").mkdir(parents=True)
    (root / "docs" / "rules" / "thing.md").touch()
    for page in documentation.PAGES:
        (root / "docs" / f"{page}.md").touch()
    return root


def wheel(sources: Path, **env: str) -> tuple[Path, str]:
    """Return the wheel, and what building it said."""
    keep = {"XDG_CACHE_HOME": str(sources / "cache")}
    folder = sources.parent / "wheel"
    done = call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=sources, **{**keep, **env})
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made, done.stderr


def compiler(folder: Path, script: str) -> str:
    """Return a C compiler that does something else with what mypyc made of our module."""
    program = folder / "cc"
    program.write_text(f'#!/bin/sh\ncase "$*" in\n*thing*) {script} ;;\nesac\nexec cc "$@"\n')
    program.chmod(0o755)
    return str(program)


def engine(wheel: Path, folder: Path) -> str:
    """Return how the package in a wheel describes its engine."""
    site = folder / "site"
    zipfile.ZipFile(wheel).extractall(site)
    program = "import menagerie.core.thing as t; from menagerie import _engine as e; print(t.double(4), e.describe())"
    done = call(sys.executable, "-c", program, cwd=folder, PYTHONPATH=str(site))
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_compiles_is_compiled(sources: Path, tmp_path: Path) -> None:
    made, said = wheel(sources)
    assert "py3-none-any" not in made.name
    assert PURE not in said
    assert engine(made, tmp_path) == "8 engine: compiled"


def is_pure(made: Path, said: str, problem: str, folder: Path) -> None:
    """Assert that a wheel is pure, that one line said so, and that the installed package knows why."""
    assert made.name.endswith("-py3-none-any.whl")
    (line,) = [line for line in said.splitlines() if line.startswith(PURE)]
    assert problem in line
    assert not [name for name in zipfile.ZipFile(made).namelist() if name.endswith(".so")]
    told = engine(made, folder)
    assert told.startswith("8 engine: interpreted (installed without the compiled one: ")
    assert problem in told


def test_an_error_of_mypy_makes_it_pure(sources: Path, tmp_path: Path) -> None:
    (sources / "src" / "menagerie" / "core" / "thing.py").write_text(MODULE + "\nWRONG: int = 'text'\n")
    is_pure(*wheel(sources), "thing.py:4: error: Incompatible types in assignment", tmp_path)


def test_an_error_of_the_compiler_makes_it_pure(sources: Path, tmp_path: Path) -> None:
    failing = compiler(tmp_path, "echo thing.c:1: error: out of memory >&2; exit 1")
    is_pure(*wheel(sources, CC=failing), "compiling failed (thing.c:1: error: out of memory)", tmp_path)


def test_a_build_that_is_killed_makes_it_pure(sources: Path, tmp_path: Path) -> None:
    is_pure(*wheel(sources, CC=compiler(tmp_path, "kill -9 $PPID")), "the build was ended by signal 9", tmp_path)


@pytest.fixture
def without_tools(sources: Path) -> dict[str, str]:
    (sources / "mypyc.py").write_text("raise ModuleNotFoundError(\"No module named 'mypyc'\")\n")
    return {"PYTHONPATH": str(sources)}


def test_missing_tools_make_it_pure(sources: Path, without_tools: dict[str, str], tmp_path: Path) -> None:
    is_pure(*wheel(sources, **without_tools), "(ModuleNotFoundError: No module named 'mypyc')", tmp_path)


def test_a_compiled_wheel_that_was_asked_for_is_not_pure(
    sources: Path, without_tools: dict[str, str], tmp_path: Path
) -> None:
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    done = call(*command, cwd=sources, MENAGERIE_ENGINE="compiled", **without_tools)
    assert done.returncode != 0
    assert "MENAGERIE_ENGINE asks for a compiled wheel, but compiling failed" in done.stderr
    assert not list(tmp_path.glob("*.whl"))
