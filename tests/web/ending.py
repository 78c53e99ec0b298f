"""Tables near their end: what people see then can be tested without playing for minutes."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import menagerie
from tests.server.support import people

if TYPE_CHECKING:
    from tests.web.person import Person

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "square": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}


def game(title: str, players: int, seed: int = 4) -> menagerie.Record:
    """A game that was played at random."""
    state = menagerie.load(title).new(players=players, seed=seed)
    menagerie.play_randomly(state, random.Random(seed))
    return menagerie.Record.of(state)


def replay(person: Person, record: menagerie.Record) -> dict[str, Any]:
    """The record as a replay of this person's."""
    person.call_myself(person.name)
    made: dict[str, Any] = person.post("/api/replays", str(record))
    return made


def almost_over(person: Person, record: menagerie.Record, seats: list[dict[str, str]], left: int = 1) -> dict[str, Any]:
    """A table that stands before the last decision of a recorded game, or so many decisions before its end."""
    old = replay(person, record)
    wish = {"n": len(record.decisions) - left, "seats": seats, "anew": False}
    made: dict[str, Any] = person.post(f"/api/tables/{old['id']}/play-on", wish)
    person.page.goto(f"{person.server.address}/table/{made['id']}")
    person.settled()
    return made


def end(person: Person, table: str, record: menagerie.Record) -> None:
    """Make the last decision."""
    seat, decision = record.decisions[-1]
    seq = person.get(f"/api/tables/{table}")["seq"]
    command = {"do": "play", "seat": seat, "decision": decision, "seq": seq, "key": f"the last decision {seat}"}
    assert person.post(f"/api/tables/{table}/do", command)["ok"]


def finish(*players: tuple[Person, Callable[[list[str]], str]]) -> None:
    """Play the game that these pages show to its end, by the API: who has its seats, in order, and how each chooses."""
    table = players[0][0].page.url.rpartition("/")[2]
    with ExitStack() as stack:
        screens = [stack.enter_context(by_api(person, stack).watch(table)) for person, _ in players]
        while not screens[0].turn["over"]:
            seat = next((seat for seat, screen in enumerate(screens) if screen.choices(seat)), None)
            if seat is None:
                screens[0].next()
                continue
            choose = players[seat][1]
            answer = screens[seat].play(choose(screens[seat].choices(seat)), seat)
            assert answer["ok"], answer
            for screen in screens:
                screen.reach(answer["seq"])


def by_api(person: Person, stack: ExitStack) -> people.Person:
    """The same person without a page."""
    where: Any = SimpleNamespace(base=person.server.address, port=person.server.port)
    player = people.Person(where)
    stack.callback(player.close)
    for cookie in person.page.context.cookies():
        player.http.cookies.set(str(cookie["name"]), cookie["value"], domain="127.0.0.1")
    player.csrf = player.get("/api/me")["csrf"]
    return player


def finished(person: Person, title: str, players: int) -> menagerie.Record:
    """At the end of a game in which this person has all seats that decide."""
    record = game(title, players)
    seats = [{"kind": "hotseat", "name": f"Guest {seat}"} for seat in range(players)]
    seats[record.decisions[-1][0]] = {"kind": "me"}
    table = almost_over(person, record, seats)
    end(person, table["id"], record)
    person.page.wait_for_selector(".result:not([hidden]) .course")
    return record
