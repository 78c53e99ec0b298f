"""The positions of docs/positions.md: one a title, and each can be played."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import menagerie
from menagerie.core.position import FIRST_LINE, title_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(rf"^```\n({FIRST_LINE}\n.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=title_of)
def test_an_example_can_be_played(text: str) -> None:
    state = menagerie.load(title_of(text)).from_position(text, seed=1)
    assert all(state.legal(seat) for seat in state.to_act)
    menagerie.play_randomly(state, Random(1))
    assert state.is_over


def test_there_is_an_example_for_every_title() -> None:
    assert sorted(title_of(text) for text in EXAMPLES) == sorted(menagerie.titles())
