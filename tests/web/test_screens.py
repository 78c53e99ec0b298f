"""Pictures of every title, large and small, light and dark, for people to look at; and nothing sticks out."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from tests.web.conftest import SCREENSHOTS, Server
from tests.web.person import PHONE, Person

DECISIONS = 12


@pytest.mark.parametrize("title", menagerie.titles())
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("name", "screen"), [("desktop", {}), ("phone", PHONE)])
def test_screenshots(chromium: Any, server: Server, title: str, theme: str, name: str, screen: dict[str, Any]) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    lisa = Person(chromium, server, "Lisa", color_scheme=theme, **screen)
    page = lisa.page
    page.goto(server.address)
    page.wait_for_selector(".title")
    page.wait_for_timeout(500)
    page.screenshot(path=SCREENSHOTS / f"lobby-{name}-{theme}.png")
    lisa.start(title, *["bot:random"] * (menagerie.load(title).players[0] - 1))
    for number in range(DECISIONS):
        lisa.wait("document.querySelector('.can, .ghost, .choices button')")
        if number == 0:
            page.wait_for_timeout(300)
            page.screenshot(path=SCREENSHOTS / f"{title}-{name}-{theme}-start.png")
        if lisa.is_over():
            break
        lisa.decide(7 * number)
        page.wait_for_timeout(120)
    page.wait_for_timeout(1200)
    page.screenshot(path=SCREENSHOTS / f"{title}-{name}-{theme}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = page.evaluate(
        """[...document.querySelectorAll('header *, .bar *, .players *')].filter(e => {
            const box = e.getBoundingClientRect();
            return box.width && !e.closest('.players') && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
        }).map(e => e.outerHTML.slice(0, 100))"""
    )
    assert wide == []
    lisa.leave()
