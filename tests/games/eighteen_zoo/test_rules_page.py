"""Every power and every switch is a rule of docs/rules/18zoo.md."""

from __future__ import annotations

import re
from pathlib import Path

import menagerie

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules" / "18zoo.md"


def rules() -> set[str]:
    """The numbers on the page: of chapters and of paragraphs."""
    text = PAGE.read_text(encoding="utf-8")
    return set(re.findall(r"^(?:## |\*\*)(\d+(?:\.\d+)*)", text, flags=re.MULTILINE))


def test_powers_and_switches_are_all_there() -> None:
    assert {f"10.{number}" for number in range(1, 21)} <= rules()
    assert {f"11.{number}" for number in range(1, 25)} <= rules()
    text = PAGE.read_text(encoding="utf-8")
    for power in menagerie.load("18zoo").pieces.powers:  # type: ignore[attr-defined]
        assert f"**10.{power.index + 1} {power.name.upper()}**" in text, power.name
