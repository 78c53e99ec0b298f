"""What a page asks the server for while it loads, and which requests had to wait for which."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession


class Requests:
    """All requests of a page, each with the one whose answer led to it."""

    def __init__(self, session: CDPSession) -> None:
        self.sent: list[str] = []
        self._led_by: dict[str, str] = {}
        self._live = ""  # the connection to the table
        session.on("Network.requestWillBeSent", lambda event: self._heard(event["request"]["url"], event["initiator"]))
        session.on("Network.webSocketCreated", self._heard_live)
        session.send("Network.enable")

    def _heard(self, address: str, initiator: dict[str, Any]) -> None:
        if not address.startswith("data:"):
            self.sent.append(address)
            self._led_by.setdefault(address, self._source(initiator))

    def _heard_live(self, event: dict[str, Any]) -> None:
        self._live = event["url"]
        self._heard(event["url"], event.get("initiator", {}))

    def _source(self, initiator: dict[str, Any]) -> str:
        """What asked: a page, a style sheet, a script, or what a message of the table led to."""
        frames = initiator.get("stack", {}).get("callFrames", [])
        if frames and "onmessage" in frames[-1]["functionName"]:
            return self._live
        return str(frames[0]["url"] if frames else initiator.get("url", ""))

    def way(self, address: str) -> list[str]:
        """Return the requests that waited for each other until this one could be sent: the page, its script ..."""
        before = self._led_by.get(address, "")
        return [*(self.way(before) if before in self._led_by else []), address]

    def rounds(self) -> int:
        """Return how many requests waited for each other on the longest way."""
        return max([len(self.way(address)) for address in self.sent])
