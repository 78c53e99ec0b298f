"""Keeping a name, several devices, and coming back, with Chromium and its virtual authenticator."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import pytest

from tests.web.conftest import Server
from tests.web.person import DESKTOP, PHONE, Person
from tests.web.test_access import problems

GOOD = "seven otters under the bridge"
SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])


def authenticator(page: Any) -> tuple[Any, str]:
    """Give a page's browser a device for passkeys, which agrees to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def come(chromium: Any, server: Server, name: str, **context: Any) -> tuple[Person, str]:
    """Somebody at the server's name: passkeys are for names, not for numbers."""
    address = f"http://localhost:{server.port}"
    person = Person(chromium, server, name, **context)
    person.page.goto(address)
    return person, address


def is_named(page: Any, name: str) -> None:
    page.wait_for_selector(f".top .me >> text='{name}'")


def choose_name(page: Any, address: str, name: str) -> None:
    page.goto(f"{address}/me")
    page.fill("label:has-text('Your name') input", name)
    page.click("text=Continue")
    page.wait_for_selector("h1:has-text('(guest)')")


def write_codes_down(page: Any) -> list[str]:
    codes = page.locator("dialog .codes li").all_inner_texts()
    page.click("dialog >> text=I've saved them")
    page.wait_for_selector("text=Ways to sign in")
    return list(codes)


@SCREENS
def test_a_passkey_keeps_a_name_and_brings_it_back(chromium: Any, server: Server, screen: dict[str, Any]) -> None:
    name = f"Vera {'phone' if 'is_mobile' in screen else 'desk'}"
    vera, address = come(chromium, server, name, **screen)
    page: Any = vera.page
    session, device = authenticator(page)
    page.click("text=Sign in")  # the header of who has no name
    choose_name(page, address, name)
    page.click("text=Create an account with a passkey")
    page.wait_for_selector("dialog .codes")
    assert len(write_codes_down(page)) == 10
    assert page.inner_text("h1") == f"You are {name}"
    assert len(session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1
    page.click("text=Sign out of this device")
    page.wait_for_url(f"{address}/")
    page.click(".top >> text=Sign in")
    page.click("text=Use a passkey")
    page.wait_for_url(f"{address}/")
    is_named(page, name)
    page.click(".top .me")
    page.wait_for_selector("text=Ways to sign in")
    assert "used just now" in page.inner_text(".things")
    vera.leave()


@SCREENS
def test_a_guest_signs_in_with_a_password_and_the_games_come_along(
    chromium: Any, server: Server, screen: dict[str, Any]
) -> None:
    name = f"Paula {'phone' if 'is_mobile' in screen else 'desk'}"
    paula, address = come(chromium, server, name)
    page: Any = paula.page
    choose_name(page, address, name)
    page.click("text=Use a password instead")
    page.fill("input[type=password]", "password1")
    page.click("text=Create an account with a password")
    page.wait_for_selector(".problem:has-text('easy to guess')")
    page.fill("input[type=password]", GOOD)
    page.click("text=Create an account with a password")
    page.wait_for_selector("dialog .codes")
    codes = write_codes_down(page)
    guest, _ = come(chromium, server, "Guest", **screen)
    other: Any = guest.page
    choose_name(other, address, "Guest")
    wish = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    other.evaluate(
        """async (wish) => {
            const { post } = await import("/static/shared/api.js");
            await post("/api/tables", wish);
        }""",
        wish,
    )
    other.goto(f"{address}/sign-in?next=/me")
    other.wait_for_selector("text=You are Guest, a guest with 1 game in progress.")
    other.fill("label:has-text('Name') input", name)
    other.fill("input[type=password]", "not the password")
    other.click("section:has-text('Password') >> button")
    other.wait_for_selector(".problem:has-text('The name or the password is wrong.')")
    other.fill("input[type=password]", GOOD)
    other.click("section:has-text('Password') >> button")
    other.wait_for_selector(f"h1:has-text('You are {name}')")
    page.goto(address)
    page.wait_for_selector("[data-part=section-turn] .table-line")  # the guest's game is hers
    # Recovery code does as well, once.
    lost, _ = come(chromium, server, "Lost")
    lost.page.goto(f"{address}/sign-in")
    lost.page.click("text=Use a recovery code")
    lost.page.fill("label:has-text('Recovery code') input", codes[0])
    lost.page.click("details[open] >> button")
    lost.page.wait_for_url(f"{address}/")
    is_named(lost.page, name)
    guest.problems.clear()  # the browser notes that a wrong password was refused
    paula.problems.clear()
    for one in (paula, guest, lost):
        one.leave()


def test_a_second_device_by_code_and_by_picture(chromium: Any, server: Server) -> None:
    lisa, address = come(chromium, server, "Lisa")
    page: Any = lisa.page
    choose_name(page, address, "Lisa")
    page.click("text=Add a device")
    code = page.inner_text(".short-code")
    assert re.fullmatch(r"[A-Z2-9]{4}-[A-Z2-9]{4}", code)
    assert page.evaluate("document.querySelector('.qr').naturalWidth") > 100
    phone, _ = come(chromium, server, "Phone", **PHONE)
    phone.page.goto(f"{address}/sign-in")
    phone.page.fill(".typed-code", code.lower().replace("-", " "))
    phone.page.click("section:has-text('Code from another device') >> button")
    phone.page.wait_for_selector("text=You're about to sign in as Lisa")
    phone.page.click("button:text-is('Sign in as Lisa')")
    phone.page.wait_for_url(f"{address}/")
    is_named(phone.page, "Lisa")
    page.wait_for_selector("dialog .here:has-text('is now signed in as you')")
    page.click("dialog >> text=Done")
    page.wait_for_selector(".things li:nth-child(2)")
    # The picture leads to the same question.
    page.click("text=Add a device")
    link = page.get_attribute(".qr", "alt").removeprefix("QR code for ")
    tablet, _ = come(chromium, server, "Tablet")
    tablet.page.goto(link)
    tablet.page.click("button:text-is('Sign in as Lisa')")
    tablet.page.wait_for_url(f"{address}/")
    page.wait_for_selector("dialog .here:has-text('is now signed in as you')")
    page.click("dialog >> text=Done")
    # Who is signed out elsewhere sees the table as an onlooker.
    table = page.evaluate(
        """async () => {
            const { post } = await import("/static/shared/api.js");
            const seats = [{"kind": "me"}, {"kind": "hotseat"}];
            return (await post("/api/tables", {title: "zooloretto-mini", seats})).id;
        }"""
    )
    tablet.page.goto(f"{address}/table/{table}")
    tablet.page.wait_for_selector(".can")
    with tablet.page.expect_navigation():
        for left in (2, 1):  # the phone, too: which of them was seen last is not certain
            page.click(".things li:nth-child(2) >> text=Sign out")
            page.locator(".things li").nth(left).wait_for(state="detached")
    told = tablet.page.evaluate("fetch('/api/me').then((answer) => answer.json())")
    assert told["guest"] is None
    tablet.page.wait_for_selector("[data-part=title]:has-text('Zooloretto Mini')")
    assert tablet.page.locator(".can").count() == 0
    for one in (lisa, phone, tablet):
        one.leave()


def test_another_name_needs_a_proof_and_the_page_goes_on_with_the_new_cookie(chromium: Any, server: Server) -> None:
    nora, address = come(chromium, server, "Nora")
    page: Any = nora.page
    choose_name(page, address, "Nora")
    page.evaluate(
        """async () => {
            const { post } = await import("/static/shared/api.js");
            await post("/api/me/keep", {password: "nine lamas near the lake"});
        }"""
    )
    server.days.pass_by(16 * 60)
    page.goto(f"{address}/me")
    page.wait_for_selector("text=Ways to sign in")
    page.fill("label:has-text('Name other players see') input", "Eleonora")
    page.click("text=Change my name")
    page.fill("dialog input[type=password]", "nine lamas near the lake")
    page.click("dialog button:text-is('Confirm')")
    page.wait_for_selector("h1:has-text('You are Eleonora')")
    page.reload()
    page.wait_for_selector("h1:has-text('You are Eleonora')")
    nora.problems.clear()  # that a proof was wanted is told by a 403, which the browser notes
    nora.leave()


def test_everything_is_downloaded_and_then_deleted(chromium: Any, server: Server) -> None:
    dora, address = come(chromium, server, "Dora")
    page: Any = dora.page
    choose_name(page, address, "Dora")
    with page.expect_download() as download:
        page.click("text=Download my data")
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as file:
        assert json.loads(file.read("me.json"))["name"] == "Dora"
    page.click("text=Delete my account …")
    page.fill("dialog input", "Somebody else")
    page.click("dialog >> button.danger")
    page.wait_for_selector("dialog .problem:has-text('Type your name')")
    page.fill("dialog input", "Dora")
    page.click("dialog >> button.danger")
    page.wait_for_url(f"{address}/")
    page.wait_for_selector(".top .me >> text=Sign in")
    dora.problems.clear()  # the refusal
    dora.leave()


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)], ids=["desktop light", "phone dark"])
def test_the_pages_have_no_barriers(chromium: Any, server: Server, theme: str, screen: dict[str, Any]) -> None:
    one, address = come(chromium, server, "Axe", color_scheme=theme, **screen)
    page: Any = one.page
    page.goto(f"{address}/me")
    page.wait_for_selector("text=Choose a name")
    assert problems(page) == []
    choose_name(page, address, f"Axe {theme}")
    assert problems(page) == []
    page.click("text=Add a device")
    page.wait_for_selector(".qr")
    assert problems(page) == []
    page.click("dialog >> text=Done")
    page.goto(f"{address}/sign-in")
    page.wait_for_selector("text=Password")
    page.click("text=Use a recovery code")
    assert problems(page) == []
    authenticator(page)
    page.goto(f"{address}/me")
    page.click("text=Create an account with a passkey")
    page.wait_for_selector("dialog .codes")
    assert problems(page) == []
    write_codes_down(page)
    assert problems(page) == []
    page.click("text=Delete my account …")
    assert problems(page) == []
    one.leave()
