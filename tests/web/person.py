"""A person at a browser: opens pages, starts games, and plays whatever the page offers."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import menagerie

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Server

PASSWORD = "owl lantern meerkat 47 truck"
PATIENCE = 120
"""Seconds after which what does not come counts as missing: a busy machine is slow."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
OVER = "document.querySelector('[data-part=status]').textContent.includes('over')"
OFFER = ".overlay .can, .overlay .ghost, .palette:not([hidden]) button, .choices button:not(.piece, .step)"


OPEN = """async ([name, wish]) => {
    const post = async (path, body) => {
        const { csrf } = await (await fetch('/api/me')).json();
        const headers = {'X-CSRF-Token': csrf, 'Content-Type': 'application/json'};
        return (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
    };
    await post('/api/me', {name});
    return (await post('/api/tables', wish)).id;
}"""
"""Opens a table as the lobby would."""


EXPERIENCED = """(titles) => {
    if (location.protocol === 'about:') return;
    for (const title of titles.map((title) => `menagerie.care.${title}`))
        localStorage.getItem(title) ?? localStorage.setItem(title, 'off');
}"""
"""Somebody has switched off what the first games of a title bring."""


class Person:
    """One browser context of its own: cookies, preferences, one page. A newcomer is helped in the first games."""

    def __init__(self, browser: Browser, server: Server, name: str, newcomer: bool = False, **context: Any) -> None:
        self.server = server
        self.name = name
        settings = {**DESKTOP, "reduced_motion": "reduce", **context}
        self.context = browser.new_context(**settings)
        if not newcomer:
            self.context.add_init_script(f"({EXPERIENCED})({json.dumps([*menagerie.titles(), 'paddocks'])})")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A server that is killed leaves what it was asked without an answer, and one that is being restarted cannot be
        # reached for a moment: that is no problem of the page.
        unreachable = ("WebSocket connection", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
        if message.type == "error" and not any(sign in message.text for sign in unreachable):
            self.problems.append(message.text)

    def start_in_the_lobby(self, title: str, *others: str) -> Page:
        """From the lobby to a table: me and these others, each a kind as in the form's values."""
        page = self.page
        page.goto(self.server.address)
        page.click(f".title:has(img[src*='{title}']) .primary")
        if page.locator("dialog select[aria-label=Players] ").count():
            page.select_option("dialog select[aria-label=Players]", str(1 + len(others)))
        for letter, kind in zip("BCDE", others, strict=False):
            page.select_option(f"dialog select[aria-label='Seat {letter}']", kind)
        page.click("dialog .primary")
        self.say_name()
        page.wait_for_url("**/table/*")
        self.settled()
        return page

    def start(self, title: str, *others: str) -> Page:
        """The same at once, without the lobby."""
        seats: list[dict[str, str]] = [{"kind": "me"}]
        for letter, (kind, _, bot) in zip("BCDE", [other.partition(":") for other in others], strict=False):
            seats.append(
                {
                    "kind": kind,
                    **({"bot": bot} if bot else {}),
                    **({"name": f"Guest {letter}"} if kind == "hotseat" else {}),
                }
            )
        self.page.goto(f"{self.server.address}/replay")
        self.page.wait_for_load_state("networkidle")  # the page asks who it is, too: one CSRF token after another
        table = self.page.evaluate(OPEN, [self.name, {"title": title, "seats": seats}])
        self.page.goto(f"{self.server.address}/table/{table}")
        self.settled()
        return self.page

    def wait(self, condition: str, seconds: float = PATIENCE) -> None:
        """Wait until a condition holds on the page. (Playwright's own way needs `eval`, which our policy forbids.)"""
        end = time.monotonic() + seconds
        while not self._holds(condition):
            assert time.monotonic() < end, f"in vain: {condition}"
            self.page.wait_for_timeout(15)

    def _holds(self, condition: str) -> bool:
        try:
            return bool(self.page.evaluate(f"Boolean({condition})"))
        except Exception as error:
            if "context was destroyed" in str(error):  # between two pages
                return False
            raise

    def say_name(self) -> None:
        """Give my name if I am asked."""
        self.wait("location.pathname.startsWith('/table/') || document.querySelector('[name=name]')")
        if self.page.locator("dialog input[name=name]").count():
            self.page.fill("dialog input[name=name]", self.name)
            self.page.keyboard.press("Enter")

    def settled(self) -> None:
        """Wait until the table is drawn."""
        self.wait("document.querySelector('[data-piece]')")

    def can_decide(self) -> bool:
        """Whether the page offers something now."""
        return bool(self.page.evaluate(f"document.querySelectorAll({OFFER!r}).length"))

    def is_over(self) -> bool:
        """Whether the page says so."""
        return bool(self.page.evaluate(OVER))

    def decide(self, which: int = 0) -> None:
        """Point at one of the things that are offered; they are counted in a circle. Runs are not drawn by hand: who
        points at random comes to no end of it."""
        self.page.evaluate(
            """([offer, which]) => {
                const things = [...document.querySelectorAll(offer)]
                    .filter((thing) => !thing.textContent.startsWith('Draw a run by hand'));
                const click = new PointerEvent('click', {bubbles: true, cancelable: true, pointerType: 'mouse'});
                things[which % things.length]?.dispatchEvent(click);
            }""",
            [OFFER, which],
        )

    def play_to_end(self, decisions: int = 400) -> None:
        """Play whatever is offered until the game is over."""
        for number in range(decisions):
            self.wait(f"document.querySelector({OFFER!r}) || {OVER}")
            if self.is_over():
                return
            self.decide(7 * number)
            self.page.wait_for_timeout(15)
        raise AssertionError(f"no end after {decisions} clicks: {self.prompt()}")

    def prompt(self) -> str:
        """What the bar asks."""
        return self.page.inner_text("[data-part=prompt]")

    def leave(self) -> None:
        """Close the browser window; nothing may have gone wrong in it."""
        self.context.close()
        assert not self.problems, self.problems


def two_at_a_table(person: Any, title: str = "zooloretto-mini") -> tuple[Person, Person]:
    """Lisa opens a table and Ben comes by the link; who is to move first, then the other."""
    lisa, ben = person("Lisa"), person("Ben")
    page = lisa.start(title, "open")
    assert "link" in lisa.prompt()
    link = page.evaluate("fetch('/api/tables').then(a => a.json()).then(lists => lists.mine[0].link)")
    ben.page.goto(lisa.server.address + link)
    ben.page.click("text=Sit down")
    ben.say_name()
    ben.page.wait_for_url("**/table/*")
    ben.settled()
    page.wait_for_selector("[data-part=log] >> text=The game begins")
    page.wait_for_timeout(300)
    return (lisa, ben) if lisa.can_decide() else (ben, lisa)
