"""A person at a browser: opens pages, starts games, and plays whatever the page offers."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import menagerie
from tests.web.contexts import OF_A_PAGE, page_in
from tests.web.contexts import of as contexts_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.web.conftest import Server

PASSWORD = "owl lantern meerkat 47 truck"
PATIENCE = 120
"""Seconds after which what does not come counts as missing: a busy machine is slow."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
OVER = "document.querySelector('[data-part=status]').textContent.includes('over')"
OFFER = ".overlay .can, .overlay .ghost, .palette:not([hidden]) button, .choices button:not(.piece, .step)"


LOOK = """new Promise((found, failed) => {
    const end = performance.now() + MILLISECONDS;
    const look = () => {
        try {
            if (CONDITION) found(true);
            else if (performance.now() > end) found(false);
            else setTimeout(look, 15);
        } catch (error) { failed(error); }
    };
    look();
})"""
"""Waits on the page, so that nothing goes back and forth meanwhile."""


RESTS = """new Promise((rests) => {
    const moves = (one) => one.playState === 'running' && one.animationName !== 'fade'
        && one.effect.getComputedTiming().endTime !== Infinity;
    const words = (part) => document.querySelector(`[data-part=${part}]`)?.textContent;
    let before, calm = 0;
    const look = () => {
        const view = document.querySelector('svg[data-part=scene]')?.getAttribute('viewBox');
        const now = [view, words('prompt'), scrollY].join();
        calm = now === before && !document.getAnimations().some(moves) ? calm + 1 : 0;
        before = now;
        if (calm < 4) setTimeout(look, 20);
        else rests(true);
    };
    look();
})"""
"""The view stands still and no animation runs, but for those that have no end and marks that fade."""
FADED = "document.getAnimations().every(one => one.playState !== 'running' || one.animationName !== 'fade')"
"""Whether the marks of the last move are gone."""


POINT = """(offer, which) => {
    const things = [...document.querySelectorAll(offer)]
        .filter((thing) => !thing.textContent.startsWith('Draw a run by hand'));
    const click = new PointerEvent('click', {bubbles: true, cancelable: true, pointerType: 'mouse'});
    things[which % things.length]?.dispatchEvent(click);
}"""
PLAY = """async ([offer, most, patience]) => {
    const point = POINT, later = () => new Promise((go) => setTimeout(go, 15));
    const isOver = () => OVER;
    for (let number = 0; number < most; number++) {
        const end = performance.now() + patience;
        while (!isOver() && !document.querySelector(offer)) {
            if (performance.now() > end) return false;
            await later();
        }
        if (isOver()) return true;
        point(offer, 7 * number);
        await later();
    }
    return false;
}""".replace("POINT", POINT).replace("OVER", OVER)
"""Points at one thing after the other, whatever is offered, until the game is over."""


EXPERIENCED = """(titles) => {
    if (location.protocol === 'about:') return;
    for (const title of titles.map((title) => `menagerie.care.${title}`))
        localStorage.getItem(title) ?? localStorage.setItem(title, 'off');
}"""
"""Somebody has switched off what the first games of a title bring."""


class Person:
    """Somebody with cookies and preferences of their own, and one page. A newcomer is helped in the first games."""

    def __init__(self, browser: Browser, server: Server, name: str, newcomer: bool = False, **settings: Any) -> None:
        self.server = server
        self.name = name
        look = {"color_scheme": "light", "reduced_motion": "reduce", **DESKTOP, **settings}
        self._settings = {name: look.pop(name) for name in [*look] if name not in OF_A_PAGE}
        self._contexts = contexts_of(browser)
        self._context = self._contexts.take(self._settings, server.address)
        self._is_changed = False
        self.page: Page = page_in(self._context, **look)
        if not newcomer:
            self.page.add_init_script(f"({EXPERIENCED})({json.dumps([*menagerie.titles(), 'paddocks'])})")
        self.page.set_default_timeout(1000 * PATIENCE)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._heard)

    @property
    def context(self) -> BrowserContext:
        """The context, to be changed as one likes: nobody else uses it afterwards."""
        self._is_changed = True
        return self._context

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
        self.call_myself(self.name)
        table = self.post("/api/tables", {"title": title, "seats": seats})["id"]
        self.page.goto(f"{self.server.address}/table/{table}")
        self.settled()
        return self.page

    def call_myself(self, name: str) -> None:
        """Take a name, as the page does when it asks for one."""
        self.post("/api/me", {"name": name})

    def get(self, path: str) -> Any:
        """Ask the server, as my page would."""
        return self._context.request.get(self.server.address + path, timeout=1000 * PATIENCE).json()

    def post(self, path: str, body: Any) -> Any:
        """Tell the server something, as my page would: text as it is, everything else as JSON."""
        plain = isinstance(body, str)
        headers = {
            "X-CSRF-Token": self.get("/api/me")["csrf"],
            "Content-Type": "text/plain" if plain else "application/json",
            "Origin": self.server.address,
        }
        sent = body if plain else json.dumps(body)
        answer = self._context.request.post(
            self.server.address + path, data=sent, headers=headers, timeout=1000 * PATIENCE
        )
        return answer.json()

    def wait(self, condition: str, seconds: float = PATIENCE) -> None:
        """Wait until a condition holds on the page. (Playwright's own way needs `eval`, which our policy forbids.)"""
        end = time.monotonic() + seconds
        looking = LOOK.replace("CONDITION", condition).replace("MILLISECONDS", str(int(1000 * seconds)))
        while not self._holds(looking):
            assert time.monotonic() < end, f"in vain: {condition}"

    def _holds(self, looking: str) -> bool:
        try:
            return bool(self.page.evaluate(looking))
        except Exception as error:
            if "context was destroyed" in str(error):  # between two pages
                return False
            raise

    def come_by_link(self, host: Person, link: str = "") -> None:
        """Sit down at somebody's table by its link: the newest one's, if no other is said."""
        link = link or host.get("/api/tables")["mine"][0]["link"]
        self.page.goto(self.server.address + link)
        self.page.click("text=Take a seat")
        self.say_name()
        self.page.wait_for_url("**/table/*")
        self.settled()

    def say_name(self) -> None:
        """Give my name if I am asked."""
        self.wait("location.pathname.startsWith('/table/') || document.querySelector('[name=name]')")
        if self.page.locator("dialog input[name=name]").count():
            self.page.fill("dialog input[name=name]", self.name)
            self.page.keyboard.press("Enter")

    def settled(self) -> None:
        """Wait until the table is drawn."""
        self.wait("document.querySelector('[data-piece]') && document.fonts.status === 'loaded'")

    def come_to_rest(self) -> None:
        """Wait until nothing on the page moves any more."""
        self.page.evaluate(RESTS)

    def can_decide(self) -> bool:
        """Whether the page offers something now."""
        return bool(self.page.evaluate(f"document.querySelectorAll({OFFER!r}).length"))

    def is_over(self) -> bool:
        """Whether the page says so."""
        return bool(self.page.evaluate(OVER))

    def decide(self, which: int = 0) -> None:
        """Point at one of the things that are offered; they are counted in a circle. Runs are not drawn by hand: who
        points at random comes to no end of it."""
        self.page.evaluate(f"([offer, which]) => ({POINT})(offer, which)", [OFFER, which])

    def play_to_end(self, decisions: int = 400) -> None:
        """Play whatever is offered until the game is over."""
        assert self.page.evaluate(PLAY, [OFFER, decisions, 1000 * PATIENCE]), f"no end: {self.prompt()}"

    def prompt(self) -> str:
        """What the bar asks."""
        return self.page.inner_text("[data-part=prompt]")

    def leave(self) -> None:
        """Close the browser window; nothing may have gone wrong in it."""
        problems = list(self.problems)  # what the page says while it is put away is no fault of it
        if self._is_changed:
            self._context.close()
        else:
            self._contexts.give_back(self._settings, self._context, self.server.address)
        assert not problems, problems


def two_at_a_table(person: Any, title: str = "zooloretto-mini") -> tuple[Person, Person]:
    """Lisa opens a table and Ben comes by the link; who is to move first, then the other."""
    lisa, ben = person("Lisa"), person("Ben")
    page = lisa.start(title, "open")
    assert "link" in lisa.prompt()
    ben.come_by_link(lisa)
    page.wait_for_selector("[data-part=log] >> text=The game starts")
    return (lisa, ben) if who_can_decide(lisa, ben) is lisa else (ben, lisa)


def who_can_decide(*people: Person) -> Person:
    """Wait until somebody is offered something, or sees that the game is over; return that person."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for person in people:
            if person.can_decide() or person.is_over():
                return person
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody can decide")
