"""Pages and pictures bring their font along: they look the same on every machine."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.server.http.assets import STATIC, WEB
from menagerie.server.http.handlers.pictures import with_font

RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")
ON_PAGES = re.search(r"unicode-range: (.*);", (STATIC / "shared" / "app.css").read_text(encoding="utf-8"))
IN_PICTURES = "U+0020-007E, U+221E"
FONTS = "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)"
IN_A_PICTURE = """async address => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(400, 100), pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const {data} = pen.getImageData(0, 0, 400, 100);
    return data.reduce((most, value, i) => i % 4 === 3 && value ? Math.max(most, (i >> 2) % 400) : most, 0);
}"""
"""How far to the right a picture is drawn."""


def letters(ranges: str) -> set[str]:
    """The letters of a `unicode-range`."""
    return {
        chr(code) for first, last in RANGE.findall(ranges) for code in range(int(first, 16), int(last or first, 16) + 1)
    }


def test_the_font_has_every_letter_that_pages_use() -> None:
    assert ON_PAGES
    has = letters(ON_PAGES[1])
    paths = [*WEB.rglob("*.js"), *WEB.rglob("*.html"), *of_titles("title.toml"), *of_titles("*.md")]
    missing = {
        (path.name, letter) for path in paths for letter in path.read_text("utf-8") if letter not in has | {"\n"}
    }
    assert missing == set(), "draw these another way, or add them in dev/fonts.py"


def of_titles(name: str) -> list[Path]:
    """Files of all titles: what is said of them, and their rules."""
    rules = Path(__file__).parents[2] / "docs" / "rules"
    return [*menagerie.load("18zoo").folder.parent.rglob(name), *rules.glob(name)]


@pytest.mark.parametrize("title", menagerie.titles())
def test_the_font_of_pictures_has_every_letter_of_a_table(title: str) -> None:
    state, chance = menagerie.load(title).new(players=3, seed=5), Random(5)
    while state.ply < 40 and not state.is_over:
        state.play(chance.choice(state.legal(state.to_act[0])), state.to_act[0])
    written = set("".join(re.findall(r"<text[^>]*>([^<]*)", state.game.scene(state, 0).svg())))
    assert written
    assert written <= letters(IN_PICTURES)


def test_pages_use_the_font_that_they_bring(person: Any) -> None:
    lisa = person("Lisa")
    lisa.page.goto(lisa.server.address)
    lisa.wait(f"{FONTS}.includes('Inter')")
    assert lisa.page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter,")
    (font,) = lisa.page.evaluate(
        "performance.getEntriesByType('resource').map(e => e.name).filter(n => /woff2/.test(n))"
    )
    answer = lisa.page.request.get(font)
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]


def test_a_picture_in_a_page_uses_the_font_that_it_brings(person: Any) -> None:
    """Two pictures of the same words differ only by the font, and so do their widths."""
    page = person("Lisa").page
    words = '<text y="50" style="font: 700 40px Inter, monospace">iiiiiiiiii</text></svg>'
    bare = f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><style></style>{words}'
    as_address = "data:image/svg+xml;charset=utf-8,"
    wide = page.evaluate(IN_A_PICTURE, as_address + bare)
    narrow = page.evaluate(IN_A_PICTURE, as_address + with_font(bare))
    assert 0 < narrow < wide * 0.6
