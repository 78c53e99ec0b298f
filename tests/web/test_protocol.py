"""What really arrives in a browser is what the server declares, over the live connection and over HTTP."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from menagerie.server.protocol.outgoing.live import ChatLine
from tests.server.support.declared import Undeclared, check, check_content, check_message

TITLE = "zooloretto-mini"
PAGES = (
    "/",
    "/daily",
    "/friends",
    "/me",
    "/puzzles",
    "/tournaments",
    "/people",
    "/bots/visitor",
    f"/learn/{TITLE}",
    f"/rules/{TITLE}",
)


LISTEN = """
    const fetched = window.fetch;
    window.fetch = async (address, wish) => {
        const answer = await fetched(address, wish);
        const type = answer.headers.get('content-type');
        answer.clone().text()
            .then((text) => window.arrived(wish?.method ?? 'GET', answer.url, answer.status, type, text))
            .catch(() => {});  // the page is left
        return answer;
    };
"""
"""Has a page hand on what it fetches."""


class Arrivals:
    """Everything that reaches a page, checked as it comes."""

    def __init__(self, page: Any) -> None:
        self.kinds: set[str] = set()
        self.addresses: set[str] = set()
        self.wrong: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        page.expose_function("arrived", self._answer)
        page.add_init_script(LISTEN)

    def _frame(self, text: str) -> None:
        self.kinds.add(json.loads(text)["type"])
        self._check(check_message, text)

    def _answer(self, method: str, address: str, status: int, kind: str, text: str) -> None:
        path = urlsplit(address).path
        if path.startswith("/api/") and kind == "application/json":
            self.addresses.add(path)
            self._check(check_content, method, path, status, text.encode())

    def _check(self, checks: Any, *told: Any) -> None:
        try:
            checks(*told)
        except AssertionError as error:
            self.wrong.append(str(error)[:1000])


@pytest.mark.slow
def test_what_arrives_is_what_is_declared(person: Any) -> None:
    lisa = person("Lisa")
    arrivals = Arrivals(lisa.page)
    for address in PAGES:
        lisa.page.goto(f"{lisa.server.address}{address}")
        lisa.page.wait_for_load_state("networkidle")
    page = lisa.start_in_the_lobby(TITLE, "bot:visitor")
    page.click("[data-tab=chat]")
    page.fill("[data-part=say]", "Hello")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-part=chat] >> text=Hello")
    lisa.play_to_end(decisions=6000)
    page.wait_for_selector(".result >> text=Rematch")
    page.wait_for_load_state("networkidle")
    assert arrivals.wrong == []
    assert {"table", "update", "answer", "chat", "about"} <= arrivals.kinds
    assert {
        "/api/me",
        "/api/titles",
        "/api/tables",
        "/api/daily",
        "/api/puzzles",
        "/api/tournaments",
    } <= arrivals.addresses


def test_a_field_more_or_less_or_of_another_type_is_noticed() -> None:
    said = {"id": 5, "name": "Lisa", "seat": 0, "text": "Hello", "at": 1.5}
    check(json.dumps({"type": "chat", "message": said}).encode(), ChatLine)
    for wrong in (said | {"guest": "g1"}, {"id": 5, "name": "Lisa"}, said | {"seat": "A"}):
        with pytest.raises(Undeclared):
            check(json.dumps({"type": "chat", "message": wrong}).encode(), ChatLine)
