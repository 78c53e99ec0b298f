"""A server that is restarted in the middle of a game: every click counts, once."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.web.conftest import Server
from tests.web.person import PATIENCE, Person

AGAIN = "text=Reconnecting. Nothing is lost."
"""After 15 seconds on a slow machine it is a lost connection and no longer a restart that the page tells of."""


WATCH = """() => new MutationObserver(() => {
  window.toldOfRestart ||= document.body.textContent.includes("The server is restarting. Reconnecting");
}).observe(document.body, { childList: true, characterData: true, subtree: true })"""


class Wire:
    """What goes to the server and comes from it while somebody plays."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.played: list[dict[str, Any]] = []
        self.done: set[int] = set()
        self.moment = -1
        person.page.on("websocket", self._follow)

    def _follow(self, socket: Any) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, text: str) -> None:
        command = json.loads(text)
        if command["do"] == "play":
            self.played.append(command)

    def _received(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "answer" and message["ok"]:
            self.done.add(message["id"])
        self.moment = message.get("n", self.moment)

    def reach(self, moment: int) -> None:
        """Wait until so many decisions have been made."""
        end = time.monotonic() + PATIENCE
        while self.moment != moment:
            assert time.monotonic() < end, f"the game is at {self.moment}, not at {moment}"
            self.person.page.wait_for_timeout(20)


def test_clicks_before_and_during_a_restart_count_once(chromium: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    lisa = Person(chromium, server, "Lisa")
    wire = Wire(lisa)
    page = lisa.start("zooloretto-mini", "hotseat")
    page.evaluate(WATCH)
    for number in range(4):
        page.wait_for_selector(".can")
        if number % 2:
            server.stop()
            lisa.decide()  # nobody is there
        else:
            lisa.decide()
            server.stop()  # the answer may be on its way
        page.wait_for_selector(AGAIN)
        server.start()
        wire.reach(number + 1)
        page.wait_for_selector(AGAIN, state="hidden")
    assert page.evaluate("window.toldOfRestart")
    assert len({command["key"] for command in wire.played}) == 4
    assert {command["id"] for command in wire.played} <= wire.done
    lisa.leave()
    server.stop()
