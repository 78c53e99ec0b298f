"""Test clients' messages, however they are split: the short cut reads them as the library does."""

from __future__ import annotations

import json
import random
import socket

import pytest
from websockets.frames import Frame, Opcode

from menagerie.server.http.connections import websocket_frames
from tests.server.http.test_connection_limits import stuck
from tests.server.support.people import Person, Server

pytestmark = pytest.mark.one_store

SIZES = [0, 1, 125, 126, 127, 65_535]


def sent(message: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    return bytes(Frame(opcode, message, fin).serialize(mask=True))


@pytest.mark.parametrize("size", [*SIZES, 65_536, 70_000])
def test_messages_of_every_size_are_framed_as_the_library_does(size):
    message = b"x" * size
    assert websocket_frames.head(size) + message == Frame(Opcode.TEXT, message).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_of_one_frame_is_read(size):
    message = random.Random(size).randbytes(size)
    assert websocket_frames.text(sent(message)) == message


OTHERS = {
    "nothing": b"",
    "half a head": sent(b"half")[:5],
    "two": sent(b"one") + sent(b"two"),
    "not all of it": sent(b"one")[:-1],
    "a ping": sent(b"ping", Opcode.PING),
    "bytes": sent(b"bytes", Opcode.BINARY),
    "a beginning": sent(b"the beginning", fin=False),
    "an end": sent(b"the end", Opcode.CONT),
    "a long one": sent(b"x" * 65_536),
    "not masked": bytes(Frame(Opcode.TEXT, b"not masked").serialize(mask=False)),
    "with a bit that is reserved": b"\xc1" + sent(b"compressed, perhaps")[1:],
    "a length that is said otherwise": b"\x81\xfe\x00\x02" + b"\x00" * 4 + b"xx",
    "a length in eight bytes": b"\x81\xff" + (200).to_bytes(8) + b"\x00" * 4 + b"x" * 200,
}


@pytest.mark.parametrize("what", OTHERS)
def test_everything_else_is_left_to_the_library(what):
    assert websocket_frames.text(OTHERS[what]) is None


def test_where_frames_end_is_known():
    some = [sent(b"x" * size) for size in (*SIZES, 65_536)] + [sent(b"", Opcode.PONG)]
    for count in range(1, len(some) + 1):
        data = b"".join(some[:count])
        assert websocket_frames.are_whole(data)
        assert not websocket_frames.are_whole(data[:-1])
        assert not websocket_frames.are_whole(data + b"\x81")
    assert all(not websocket_frames.are_whole(sent(b"x" * 300)[:cut]) for cut in range(1, 300))


@pytest.fixture
def server(tmp_path):
    """A server with generous limits for talkative clients."""
    running = Server(tmp_path / "tables.db", limits={"messages_burst": 10**6}).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.mark.slow
def test_messages_in_pieces_and_several_at_once_are_answered_in_order(server):
    lisa = Person(server, "Lisa")
    line = stuck(server, lisa, lisa.table("me", "hotseat")["id"])
    chance = random.Random(5)

    def asks(first: int, count: int) -> list[bytes]:
        return [json.dumps({"do": "ping", "id": first + number}).encode() for number in range(count)]

    whole = [sent(one) for one in asks(0, 20)]
    together = [b"".join([sent(one) for one in asks(20, 20)])]
    in_the_middle = [sent(asks(40, 1)[0][:9], fin=False), sent(b"", Opcode.PING), sent(asks(40, 1)[0][9:], Opcode.CONT)]
    after_that = [sent(one) for one in asks(41, 9)]
    in_pieces = []
    for frame in [sent(one) for one in asks(50, 20)]:
        cut = chance.randrange(1, len(frame))
        in_pieces += [frame[:cut], frame[cut:]]
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # each piece is sent separately
    heard = b""
    while b'"type":"table"' not in heard:  # no one speaks before the handshake is complete
        heard += line.recv(65536)
    for piece in [*whole, *together, *in_the_middle, *after_that, *in_pieces, *[sent(one) for one in asks(70, 10)]]:
        line.sendall(piece)
    while b'"id":79' not in heard:
        heard += line.recv(65536)
    answered = [heard.index(b'{"type":"answer","id":%d,' % id) for id in range(80)]
    assert answered == sorted(answered)
    line.close()
    lisa.close()
