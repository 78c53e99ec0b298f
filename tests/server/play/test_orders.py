"""Test standing orders: given, followed at once, stored, secret, and undone with one click."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from menagerie import Record
from menagerie.server.store.events import TableEvent
from menagerie.server.store.storage import Storage
from tests.server.support.people import PATIENCE, Person, Server, key

pytestmark = pytest.mark.one_store

DRAW = "draw"
"""Zooloretto Mini: draw whenever nothing else is possible, as in the first turn."""


@pytest.fixture
def fragile(tmp_path):
    """A server that may be killed, and on which no one waits long for absent players."""
    limits = {"away_seconds": 0.3, "gets_burst": 10**6, "posts_burst": 10**6}
    running = Server(tmp_path / "tables.db", limits=limits).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


def give(screen, seat, order, wanted=True):
    """Give an order, or withdraw it; return the answer."""
    answer = screen.ask_for(do="order", seat=seat, order=order, give=wanted, key=key())
    if answer["ok"]:
        screen.reach(answer["seq"])
    return answer


def of(screen, seat):
    """Return the orders that a seat sees."""
    return next(one for one in screen.turn["orders"] if one["seat"] == seat)


def ids(orders):
    return [one["order"] for one in orders]


def decide(screen, seat, decision):
    answer = screen.play(decision, seat)
    assert answer["ok"], answer
    screen.reach(answer["seq"])


def two(lisa, ben, title="zooloretto-mini"):
    """Return a table for both where Lisa starts."""
    while True:
        table = lisa.table("me", "open", title=title)
        if ben.join(table)["to_act"] == [0] or title != "zooloretto-mini":
            return table["id"]


def stock_round(lisa, ben):
    """Both have passed the draft of 18ZOO: it is Lisa's turn in the first stock round."""
    while lisa.turn["to_act"] != [0] or lisa.turn["asks"][0]["prompt"].startswith("Buy one power"):
        (seat,) = lisa.turn["to_act"]
        n = lisa.n
        decide((lisa, ben)[seat].until(lambda one, n=n: one.n == n), seat, "pass")
        lisa.until(lambda one, n=n: one.n > n)
    ben.until(lambda one: one.n == lisa.n)


def test_an_order_decides_at_once_and_its_owner_sees_it(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben)
    with lisa.watch(table) as screen, ben.watch(table) as other:
        assert ids(of(screen, 0)["offered"]) == [DRAW]
        assert of(screen, 0)["offered"][0]["words"] == "Draw a tile when I can do nothing else"
        assert give(screen, 0, DRAW)["ok"]
        screen.until(lambda one: one.n == 1)
        assert (screen.log[-1]["seat"], screen.log[-1]["decision"]) == (0, "draw")
        assert (ids(of(screen, 0)["given"]), of(screen, 0)["played"], of(screen, 0)["offered"]) == ([DRAW], [1], [])
        other.until(lambda one: one.n == 1)
        assert other.log[-1] == screen.log[-1]


def test_an_order_is_secret(person):
    lisa, ben, eve = person("Lisa"), person("Ben"), person()
    table = two(lisa, ben)
    with lisa.watch(table) as screen, ben.watch(table) as other, eve.watch(table) as onlooker:
        decide(screen, 0, "draw")
        decide(screen, 0, "load 1")
        other.until(lambda one: one.n == 2)
        before = len(other.raw)
        assert give(screen, 0, DRAW)["ok"]
        assert give(screen, 0, DRAW, False)["ok"]
        assert give(screen, 0, DRAW)["ok"]
        decide(other, 1, "take 1")
        onlooker.until(lambda one: one.n == other.n)
        new = [json.loads(text) for text in other.raw[before:]]
        assert [message["n"] for message in new if message["type"] == "update"] == [3], "only the decision is sent"
        assert all("given" not in text for text in onlooker.raw)
        assert [one["seat"] for one in other.turn["orders"]] == [1]
        assert (of(other, 1)["given"], of(other, 1)["played"], of(other, 1)["ended"]) == ([], [], [])
        assert onlooker.turn["orders"] == []
        assert ben.get(f"/api/tables/{table}")["seq"] == other.seq
        assert [entry["decision"] for entry in ben.get(f"/api/tables/{table}/log")["log"]][-1] == "take 1"


def numbers(person, table):
    """Return every number of a table that a person gets by viewing, chatting, or being late."""
    late = {"do": "play", "seat": 0, "decision": "draw", "seq": 10**6, "key": key()}
    row = next(one for one in person.get("/api/tables")["mine"] if one["id"] == table)
    return {
        "table": person.get(f"/api/tables/{table}")["seq"],
        "chat": person.do(table, do="chat", text="Hello", key=key()).json()["seq"],
        "stale": person.do(table, **late).json().get("seq"),
        "changed": row["changed"],
    }


def test_no_number_reveals_that_another_seat_gives_withdraws_or_ends_an_order(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben)
    with lisa.watch(table) as screen, ben.watch(table) as other:
        before = numbers(lisa, table)
        for wanted in (True, False, True):
            assert give(other, 1, DRAW, wanted)["ok"]
        assert numbers(lisa, table) == before
        number = screen.seq
        decide(screen, 0, "draw")
        assert screen.seq == number + 1
        asked = screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())
        assert asked["asked"] == number + 2
        other.until(lambda one: one.ask is not None)
        assert other.ask["ask"] == number + 2
        assert other.ask_for(do="agree", ask=number + 2, agree=False, key=key())["ok"]


def test_the_one_who_gives_an_order_plays_on_with_the_same_number(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        (first,) = screen.turn["to_act"]
        number = screen.seq
        assert give(screen, 1 - first, DRAW)["seq"] == number
        assert screen.play("draw", first, seq=number)["seq"] == number + 1
        assert screen.play("draw", first, seq=number)["code"] == "stale"


def test_an_order_is_withdrawn(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben)
    with lisa.watch(table) as screen, ben.watch(table) as other:
        assert give(other, 1, DRAW)["ok"]
        assert give(other, 1, DRAW, False)["ok"]
        assert (of(other, 1)["given"], of(other, 1)["ended"]) == ([], [])
        decide(screen, 0, "draw")
        decide(screen, 0, "load 1")
        other.until(lambda one: one.n == 2)
        assert of(other, 1)["played"] == []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"seat": 1}, "seat"),
        ({"order": "sing"}, "missing"),
        ({"give": False}, "not-now"),
        ({"give": "yes"}, "bad"),
        ({"extra": 1}, "bad"),
    ],
)
def test_what_is_refused(person, command, code):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben)
    whole = {"do": "order", "seat": 0, "order": DRAW, "give": True, "key": key()} | command
    assert lisa.do(table, **whole).json()["code"] == code


def test_an_order_is_given_once_and_only_when_it_is_offered(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben)
    with ben.watch(table) as screen:
        assert give(screen, 1, DRAW)["ok"]
        assert give(screen, 1, DRAW)["error"] == "This standing order is already active."
    table = two(lisa, ben, "18zoo")
    with ben.watch(table) as screen:
        assert of(screen, 1)["offered"] == []
        assert give(screen, 1, "pass")["error"] == "You can't give this standing order now."


def test_the_same_key_gives_an_order_once(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben)
    command = {"do": "order", "seat": 1, "order": DRAW, "give": True, "key": key()}
    first, second = ben.do(table, **command), ben.do(table, **command)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    with ben.watch(table) as screen:
        assert ids(of(screen, 1)["given"]) == [DRAW]


def test_one_undo_undoes_the_decision_and_the_order(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben, "18zoo")
    with lisa.watch(table) as screen, ben.watch(table) as other:
        stock_round(screen, other)
        n = screen.n
        assert give(screen, 0, "pass")["ok"]
        screen.until(lambda one: one.n == n + 1)
        assert screen.turn["undo"]["free"] == n
        answer = screen.ask_for(do="undo", to=n, seq=screen.seq, key=key())
        assert answer["ok"], answer
        screen.reach(answer["seq"])
        assert (screen.n, screen.turn["to_act"], of(screen, 0)["given"], of(screen, 0)["played"]) == (n, [0], [], [])
        assert [one["why"] for one in of(screen, 0)["ended"]] == ["Its move was undone."]
        decide(screen, 0, "pass")
        assert of(screen, 0)["ended"] == [], "who decides has read it"
        other.until(lambda one: one.n == n + 1)


def test_an_undo_drops_later_orders(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        (first,) = screen.turn["to_act"]
        decide(screen, first, "draw")
        assert give(screen, 1 - first, DRAW)["ok"]
        answer = screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())
        screen.reach(answer["seq"])
        assert of(screen, 1 - first)["given"] == []


def test_an_order_ends_automatically_and_says_why(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben, "18zoo")
    with lisa.watch(table) as screen, ben.watch(table) as other:
        stock_round(screen, other)
        assert give(screen, 0, "pass-until-change")["ok"]
        other.until(lambda one: one.turn["to_act"] == [1])
        launch = next(choice for choice in other.choices(1) if choice.startswith("launch"))
        decide(other, 1, launch)
        screen.until(lambda one: of(one, 0)["ended"] != [])
        told = of(screen, 0)
        assert told["given"] == []
        assert told["ended"][0]["words"] == "Pass this stock round until another player acts"
        assert told["ended"][0]["why"].startswith("Ben launched the ")


def test_a_new_order_replaces_one_about_the_same(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = two(lisa, ben, "18zoo")
    with lisa.watch(table) as screen, ben.watch(table) as other:
        stock_round(screen, other)
        assert give(other, 1, "pass-until-change")["ok"]
        assert give(other, 1, "pass")["ok"]
        assert ids(of(other, 1)["given"]) == ["pass"]


def test_an_order_and_a_decision_by_hand_at_the_same_time_make_one_decision(person):
    lisa, ben = person("Lisa"), person("Ben")
    for _ in range(5):
        table = two(lisa, ben)
        seq = lisa.get(f"/api/tables/{table}")["seq"]
        ready = threading.Barrier(2)

        def send(table=table, ready=ready, **command):
            ready.wait(PATIENCE)
            return lisa.do(table, seat=0, key=key(), **command)

        with ThreadPoolExecutor(2) as pool:
            ordered = pool.submit(send, do="order", order=DRAW, give=True)
            by_hand = pool.submit(send, do="play", decision="draw", seq=seq)
            assert ordered.result().status_code == 200
            assert by_hand.result().status_code in (200, 409)
        with lisa.watch(table) as screen:
            screen.until(lambda one: one.n == 1)
            assert screen.turn["asks"][0]["prompt"].startswith("Choose a truck")
            assert of(screen, 0)["played"] == ([] if by_hand.result().status_code == 200 else [1])


def test_people_at_one_screen_have_their_own_orders(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        (first,) = screen.turn["to_act"]
        assert give(screen, 1 - first, DRAW)["ok"]
        assert (ids(of(screen, 1 - first)["given"]), of(screen, first)["given"]) == ([DRAW], [])
        assert screen.n == 0, "the other's order does not decide for this one"
        assert give(screen, first, DRAW)["ok"]
        screen.until(lambda one: one.n == 1)


@pytest.mark.slow
def test_orders_stand_after_a_kill_and_are_followed(fragile):
    lisa, ben = Person(fragile, "Lisa"), Person(fragile, "Ben")
    table = two(lisa, ben, "18zoo")
    with lisa.watch(table) as screen, ben.watch(table) as other:
        stock_round(screen, other)
        assert give(other, 1, "pass")["ok"]
    fragile.kill()
    fragile.start()
    with lisa.watch(table) as screen, ben.watch(table) as other:
        assert ids(of(other, 1)["given"]) == ["pass"]
        decide(screen, 0, next(choice for choice in screen.choices(0) if choice.startswith("launch")))
        while "pass" not in screen.choices(0):
            decide(screen, 0, screen.choices(0)[0])  # the tiles of the new family
        decide(screen, 0, "pass")
        other.until(lambda one: of(one, 1)["played"] != [])
        screen.until(lambda one: one.turn["to_act"] == [0])
    fragile.kill()
    fragile.start()
    with ben.watch(table) as other:
        assert of(other, 1)["played"], "and that is known after the next one"
    for one in (lisa, ben):
        one.close()


@pytest.mark.slow
def test_a_stored_order_that_was_not_followed_is_followed_when_a_viewer_comes(fragile):
    """The server was killed between the two."""
    lisa, ben = Person(fragile, "Lisa"), Person(fragile, "Ben")
    table = two(lisa, ben)
    seq = lisa.get(f"/api/tables/{table}")["seq"]
    fragile.kill()
    storage = Storage(fragile.database)
    data = json.dumps({"order": DRAW, "by": lisa.id})
    asyncio.run(storage.store.append([TableEvent(table, seq + 1, "order", 0, data, time.time(), "0")]))
    storage.close()
    fragile.start()
    with ben.watch(table) as other:
        other.until(lambda one: one.n == 1)
    for one in (lisa, ben):
        one.close()


@pytest.mark.slow
def test_a_bot_that_stands_in_follows_no_orders_which_wait_for_the_player(fragile):
    lisa, ben = Person(fragile, "Lisa"), Person(fragile, "Ben")
    table = two(lisa, ben)
    with lisa.watch(table) as screen:
        with ben.watch(table) as other:
            assert give(other, 1, DRAW)["ok"]
        end = time.monotonic() + PATIENCE
        while not (answer := screen.ask_for(do="takeover", seat=1, key=key()))["ok"]:
            assert "retry" in answer, answer
            assert time.monotonic() < end
            time.sleep(0.1)
        while screen.n < 12:
            screen.until(lambda one: 0 in one.turn["to_act"] or one.turn["over"])
            decide(screen, 0, screen.choices(0)[0])
        with ben.watch(table) as other:
            assert other.turn["orders"] == [], "an onlooker for now"
            assert other.ask_for(do="return", seat=1, key=key())["ok"]
            other.until(lambda one: one.turn["orders"] != [])
            assert (ids(of(other, 1)["given"]), of(other, 1)["played"]) == ([DRAW], [])
    for one in (lisa, ben):
        one.close()


def test_a_record_contains_decisions_but_no_orders(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        for seat in (0, 1):
            assert give(screen, seat, DRAW)["ok"]
        while not screen.turn["over"]:
            if of(screen, 0)["given"] and not screen.turn["asks"]:
                screen.next()
                continue
            asked = screen.turn["asks"][0]
            choices = screen.choices(asked["seat"])
            if choices == ["draw"]:
                screen.next()  # an order decides
                continue
            decide(screen, asked["seat"], choices[-1])
    record = Record.parse(lisa.http.get(f"/api/tables/{table}/record").text)
    assert record.final().is_over
    assert "order" not in str(record)
