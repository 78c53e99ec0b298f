"""People among themselves in the browser: rematches, invitations, onlookers who sit down, friends, reports."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Server
from tests.web.ending import SIZES, almost_over, end, game
from tests.web.person import PASSWORD, PHONE, Person, two_at_a_table
from tests.web.test_access import problems


def signed_in(one: Person) -> Person:
    """Somebody who had an account before the server started."""
    assert "error" not in one.post("/api/sign-in/password", {"name": one.name, "password": PASSWORD})
    return one


def with_account(one: Person) -> Person:
    """Somebody whose name is kept."""
    one.call_myself(one.name)
    assert "error" not in one.post("/api/me/keep", {"password": PASSWORD})
    return one


def id_of(one: Person) -> str:
    return str(one.get("/api/me")["guest"]["id"])


def befriended(one: Person, other: Person) -> None:
    first, second = id_of(one), id_of(other)
    one.post("/api/friends", {"person": second})
    other.post("/api/friends", {"person": first})


def ended(lisa: Person, ben: Person) -> dict[str, Any]:
    """A game of Lisa and Ben that is over, with both before the result."""
    record = game("zooloretto-mini", 2)
    last = record.decisions[-1][0]
    seats = [{"kind": "me"}, {"kind": "open"}] if last == 0 else [{"kind": "open"}, {"kind": "me"}]
    table = almost_over(lisa, record, seats)
    ben.come_by_link(lisa, table["link"])
    end(lisa, table["id"], record)
    for one in (lisa, ben):
        one.page.wait_for_selector(".result:not([hidden])")
    return table


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_rematch_asks_and_both_land_at_one_table(person: Any, size: str) -> None:
    lisa, ben = person("Lisa", **SIZES[size]), person("Ben", **SIZES[size])
    ended(lisa, ben)
    old = lisa.page.url
    ben.page.click(".result >> text=Rematch")
    ben.page.wait_for_url(lambda url: url != old and "/table/" in url)
    lisa.page.wait_for_selector(".result .wanted >> text=Ben wants a rematch")
    lisa.page.click(".result button:has-text('Join')")
    lisa.page.wait_for_url(ben.page.url)
    lisa.settled()
    lisa.page.wait_for_selector("[data-part=log] >> text=The game starts", state="attached")


def test_who_declines_leaves_a_free_seat_with_an_invitation(person: Any) -> None:
    lisa, ben = person("Lisa"), person("Ben")
    ended(lisa, ben)
    lisa.page.goto(lisa.server.address)  # she is not there, and finds the question in the lobby
    ben.page.click(".result >> text=Rematch")
    ben.page.wait_for_url("**/table/*")
    lisa.page.reload()
    lisa.page.wait_for_selector(".asked >> text=Ben wants a rematch of Zooloretto Mini")
    lisa.page.click(".asked >> text=Decline")
    lisa.page.wait_for_selector("[data-part=section-asked]", state="hidden")
    ben.page.wait_for_selector("[data-part=log] >> text=Lisa declines the invitation")
    ben.page.wait_for_selector(".choices >> text=Invite")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_an_invitation_is_shown_as_link_and_code_with_a_warning(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = lisa.start("zooloretto-mini", "open")
    page.click(".choices >> text=Invite")
    page.wait_for_selector("dialog.invite")
    lisa.wait("document.querySelector('.invite img').naturalWidth > 100")
    assert page.input_value(".invite input").startswith(f"{lisa.server.address}/join/")
    assert "--host 0.0.0.0" in page.inner_text(".invite .problem")
    inside = page.evaluate("document.querySelector('.invite').getBoundingClientRect().right <= innerWidth")
    assert inside


def test_a_seat_that_was_left_in_the_middle_shows_its_invitation(person: Any) -> None:
    first, other = two_at_a_table(person)
    assert first.page.locator(".tools >> text=Invite").count() == 0
    other.page.once("dialog", lambda dialog: dialog.accept())
    other.page.click("[data-part=menu]")
    other.page.click("dialog >> text=Leave my seat")
    first.page.click(":is(.tools, .choices) >> text=Invite")
    link = first.page.input_value(".invite input")
    mia = person("Mia")
    mia.page.goto(link)
    mia.page.click("text=Take a seat")
    mia.say_name()
    mia.page.wait_for_url("**/table/*")
    mia.settled()
    first.page.wait_for_selector("[data-part=log] >> text=Mia takes seat", state="attached")


def test_an_invitation_goes_to_the_apps_of_a_phone(person: Any) -> None:
    lisa = person("Lisa", **PHONE)
    lisa.page.add_init_script("navigator.share = async (what) => void (window.given = what)")
    page = lisa.start("zooloretto-mini", "open")
    page.click(".choices >> text=Invite")
    page.click("dialog.invite .primary >> text=Share")
    address = page.input_value(".invite input")
    assert page.evaluate("window.given") == {
        "title": "Zooloretto Mini · Menagerie",
        "text": "Play Zooloretto Mini with me.",
        "url": address,
    }
    # Who thinks better of it is not bothered.
    page.evaluate("void (navigator.share = () => Promise.reject(new DOMException('', 'AbortError')))")
    page.click("dialog.invite .primary >> text=Share")
    assert page.is_visible("dialog.invite")


def test_an_onlooker_s_line_is_kept_while_a_name_is_chosen_and_one_click_sits_down(person: Any) -> None:
    lisa, mia = person("Lisa"), person("Mia")
    page = lisa.start("zooloretto-mini", "open")
    link = page.evaluate("fetch('/api/tables').then(a => a.json()).then(lists => lists.mine[0].link)")
    mia.page.goto(lisa.server.address + link)
    mia.page.click("text=Watch")
    mia.settled()
    mia.page.click("[data-tab=chat]")
    mia.page.fill("[data-part=say]", "May I play along?")
    mia.page.keyboard.press("Enter")
    mia.page.wait_for_selector("dialog [name=name]")
    mia.page.click("dialog >> text=Cancel")
    assert mia.page.input_value("[data-part=say]") == "May I play along?", "who wants no name keeps the line"
    mia.page.press("[data-part=say]", "Enter")
    mia.page.fill("dialog [name=name]", "Mia")
    mia.page.keyboard.press("Enter")
    page.click("[data-tab=chat]")
    page.wait_for_selector("[data-part=chat] >> text=May I play along?")
    mia.wait("document.querySelector('[data-part=say]').value === ''")
    mia.page.click(".choices >> text=Take seat B")
    for one in (lisa, mia):
        one.page.click("[data-tab=log]")
        one.page.wait_for_selector("[data-part=log] >> text=The game starts")


def test_an_undo_says_how_much_before_it_is_asked_for(person: Any) -> None:
    first, other = two_at_a_table(person)
    first.decide()
    first.wait("document.querySelectorAll('[data-part=log] li[data-n]').length > 1")
    first.page.wait_for_timeout(100)
    while not first.page.locator(".tools >> text=Ask to undo").count():
        mover = first if first.can_decide() else other
        mover.decide()
        first.page.wait_for_timeout(150)
    first.page.keyboard.press("u")
    first.wait("document.querySelector('[data-part=prompt]').textContent.includes('Ask the others to undo')")
    words = first.prompt()
    assert "? “" in words
    first.page.click(".choices >> text=Cancel")
    first.wait("!document.querySelector('[data-part=prompt]').textContent.includes('Ask the others')")
    first.page.keyboard.press("u")
    first.page.click(".choices >> text='Ask'")
    oldest = words.split("“")[1].removesuffix("”").removesuffix(".")
    other.wait("document.querySelector('[data-part=prompt]').textContent.includes('would like to')")
    assert oldest in other.prompt()


def test_a_friend_is_asked_with_one_click_and_comes_from_the_lobby(person: Any) -> None:
    lisa, ben = with_account(person("Lisa Webfriend")), with_account(person("Ben Webfriend"))
    befriended(lisa, ben)
    page = lisa.start("zooloretto-mini", "open")
    page.click(".choices >> text=Invite")
    page.click("dialog.invite [aria-label='Invite Ben Webfriend']")
    page.wait_for_selector("dialog.invite >> text=Invited")
    ben.page.goto(ben.server.address)
    ben.page.wait_for_selector(".asked >> text=Lisa Webfriend invites you to Zooloretto Mini")
    ben.page.click(".asked >> text=Join")
    ben.page.wait_for_url("**/table/*")
    ben.settled()
    ben.page.goto(f"{ben.server.address}/friends")
    ben.page.wait_for_selector("[data-part=friends] >> text=Lisa Webfriend")


def test_a_line_is_reported_and_a_moderator_deals_with_it(person: Any) -> None:
    olga = signed_in(person("Olga Webmoder"))
    lisa, ben = two_at_a_table(person)
    lisa.page.click("[data-tab=chat]")
    ben.page.click("[data-tab=chat]")
    ben.page.fill("[data-part=say]", "You play like a turnip")
    ben.page.keyboard.press("Enter")
    lisa.page.wait_for_selector("[data-part=chat] >> text=turnip")
    lisa.page.click("[data-part=chat] .whose")
    lisa.page.click("dialog.about-person summary")
    lisa.page.fill("dialog textarea", "Insults me")
    lisa.page.click("dialog >> text=Send report")
    lisa.page.wait_for_selector(".says >> text=A moderator will look at your report")
    olga.page.goto(f"{olga.server.address}/moderation")
    report = olga.page.locator(".report", has_text="Insults me").first
    report.wait_for()
    assert "turnip" in report.locator(".meant").inner_text()
    report.locator("[aria-label=Action]").select_option("silence")
    report.locator("[aria-label=Reason]").fill("No insults here.")
    report.locator("button").click()
    olga.page.wait_for_selector(".says >> text=Done. The action is on record")
    ben.page.fill("[data-part=say]", "What?")
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_selector(".says >> text=You can't chat until")
    assert ben.page.input_value("[data-part=say]") == "What?"
    ben.page.goto(ben.server.address)
    ben.page.click(".asked >> text=Dismiss")
    ben.page.wait_for_selector("[data-part=section-asked]", state="hidden")


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)], ids=["desktop light", "phone dark"])
def test_the_pages_of_people_have_no_barriers(
    chromium: Any, server: Server, theme: str, screen: dict[str, Any]
) -> None:
    olga = Person(chromium, server, f"Olga Webmoder {theme}", color_scheme=theme, **screen)
    ben = Person(chromium, server, f"Ben Barrier {theme}")
    signed_in(olga)
    with_account(ben)
    befriended(olga, ben)
    page: Any = olga.page
    page.goto(f"{server.address}/friends")
    page.wait_for_selector(".person-line")
    assert problems(page) == []
    ben.post("/api/reports", {"person": id_of(olga), "reason": "A reason to look at"})
    page.goto(f"{server.address}/moderation")
    page.wait_for_selector(".report")
    assert problems(page) == []
    olga.start("zooloretto-mini", "open")
    page.click(".choices >> text=Invite")
    page.wait_for_selector("dialog.invite .sitters")
    olga.wait("document.querySelector('.invite img').complete")
    assert problems(page) == []
    olga.leave()
    ben.leave()
