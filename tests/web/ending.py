"""Tables one decision before their end: what people see then can be tested without playing for minutes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import menagerie

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


def almost_over(person: Person, record: menagerie.Record, seats: list[dict[str, str]]) -> dict[str, Any]:
    """A table that stands before the last decision of a recorded game."""
    old = replay(person, record)
    wish = {"n": len(record.decisions) - 1, "seats": seats, "anew": False}
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


def finished(person: Person, title: str, players: int) -> menagerie.Record:
    """At the end of a game in which this person has all seats that decide."""
    record = game(title, players)
    seats = [{"kind": "hotseat", "name": f"Guest {seat}"} for seat in range(players)]
    seats[record.decisions[-1][0]] = {"kind": "me"}
    table = almost_over(person, record, seats)
    end(person, table["id"], record)
    person.page.wait_for_selector(".result:not([hidden]) .course")
    return record
