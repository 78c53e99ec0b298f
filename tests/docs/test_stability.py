"""What docs/stability.md promises is what the program says of itself."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import menagerie
from menagerie import versions
from menagerie.cli import main

ROOT = Path(__file__).resolve().parents[2]
STABILITY = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "packaging" / "example" / "menagerie_flamingos"


def test_the_page_shows_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["--version"])
    assert ending.value.code == 0
    assert f"$ menagerie --version\n{capsys.readouterr().out}```" in STABILITY


def test_every_promise_has_a_row() -> None:
    promised = re.findall(r"^\| `(\w+)` ", STABILITY, re.MULTILINE)
    assert promised == [*versions.promises(), "rules"]


def test_a_record_begins_with_the_version_of_the_format() -> None:
    record = menagerie.Record.of(menagerie.load("zooloretto-mini").new(players=2, seed=1))
    assert str(record).startswith(f"menagerie record {versions.RECORD}\n")


@pytest.mark.parametrize("title", menagerie.titles())
def test_the_page_of_rules_names_their_version(title: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{title}.md").read_text(encoding="utf-8")
    assert re.findall(r"Rules version (\d+)\.", page) == [str(versions.rules()[title])]


def test_the_example_of_a_package_uses_nothing_that_may_change() -> None:
    listed = {"menagerie", *re.findall(r"^::: ([\w.]+)", pages_of_the_api(), re.MULTILINE)}
    used = {name for path in EXAMPLE.glob("*.py") for name in imported_from_menagerie(path)}
    assert used
    # A page lists a whole module, or a class of it: `menagerie.core.game.Setup`.
    assert [name for name in sorted(used) if not {name, name.rpartition(".")[0]} & listed] == []


def pages_of_the_api() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))


def imported_from_menagerie(path: Path) -> set[str]:
    """Return what a file imports, as `module.name`."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    found = [node for node in nodes if node.module and node.module.startswith("menagerie") and not node.level]
    return {defined_in(str(node.module), alias.name) for node in found for alias in node.names}


def defined_in(module: str, name: str) -> str:
    """Return where a name really lives: packages pass on what their modules define."""
    thing = getattr(importlib.import_module(module), name)
    return f"{module}.{name}" if module == "menagerie" else f"{thing.__module__}.{name}"
