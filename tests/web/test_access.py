"""Everybody can read and use the pages: labels, roles and contrast, by axe."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Server
from tests.web.person import FADED, PHONE, Person


def problems(page: Any) -> list[str]:
    """What axe finds on a page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe did not run: not installed")
    found = axe.Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)], ids=["desktop light", "phone dark"])
def test_pages_have_no_barriers(chromium: Any, server: Server, theme: str, screen: dict[str, Any]) -> None:
    lisa = Person(chromium, server, "Lisa", color_scheme=theme, **screen)
    page: Any = lisa.page
    page.goto(server.address)
    page.wait_for_selector(".title")
    assert problems(page) == []
    page.click(".title .primary")
    page.wait_for_selector("dialog")
    page.click("dialog summary")
    assert problems(page) == []
    lisa.start("zooloretto-mini", "open")
    assert problems(page) == []
    link = page.evaluate("fetch('/api/tables').then(a => a.json()).then(lists => lists.mine[0].link)")
    page.goto(server.address + link)
    page.wait_for_selector(".sitters")
    assert problems(page) == []
    page.goto(f"{server.address}/replay")
    assert problems(page) == []
    lisa.start("zooloretto-mini", "bot:random")
    page.wait_for_selector(".can")
    lisa.decide()
    page.wait_for_selector(".can")
    lisa.wait(FADED)
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark", reduced_motion="reduce")
    assert problems(page) == []
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    assert problems(page) == []
    page.click("[data-part=menu]")
    assert problems(page) == []
    page.click("dialog >> text=Close")
    for tab in ("chat", "rules"):
        page.keyboard.press("c")
        page.click(f"[data-tab={tab}]")
        lisa.come_to_rest()
        assert problems(page) == []
    lisa.leave()
