"""The rules page and the code that cites it."""

from __future__ import annotations

import re
from pathlib import Path

from .position import GAME

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "rules" / "new-york-zoo.md").read_text(encoding="utf-8")
RULES = set(re.findall(r"\*\*(\d+\.\d+) ", PAGE))
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))


def test_every_rule_has_a_test_with_its_number() -> None:
    named = {f"{chapter}.{rule}" for chapter, rule in re.findall(r"(?:rule|and)_(\d+)_(\d+)_", TESTS)}
    assert len(RULES) > 60
    assert sorted(RULES - named) == []
    assert sorted(named - RULES) == []


def test_every_ruling_on_the_page_has_a_test() -> None:
    """G5 is about taking back, which the rules know nothing of."""
    rulings = {code for group in re.findall(r"\[([A-H]\d+(?:, [A-H]\d+)*)\]", PAGE) for code in group.split(", ")}
    names = " ".join(re.findall(r"def ((?:test|check)_\w+)", TESTS)).replace("_", " ").upper().split()
    assert len(rulings) > 45
    assert sorted(rulings - set(names)) == ["G5"]


def test_every_rule_that_the_code_cites_is_on_the_page() -> None:
    cited = set()
    for path in GAME.folder.rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        cited |= set(re.findall(r'"(\d+\.\d+)"\)?', code))
        for group in re.findall(r"[Rr]ules? (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)", code):
            cited |= set(re.findall(r"\d+\.\d+", group))
    assert len(cited) > 30
    assert sorted(cited - RULES) == []
