"""What people are told, in words. Only what everybody at the table knows: the title, names, and since when."""

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
from menagerie.server.base.names import SOMEBODY
from menagerie.server.features.notices.outbox import Taken
from menagerie.server.store.schema.tables import GUEST_ROWS, SEAT_ROWS, TABLE_ROWS

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
_ASKED: Final = {
    "undo": "{by} asks to take something back.",
    "takeover": "{by} asks whether a bot may go on for somebody who is away.",
    "sit": "{by} asks to play on where a bot does.",
    "overtime": "{by}'s time ran out: what is to become of it?",
    "again": "{by} asks you to play again.",
    "invitation": "{by} invites you to this table.",
}


class NoticeText(msgspec.Struct, frozen=True):
    """Something as it is told."""

    kind: str
    table: str
    heading: str
    sentence: str
    aloud: str
    """The same where others read it too, as in a channel: it names the person instead of saying "you"."""
    link: str
    """Where it leads; a path, or a whole address where the reader is elsewhere."""


def words(connection: Connection, guest: str, zone: str, taken: Sequence[Taken], base: str = "") -> list[NoticeText]:
    """All that is to be told somebody; without what is about a table that is gone."""
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
    heading, sentence = _sentence(one, zone, _called(connection, one.data.get("by")), row.result)
    aloud = _aloud(one, zone, _called(connection, guest), sentence)
    link = base + str(one.data.get("path") or f"/table/{one.table}")
    return NoticeText(one.kind, one.table, f"{heading}: {where}", f"{where}: {sentence}", f"{where}: {aloud}", link)


def _sentence(one: Taken, zone: ZoneInfo, by: str, result: str | None) -> tuple[str, str]:
    if one.kind == "turn":
        left = f" You have {_left(one.data['ends'])}." if "ends" in one.data else ""
        return "Your turn", f"it has been your turn since {_moment(one.data['at'], zone)}.{left}"
    if one.kind == "soon":
        ends = one.data["ends"]
        return "Your time runs out", f"your time runs out on {_moment(ends, zone)}. You have {_left(ends)}."
    if one.kind == "ask":
        return "You are asked", _ASKED.get(one.data["what"], "{by} asks you something.").format(by=by)
    return "Game over", f"the game is over. {result or ''}".strip()


def _aloud(one: Taken, zone: ZoneInfo, name: str, sentence: str) -> str:
    """Return the sentence as others read it."""
    if one.kind == "turn":
        left = f" {_left(one.data['ends'])}." if "ends" in one.data else ""
        return f"it has been {name}'s turn since {_moment(one.data['at'], zone)}.{left}"
    if one.kind == "soon":
        return f"{name}'s time runs out on {_moment(one.data['ends'], zone)}."
    return f"{name}, {sentence}" if one.kind == "ask" else sentence


def _people(connection: Connection, table: str) -> list[tuple[str | None, str]]:
    """Who sits at a table, by the names that they have now."""
    was, now = GUEST_ROWS.alias(), GUEST_ROWS.alias()
    query = select(SEAT_ROWS.c.kind, SEAT_ROWS.c.name, now.c.id, now.c.name.label("called"))
    query = query.outerjoin(was, SEAT_ROWS.c.guest == was.c.id)
    query = query.outerjoin(now, now.c.id == func.coalesce(was.c.became, was.c.id))
    rows = connection.execute(query.where(SEAT_ROWS.c.table_id == table).order_by(SEAT_ROWS.c.seat)).all()
    return [(row.id, row.called if row.kind == "person" and row.called else row.name) for row in rows if row.name]


def _called(connection: Connection, guest: str | None) -> str:
    """What somebody is called now who asks for something, and need not sit at the table."""
    name: str | None = connection.execute(select(GUEST_ROWS.c.name).where(GUEST_ROWS.c.id == guest)).scalar()
    return "Somebody" if name is None or name == SOMEBODY else name


def _moment(at: float, zone: ZoneInfo) -> str:
    told = datetime.fromtimestamp(at, zone)
    # Zones without a name of their own are called by their difference: UTC+03.
    called = told.tzname() or ""
    return f"{told:%A} {told.day} {told:%B}, {told:%H:%M} {called if called[:1].isalpha() else f'UTC{called}'}"


def _left(ends: float) -> str:
    """How much time somebody has left."""
    left = max(0.0, ends - clock.now())
    if left >= 2 * DAY:
        return f"{left // DAY:.0f} days left"
    if left >= 2 * HOUR:
        return f"{left // HOUR:.0f} hours left"
    return f"{counted(int(left // 60), 'minute', 'minutes')} left"


def headline(told: Sequence[NoticeText]) -> str:
    """What a message is about."""
    if len(told) == 1:
        return told[0].heading
    kinds = {one.kind for one in told}
    tables = len({one.table for one in told})
    where = "one table" if tables == 1 else f"{tables} tables"
    return f"It is your turn at {where}" if kinds <= {"turn", "soon"} else f"News from {where}"


def pushed(told: Sequence[NoticeText]) -> dict[str, Any]:
    """A message for a browser."""
    lines = [one.sentence for one in told[:4]]
    more = [f"and {len(told) - 4} more"] if len(told) > 4 else []
    one_table = len({one.table for one in told}) == 1
    return {
        "title": headline(told),
        "body": "\n".join([*lines, *more]),
        "path": told[0].link if one_table else "/",
        # Something newer takes its place.
        "tag": told[0].table if one_table else "menagerie",
    }


def letter(name: str, told: Sequence[NoticeText], off: str, settings: str) -> str:
    """A letter."""
    news = "\n\n".join([f"{one.sentence}\n{one.link}" for one in told])
    return f"""\
Hello {name},

{news}

--
You get this because you asked for notices by e-mail.
No more of them: {off}
What you are told, and when: {settings}
"""
