"""Test every kind of event: stored as before, applied live as when it is read again, and without deleted people."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import menagerie
from menagerie.core.orders import Book
from menagerie.core.state import State
from menagerie.server.protocol import incoming
from menagerie.server.protocol.incoming import write
from menagerie.server.show import animation, moment_messages, table_messages, table_object
from menagerie.server.store.event_content import Erasure, EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table import event_kinds, lessons
from menagerie.server.table.clocks import Clocks
from menagerie.server.table.deals import Deals
from menagerie.server.table.event_kinds.decisions import Decision
from menagerie.server.table.game_history import GameHistory
from menagerie.server.table.open_questions import OpenQuestions
from menagerie.server.table.table import Table
from menagerie.server.table.table_log import TableLog
from tests.server.support.people import SMALLEST, with_services

pytestmark = pytest.mark.one_store

LISA, TOM = Seat(0, "person", "g0", "Lisa"), Seat(1, "person", "g1", "Tom")
PLAYING = ("status", None, '["playing", null]')
DRAWN = (PLAYING, ("play", 0, "draw"))
DECIDED = (*DRAWN, ("play", 0, "load 1"))
Data = tuple[str, int | None, str]
"""An event's kind, seat and data, as they are stored."""


class Example(NamedTuple):
    """An event of a kind at a table where it changes something."""

    event: Data
    before: Sequence[Data] = DRAWN
    title: str = SMALLEST
    pace: str | None = None
    lesson: str | None = None
    players: int = 2


def timed(event: Data, before: Sequence[Data] = DRAWN) -> Example:
    """An example at a table with clocks, where the others vote on those whose time ran out."""
    return Example(event, before, pace="10+0")


UNDO_ASKED = ("ask", 0, '{"what": "undo", "by": "g0", "name": "Lisa", "to": 0, "seat": null, "agreed": []}')
OVERDUE = ("overtime", 0, '{"then": "others"}')
ORDER = ("order", 0, '{"order": "draw", "by": "g0"}')
LESSON = lessons.lessons_of(SMALLEST)[0]
EXAMPLES: dict[str, Example] = {
    "made": Example(("made", None, '{"title": "zooloretto-mini"}')),
    "seated": Example(("seated", None, '[{"seat":0,"kind":"person","guest":"g0","name":"Lisa","bot":"visitor"}]')),
    "owner": Example(("owner", None, "g1")),
    "status": Example(("status", None, '["over", "Lisa wins."]'), (*DRAWN, UNDO_ASKED)),
    "retold": Example(("retold", None, "Lisa wins."), (*DRAWN, ("status", None, '["over", "Ben wins."]'))),
    "play": timed(("play", 0, "load 1")),
    "ordered": Example(("ordered", 0, "draw draw"), (PLAYING, ORDER)),
    "undo": timed(("undo", 0, "0"), (*DECIDED, UNDO_ASKED, ("answer", 1, '["g1", true]'))),
    "anew": Example(("anew", None, f'{{"seed": {2**300}, "tables": ["earlier"]}}'), DECIDED),
    "order": Example(ORDER, (PLAYING,)),
    "withdraw": Example(("withdraw", 0, "draw"), (PLAYING, ORDER)),
    "ended": Example(("ended", 0, '{"order": "draw", "why": "It cannot be carried out now."}'), (PLAYING, ORDER)),
    "ask": timed(UNDO_ASKED),
    "answer": timed(("answer", 1, '["g1", false]'), (*DRAWN, UNDO_ASKED)),
    "vote": timed(("vote", 1, '["g1", 0, "bot"]'), (*DRAWN, OVERDUE)),
    "overtime": timed(OVERDUE),
    "holiday": Example(("holiday", 0, '{"start":5.0,"until":86405.0}'), pace="1d"),
    "forfeit": Example(("forfeit", 0, "left")),
    "aborted": Example(("aborted", None, "Lisa and Tom left.")),
    "again": Example(
        (
            "again",
            None,
            '{"table":"next","link":"l2","guests":["g0"],"by":"Lisa","seats":[{"seat":1,"kind":"person","guest":"g1",'
            '"name":"Tom","bot":null}],"rotates":true,"without":[]}',
        ),
        (*DRAWN, ("status", None, '["over", "Lisa wins."]')),
    ),
    "sit": Example(("sit", 0, "A bot (visitor) takes over for Lisa."), (*DRAWN, UNDO_ASKED)),
    "leave": Example(("leave", 0, "Lisa leaves the table."), (*DRAWN, UNDO_ASKED)),
    "declined": Example(("declined", None, '["g0", "Lisa"]'), ()),
    "erased": Example(("erased", None, "")),
    "hand": Example(("hand", 0, '["g0", true, "Lisa wants to talk."]'), (PLAYING,), title="zoo-escape"),
    "read": Example(("read", None, "0"), (PLAYING,), lesson=lessons.name(LESSON), players=LESSON.setup.players),
    "note": Example(("note", None, "Lisa begins."), ()),
}


@pytest.fixture(autouse=True)
def _a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass."""
    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 100.0)


def table_with(example: Example, events: Sequence[Data]) -> Table:
    """Return the table of an example after these events."""
    version, seed = menagerie.load(example.title).rules_version, 1
    seats = [LISA, TOM, *[Seat(number, "bot", None, "visitor", "visitor") for number in range(2, example.players)]]
    options: dict[str, Any] = {}
    made = ("t", example.title, version, example.players, options, seed, "5a17", "g0", True, False, "open", "l", 0.0)
    facts = TableFacts(*made, pace=example.pace, overtime="others", lesson=example.lesson)
    begin = None if example.lesson is None else LESSON.setup.begin()
    return Table(facts, seats, [stored(data, seq) for seq, data in enumerate(events, 1)], begin)


def stored(data: Data, seq: int) -> TableEvent:
    """Return an event as it is stored."""
    kind, seat, text = data
    return TableEvent("t", seq, kind, seat, text, 5.0 * seq, "0")


CACHES = {"lock", "drawings"}
"""The parts of a table that are computed from the rest."""


def all_of(table: Table) -> dict[str, Any]:
    """Return all that a table knows, and what everyone is shown of it."""
    known = {name: value for name, value in attributes(table).items() if name not in CACHES}
    views = [(), *[(seat,) for seat in range(table.facts.players)]]
    known["shown"] = [write(table_messages.Audience(table, seats).whole(table)) for seats in views]
    known["about"] = [write(table_object.about(table, guest)) for guest in (None, "g0", "g1")]
    known["record"] = str(table.record())
    known["moments"] = [plain(table.moment(n)) for n in range(table.n + 1)]
    return known


def attributes(value: Any) -> dict[str, Any]:
    """Return all attributes of an object, compiled or not, in a comparable form."""
    values = {name: getattr(value, name) for name in dir(value) if not name.startswith("__")}
    return {name: plain(one) for name, one in values.items() if not callable(one)}


def plain(value: Any) -> Any:
    """Return a value in a comparable form."""
    if isinstance(value, State):
        seats = range(value.players)
        return (value.ply, value.to_act, value.scores, value.names, [value.view(seat) for seat in seats])
    if isinstance(value, Book):
        given = [(one.order.id, one.seat, one.by, one.since.ply) for one in value.given]
        played = {n: one.order.id for n, one in value.played.items()}
        return (given, played, [(one.seat, one.order.id, one.ply, one.why) for one in value.news])
    if isinstance(value, Clocks | Deals | GameHistory | OpenQuestions | TableLog):
        return attributes(value)
    if isinstance(value, menagerie.Event):
        return (type(value).__name__, value.tell(("Lisa", "Tom", "Ben")))
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if type(value).__name__ == "Coach":
        return (value.lesson.id, value.seen)
    return value


def look_at(table: Table) -> None:
    """Have everything drawn and written that is kept until the next event."""
    for seats in ((), (0,), (1,)):
        table_messages.Audience(table, seats).whole(table)
    for n in range(table.n + 1):
        moment_messages.moment(table, "g0", n, None)
    if table.n:
        animation.captions(table, table.n)
        animation.scenes(table, table.n, 0)


def example_of(kind: str) -> Example:
    """Return the example of a kind; a new kind needs one."""
    assert kind in EXAMPLES, f"Add an example of the kind {kind!r} to EXAMPLES."
    assert EXAMPLES[kind].event[0] == kind
    return EXAMPLES[kind]


@pytest.mark.parametrize("kind", event_kinds.KINDS)
def test_applied_live_it_makes_the_table_that_is_read_again(kind: str) -> None:
    example = example_of(kind)
    table = table_with(example, example.before)
    look_at(table)
    event = stored(example.event, table.seq + 1)
    content = event_kinds.read(event)
    if isinstance(content, Decision):
        assert event.seat is not None
        table.apply(event, table.try_decision(event.seat, content.decision))
    else:
        table.apply(event)
    assert all_of(table) == all_of(table_with(example, [*example.before, example.event]))


WITHOUT_EFFECT = {"made", "erased", "retold"}
"""Kinds that concern only rows, or earlier events."""


@pytest.mark.parametrize("kind", event_kinds.KINDS)
def test_the_example_of_a_kind_changes_something(kind: str) -> None:
    """Otherwise the test above would prove nothing."""
    example = example_of(kind)
    before, after = all_of(table_with(example, example.before)), table_with(example, [*example.before, example.event])
    changed = {name for name, value in all_of(after).items() if value != before[name]}
    told = changed - {"seq", "number", "shown", "about", "_public", "private"}
    assert bool(told) is (kind not in WITHOUT_EFFECT)


@pytest.mark.parametrize("kind", event_kinds.KINDS)
def test_stored_data_is_written_as_before(kind: str) -> None:
    data = example_of(kind).event[2]
    assert event_kinds.KINDS[kind].read(data).data() == data


@pytest.mark.parametrize("kind", event_kinds.KINDS)
def test_no_name_is_left_after_a_deletion(kind: str) -> None:
    data = example_of(kind).event[2]
    content = event_kinds.KINDS[kind].read(data)
    left = content.without_names(Erasure({"g0"}, {"Lisa"})).data()
    assert left == data.replace("Lisa", "somebody")
    assert content.without_names(Erasure({"g7"}, {"Eva"})) == content


def test_secrets_from_other_seats() -> None:
    assert event_kinds.private() == ["order", "withdraw", "ended"]


def test_an_unknown_kind_is_a_line_of_the_log() -> None:
    table = table_with(Example(("joined", 1, "Tom joins.")), [PLAYING, ("joined", 1, "Tom joins.")])
    assert [(entry.seat, entry.text) for entry in table.log] == [(1, ["Tom joins."])]


def test_nothing_outside_the_classes_compares_the_names_of_kinds() -> None:
    server = Path(menagerie.__file__).parent / "server"
    found = [path for path in server.rglob("*.py") if re.search(r"\bevent\.kind (==|!=|in|not in)", path.read_text())]
    assert not found


# A kind that this test adds.


class Praised(EventContent, frozen=True, gc=False, array_like=True):
    """A player praises a decision."""

    kind = "praise"
    says_names = True
    guest: str
    name: str

    def apply(self, table: Any, event: TableEvent) -> None:
        table.add_log_line(event, f"{self.name} likes that.")

    def named(self) -> list[tuple[str, str]]:
        return [(self.guest, self.name)]

    def without_names(self, erasure: Erasure) -> Praised:
        return Praised(self.guest, "somebody") if self.guest in erasure.guests else self


def test_a_new_kind_is_one_class_and_its_registration(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stored, logged, read again, and deleted with its person; nothing else had to change."""
    monkeypatch.setitem(event_kinds.KINDS, Praised.kind, Praised)

    async def work(services: Any) -> None:
        lisa, _ = await services.guests.add("Lisa")
        tom, _ = await services.guests.add("Tom")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(tom, incoming.NewTable(title=SMALLEST, seats=seats))
        await services.tables.advance(table, [services.tables.event(table, Praised(lisa.id, "Lisa"))])
        assert table.log[-1].text == ["Lisa likes that."]
        assert services.store.read(table.id)[-1].data == json.dumps([lisa.id, "Lisa"])
        services.tables.forget(table.id)
        table = await services.tables.get(table.id)
        assert table.log[-1].text == ["Lisa likes that."]
        services.accounts.delete(lisa.id)
        await services.identity_sync.look_at(lisa.id)
        await services.authentication.catch_up()
        again = await services.tables.get(table.id)
        assert [entry.text for entry in again.log][-1] == ["somebody likes that."]
        assert not any("Lisa" in event.data for event in services.store.read(table.id))

    with_services(tmp_path, work)
