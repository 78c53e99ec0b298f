"""Time at the browser: a table by days, a clock that runs out, what others decide, and the next table by one key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.support.days import DAY, HOUR
from tests.web.person import DESKTOP, OFFER, PHONE, Person

pytestmark = pytest.mark.slow

CLOCKS = "[...document.querySelectorAll('.player .time')].map((one) => one.textContent)"


def sit_down(ben: Person, lisa: Person) -> None:
    """Ben comes by the link of Lisa's newest table."""
    ben.come_by_link(lisa)
    lisa.page.wait_for_selector("[data-part=log] >> text=The game starts")


def open_table(person: Person, **wish: Any) -> str:
    """A table as the lobby would make it."""
    person.call_myself(person.name)
    return str(person.post("/api/tables", {"title": "zooloretto-mini", **wish})["id"])


def test_a_table_by_days_is_made_in_the_lobby_and_seen_on_a_phone(person):
    lisa, ben = person("Lisa"), person("Ben", **PHONE)
    page = lisa.page
    page.goto(lisa.server.address)
    page.click(".title:has(img[src*='zooloretto-mini']) .primary")
    page.select_option("dialog select[aria-label='Seat B']", "open")
    assert page.is_hidden("dialog select[aria-label='When time runs out']")
    page.select_option("dialog select[aria-label=Time]", "days")
    page.select_option("dialog select[aria-label='Time per move']", "2d")
    page.select_option("dialog select[aria-label='When time runs out']", "others")
    page.click("dialog .primary")
    lisa.say_name()
    page.wait_for_url("**/table/*")
    lisa.settled()
    assert "2 days per move. When time runs out, the others decide" in lisa.prompt()
    link = page.evaluate("fetch('/api/tables').then(a => a.json()).then(lists => lists.mine[0].link)")
    ben.page.goto(lisa.server.address + link)
    ben.page.wait_for_selector("text=Time: 2 days per move. When time runs out, the others decide")
    sit_down(ben, lisa)
    ben.wait(f"{CLOCKS}.length === 2")
    assert sorted(ben.page.evaluate(CLOCKS)) in (["1 d 23 h", "2 d"], ["2 d", "2 d"])
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lisa.server.days.pass_by(DAY + HOUR)
    ben.page.reload()
    ben.settled()
    ben.wait(f"{CLOCKS}.some((words) => /^2[12] h/.test(words))")
    late, other = (lisa, ben) if lisa.can_decide() else (ben, lisa)
    late.page.goto(lisa.server.address)
    late.page.wait_for_selector("[data-part=turn] >> text=/your turn · 2[12] h .* left · 2 days per move/")
    late.page.go_back()
    late.settled()
    lisa.server.days.pass_by(DAY)
    other.page.click("text=Wait: ")
    other.page.wait_for_selector(f"[data-part=log] >> text={late.name} gets more time.", state="attached")


def test_a_clock_runs_down_and_out(person):
    lisa = person("Lisa")
    seats = [{"kind": "me"}, {"kind": "hotseat", "name": "Ben"}]
    table = open_table(lisa, seats=seats, pace="5+3", overtime="lost")
    lisa.page.goto(f"{lisa.server.address}/table/{table}")
    lisa.settled()
    lisa.wait("/^[0-4]:[0-9]{2} left$/.test(document.querySelector('[data-part=clock]').textContent)")
    lisa.decide()  # a game in which nothing was decided would be aborted
    lisa.come_to_rest()
    lisa.server.days.pass_by(270)
    lisa.page.reload()
    lisa.settled()
    lisa.wait("document.querySelector('.player .time.low')")
    lisa.server.days.pass_by(60)
    lisa.page.wait_for_selector(".result:not([hidden]) >> text=/wins. .* ran out of time/")
    lisa.page.wait_for_selector(".result .ranking >> text=out of time")
    assert not lisa.can_decide()


def test_the_next_table_where_it_is_my_turn_is_one_key(person):
    lisa = person("Lisa")
    mine = [{"kind": "me"}, {"kind": "hotseat", "name": "Ben"}]
    first = open_table(lisa, seats=mine, pace="1d")
    second = open_table(lisa, seats=mine, pace="7d")
    page = lisa.page
    page.goto(lisa.server.address)
    page.wait_for_selector("[data-part=turn] a")
    page.keyboard.press("g")
    page.wait_for_url(f"**/table/{first}")
    lisa.settled()
    page.wait_for_selector("[data-part=turns] >> text=1")
    page.keyboard.press("g")
    page.wait_for_url(f"**/table/{second}")
    lisa.settled()
    page.click("[data-part=turns] button")
    page.wait_for_url(f"**/table/{first}")
    lisa.settled()
    page.keyboard.press("?")
    page.wait_for_selector("dialog.menu >> text=go to the next table where it's my turn")
    page.wait_for_selector("dialog.menu >> text=1 day per move. When time runs out, a bot takes over.")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_holiday_is_taken_and_ended_on_the_page_about_me(person, screen):
    lisa = person("Lisa", **screen)
    seats = [{"kind": "me"}, {"kind": "hotseat", "name": "Ben"}]
    table = open_table(lisa, seats=seats, pace="1d", overtime="lost")
    page = lisa.page
    page.goto(f"{lisa.server.address}/me")
    page.fill("[aria-label='Days of holiday']", "4")
    page.click("text=Start holiday")
    page.wait_for_selector("text=/You are on holiday until .*/")
    page.wait_for_selector("text=26 days of 30 left this year.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lisa.server.days.pass_by(2 * DAY)
    page.goto(f"{lisa.server.address}/table/{table}")
    lisa.settled()
    page.wait_for_selector("[data-part=log] >> text=/Lisa is on holiday until .*/", state="attached")
    lisa.wait(f"document.querySelector({OFFER!r})")  # hers or Ben's, who is at her screen
    page.goto(f"{lisa.server.address}/me")
    page.click("text=End my holiday")
    page.wait_for_selector("text=27 days of 30 left this year.")  # the third has begun
