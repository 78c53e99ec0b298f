"""Pictures of every title, large and small, light and dark, for people to look at; and nothing sticks out."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from tests.web.conftest import SCREENSHOTS
from tests.web.person import OFFER, OVER, PHONE

DECISIONS = 12


def take(page: Any, name: str) -> None:
    """A picture in light and one in dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.screenshot(path=SCREENSHOTS / f"{name}-{theme}.png")


@pytest.mark.parametrize(("name", "screen"), [("desktop", {}), ("phone", PHONE)])
def test_screenshots_of_the_lobby(person: Any, name: str, screen: dict[str, Any]) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page = person("Lisa", **screen).page
    page.goto(person("Ben").server.address)
    page.wait_for_selector(".title")
    page.wait_for_load_state("networkidle")
    take(page, f"lobby-{name}")


@pytest.mark.parametrize("title", menagerie.titles())
@pytest.mark.parametrize(("name", "screen"), [("desktop", {}), ("phone", PHONE)])
def test_screenshots(person: Any, title: str, name: str, screen: dict[str, Any]) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    lisa = person("Lisa", **screen)
    page = lisa.start(title, *["bot:random"] * (menagerie.load(title).players[0] - 1))
    for number in range(DECISIONS):
        lisa.wait(f"{OVER} || document.querySelector({OFFER!r})")
        if number == 0:
            page.wait_for_timeout(300)
            take(page, f"{title}-{name}-start")
        if lisa.is_over():
            break
        lisa.decide(7 * number)
        page.wait_for_timeout(80)
    page.wait_for_timeout(500)
    take(page, f"{title}-{name}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = page.evaluate(
        """[...document.querySelectorAll('header *, .bar *, .players *')].filter(e => {
            const box = e.getBoundingClientRect();
            const scrolled = e.parentElement.closest('.choices, .tools, .ask, .players');
            const out = box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
            return box.width && !e.closest('.players') && !scrolled && out;
        }).map(e => e.outerHTML.slice(0, 100))"""
    )
    assert wide == []
