"""Whatever is written on a table can be read: its contrast is measured in the picture, in light and dark."""

from __future__ import annotations

import base64
from pathlib import Path
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.state import State

LEAST = 4.5
LARGE = 3.0
"""For the letters of seats, which are large and bold, and whose colours are the same everywhere."""
MEASURING = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")


def in_the_middle(title: str) -> State:
    """A game after some sixty decisions."""
    state = menagerie.load(title).new(players=3, seed=3)
    chance = Random(1)
    for _ in range(60):
        seat = state.to_act[0]
        after = state.copy()
        after.play(chance.choice(after.legal(seat)), seat)
        if after.is_over:
            break
        state = after
    return state


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("title", menagerie.titles())
def test_everything_that_is_written_on_a_table_can_be_read(person: Any, title: str, theme: str) -> None:
    state = in_the_middle(title)
    page = person("Lisa", viewport={"width": 1400, "height": 1000}).page
    page.set_content(f'<body style="margin: 0">{state.game.scene(state, 0).svg(theme)}</body>')
    page.add_script_tag(content=MEASURING)
    texts = page.evaluate("texts()")
    page.add_style_tag(content="svg text { visibility: hidden; }")
    picture = base64.b64encode(page.screenshot(full_page=True)).decode()
    measured = page.evaluate("([picture, texts]) => contrasts(picture, texts)", [picture, texts])
    assert len(measured) > 30
    faint = [text for text in measured if text["contrast"] < (LARGE if "on-seat" in text["classes"] else LEAST)]
    assert faint == []
