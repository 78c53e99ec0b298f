"""Put the compiled engine into a wheel: a hook of hatchling, which builds the wheel (pyproject.toml).

Without a C compiler, or with MENAGERIE_ENGINE=interpreted, the wheel is pure Python and fits everywhere.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dev import build  # noqa: E402


def is_pure() -> bool:
    """Whether the wheel does without a compiled engine."""
    return os.environ.get("MENAGERIE_ENGINE") == "interpreted" or bool(build.compiler_problem())


class CompiledEngine(BuildHookInterface[Any]):
    """Compiles the engine, or takes what `./menagerie build` made of these very sources with this Python."""

    def dependencies(self) -> list[str]:
        """What compiles, where something has to be compiled."""
        if is_pure() or build.is_current(build.sources()):
            return []
        groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
        tools: list[str] = groups["build"]
        return tools

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled files and their stamp; an editable install has those of the checkout."""
        if version == "editable" or is_pure():
            return
        os.chdir(ROOT)
        build.take_lock(wait=True)
        folder, stamp = self._compiled()
        for name in stamp["files"]:
            build_data["force_include"][str(folder / name)] = name
        aside = build.BUILD / "wheel.json"
        aside.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(json.dumps(stamp))
        build_data["force_include"][str(aside)] = "menagerie/_compiled.json"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _compiled(self) -> tuple[Path, dict[str, Any]]:
        files = build.sources()
        if build.is_current(files):
            return build.SRC, json.loads(build._engine.STAMP.read_bytes())
        return build.make(files, os.cpu_count() or 1)
