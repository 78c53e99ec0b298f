"""Put the compiled engine into a wheel: a hook of hatchling, which builds the wheel (pyproject.toml).

Without a C compiler, with MENAGERIE_ENGINE=interpreted, or if compiling fails, the wheel is pure Python and fits
everywhere, and one line says why. With MENAGERIE_ENGINE=compiled that is an error instead.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dev import build  # noqa: E402

STAMP = "menagerie/_compiled.json"


class CannotCompile(Exception):
    """Why there is no compiled engine, in one line, and whether compiling was tried at all."""

    def __init__(self, problem: str, was_tried: bool = True) -> None:
        super().__init__(problem)
        self.was_tried = was_tried


def why_not() -> str:
    """Say why nothing is compiled here; empty if it is at least tried."""
    if os.environ.get("MENAGERIE_ENGINE") == "interpreted":
        return "MENAGERIE_ENGINE asks for it"
    if sys.implementation.name != "cpython":
        return "mypyc compiles for CPython only"
    return build.compiler_problem()


def is_built() -> bool:
    """Whether `./menagerie build` has compiled these very sources with this Python."""
    return build.is_current(build.sources())


class CompiledEngine(BuildHookInterface[Any]):
    """Compiles the engine, or takes what `./menagerie build` made."""

    def dependencies(self) -> list[str]:
        """Return what compiles, where something has to be compiled."""
        if why_not() or is_built():
            return []
        groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
        tools: list[str] = groups["build"]
        return tools

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled files and their stamp; an editable install has those of the checkout."""
        if version == "editable":
            return
        try:
            folder, stamp = compiled()
        except CannotCompile as problem:
            if os.environ.get("MENAGERIE_ENGINE") == "compiled":
                raise RuntimeError(f"MENAGERIE_ENGINE asks for a compiled wheel, but {problem}") from None
            print(f"This wheel is pure Python, without the compiled engine: {problem}", file=sys.stderr)
            if problem.was_tried:  # installers hide what is printed here: the installed package says it
                self._add(STAMP, {"problem": str(problem)}, build_data)
            return
        for name in stamp["files"]:
            build_data["force_include"][str(folder / name)] = name
        self._add(STAMP, stamp, build_data)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _add(self, name: str, content: dict[str, Any], build_data: dict[str, Any]) -> None:
        file = ROOT / "build" / "wheel" / Path(name).name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content))
        build_data["force_include"][str(file)] = name


def compiled() -> tuple[Path, dict[str, Any]]:
    """Return the folder with the compiled files, and their stamp; raises CannotCompile.

    They are compiled in a process of their own, which may crash or be killed.
    """
    problem = why_not()
    if problem:
        raise CannotCompile(problem, was_tried=False)
    build.take_lock(wait=True)
    if is_built():
        return build.SRC, json.loads(build._engine.STAMP.read_bytes())
    made = ROOT / "build" / "wheel" / "made.json"
    made.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, str(ROOT / "dev" / "build.py"), "--aside", str(made)]
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            print(line, end="", flush=True)
            said.append(line)
    if running.returncode < 0:
        raise CannotCompile(f"the build was ended by signal {-running.returncode}")
    if running.returncode:
        raise CannotCompile(f"compiling failed ({first_error(said)})")
    done = json.loads(made.read_bytes())
    return Path(done["folder"]), done["stamp"]


def first_error(said: list[str]) -> str:
    """Return the first error that a build printed, shortened to a line."""
    errors = [line for line in said if re.search(r"error: |Error: ", line)]
    line = errors[0].rpartition(" ...")[2] if errors else "it does not say why"  # after the step that was under way
    return textwrap.shorten(line, 160, placeholder=" ...")
