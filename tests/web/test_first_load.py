"""How much a browser fetches that opens a table for the first time."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie

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
