"""Hints that are followed step by step, and the review of a game that is over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.playout import play_randomly
from tests.web.conftest import Server
from tests.web.person import OFFER, PHONE, Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems


def shown(lisa: Any, state: menagerie.State, play_on: bool) -> Any:
    """A page with this game: as a replay, or as a table where it continues."""
    lisa.call_myself("Lisa")
    table = lisa.post("/api/replays", str(menagerie.Record.of(state, {0: "Lisa", 1: "Ben"})))
    if play_on:
        wish = {"n": table["decisions"], "seats": [{"kind": "me"}, {"kind": "hotseat", "name": "Ben"}]}
        table = lisa.post(f"/api/tables/{table['id']}/play-on", wish)
    lisa.page.goto(f"{lisa.server.address}/table/{table['id']}")
    lisa.settled()
    return lisa.page


def full_trucks() -> menagerie.State:
    """A moment at which nothing is left but to take a truck."""
    state = menagerie.load("zooloretto-mini").new(players=2, seed=5)
    while not str(state.legal()[0]).startswith("take"):
        state.play(state.legal()[0])
    return state


def test_the_steps_of_a_hint_are_marked_one_after_another(person: Any) -> None:
    """Whoever follows the rings of a hint sees step after step struck out, without asking again."""
    lisa = person("Lisa")
    page = shown(lisa, full_trucks(), play_on=True)
    lisa.wait(f"document.querySelector({OFFER!r})")
    page.keyboard.press("h")
    page.wait_for_selector(".advice .steps .next")
    assert page.locator(".advice .steps li").count() > 1
    assert page.locator(".advice p").first.inner_text().endswith(".")
    keep_picture(page, "hint")
    hinted = ".overlay .can.hinted, .choices .hinted"
    page.locator(hinted).first.dispatch_event("click")
    page.wait_for_selector(".advice .steps .done")
    page.wait_for_selector(hinted)
    assert page.locator(".advice .steps .done").count() == 1


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_a_hint_stays_in_the_bar_until_something_else_is_asked(person: Any, screen: dict[str, Any]) -> None:
    lisa = person("Lisa", **screen)
    page = shown(lisa, full_trucks(), play_on=True)
    lisa.wait(f"document.querySelector({OFFER!r})")
    page.keyboard.press("h")
    page.wait_for_selector(".note.hint")
    told = page.inner_text(".note.hint span")
    page.evaluate("import('/static/table/state/store.js').then(({redraw}) => redraw())")
    lisa.come_to_rest()
    assert page.inner_text(".note.hint span") == told
    page.click(".note.hint [aria-label='Close the hint']")
    page.evaluate("import('/static/table/state/store.js').then(({redraw}) => redraw())")
    lisa.come_to_rest()
    assert not page.locator(".note.hint").count()
    page.keyboard.press("h")
    page.wait_for_selector(".note.hint")
    lisa.decide()
    page.wait_for_selector(".note.hint", state="detached")


def test_a_game_is_reviewed_and_its_moments_are_jumped_to(person: Any) -> None:
    lisa = person("Lisa")
    state = menagerie.load("zooloretto-mini").new(players=2, seed=5)
    play_randomly(state, Random(5))
    page = shown(lisa, state, play_on=False)
    page.click("[data-part=history] >> text=Review")
    page.wait_for_selector(".advice progress")
    page.wait_for_selector(".advice .curve")
    assert page.locator(".curve .line").count() == 2
    assert "Accuracy" in page.inner_text(".advice ul.judged")
    keep_picture(page, "review")
    first = page.locator(".advice ol.judged button").first
    number = int(first.inner_text().split(".")[0].split()[-1])
    first.click()
    lisa.wait(f"document.querySelector('output.moment').textContent.startsWith('{number - 1} of')")
    page.wait_for_selector("text=Play from here")
    # It is kept: who comes later has it at once, on a phone too.
    ben = person("Ben", **PHONE)
    ben.page.goto(page.url)
    ben.settled()
    ben.page.click("[data-part=history] >> text=Review")
    ben.page.wait_for_selector("dialog input[name=name]")
    ben.say_name()
    ben.page.wait_for_selector(".advice .curve")
    keep_picture(ben.page, "review-phone")
    assert ben.page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_advice_has_no_barriers(chromium: Any, server: Server, theme: str) -> None:
    """Axe reads a hint and a review."""
    lisa = Person(chromium, server, "Lisa", color_scheme=theme)
    page = shown(lisa, full_trucks(), play_on=True)
    lisa.wait(f"document.querySelector({OFFER!r})")
    page.keyboard.press("h")
    page.wait_for_selector(".advice .steps .next")
    assert problems(page) == []
    state = full_trucks()
    while state.ply < 20:
        state.play(state.legal()[0])
    page = shown(lisa, state, play_on=False)
    page.click("[data-part=history] >> text=Review")
    page.wait_for_selector(".advice .curve")
    assert problems(page) == []
    lisa.leave()
