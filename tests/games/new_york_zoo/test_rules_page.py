"""The rulings that the rules page names."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "rules" / "new-york-zoo.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))


def test_every_ruling_on_the_page_has_a_test() -> None:
    """G5 is about taking back, which the rules know nothing of."""
    rulings = {code for group in re.findall(r"\[([A-H]\d+(?:, [A-H]\d+)*)\]", PAGE) for code in group.split(", ")}
    names = " ".join(re.findall(r"def ((?:test|check)_\w+)", TESTS)).replace("_", " ").upper().split()
    assert len(rulings) > 45
    assert sorted(rulings - set(names)) == ["G5"]
