"""Notices in Chromium: permission, the service worker and a message that it shows, wishes, the link in a letter."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.server.features.test_accounts import GOOD
from tests.server.features.test_notices_servers import _free_port, sit_down
from tests.server.support.days import Days
from tests.server.support.people import PATIENCE, Person, Server
from tests.server.support.receiver import Browser, Receiver, receiving
from tests.web.person import DESKTOP, PHONE
from tests.web.test_access import problems

SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])

# The push services of browsers are not reachable from here, and not for private windows such as those of tests: the
# browser is given an address at our receiver instead. All else is its own: permission, worker, notifications.
SERVICE = """([endpoint, p256dh, auth]) => {
    const bytes = (text) => Uint8Array.from(
        atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
    const made = (options) => ({ endpoint, options, getKey: (name) => bytes(name === 'auth' ? auth : p256dh),
        unsubscribe: async () => { sessionStorage.removeItem('made'); return true; } });
    PushManager.prototype.subscribe = async (options) => {
        if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('a bad key');
        sessionStorage.setItem('made', '1');
        return made(options);
    };
    PushManager.prototype.getSubscription = async () =>
        sessionStorage.getItem('made') ? made({ applicationServerKey: null }) : null;
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    port = _free_port()
    limits = {"keeps_per_minute": 1000, "posts_burst": 10**6}
    settings = {"public_url": f"http://localhost:{port}", "private_receivers": True, "notice_seconds": 0.0}
    running = Server(tmp_path_factory.mktemp("server") / "tables.db", Days(), limits=limits, **settings)
    running.port = port
    running.start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def come(chromium: Any, serving: Server, name: str, screen: dict[str, Any], device: Browser | None = None) -> Any:
    """A page about somebody with an account."""
    context = chromium.new_context(**screen, reduced_motion="reduce")
    address = f"http://localhost:{serving.port}"
    context.grant_permissions(["notifications"], origin=address)
    if device is not None:
        keys = [device.device.endpoint, device.device.p256dh, device.device.auth]
        context.add_init_script(f"({SERVICE})({json.dumps(keys)})")
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.goto(f"{address}/me")
    page.fill("label:has-text('Your name') input", name)
    page.click("text=Continue")
    page.wait_for_selector("h1:has-text('(guest)')")
    return page


KEEP = """async (password) => {
    const { csrf } = await (await fetch('/api/me')).json();
    const headers = {'X-CSRF-Token': csrf, 'Content-Type': 'application/json'};
    await fetch('/api/me/keep', {method: 'POST', headers, body: JSON.stringify({password})});
}"""


@SCREENS
def test_a_device_is_told_and_shows_it(whole_chromium: Any, serving: Server, receiver: Receiver, screen: Any) -> None:
    phone = "is_mobile" in screen
    device = Browser(f"{receiver.base}/push-{'phone' if phone else 'desk'}")
    page = come(whole_chromium, serving, "Nora phone" if phone else "Nora", screen, device)
    page.click("#notices >> text=Notify me on this device")
    page.wait_for_selector("#notices .here:has-text('this device')")
    with closing(Person(serving, "Ben")) as ben, closing(Person(serving)) as nora:
        cookies = {one["name"]: one["value"] for one in page.context.cookies()}
        nora.http.cookies.update(cookies)
        nora.csrf = nora.get("/api/me")["csrf"]
        for _ in range(12):  # who begins is chance: at one of them it is Nora
            sit_down(nora, ben, pace="1d")
        got = receiver.news.get(timeout=PATIENCE)
        told = device.read(got)
        assert "It has been your turn in Zooloretto Mini with Ben since " in told["body"]
        assert_shown(page, told)
    page.click("#notices >> text=Remove")
    page.wait_for_selector("#notices >> text=Notify me on this device")
    assert page.problems == []
    page.context.close()


def assert_shown(page: Any, told: dict[str, Any]) -> None:
    """What arrives is handed to the worker, as the browser's push service would, and it shows it."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(_ids(event)))
    session.send("ServiceWorker.enable")
    until(page, lambda: bool(found))
    origin = page.evaluate("location.origin")
    message = {"origin": f"{origin}/", "registrationId": found[-1], "data": json.dumps(told)}
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session.send("ServiceWorker.deliverPushMessage", message)
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map((one) => ({title: one.title, body: one.body, path: one.data}))"""
    until(page, lambda: bool(page.evaluate(shown)))
    assert page.evaluate(shown) == [{name: told[name] for name in ("title", "body", "path")}]


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait for something that the browser tells of by no event."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "nothing has changed"
        page.wait_for_timeout(50)


def _ids(event: Any) -> list[str]:
    return [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]


@SCREENS
def test_wishes_are_kept_and_the_page_is_clear(chromium: Any, serving: Server, screen: Any) -> None:
    name = "Wilma phone" if "is_mobile" in screen else "Wilma"
    page = come(chromium, serving, name, screen)
    page.evaluate(KEEP, GOOD)
    page.reload()
    page.wait_for_selector("#notices table.kinds")
    page.click("#notices summary")
    page.select_option("#notices label:has-text('Format') select", "plain")
    page.fill("#notices label:has-text('Address') input", "https://hooks.example/zoo")
    page.click("#notices >> text=Add webhook")
    page.click("dialog >> text=I've saved it")
    page.wait_for_selector("#notices th:has-text('Webhook')")
    page.uncheck("[aria-label='A game has ended: Webhook']")
    page.fill("#notices label:has-text('Quiet from') input", "22:15")
    page.fill("#notices label:has-text('until') input", "07:00")
    page.click("text=Save notice settings")
    page.wait_for_selector("text=Notice settings saved.")
    assert problems(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= screen["viewport"]["width"]
    page.reload()
    page.wait_for_selector("#notices table.kinds")
    assert not page.is_checked("[aria-label='A game has ended: Webhook']")
    assert page.is_checked('[aria-label="It\'s my turn: Webhook"]')
    assert page.input_value("#notices label:has-text('Quiet from') input") == "22:15"
    told = page.evaluate("fetch('/api/notices').then((answer) => answer.json())")["wishes"]
    assert (told["quiet_from"], told["quiet_until"]) == (22 * 60 + 15, 7 * 60)
    assert told["zone"] == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert page.problems == []
    page.context.close()


def test_a_table_is_silenced_in_its_menu(chromium: Any, serving: Server) -> None:
    page = come(chromium, serving, "Silke", DESKTOP)
    ben = Person(serving, "Ben")
    try:
        silke = Person(serving)
        silke.http.cookies.update({one["name"]: one["value"] for one in page.context.cookies()})
        silke.csrf = silke.get("/api/me")["csrf"]
        table = sit_down(silke, ben, pace="1d")
        page.goto(f"http://localhost:{serving.port}/table/{table}")
        page.click("[data-part=menu]")
        page.select_option("dialog.menu [aria-label^='Notices when I']", "silent")
        page.wait_for_selector("text=Notice settings for this table saved.")
        assert set(map(tuple, silke.get(f"/api/notices/tables/{table}")["kinds"].values())) == {()}
        silke.close()
    finally:
        ben.close()
    page.context.close()


def test_the_link_in_a_letter_needs_no_signing_in(chromium: Any, serving: Server) -> None:
    one = Person(serving, "Olga")
    one.post("/api/me/keep", {"password": GOOD})
    one.post("/api/notices", {"kinds": {"turn": ["mail"], "over": ["mail", "push"]}})
    assert one.id is not None
    token = _token(serving, one.id)
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"http://localhost:{serving.port}/off#{token}")
    page.wait_for_selector("h1:has-text('Emails stopped')")
    assert problems(page) == []
    kinds = one.get("/api/notices")["wishes"]["kinds"]
    assert (kinds["turn"], kinds["over"]) == ([], ["push"])
    page.goto(f"http://localhost:{serving.port}/off")
    page.wait_for_selector("h1:has-text('work')")
    context.close()
    one.close()


def _token(serving: Server, guest: str) -> str:
    """What a letter of this server to somebody has, made with the server's own key."""
    with closing(sqlite3.connect(f"file:{serving.database}?mode=ro", uri=True)) as database:
        ((secret,),) = database.execute("SELECT value FROM secrets WHERE name = 'notices-off'").fetchall()
    return f"{guest}.{hmac.new(secret.encode(), f'mail {guest}'.encode(), hashlib.sha256).hexdigest()}"
