"""Provide a real receiver of webhooks and push messages on 127.0.0.1, and a browser's keys to read the latter."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from menagerie.server.features.notices.push import Device


class Got(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Keeps what it gets. `answers` sets its answer by path: a status, "nothing" (it hangs up), an event to wait for
    before it hangs up, or such an event and a status."""

    def __init__(self, port: int = 0) -> None:
        self.got: list[Got] = []
        self.news: Queue[Got] = Queue()
        self.answers: dict[str, int | str | threading.Event | tuple[threading.Event, int | str]] = {}
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                receiver._take(self, Got(self.path, {k.lower(): v for k, v in self.headers.items()}, body))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def _take(self, handler: BaseHTTPRequestHandler, got: Got) -> None:
        self.got.append(got)
        self.news.put(got)
        answer = self.answers.get(got.path, 201)
        if isinstance(answer, threading.Event):
            answer = answer, "nothing"
        if isinstance(answer, tuple):
            answer[0].wait(300)
            answer = answer[1]
        if answer == "nothing":
            handler.close_connection = True
            return
        handler.send_response(int(answer))
        handler.send_header("location", f"{self.base}/elsewhere")
        handler.send_header("content-length", "0")
        handler.end_headers()

    def paths(self) -> list[str]:
        return [one.path for one in self.got]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    try:
        yield receiver
    finally:
        receiver.close()


class Browser:
    """The keys of a browser that receives push messages."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.device = Device(endpoint, _text(point), _text(self._auth))

    def read(self, got: Got) -> dict[str, Any]:
        """Return a message's content, if it is for this browser."""
        assert got.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(got.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(plain)
        return told


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
