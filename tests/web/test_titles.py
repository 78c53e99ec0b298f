"""Every title in the hands of people: by keys alone, a whole game by mouse and by touch, and by two at one table."""

from __future__ import annotations

import time
from typing import Any

import pytest

import menagerie
from tests.budget import budget
from tests.web.ending import almost_over, game
from tests.web.person import OFFER, OVER, PATIENCE, two_at_a_table, who_can_decide
from tests.web.test_parts import REST, SCREENS
from tests.web.variety import crossed, one_of

DECISIONS = 6
MOST = 900
"""Clicks or taps of a whole game."""
MADE = "document.querySelectorAll('[data-part=log] li').length"

each_title = pytest.mark.parametrize("title", menagerie.titles())


@each_title
def test_by_keys_alone(person: Any, title: str) -> None:
    lisa = person("Lisa")
    page = lisa.start(title, *["hotseat"] * (menagerie.load(title).players[0] - 1))
    before = page.evaluate(MADE)
    for _ in range(4 * DECISIONS):
        lisa.wait(f"document.querySelector({OFFER!r})")
        if lisa.is_over():
            return
        for _ in range(60):
            if page.evaluate(f"document.activeElement.matches({OFFER!r})"):
                break
            page.keyboard.press("Tab")
        assert page.evaluate(f"document.activeElement.matches({OFFER!r})"), "no way to it by Tab"
        assert page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        if page.evaluate(MADE) >= before + DECISIONS:
            return
    raise AssertionError(f"only {page.evaluate(MADE) - before} decisions by keys: {lisa.prompt()}")


REACH = """offer => [...document.querySelectorAll(offer)].map(thing => {
    const box = (thing.querySelector('.reach, .ring') ?? thing).getBoundingClientRect();
    return [thing, box.x + box.width / 2, box.y + box.height / 2];
}).filter(([thing, x, y]) => thing.contains(document.elementFromPoint(x, y))).map(([, x, y]) => [x, y])"""
"""The middles of what is offered, as far as a finger can touch them there."""


PASSES = (
    "[...document.querySelectorAll('.choices button')].find(one => /^(Pass|Skip|Done|End|No )/.test(one.textContent))"
)
"""A button that leaves the others to play."""


def middle_of(page: Any, button: str) -> list[list[float]]:
    """Where a button is, if it is there."""
    found: list[list[float]] = page.evaluate(
        f"(() => {{ const one = {button}, box = one?.getBoundingClientRect();"
        " return box ? [[box.x + Math.min(box.width / 2, 40), box.y + box.height / 2]] : []; })()"
    )
    return found


@crossed("title,screen", menagerie.titles(), SCREENS)
def test_a_game_by_hand_to_its_end(person: Any, title: str, screen: str) -> None:
    """By mouse at a desk, by touch on a tablet and on a phone: everything is within reach, to the very end.

    In the longest game one passes where that is possible, and the bots play on.
    """
    lisa = person("Lisa", **SCREENS[screen])
    page = lisa.page
    record = game(title, menagerie.load(title).players[0])
    bots = [{"kind": "bot", "bot": "random"}] * (record.players - 1)
    decisions = len(record.decisions)
    almost_over(lisa, record, [{"kind": "me"}, *bots], left=budget(decisions // 2, decisions))
    point = page.mouse.click if screen == "1440" else page.touchscreen.tap
    for number in range(MOST):
        lisa.wait(f"{OVER} || document.querySelector({OFFER!r})")
        lisa.wait(f"{OVER} || {REST}")  # the camera goes where the next decision is made
        lisa.wait(f"{OVER} || ({REACH})({OFFER!r}).length")  # something is within reach
        if lisa.is_over():
            break
        ready = page.locator(".choices .primary.touch")
        passing = middle_of(page, PASSES) if title == "18zoo" else []
        within = passing or page.evaluate(REACH, OFFER)
        if ready.count() and screen != "1440":
            ready.tap()
        elif within:  # else what was there has just been taken away, by a bot's decision
            point(*within[number % len(within)])
    assert lisa.is_over(), f"no end: {lisa.prompt()}"
    page.wait_for_selector(".result:not([hidden])")


@one_of("title", menagerie.titles(), "zooloretto-mini", "zoo-escape")
def test_two_people_at_one_table(person: Any, title: str) -> None:
    lisa, ben = two_at_a_table(person, title)
    page = lisa.page
    for number in range(8):
        who = who_can_decide(lisa, ben)
        if who.is_over():
            break
        who.decide(5 * number)
        page.wait_for_timeout(80)
    assert page.evaluate(MADE) > 2
    end = time.monotonic() + PATIENCE
    while lisa.page.evaluate(SEEN) != ben.page.evaluate(SEEN):  # the last decision reaches one before the other
        assert time.monotonic() < end, (lisa.page.evaluate(SEEN), ben.page.evaluate(SEEN))
        page.wait_for_timeout(20)


def test_the_lobby_suggests_what_suits_a_first_game(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.page
    page.goto(lisa.server.address)
    page.click(".title:has(img[src*='zoo-escape']) .primary")
    offer = page.locator("dialog .first-game")
    for players, is_offered in (("1", True), ("3", False), ("4", False), ("2", True)):
        page.select_option("dialog select[aria-label=Players]", players)
        assert offer.is_visible() == is_offered, players
    assert "Level: easy" in offer.inner_text()
    page.click("dialog .first-game button")
    page.click("dialog .primary")
    lisa.say_name()
    page.wait_for_url("**/table/*")
    table = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}`).then(answer => answer.json())")
    assert (table["players"], table["options"]["level"]) == (2, "easy")


def test_the_lobby_suggests_nothing_where_the_usual_options_suit_everybody(person: Any) -> None:
    lisa = person("Lisa")
    lisa.page.goto(lisa.server.address)
    lisa.page.click(".title:has(img[src*='zooloretto-mini']) .primary")
    assert not lisa.page.locator("dialog .first-game").is_visible()


SEEN = """[document.querySelector('[data-part=log]').innerText,
    ...[...document.querySelectorAll('.players .score')].map((score) => score.textContent)]"""
"""The log and the scores."""
