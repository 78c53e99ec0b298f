"""A rated game of two people with accounts, from the lobby to their profiles; and the pages about people."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.support.trying import first, last
from tests.web.conftest import Server
from tests.web.ending import finish
from tests.web.person import PHONE, Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems

TITLE = "zooloretto-mini"
OVERFLOW = "document.documentElement.scrollWidth > innerWidth"


def come(person: Person, account: bool = True) -> Person:
    """Somebody who keeps a name."""
    person.call_myself(person.name)
    if account:
        assert "error" not in person.post("/api/me/keep", {"password": "three llamas in the barn at midnight"})
    return person


def table_of(person: Person) -> str:
    return str(person.page.url.rsplit("/", 1)[1])


def test_a_rated_game_from_the_lobby_to_the_profiles(person: Any) -> None:
    lisa, ben, gast = (
        come(person("Lisa Rated")),
        come(person("Ben Rated", **PHONE)),
        come(person("Gast"), account=False),
    )
    page = lisa.page
    page.goto(lisa.server.address)
    page.click(f".title:has(img[src*='{TITLE}']) .primary")
    page.select_option("dialog select[aria-label='Seat B']", "open")
    page.click("dialog summary")
    page.check("dialog >> text=Public: anyone can join or watch")
    page.check("dialog >> text=Rated: counts towards players' ratings")
    assert not page.is_checked("dialog >> text=Allow hints")
    page.click("dialog .primary >> text=Start")
    page.wait_for_url("**/table/*")
    lisa.settled()
    table = table_of(lisa)
    assert "rated" in page.inner_text("[data-part=title]")
    link = page.evaluate(f"fetch('/api/tables/{table}').then(a => a.json()).then(table => table.link)")

    # A guest is told how to get an account.
    gast.page.goto(lisa.server.address + link)
    gast.page.wait_for_selector("text=Rated game: it counts towards every player's rating.")
    gast.page.click("text=Take a seat")
    gast.page.click(".says >> text=Create an account")
    gast.page.wait_for_url("**/me")

    ben.page.goto(lisa.server.address + link)
    ben.page.click("text=Take a seat")
    ben.page.wait_for_url("**/table/*")
    ben.settled()
    page.wait_for_selector("[data-part=log] >> text=The game starts")
    refused = lisa.post(f"/api/tables/{table}/do", {"do": "hint", "seat": 0})
    assert refused["error"] == "This game is rated, so there are no hints."
    # Beside the table everybody who may be looked up is one click away.
    assert page.locator(".players .about").count() == 2
    assert "/people/" in str(page.get_attribute(".players .about[aria-label='About Ben Rated']", "href"))
    finish((lisa, first), (ben, last))  # who plays so differently does not draw

    # The result card has the new ratings, and leads to the profiles.
    for one in (lisa, ben):
        one.page.wait_for_selector(".result .ranking .rating :is(.up, .down)")
    keep_picture(page, "rated-result-desktop")
    keep_picture(ben.page, "rated-result-phone")
    assert not ben.page.evaluate(OVERFLOW)
    page.click(".result .ranking >> text=Ben Rated")
    page.wait_for_selector("h1 >> text=Ben Rated")
    page.wait_for_selector(".rating-curve")
    assert "1 game" in page.inner_text(".scale .now")
    page.click("text=Show as a table")
    assert page.locator(".scale tbody tr").count() == 1
    page.wait_for_selector(".game >> text=Lisa Rated")

    # Ben hides: his profile is his alone.
    his = page.url
    ben.page.goto(his)
    ben.page.check("text=Hide my profile")
    ben.page.wait_for_selector("text=Your profile is hidden.")
    gast.page.goto(his)
    gast.page.wait_for_selector("text=Profile not found")
    gast.problems.clear()  # the browser's log has the 404s that were meant

    # My own games can be searched.
    page.goto(f"{lisa.server.address}/history")
    page.wait_for_selector(".game")
    page.get_by_label("Result").select_option("time")
    page.wait_for_selector("text=No games match.")
    page.get_by_label("Result").select_option("")
    page.get_by_label("Played with").fill("ben r")
    page.keyboard.press("Tab")
    page.wait_for_selector(".game >> text=Ben Rated")
    with page.expect_download() as packed:
        page.click("text=Download all records")
    assert packed.value.suggested_filename == "menagerie-games.zip"
    lisa.problems.clear()  # the refused hint


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)], ids=["desktop light", "phone dark"])
def test_the_pages_about_people_have_no_barriers(chromium: Any, server: Server, theme: str, screen: Any) -> None:
    name = f"Mia {theme}"
    mia = Person(chromium, server, name, color_scheme=theme, **screen)
    page: Any = come(mia).page
    me = mia.get("/api/me")["guest"]["id"]
    rated = {
        "title": TITLE,
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "visitor"}],
        "rated": True,
        "public": True,
        "pace": "60+0",
    }
    table = mia.post("/api/tables", rated)["id"]
    page.goto(f"{server.address}/table/{table}")
    mia.settled()
    finish((mia, last))
    page.wait_for_selector(".result .ranking .rating :is(.up, .down)")
    assert problems(page) == []
    for path, shown in (
        (f"/people/{me}", ".game"),
        ("/people", ".figures"),
        ("/history", ".game"),
        ("/bots/keeper", ".figures"),
        ("/", ".table-line .rated"),
    ):
        page.goto(server.address + path)
        page.wait_for_selector(shown)
        if page.locator("summary").count():
            page.click("summary")
        assert problems(page) == [], path
        assert not page.evaluate(OVERFLOW), path
    mia.leave()
