"""Word the notices. They contain only what everyone at the table knows: the title, names, and times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import Connection, func, select

from menagerie.core.errors import MenagerieError
from menagerie.core.registry import load
from menagerie.core.seats import counted, joined
from menagerie.server.base import clock
from menagerie.server.base.names import ERASED_NAME
from menagerie.server.features.notices.outbox import Taken
from menagerie.server.store.schema.tables import GUEST_ROWS, SEAT_ROWS, TABLE_ROWS

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
_HEADINGS: Final = {
    "turn": "Your turn",
    "soon": "Your time is running out",
    "ask": "Your answer is needed",
    "over": "Game over",
}
_ASKED: Final = {
    "undo": "{by} wants to undo in {where}.",
    "takeover": "{by} wants a bot to take over for an absent player in {where}.",
    "sit": "{by} wants to take over a bot's seat in {where}.",
    "overtime": "{by} ran out of time in {where}. Decide how to continue.",
    "again": "{by} wants a rematch of {where}.",
    "invitation": "{by} invites you to {where}.",
}
_ASKED_OTHERWISE: Final = "{by} asks you something in {where}."


class NoticeText(msgspec.Struct, frozen=True):
    """A notice as text."""

    kind: str
    table: str
    heading: str
    sentence: str
    aloud: str
    """The text for readers such as a channel: it names the person instead of saying "you"."""
    link: str
    """Where it leads: a path, or a whole address where the reader is elsewhere."""


def words(connection: Connection, guest: str, zone: str, taken: Sequence[Taken], base: str = "") -> list[NoticeText]:
    """Return a person's notices as text, without those about removed tables."""
    told = [_one(connection, guest, ZoneInfo(zone), one, base) for one in taken]
    return [one for one in told if one is not None]


def _one(connection: Connection, guest: str, zone: ZoneInfo, one: Taken, base: str) -> NoticeText | None:
    row = connection.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == one.table)).first()
    if row is None:
        return None
    try:
        title = load(row.title).name
    except MenagerieError:
        title = row.title
    people = _people(connection, one.table)
    others = [name for id, name in people if id != guest]
    where = f"{title} with {joined(others)}" if others else title
    by, link = _called(connection, one.data.get("by")), base + str(one.data.get("path") or f"/table/{one.table}")
    sentence = _sentence(one, zone, where, by, row.result)
    aloud = _aloud(one, zone, where, _called(connection, guest), sentence)
    return NoticeText(one.kind, one.table, f"{_HEADINGS[one.kind]}: {where}", sentence, aloud, link)


def _sentence(one: Taken, zone: ZoneInfo, where: str, by: str, result: str | None) -> str:
    if one.kind == "turn":
        since = f"It has been your turn in {where} since {_moment(one.data['at'], zone)}."
        return f"{since} You have {_left(one.data['ends'])}." if "ends" in one.data else since
    if one.kind == "soon":
        ends = one.data["ends"]
        return f"Your time in {where} runs out on {_moment(ends, zone)}. You have {_left(ends)}."
    if one.kind == "ask":
        return _ASKED.get(one.data["what"], _ASKED_OTHERWISE).format(by=by, where=where)
    return f"{where} is over. {result}" if result else f"{where} is over."


def _aloud(one: Taken, zone: ZoneInfo, where: str, name: str, sentence: str) -> str:
    """Return the sentence as others read it."""
    if one.kind == "turn":
        since = f"It has been {name}'s turn in {where} since {_moment(one.data['at'], zone)}."
        return f"{since} {name} has {_left(one.data['ends'])}." if "ends" in one.data else since
    if one.kind == "soon":
        return f"{name}'s time in {where} runs out on {_moment(one.data['ends'], zone)}."
    return f"{name}, {sentence}" if one.kind == "ask" else sentence


def _people(connection: Connection, table: str) -> list[tuple[str | None, str]]:
    """Return who sits at a table, by their current names."""
    was, now = GUEST_ROWS.alias(), GUEST_ROWS.alias()
    query = select(SEAT_ROWS.c.kind, SEAT_ROWS.c.name, now.c.id, now.c.name.label("called"))
    query = query.outerjoin(was, SEAT_ROWS.c.guest == was.c.id)
    query = query.outerjoin(now, now.c.id == func.coalesce(was.c.became, was.c.id))
    rows = connection.execute(query.where(SEAT_ROWS.c.table_id == table).order_by(SEAT_ROWS.c.seat)).all()
    return [(row.id, row.called if row.kind == "person" and row.called else row.name) for row in rows if row.name]


def _called(connection: Connection, guest: str | None) -> str:
    """Return the current name of a person who asks for something and may not sit at the table."""
    name: str | None = connection.execute(select(GUEST_ROWS.c.name).where(GUEST_ROWS.c.id == guest)).scalar()
    return "Someone" if name is None or name == ERASED_NAME else name


def _moment(at: float, zone: ZoneInfo) -> str:
    told = datetime.fromtimestamp(at, zone)
    # Zones without a name are shown as their offset: UTC+03.
    called = told.tzname() or ""
    return f"{told:%A} {told.day} {told:%B}, {told:%H:%M} {called if called[:1].isalpha() else f'UTC{called}'}"


def _left(ends: float) -> str:
    """Return how much time is left."""
    left = max(0.0, ends - clock.now())
    if left >= 2 * DAY:
        return f"{counted(int(left // DAY), 'day', 'days')} left"
    if left >= 2 * HOUR:
        return f"{counted(int(left // HOUR), 'hour', 'hours')} left"
    return f"{counted(int(left // 60), 'minute', 'minutes')} left"


def headline(told: Sequence[NoticeText]) -> str:
    """Return a message's subject."""
    if len(told) == 1:
        return told[0].heading
    kinds = {one.kind for one in told}
    tables = len({one.table for one in told})
    where = counted(tables, "table", "tables")
    return f"It is your turn at {where}" if kinds <= {"turn", "soon"} else f"News from {where}"


def pushed(told: Sequence[NoticeText]) -> dict[str, Any]:
    """Return a push message."""
    lines = [one.sentence for one in told[:4]]
    more = [f"and {len(told) - 4} more"] if len(told) > 4 else []
    one_table = len({one.table for one in told}) == 1
    return {
        "title": headline(told),
        "body": "\n".join([*lines, *more]),
        "path": told[0].link if one_table else "/",
        # A newer message replaces it.
        "tag": told[0].table if one_table else "menagerie",
    }


def letter(name: str, told: Sequence[NoticeText], off: str, settings: str) -> str:
    """Return an email."""
    news = "\n\n".join([f"{one.sentence}\n{one.link}" for one in told])
    return f"""\
Hello {name},

{news}

--
You get this email because you turned on notices by email.
Stop these emails: {off}
Change your notices: {settings}
"""
