"""Test HTTP requests of all kinds: HEAD, compression, contradictory headers, and limits."""

from __future__ import annotations

import json
import socket

import httpx
import pytest

from tests.server.support.people import Person, Server

pytestmark = pytest.mark.one_store


def raw(server: Server, request: str) -> str:
    """Return the server's answer to a raw request, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode())
        received = b""
        while part := connection.recv(65_536):
            received += part
    return received.decode()


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/titles", "/static/look.css", "/nowhere", "/join/nothing"])
def test_head_returns_what_get_returns_without_the_body(server, path):
    asked, got = httpx.head(server.base + path), httpx.get(server.base + path)
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    differ = {"date", "set-cookie"}
    assert {name for name in asked.headers if name not in differ} == {
        name for name in got.headers if name not in differ
    }


def test_answers_of_the_api_are_compressed_for_clients_that_accept_it(server):
    packed = httpx.get(f"{server.base}/api/titles", headers={"accept-encoding": "gzip"})
    plain = httpx.get(f"{server.base}/api/titles", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 3


def test_short_or_secret_answers_are_not_compressed(server, person):
    for path in ("/api/health", "/api/me"):
        assert "content-encoding" not in person("Lisa").http.get(path).headers


def test_what_is_packed_already_is_not_packed_again(server):
    page = httpx.get(f"{server.base}/", headers={"accept-encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    assert page.text.startswith("<!doctype html>")


def test_a_request_whose_length_is_said_in_two_ways_is_refused_and_the_connection_ends(server):
    answer = raw(
        server,
        "POST /api/me HTTP/1.1\nHost: localhost\nContent-Length: 5\nTransfer-Encoding: chunked\n\n"
        "0\n\nGET /api/health HTTP/1.1\nHost: localhost\n\n",
    )
    assert answer.startswith("HTTP/1.1 400 ")
    assert answer.count("HTTP/1.1") == 1
    assert "both Content-Length and Transfer-Encoding" in answer


SCREEN = "/api/arrangement?width=800&height=600&parts=" + json.dumps({"p": [100, 100, "mine", 0.6, None, ""]})


@pytest.mark.parametrize("path", ["/api/tables/{}/moment/0", SCREEN.replace("{", "{{").replace("}", "}}")])
def test_slow_drawings_are_limited_by_address_however_many_names_are_used(tmp_path, path):
    limits = {"gets_burst": 20, "gets_per_second": 0.01, "new_guests_per_minute": 1000}
    server = Server(tmp_path / "tables.db", limits=limits).start()
    people = [Person(server, f"Lisa {number}") for number in range(3)]
    table = people[0].table("me", "hotseat", public=True)["id"]
    answers = [one.http.get(path.format(table)) for one in people for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
    assert answers[-1].json()["error"].startswith("Too many requests. The limit is 10 at once and 0.005 per second.")
    assert people[2].http.get(f"/api/tables/{table}").status_code == 200, "what is quickly told is not"
    for one in people:
        one.close()
    server.stop()
