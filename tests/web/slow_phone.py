"""How soon a page is useful on a slow phone: `python -m tests.web.slow_phone [TITLE ...]`.

A table of each title is opened for the first time, with nothing in the browser's cache, a quarter of this machine's
processor, 1.6 Mbit/s and 150 ms to the server. Told are the requests, the rounds (how many of them had to wait for each
other), and the seconds until the first piece is drawn and until something can be chosen.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import menagerie
from tests.web.conftest import FLAGS, Server, find_chromium
from tests.web.person import PHONE, Person
from tests.web.requests import Requests

MEGABIT = 1_000_000 / 8
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6 * MEGABIT, "uploadThroughput": 0.75 * MEGABIT}
SLOWER = 4
WATCH = """() => {
    const first = {};
    const look = () => {
        const now = performance.now();
        if (document.querySelector('svg.scene .piece, svg.scene [data-piece]')) first.piece ??= now;
        if (document.querySelector('.overlay .can, .overlay .ghost, .choices button')) first.choice ??= now;
        window.firstSeen = first;
        if (!first.piece || !first.choice) requestAnimationFrame(look);
    };
    look();
}"""


def measure(browser: Browser, server: Server, title: str) -> None:
    """A table of that title."""
    settings: dict[str, Any] = {**PHONE}
    person = Person(browser, server, "Lisa", **settings)
    person.start(title, *["bot:random"] * (menagerie.load(title).players[-1] - 1))
    address = person.page.url
    person.page.goto("about:blank")
    person.page.add_init_script(f"({WATCH})()")
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    requests = Requests(session)
    person.page.goto(address, wait_until="commit")
    person.wait("window.firstSeen?.piece && window.firstSeen?.choice")
    seen: dict[str, Any] = person.page.evaluate("window.firstSeen")
    person.page.wait_for_timeout(1500)  # what is asked for when the table can be seen
    piece, choice = seen["piece"] / 1000, seen["choice"] / 1000
    asked = f"{len(requests.sent)} requests in {requests.rounds()} rounds"
    print(f"{title:17} {asked}, first piece {piece:.1f} s, first choice {choice:.1f} s", flush=True)
    person.context.close()


def main() -> None:
    """All titles, or those that are named."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        try:
            for title in sys.argv[1:] or menagerie.titles():
                measure(browser, server, title)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
