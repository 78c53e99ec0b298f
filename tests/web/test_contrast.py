"""Whatever is written on a table can be read: its contrast is measured behind its letters, in light and dark."""

from __future__ import annotations

import base64
from pathlib import Path
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.state import State
from menagerie.server.http.handlers.pictures import with_font

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


def picture(page: Any) -> str:
    return base64.b64encode(page.screenshot(full_page=True)).decode()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("title", menagerie.titles())
def test_everything_that_is_written_on_a_table_can_be_read(person: Any, title: str, theme: str) -> None:
    state = in_the_middle(title)
    page = person("Lisa", viewport={"width": 1400, "height": 1000}).page
    page.set_content(f'<body style="margin: 0">{with_font(state.game.scene(state, 0).svg(theme))}</body>')
    assert page.evaluate("document.fonts.load('20px Inter').then(fonts => fonts.length)") == 1
    page.add_script_tag(content=MEASURING)
    texts = page.evaluate("texts()")
    pictures = [picture(page)]
    page.add_style_tag(content="svg text { visibility: hidden; }")
    pictures.append(picture(page))
    measured = page.evaluate("([pictures, texts]) => contrasts(pictures, texts)", [pictures, texts])
    assert len(measured) > 20
    faint = [text for text in measured if text["contrast"] < (LARGE if "on-seat" in text["classes"] else LEAST)]
    assert faint == []
