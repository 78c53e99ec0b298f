"""A tournament of four people, two at desks and two with phones: made, entered, played, and looked at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Server
from tests.web.person import DESKTOP, PHONE, Person
from tests.web.test_access import problems

GOOD = "seven otters under the bridge"


def come(person: Any, name: str, **screen: Any) -> Any:
    """Somebody with an account, at the list of tournaments."""
    one: Person = person(name, **screen)
    one.call_myself(name)
    assert "error" not in one.post("/api/me/keep", {"password": GOOD})
    one.page.goto(f"{one.server.address}/tournaments")
    one.page.wait_for_selector(f".top .me >> text={name}")
    return one.page


def make(page: Any, name: str) -> str:
    """Fill in the form: everybody meets everybody, a minute each."""
    page.click("[data-part=make]")
    page.fill("label:has-text('Name') input", name)
    page.select_option("label:has-text('Game') select", "zooloretto-mini")
    page.select_option("label:has-text('Pairings') select", "robin")
    page.select_option("[aria-label='Time']", "minutes")
    page.fill("[aria-label='Minutes per player']", "1")
    page.fill("[aria-label='Extra seconds per turn']", "0")
    page.select_option("[aria-label='When time runs out']", "lost")
    assert problems(page) == []
    page.click("dialog button.primary")
    page.wait_for_selector(f"h1:has-text('{name}')")
    return str(page.url)


def rows(page: Any) -> list[list[str]]:
    """The standings as they are shown."""
    lines = page.locator(".cup-table tbody tr").all()
    return [[cell.strip() for cell in line.locator("th, td").all_inner_texts()] for line in lines]


def test_four_people_meet_in_a_round_robin(person: Any, server: Server) -> None:
    dark_phone = {**PHONE, "color_scheme": "dark"}
    lisa, ben = come(person, "Lisa Cup", **DESKTOP), come(person, "Ben Cup", **DESKTOP)
    eva, tom = come(person, "Eva Cup", **PHONE), come(person, "Tom Cup", **dark_phone)
    address = make(lisa, "Night Cup")
    for page in (lisa, ben, eva, tom):
        page.goto(address)
        page.click("button:text-is('Enter tournament')")
        page.wait_for_selector("button:text-is('Leave tournament')")
    lisa.wait_for_selector("text=4 players have entered.")
    assert len(rows(lisa)) == 4
    assert problems(lisa) == []
    lisa.click("button:text-is('Start now')")
    for page in (lisa, ben, eva, tom):
        page.wait_for_selector("text=Go to your round 1 table")
    assert "Round 1 of 3" in ben.inner_text("[data-part=next]")
    ben.goto(server.address)
    ben.click("b:has-text('Your table in round 1')")
    ben.wait_for_selector("[data-piece]", state="attached")
    assert "/table/" in ben.url
    ben.click("[data-part=menu]")
    ben.click("dialog >> text=Night Cup, round 1")
    ben.wait_for_selector("h1:has-text('Night Cup')")
    server.days.pass_by(70)  # who was to move in the first round has lost
    lisa.wait_for_selector("text=Go to your round 2 table")
    ben.goto(address)
    for page in (lisa, ben, tom):
        page.wait_for_selector("h3:has-text('Round 2')")
        assert sorted([row[2] for row in rows(page)]) == ["0", "0", "1", "1"]
        assert page.locator("h3").all_inner_texts() == ["Round 2", "Round 1"]
        page.click("text=What the columns mean")
        assert "First tie-break" in page.inner_text("[data-part=help]")
        assert problems(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tom.click(".cup-now button:text-is('Leave tournament')")
    tom.click("dialog >> button:has-text('Leave')")
    tom.wait_for_selector("text=left")
    lisa.click("tr:has-text('Eva Cup') >> text=Remove")
    lisa.fill("dialog input", "Asked for it.")
    lisa.click("dialog button.primary")
    lisa.wait_for_selector("text=removed: Asked for it.")
    tom.goto(f"{server.address}/tournaments")
    tom.wait_for_selector(".cup-line >> text=Night Cup")
    assert problems(tom) == []


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_guest_is_told_what_it_takes(person: Any, server: Server, screen: dict[str, Any]) -> None:
    guest: Person = person("Guest", **screen)
    page: Any = guest.page
    page.goto(f"{server.address}/tournaments/nothing")
    page.wait_for_selector('h1:has-text("This tournament doesn\'t exist.")')
    guest.problems.clear()  # the browser says that nothing was found
    page.click("text=All tournaments")
    page.click("[data-part=make]")
    page.wait_for_selector(".says >> text=You need an account")
    assert page.get_attribute(".says a", "href") == "/sign-in?next=/tournaments"
