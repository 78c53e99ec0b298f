"""The page that a record is in a notebook, in a real browser, with no server behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from menagerie import Record
from menagerie.core.display import replaying

ROOT = Path(__file__).parents[2]


def test_one_steps_through_a_game_by_buttons_keys_and_slider(chromium: Any, tmp_path: Path) -> None:
    record = Record.load(ROOT / "docs" / "pictures" / "zooloretto-mini.zoo")
    last = len(record.decisions)
    (tmp_path / "game.html").write_text(replaying.page(record), encoding="utf-8")
    page = chromium.new_page()
    problems: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "game.html").as_uri())

    def shown() -> tuple[str, str]:
        return page.inner_text("#number"), page.inner_text("#told")

    assert shown() == (f"0 of {last}", "Start of the game.")
    assert page.is_disabled("#back")
    page.click("#on")
    first = page.inner_html("#picture")
    assert shown()[0] == f"1 of {last}"
    page.locator("body").press("ArrowRight")
    assert shown()[0] == f"2 of {last}"
    assert page.inner_html("#picture") != first
    page.click("#back")
    assert page.inner_html("#picture") == first
    page.fill("#slider", str(last))
    assert shown()[0] == f"{last} of {last}"
    assert page.is_disabled("#on")
    page.click("#play")
    page.wait_for_function("document.getElementById('number').textContent.startsWith('2 of')")
    page.close()
    assert problems == []
    assert all(address.startswith("file:") for address in asked)
