"""Every rule that the program cites stands in docs/rules/18zoo.md, and every test's number too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import menagerie

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules" / "18zoo.md"
SOURCES = sorted(menagerie.load("18zoo").folder.rglob("*.py"))
TESTS = sorted(Path(__file__).parent.glob("test_*.py"))


def rules() -> set[str]:
    """The numbers on the page: of chapters and of paragraphs."""
    text = PAGE.read_text(encoding="utf-8")
    return set(re.findall(r"^(?:## |\*\*)(\d+(?:\.\d+)*)", text, flags=re.MULTILINE))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.name))
def test_cited_rules_exist(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    cited = set(re.findall(r'(?:Refusal\([^\n]*|^\s+)"(\d+(?:\.\d+)+)"', text, flags=re.MULTILINE))
    cited |= set(re.findall(r"[Rr]ules? (\d+(?:\.\d+)+)", text))
    assert cited <= rules(), cited - rules()


@pytest.mark.parametrize("test", TESTS, ids=lambda path: str(path.name))
def test_tested_rules_exist(test: Path) -> None:
    numbers = re.findall(
        r"def test_(?:rule|switch)_(\d+)_(\d+)(?:_(\d+))?(?:_and_(\d+)_(\d+))?", test.read_text(encoding="utf-8")
    )
    named = {".".join(filter(None, one[:3])) for one in numbers} | {".".join(one[3:]) for one in numbers if one[3]}
    assert named <= rules(), named - rules()


def test_powers_and_switches_are_all_there() -> None:
    assert {f"10.{number}" for number in range(1, 21)} <= rules()
    assert {f"11.{number}" for number in range(1, 25)} <= rules()
    text = PAGE.read_text(encoding="utf-8")
    for power in menagerie.load("18zoo").pieces.powers:  # type: ignore[attr-defined]
        assert f"**10.{power.index + 1} {power.name.upper()}**" in text, power.name
