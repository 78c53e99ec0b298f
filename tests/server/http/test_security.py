"""Test what must be refused or made harmless: one sentence to the client, one line in the log, never a traceback."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from menagerie.server.base.settings import Limits, Settings
from menagerie.server.http.handlers import problems
from menagerie.server.http.handlers.live import Conversation
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.show.client_connection import Outbox
from menagerie.server.show.hub import TOO_SLOW, Viewer
from tests.server.support.people import Person, Server, key

pytestmark = pytest.mark.one_store


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server with narrow limits."""
    limits = {
        "posts_burst": 30,
        "posts_per_second": 0.01,
        "messages_burst": 10,
        "messages_per_second": 0.01,
        "tables_per_guest": 3,
        "sockets_per_guest": 2,
        "sockets_per_address": 3,
        "onlookers_per_table": 2,
        "replays_per_guest": 1,
    }
    running = Server(tmp_path_factory.mktemp("strict") / "tables.db", limits=limits).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


# Identity.


def test_without_a_csrf_token_nothing_is_changed(server, person):
    lisa = person("Lisa")
    for headers in ({}, {"x-csrf-token": ""}, {"x-csrf-token": "0" * 64}, {"x-csrf-token": lisa.csrf + "x"}):
        answer = lisa.http.post("/api/me", json={"name": "Eve"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    with httpx.Client(base_url=server.base) as stranger:
        answer = stranger.post("/api/me", json={"name": "Eve"}, headers={"x-csrf-token": lisa.csrf})
        assert answer.status_code == 403
    assert lisa.get("/api/me")["guest"]["name"] == "Lisa"


def test_other_origins_are_refused(server, person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    other_scheme = server.base.replace("http://", "https://")
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null", server.base + ".evil.example", other_scheme):
        answer = lisa.request("/api/me", {"name": "Eve"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
        with pytest.raises(InvalidStatus) as refused:
            lisa.watch(table, Origin=origin).open()
        assert refused.value.response.status_code == 403
    assert lisa.request("/api/me", {"name": "Lisa"}, headers={"origin": server.base}).status_code == 200


def test_unstorable_text_is_refused_and_is_not_our_fault(place):
    """PostgreSQL accepts no null character, in whatever field."""
    server = Server(place).start()
    lisa = Person(server, "Lisa")
    table = lisa.table("me", "hotseat")
    assert lisa.http.get("/api/tables/a%00b").status_code == 404
    assert lisa.request("/api/notices/tables/a%00b", {"kinds": None}).status_code == 404
    assert lisa.http.get("/api/history?player=a%00b").status_code in (200, 400)
    assert lisa.request("/api/sign-in/password", {"name": "a\0b", "password": "a\0b"}).status_code in (400, 401)
    play = {"do": "play", "seat": 0, "decision": "draw", "seq": table["seq"], "key": "12345678\0"}
    assert lisa.refused(f"/api/tables/{table['id']}/do", play)["code"] == "bad"
    with pytest.raises(InvalidStatus) as refused:
        lisa.watch("a%00b").open()
    assert refused.value.response.status_code == 403
    lisa.close()
    assert server.stop() == 0
    assert "ERROR" not in server.log
    assert "Traceback" not in server.log


def test_every_address_that_changes_something_is_guarded(server, person):
    """Including future ones, which are known from the server's own description."""
    lisa = person("Lisa")
    described = lisa.get("/schema/openapi.json")["paths"]
    posts = [path for path, ways in described.items() if set(ways) - {"get"} and "/notices/off/" not in path]
    assert len(posts) > 60
    for path in posts:
        assert set(described[path]) <= {"get", "post"}
        address = re.sub(r"\{[^}]*\}", "1", path)
        unproved = lisa.http.post(address, json={})
        assert (unproved.status_code, unproved.json()["code"]) == (403, "csrf"), path
        foreign = lisa.request(address, {}, headers={"origin": "https://evil.example"})
        assert (foreign.status_code, foreign.json()["code"]) == (403, "origin"), path
        large = lisa.request(address, content=b" " * (replays.LARGEST + 1))
        assert 400 <= large.status_code < 500, path
        assert set(large.json()) >= {"code", "error"}, path


@pytest.mark.parametrize("token", ["", "x", "a" * 43, "a" * 5_000, "' OR 1=1 --", "%00"], ids=range(6))
def test_a_forged_token_identifies_no_one(server, person, token):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    csrf = {"x-csrf-token": lisa.csrf, "cookie": f"menagerie_csrf={lisa.csrf}; menagerie_guest={token}"}
    with httpx.Client(base_url=server.base) as forger:
        assert forger.get("/api/me", headers=csrf).json()["guest"] is None
        command = {"do": "play", "seat": 0, "decision": "draw", "seq": table["seq"], "key": key()}
        for path, body in ((f"/api/tables/{table['id']}/do", command), ("/api/tables", NEW), ("/api/replays", None)):
            answer = forger.post(path, json=body, headers=csrf)
            assert (answer.status_code, answer.json()["code"]) == (401, "guest"), path


NEW = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}


def test_no_one_decides_for_another_players_seat(person):
    lisa, ben, eve = person("Lisa"), person("Ben"), person("Eve")
    table = lisa.table("me", "open", {"kind": "bot", "bot": "random"})
    ben.join(table)
    state = lisa.get(f"/api/tables/{table['id']}")
    for who, held in ((lisa, {0}), (ben, {1}), (eve, set())):
        for seat in {0, 1, 2, 9} - held:
            command = {"do": "play", "seat": seat, "decision": "draw", "seq": state["seq"], "key": key()}
            answer = who.do(table["id"], **command)
            assert (answer.status_code, answer.json()["code"]) == (403, "seat")
            asked = (
                {"do": "why", "seat": seat, "decision": "draw"},
                {"do": "try", "seat": seat},
                {"do": "hint", "seat": seat},
            )
            for other in asked:
                assert who.do(table["id"], **other).json()["code"] == "seat"
    undo = {"do": "undo", "to": 0, "seq": state["seq"], "key": key()}
    assert eve.do(table["id"], **undo).json()["code"] == "seat"
    assert eve.do(table["id"], do="takeover", seat=1, key=key()).json()["code"] == "seat"
    assert eve.refused(f"/api/tables/{table['id']}/leave", {})["code"] == "seat"
    assert eve.refused(f"/api/tables/{table['id']}/seat", {"seat": 1, "kind": "open"})["code"] == "seat"
    assert eve.get(f"/api/tables/{table['id']}")["link"] is None


def test_a_guest_without_a_name_can_watch_but_not_act(person):
    lisa, nobody = person("Lisa"), person()
    table = lisa.table("me", "hotseat")
    with nobody.watch(table["id"]) as screen:
        assert screen.turn["asks"] == []
        assert screen.play("draw", 0)["code"] == "guest"
        assert screen.ask_for(do="chat", text="hello", key=key())["code"] == "guest"
        assert screen.ask_for(do="ping")["ok"]


def test_cookies_are_out_of_reach_of_scripts(server):
    with httpx.Client(base_url=server.base) as client:
        first = client.get("/api/me")
        (csrf,) = first.headers.get_list("set-cookie")
        assert "httponly" in csrf.lower()
        assert "samesite=strict" in csrf.lower()
        second = client.post("/api/me", json={"name": "Lisa"}, headers={"x-csrf-token": first.json()["csrf"]})
        (guest,) = second.headers.get_list("set-cookie")
        assert "httponly" in guest.lower()
        assert "samesite=lax" in guest.lower()
        token = client.cookies["menagerie_guest"]
        assert token not in second.text
        table = client.post("/api/tables", json=NEW, headers={"x-csrf-token": first.json()["csrf"]})
        assert token not in table.text


def test_every_answer_has_security_headers(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    paths = ["/", f"/table/{table}", "/api/me", f"/api/tables/{table}", "/api/nothing", "/nothing", "/style/look.css"]
    for path in [*paths, f"/api/tables/{table}/picture.svg", "/schema/openapi.json", "/static/nothing"]:
        headers = lisa.http.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'"), path
        assert len(headers.get_list("content-security-policy")) == 1, path
        assert len(headers.get_list("cache-control")) == 1, path
        assert headers["x-content-type-options"] == "nosniff", path
    assert "script-src 'self'" in lisa.http.get("/").headers["content-security-policy"]
    assert "unsafe-inline" in lisa.http.get(f"/api/tables/{table}/picture.svg").headers["content-security-policy"]


# Content.


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b'{"name": 5}',
        b'{"name": ""}',
        b'{"name": "   "}',
        b'{"name": "a\\u0000b"}',
        b'{"name": "a\\u202eb"}',
        b'{"name": "Lisa", "admin": true}',
        b'{"nam": "Lisa"}',
        b"\xff\xfe",
        pytest.param(b'{"name": "' + b"x" * 10_000 + b'"}', id="long"),
        pytest.param(b"[" * 5000, id="deep"),
    ],
)
def test_invalid_bodies_are_refused_with_one_sentence(person, body):
    lisa = person("Lisa")
    headers = {"x-csrf-token": lisa.csrf, "content-type": "application/json"}
    answer = lisa.http.post("/api/me", content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] == "bad"
    assert "Traceback" not in answer.text
    assert lisa.get("/api/me")["guest"]["name"] == "Lisa"


def test_large_bodies_are_refused(person):
    lisa = person("Lisa")
    headers = {"x-csrf-token": lisa.csrf, "content-type": "application/json"}
    large = b'{"name": "' + b"x" * 65536 + b'"}'
    answer = lisa.http.post("/api/me", content=large, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "large")
    # Without announcing the length.
    answer = lisa.http.post("/api/me", content=iter([large[:1000]] * 100), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "large")


@pytest.mark.parametrize(
    "change",
    [
        {"title": "chess"},
        {"title": "../server"},
        {"seats": []},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "me"}]},
        {"seats": [{"kind": "king"}, {"kind": "me"}]},
        {"seats": [{"kind": "bot", "bot": "skynet"}, {"kind": "me"}]},
        {"seats": [{"kind": "bot"}, {"kind": "me"}]},
        {"seats": [{"kind": "open"}] * 9},
        {"seats": [{"kind": "hotseat", "name": "x" * 41}, {"kind": "me"}]},
        {"options": {"removed": "everything"}},
        {"options": {"removed": 5}},
        {"options": {"seed": 1}},
        {"options": {"players": 3}},
        {"options": {"self": 1}},
        {"options": {"__class__": 1}},
        {"seed": 1},
        {"hints": "yes"},
    ],
)
def test_impossible_tables_are_refused(person, change):
    error = person("Lisa").refused("/api/tables", NEW | change)
    assert error["status"] == 400
    assert error["code"] in ("bad", "setup")


def test_script_in_names_and_chat_stays_text(person):
    script = "<script>alert(1)</script>"
    lisa = person(script)
    table = lisa.table("me", {"kind": "hotseat", "name": "<img src=x onerror=1>"})
    with lisa.watch(table["id"]) as screen:
        screen.ask_for(do="chat", text=script, key=key())
        screen.play("draw", screen.turn["to_act"][0])
        # Names travel as text in JSON; nothing inserted as markup contains them.
        markup = json.dumps([screen.pieces, screen.scene])
        assert "alert" not in markup
        assert "onerror" not in markup
    page = lisa.http.get(f"/table/{table['id']}")
    assert "alert(1)" not in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe-inline" not in page.headers["content-security-policy"]
    assert lisa.http.get(f"/api/tables/{table['id']}").headers["content-type"] == "application/json"
    assert lisa.http.get(f"/api/tables/{table['id']}").headers["x-content-type-options"] == "nosniff"


def test_line_breaks_cannot_forge_the_log(server, person):
    lisa = person("Lisa")
    lisa.http.get("/api/tables/x%0aERROR%20forged%20line")
    lisa.http.get("/nothing%0d%0aERROR%20forged")
    assert not [line for line in server.lines if line.startswith("ERROR")]


class Broken:
    """Fails whatever it is asked to do."""

    async def do(self, *_: object) -> None:
        raise ValueError("a mistake\nof ours")


def test_a_bug_is_logged_with_file_and_line(caplog):
    outbox = Outbox()
    viewer = Viewer(None, "here", Limits(), outbox)
    services: Any = SimpleNamespace(settings=SimpleNamespace(limits=Limits()), do=Broken().do)
    conversation = Conversation(services, "t1", viewer)
    asyncio.run(conversation._do(incoming.Ping(id=3)))
    line = inspect.getsourcelines(Broken.do)[1] + 1
    where = f"ValueError: a mistake\\nof ours at {__file__}:{line}"
    assert caplog.messages == [f"Failed at table t1: {where}"]
    (sent,) = outbox.take_all()
    assert isinstance(sent, bytes)
    answer = json.loads(sent)
    assert (answer["id"], answer["ok"], answer["code"]) == (3, False, "server")
    assert "mistake" not in answer["error"]
    # The other entrance, with the same words.
    app = SimpleNamespace(state=SimpleNamespace(services=SimpleNamespace(settings=Settings())))
    request: Any = SimpleNamespace(method="GET", url=SimpleNamespace(path="/api/x"), app=app)
    with pytest.raises(ValueError, match="a mistake") as caught:
        asyncio.run(Broken().do())
    assert problems.unexpected(request, caught.value).status_code == 500
    assert caplog.messages[1] == f"failed GET /api/x: {where}"


def test_invalid_messages_are_answered_until_the_connection_is_closed(person):
    lisa = person("Lisa")
    with lisa.watch(lisa.table("me", "hotseat")["id"]) as screen:
        for text in ("{", '{"do": "fly"}', '{"do": "ping", "x": 1}'):
            screen.socket.send(text)
            answer = screen.wait_for("answer")
            assert (answer["ok"], answer["code"]) == (False, "bad")
        assert screen.ask_for(do="ping")["ok"]
        for wrong in ("[]", "5", b"\xff", '{"do": "play"}'):
            screen.socket.send(wrong)
        assert screen.closed()[0] == 4400


NO_TEXT = b'{"do": "chat", "text": "\xff\xfe", "key": "12345678"}'


def test_bytes_that_are_not_text_are_answered(person):
    lisa = person("Lisa")
    with lisa.watch(lisa.table("me", "hotseat")["id"]) as screen:
        screen.socket.send(NO_TEXT, text=False)
        answer = screen.wait_for("answer")
        assert (answer["ok"], answer["code"]) == (False, "bad")
        assert screen.ask_for(do="ping")["ok"]


@pytest.mark.parametrize("parts", [NO_TEXT, [NO_TEXT[:20], NO_TEXT[20:]]], ids=["in one frame", "in two frames"])
def test_a_text_that_is_not_utf_8_ends_the_connection_and_raises_no_alarm(server, person, parts):
    lisa = person("Lisa")
    with lisa.watch(lisa.table("me", "hotseat")["id"]) as screen:
        screen.socket.send(parts, text=True)
        assert screen.closed()[0] == 1007
    assert " ERROR " not in server.log


def test_a_large_message_ends_the_connection(person):
    lisa = person("Lisa")
    with lisa.watch(lisa.table("me", "hotseat")["id"]) as screen:
        screen.socket.send('{"do": "chat", "text": "' + "x" * 70_000 + '"}')
        assert screen.closed()[0] == 1009


def test_a_missing_table(person):
    lisa = person("Lisa")
    screen = lisa.watch("nothing").open()
    assert screen.closed()[0] == 4404
    screen.__exit__()
    assert lisa.http.get("/api/tables/nothing").status_code == 404
    assert lisa.http.get("/api/join/nothing").status_code == 404
    assert lisa.http.put("/api/me").status_code == 405


# Limits.


def test_tables_per_guest(strict):
    lisa = Person(strict, "Lisa")
    for _ in range(3):
        lisa.table("me", "hotseat")
    answer = lisa.request("/api/tables", NEW)
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")
    assert int(answer.headers["retry-after"]) > 0
    lisa.close()


def test_requests_per_guest(strict):
    lisa, ben = Person(strict, "Lisa"), Person(strict, "Ben")
    codes = [lisa.request("/api/me", {"name": "Lisa"}).status_code for _ in range(40)]
    assert codes[0] == 200
    assert codes[-1] == 429
    assert ben.request("/api/me", {"name": "Ben"}).status_code == 200
    lisa.close()
    ben.close()


def test_messages_per_second(strict):
    lisa = Person(strict, "Lisa")
    with lisa.watch(lisa.table("me", "hotseat")["id"]) as screen:
        limit = "Too many messages. The limit is 10 at once and 0.01 per second. Wait 100 seconds."
        answers = [screen.ask_for(do="ping") for _ in range(11)]
        assert [answer["ok"] for answer in answers] == [True] * 10 + [False]
        assert (answers[10]["code"], answers[10]["error"], answers[10]["retry"]) == ("busy", limit, 100)
        for _ in range(10):
            screen.say(do="ping")
        assert screen.closed() == (4429, limit)
    lisa.close()


def test_connections_per_guest_and_spectators_per_table(strict):
    lisa = Person(strict, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table), lisa.watch(table):
        third = lisa.watch(table).open()
        assert third.closed()[0] == 4429
        third.__exit__()
        watchers = [Person(strict, f"Watcher {number}") for number in range(3)]
        with watchers[0].watch(table), watchers[1].watch(table) as second:
            assert (second.here["seats"], second.here["onlookers"]) == ([0, 1], 2)
            late = watchers[2].watch(table).open()
            assert late.closed()[0] == 4429
            late.__exit__()
    for one in (lisa, *watchers):
        one.close()


def test_a_client_that_falls_behind_is_disconnected():
    async def send_much() -> list[object]:
        viewer = Viewer(None, "127.0.0.1", Limits(backlog=5), line := Outbox())
        for number in range(20):
            viewer.send(b"%d" % number)
        return [*line.take_all()]

    sent = asyncio.run(send_much())
    assert sent == [b"0", b"1", b"2", b"3", b"4", TOO_SLOW]
