"""The deal of the day and duplicates in the browser: two people try, compare, and look at each other's games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support.trying import DAY, HOUR, at_noon, first, last
from tests.web.conftest import Server
from tests.web.ending import finish
from tests.web.person import PHONE, Person
from tests.web.test_access import problems
from tests.web.test_company import with_account

OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
SOLO = "#night-at-the-zoo"


@pytest.fixture(scope="module")
def passing_days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own: days pass in it."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.days = at_noon()
    running.start()
    yield running
    running.stop()


@pytest.fixture
def server(passing_days: Server) -> Server:
    """On a day which nobody has played."""
    passing_days.days.pass_by(DAY)
    return passing_days


def open_day(one: Person, path: str = "/daily") -> Any:
    one.page.goto(one.server.address + path)
    one.page.wait_for_selector(".deal")
    return one.page


def state(page: Any, card: str = SOLO) -> str:
    return str(page.inner_text(f"{card} .state"))


def try_it(one: Person) -> None:
    """From the page of the day to a table."""
    one.page.click(f"{SOLO} .primary")
    one.say_name()
    one.page.wait_for_url("**/table/*")
    one.settled()


def test_two_people_try_the_deal_of_the_day_and_compare(person: Any, server: Server) -> None:
    lisa, ben = with_account(person("Lisa Daily")), with_account(person("Ben Daily", **PHONE))
    lisa.page.goto(server.address)
    lisa.page.click(".ways >> text=Daily deal")
    lisa.page.wait_for_selector(".deal")
    assert lisa.page.locator(".deal").count() == 5
    assert state(lisa.page) == "You haven't tried it yet."
    assert "midnight UTC" in lisa.page.inner_text("[data-part=left]")
    try_it(lisa)
    assert "Daily deal" in lisa.page.inner_text("[data-part=title]")
    lisa.page.click("[data-part=menu]")
    assert lisa.page.locator("dialog >> text=Leave my seat").count() == 0
    lisa.page.click("dialog >> text=Close")
    # Whoever goes away goes on later.
    assert state(open_day(lisa)) == "Your try is in progress."
    try_it(lisa)
    finish((lisa, first))
    # Others can still play the deal, so looking at it again has to wait, and the page says until when.
    lisa.page.click(".result >> text=Look back")
    lisa.page.wait_for_selector("[data-part=history] >> text=You can review this game from")
    assert lisa.page.locator("[data-part=history] button >> text=Review").count() == 0
    lisa.page.reload()
    lisa.settled()
    lisa.page.click(".result >> text=See results")
    lisa.page.wait_for_selector(".deal")
    assert "place 1 of 1" in state(lisa.page)
    # Ben sees the result, and the game only after his own.
    page = open_day(ben)
    assert "Lisa" in page.inner_text(f"{SOLO} .places")
    assert page.locator(f"{SOLO} .places a").count() == 0
    assert not page.evaluate(OVERFLOW)
    try_it(ben)
    finish((ben, last))
    page = open_day(ben)
    assert "place 2 of 2" in state(page)
    page.wait_for_selector("[data-part=ladder] >> text=Ben")
    page.click(f"{SOLO} .places a >> nth=0")
    page.wait_for_url("**/table/*")
    ben.settled()
    ben.wait("document.querySelector('.result') && !document.querySelector('.result').hidden")
    open_day(ben)
    ben.page.click(f"{SOLO} >> text=Practise")
    ben.page.wait_for_url("**/table/*")
    ben.settled()
    assert "practice" in ben.page.inner_text("[data-part=title]")


def test_days_pass_and_can_be_looked_through(person: Any, server: Server) -> None:
    lisa = with_account(person("Lisa of the Days"))
    open_day(lisa)
    try_it(lisa)
    finish((lisa, first))
    server.days.pass_by(13 * HOUR)
    page = open_day(lisa)
    assert state(page) == "You haven't tried it yet."
    page.click("text=← Previous")
    page.wait_for_selector("text=This day is over.")
    assert "place 1 of 1" in state(page)
    page.click("text=Published for this day")
    assert "seed" not in page.inner_text("[data-part=promises]")
    server.days.pass_by(24 * HOUR)
    page.reload()
    page.wait_for_selector("text=This day has closed")
    page.click("text=Published for this day")
    assert page.inner_text("[data-part=promises]").count("seed") == 5
    assert state(page, "[id='18zoo']") == "You didn't try it."


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)], ids=["desktop light", "phone dark"])
def test_pages_of_deals_have_no_barriers(person: Any, server: Server, theme: str, screen: dict[str, Any]) -> None:
    lisa = person("Lisa", color_scheme=theme, **screen)
    page = open_day(lisa)
    assert problems(page) == []
    try_it(lisa)
    finish((lisa, last))
    page = open_day(lisa)
    page.click("text=Published for this day")
    assert problems(page) == []
    page.goto(server.address + duplicate_of(lisa))
    page.wait_for_selector(".groups")
    assert problems(page) == []
    assert not page.evaluate(OVERFLOW)


MAKE = """async () => {
    const { csrf } = await (await fetch('/api/me')).json();
    const headers = {'X-CSRF-Token': csrf, 'Content-Type': 'application/json'};
    const seats = [{kind: 'me'}, {kind: 'open'}];
    const wish = {title: 'zooloretto-mini', seats, duplicate: true};
    const made = await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(wish)});
    return (await made.json()).deal.address;
}"""


def duplicate_of(one: Person) -> str:
    return str(one.page.evaluate(MAKE))


def test_two_groups_play_a_duplicate(person: Any, server: Server) -> None:
    lisa, ann = person("Lisa"), person("Ann", **PHONE)
    page = lisa.page
    page.goto(server.address)
    page.click(".title:has(img[src*='zooloretto-mini']) .primary")
    page.select_option("dialog select[aria-label='Seat B']", "open")
    page.click("dialog summary")
    page.check("dialog label:has-text('duplicate') input")
    page.click("dialog .primary")
    lisa.say_name()
    page.wait_for_url("**/table/*")
    lisa.settled()
    assert "Duplicate" in page.inner_text("[data-part=title]")
    own = page.url
    page.click("[data-part=menu]")
    page.click("dialog >> text=Compare groups")
    page.wait_for_selector(".groups")
    assert page.locator("text=Play with my group").count() == 0
    ann.page.goto(page.url)
    ann.page.click("text=Play with my group")
    ann.say_name()
    ann.page.wait_for_url("**/table/*")
    ann.settled()
    page.reload()
    page.wait_for_selector(".groups tbody tr >> nth=1")
    assert "Ann" in page.inner_text(".groups tbody tr >> nth=1")
    # Ann plays it herself: she is told why she cannot look at the other table.
    ann.page.goto(own)
    ann.wait("document.body.innerText.includes('once your game is over')")
    ann.problems.clear()  # that it was refused, the browser's console says, too
