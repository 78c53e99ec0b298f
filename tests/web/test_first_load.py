"""How much a browser fetches that opens a table for the first time."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from tests.web.requests import Requests

MOST = 200_000
FETCHED = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""


@pytest.mark.parametrize("title", menagerie.titles())
def test_a_table_is_light_to_open(person: Any, title: str) -> None:
    lisa = person("Lisa")
    received: list[int] = []
    lisa.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    lisa.start(title, *["bot:random"] * (menagerie.load(title).players[-1] - 1))
    lisa.page.context.new_cdp_session(lisa.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    lisa.page.reload()
    lisa.settled()
    assert received
    assert 20_000 < lisa.page.evaluate(FETCHED) + max(received) <= MOST


def test_a_table_asks_in_few_rounds_and_for_nothing_twice(person: Any) -> None:
    """The page; all its scripts at once; the live connection; where the parts lie."""
    lisa = person("Lisa")
    lisa.start("18zoo", "bot:random")
    session = lisa.page.context.new_cdp_session(lisa.page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    requests = Requests(session)
    lisa.page.reload()
    lisa.settled()
    scripts = [address for address in requests.sent if address.endswith(".js")]
    assert len(scripts) > 50
    assert len(set(scripts)) == len(scripts)
    assert max([requests.way(address) for address in requests.sent], key=len)[4:] == []
    late = [requests.way(address) for address in scripts if len(requests.way(address)) > 2]
    assert [way for way in late if "overlays.js" not in way[-1]] == []  # fetched when there is something to lay over
