"""Test that what is written once for all viewers equals what each would be sent alone."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import menagerie
from menagerie.core.display.scene import Canvas, forget
from menagerie.server.protocol.incoming import write
from menagerie.server.show import animation, table_messages
from menagerie.server.show.table_messages import Audience
from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.store.table_rows import Seated, Status
from menagerie.server.table.event_kinds.decisions import Played, Undone
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.open_questions import UNDO
from menagerie.server.table.table import Table

pytestmark = pytest.mark.one_store

PLAYERS = 2
VIEWS: tuple[tuple[int, ...], ...] = ((0,), (1,), (), (0, 1))


def sitting_down(title: str) -> Table:
    """A table of two people at which a game has started."""
    version = menagerie.load(title).rules_version
    facts = TableFacts("t", title, version, PLAYERS, {}, 5, "salt", "g0", True, False, "open", "link", 0.0)
    table = Table(facts, [Seat(seat, "person", f"g{seat}", f"Lisa {seat}") for seat in range(PLAYERS)])
    happens(table, Status("playing"))
    return table


def happens(table: Table, content: EventContent, seat: int | None = None) -> None:
    """Apply the next event."""
    table.apply(TableEvent(table.id, table.seq + 1, content.kind, seat, content.data(), float(table.seq), ""))


def go_on(tables: list[Table], chance: random.Random) -> None:
    """Do the same at all these tables: mostly a decision; sometimes an undo, a request, or a new name."""
    first = tables[0]
    seat = chance.choice(first.to_act)
    content: EventContent = Played(str(chance.choice(first.state.legal(seat))))
    match chance.randrange(12):
        case 0:
            content = Undone(max(0, first.n - 3))
        case 1:
            content = Asked(UNDO, "g0", "Lisa", to=max(0, first.n - 1))
        case 2:
            content = Seated([Seat(0, "person", "g0", f"Eva {first.seq}")])
    for table in tables:
        happens(table, content, seat)


def as_sent(data: object) -> Any:
    """Return what comes out at the other end."""
    return json.loads(write(data))


def told(audience: Audience, table: Table) -> dict[str, Any]:
    """Return an update without the time at which it was written."""
    message: dict[str, Any] = json.loads(write(audience.update(table)))
    del message["now"]
    return message


@pytest.mark.parametrize("title", menagerie.titles())
def test_viewers_together_are_sent_what_a_viewer_alone_is_sent(title: str) -> None:
    together, *alone = [sitting_down(title) for _ in range(1 + len(VIEWS))]
    audiences = [Audience(together, seats) for seats in VIEWS]
    own = [Audience(table, seats) for table, seats in zip(alone, VIEWS, strict=True)]
    chance = random.Random(title)
    for _ in range(60):
        if not together.to_act:
            break
        go_on([together, *alone], chance)
        sent = [told(audience, together) for audience in audiences]
        for seats, message in zip(VIEWS, sent, strict=True):
            assert message["turn"] == as_sent(table_messages.turn(together, seats))
            assert message["log"]["add"] == as_sent(together.log[message["log"]["keep"] :])
            if message["film"]:
                texts = [caption.text for caption in animation.captions(together, together.n)]
                assert [step["text"] for step in message["film"]] == texts
        for number, table in enumerate(alone):
            forget()
            assert told(own[number], table) == sent[number], f"as seen from {VIEWS[number]} after {table.seq} events"


def test_changes_lead_a_client_to_the_same_state_as_a_fresh_start() -> None:
    """Including pieces that move from one part to another."""
    table = sitting_down("zooloretto-mini")
    audience, chance = Audience(table, (1,)), random.Random(1)
    shown: dict[str, Any] = all_pieces(table)
    while table.to_act:
        go_on([table], chance)
        changes = told(audience, table)["scene"]
        for id in changes["del"]:
            del shown[id]
        shown |= changes["set"]
        assert shown == all_pieces(table)


def all_pieces(table: Table) -> Any:
    """Return what a new viewer in seat B is sent."""
    audience = Audience(table, (1,))
    return as_sent(table_messages.whole_scene(audience.scene, audience.eyes, table.facts.title).set)


def test_embedded_content_is_stored_once() -> None:
    state = menagerie.load("zooloretto-mini").new(seed=1)

    def put(canvas: Canvas, _state: object, id: str) -> None:
        canvas.put(id, "")

    def put_all(canvas: Canvas, _state: object, *ids: str) -> None:
        for id in ids:
            canvas.show(put, state, id, by=id)

    canvas = Canvas("board")
    canvas.show(put_all, state, "cow", "llama", by="both")
    assert canvas.ids() == ["cow", "llama"]
    forget()
    with pytest.raises(ValueError, match="two pieces with the id 'cow'"):
        canvas.show(put_all, state, "cow", "cow", by=("both", 2))
