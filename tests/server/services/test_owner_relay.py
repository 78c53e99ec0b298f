"""Test forwarding to a process that doesn't answer properly, which may be gone or may refuse."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from menagerie.server.services.owner_relay import Relay, Unreachable
from menagerie.server.store.ownership import Elsewhere

pytestmark = pytest.mark.one_store

SCOPE: dict[str, Any] = {
    "method": "POST",
    "path": "/api/tables/t/do",
    "query_string": b"",
    "headers": [(b"host", b"zoo.example"), (b"x-menagerie-inside", b"forged"), (b"cookie", b"a=b")],
    "client": ("10.0.0.1", 1),
}


def ask(answer: bytes, what: str) -> tuple[Any, bytes, list[Any]]:
    """Forward something to a process that answers with these bytes and hangs up; return the outcome, and what both
    sides got."""
    asked, sent = bytearray(), []

    async def owner(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.extend(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        writer.close()

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return await asyncio.Event().wait()

    async def run() -> Any:
        async with await asyncio.start_server(owner, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            elsewhere, relay = Elsewhere("p", f"127.0.0.1:{port}"), Relay("secret")
            try:
                if what == "socket":
                    return await relay.socket(elsewhere, SCOPE, receive, send)
                return await relay.request(elsewhere, SCOPE, b"{}")
            except Unreachable as problem:
                return problem.is_gone, problem.was_sent

    return asyncio.run(run()), bytes(asked), sent


def test_a_forwarded_request_is_the_clients_with_its_address_and_nothing_forged():
    answer, asked, _ = ask(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nset-cookie: c=d\r\n\r\nok", "request")
    assert (answer.status, answer.body) == (200, b"ok")
    assert (b"set-cookie", b"c=d") in answer.headers
    head = asked.lower()
    assert b"cookie: a=b" in head
    assert b"host: zoo.example" in head
    assert b"x-menagerie-from: 10.0.0.1" in head
    assert b"x-menagerie-inside: secret" in head
    assert b"forged" not in head


@pytest.mark.parametrize(("answer", "what"), [(b"", "request"), (b"HTTP/1.1 200 OK\r\ncontent-le", "request")])
def test_a_process_that_hangs_up_during_an_answer_may_have_done_it(answer, what):
    assert ask(answer, what)[0] == (False, True)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 101 Switch", b"HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"])
def test_a_failed_websocket_is_tried_again(answer):
    problem, _, sent = ask(answer, "socket")
    assert (problem, sent) == ((False, False), [])


def test_a_websocket_that_the_owner_refuses_is_refused():
    _, _, sent = ask(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n", "socket")
    assert [(message["type"], message["code"]) for message in sent] == [("websocket.close", 4403)]


def test_if_no_one_listens_the_process_has_ended():
    async def run() -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        with pytest.raises(Unreachable) as problem:
            await Relay("secret").request(Elsewhere("p", f"127.0.0.1:{port}"), SCOPE, b"{}")
        assert (problem.value.is_gone, problem.value.was_sent) == (True, False)

    asyncio.run(run())
