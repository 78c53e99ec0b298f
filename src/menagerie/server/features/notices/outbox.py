"""Queue notices until they are sent. The queue survives a crash, and of several processes only one sends a notice.

A sender takes a lease, notes just before sending that it starts, and afterwards how it went. Without that the lease
expires and the notice is sent again: at least once and at most twice. If the server was killed while sending it, twice,
it may not have arrived, which is shown. Definite refusals may be retried more often.

No notice is sent about a table with news since its last check, because it may be outdated."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, func, insert, or_, select, update

from menagerie.server.base.ids import new_id
from menagerie.server.features.notices import preferences
from menagerie.server.protocol.outgoing.notices import NoticeFailure
from menagerie.server.store.database import Database
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, SESSION_ROWS
from menagerie.server.store.schema.notices import HOOK_ROWS, OUTBOX_ROWS, PUSH_ROWS, STIR_ROWS

LEASE: Final = 300.0
"""Seconds that sending may take, longer than all timeouts within."""
DOUBTS: Final = 2
PAUSES: Final = (60.0, 300.0, 1800.0, 2 * 3600.0, 6 * 3600.0)
"""Seconds before each retry; after the last one the notice is given up."""
KEPT: Final = 60 * 24 * 3600.0
"""Seconds after which sent notices are forgotten."""
MANY: Final = 100
LOOKED_AT: Final = 500
"""How many messages are checked at a time."""
GIVEN_UP: Final = "It may not have arrived."

_ROWS: Final = OUTBOX_ROWS.c
_WAITING: Final = _ROWS.state == "waiting"
_WAITS: Final = (
    select(_ROWS.id)
    .where(_WAITING & (_ROWS.guest == bindparam("guest")) & (_ROWS.table_id == bindparam("table")))
    .limit(1)
)
"""Built once, since it runs for everyone who enters a table."""


class Notice(msgspec.Struct, frozen=True):
    """A notice for a person, whichever way it is sent."""

    guest: str
    kind: str
    occasion: str
    due: float
    """When it may be sent."""
    data: dict[str, Any]


class Unit(NamedTuple):
    """The destination of one message, which may contain several notices."""

    guest: str
    way: str
    target: str


class Taken(msgspec.Struct, frozen=True):
    """A notice that this process is sending."""

    id: str
    table: str
    kind: str
    data: dict[str, Any]
    made: float
    tries: int
    """Which attempt this is."""
    taker: str


def is_free(now: float) -> ColumnElement[bool]:
    """Return whether no one is sending it now."""
    return _ROWS.lease.is_(None) | (_ROWS.lease < now)


# Adding.


def settle(connection: Connection, table: str, wanted: Sequence[Notice], now: float) -> None:
    """Replace the waiting notices about a table with the current ones: add new ones, drop outdated ones."""
    keys = {(one.guest, one.kind, one.occasion): one for one in wanted}
    here = (_ROWS.table_id == table) & _WAITING
    for row in connection.execute(select(*_ROWS["id", "guest", "kind", "occasion", "data", "tries"]).where(here)).all():
        now_wanted = keys.get((row.guest, row.kind, row.occasion))
        if now_wanted is None:
            _end(connection, [row.id], "moot")
        elif row.tries == 0 and _has_moved(row.data, now_wanted.data):
            values = {"due": now_wanted.due, "data": json.dumps(now_wanted.data)}
            connection.execute(update(OUTBOX_ROWS).where(_ROWS.id == row.id).values(values))
    known = {
        tuple(row)
        for row in connection.execute(select(*_ROWS["guest", "kind", "occasion"]).where(_ROWS.table_id == table))
    }
    for key in keys.keys() - known:
        add(connection, table, keys[key], now)


def _has_moved(before: str, after: dict[str, Any]) -> bool:
    """Return whether a deadline has moved because of a holiday or because the server was down."""
    return "ends" in after and abs(json.loads(before).get("ends", 0) - after["ends"]) > 60


def add(connection: Connection, table: str, notice: Notice, now: float) -> None:
    """Add a notice in each way that the person wants and has set up."""
    for way in preferences.ways(connection, notice.guest, table, notice.kind):
        for target in _targets(connection, notice.guest, way):
            values: dict[str, Any] = msgspec.structs.asdict(notice) | {"id": new_id(20), "table_id": table}
            values |= {"way": way, "target": target, "made": now, "state": "waiting", "tries": 0, "doubts": 0}
            connection.execute(insert(OUTBOX_ROWS).values(values | {"data": json.dumps(notice.data)}))


def _targets(connection: Connection, guest: str, way: str) -> list[str]:
    """Return the destinations of a way for a person; none if it isn't set up."""
    if way == "push":
        held = exists().where(SESSION_ROWS.c.id == PUSH_ROWS.c.session)
        return list(connection.execute(select(PUSH_ROWS.c.id).where((PUSH_ROWS.c.guest == guest) & held)).scalars())
    if way == "mail":
        found = (ACCOUNT_ROWS.c.guest == guest) & ACCOUNT_ROWS.c.confirmed.is_not(None)
        return [""] if connection.execute(select(ACCOUNT_ROWS.c.email).where(found)).scalar() else []
    return [""] if connection.execute(select(HOOK_ROWS.c.guest).where(HOOK_ROWS.c.guest == guest)).scalar() else []


def make_moot(connection: Connection, guest: str, table: str, now: float) -> None:
    """Drop the waiting notices about a table that a person has entered, except that time is running out."""
    here = _WAITING & (_ROWS.guest == guest) & (_ROWS.table_id == table)
    here &= (_ROWS.kind != "soon") | (_ROWS.due <= now)
    connection.execute(update(OUTBOX_ROWS).where(here & _ROWS.lease.is_(None)).values(state="moot"))


def waits(connection: Connection, guest: str, table: str) -> bool:
    """Return whether notices about a table wait for a person."""
    return connection.execute(_WAITS, {"guest": guest, "table": table}).first() is not None


def apply_preferences(connection: Connection, guest: str, now: float) -> None:
    """Apply changed preferences: drop unwanted notices, and recompute the times of the others."""
    mine = _WAITING & (_ROWS.guest == guest)
    for row in connection.execute(select(OUTBOX_ROWS).where(mine)).all():
        there = _targets(connection, guest, row.way)
        if row.way not in preferences.ways(connection, guest, row.table_id, row.kind) or row.target not in there:
            _end(connection, [row.id], "moot")
    again = mine & (_ROWS.tries == 0) & (_ROWS.kind != "soon") & (_ROWS.due > now)
    connection.execute(update(OUTBOX_ROWS).where(again).values(due=now))


# Sending.


def units(connection: Connection, now: float) -> dict[Unit, bool]:
    """Return the destinations of due notices, and whether sending there has failed before; these come last."""
    columns = _ROWS["guest", "way", "target"]
    failed = func.max(_ROWS.tries) > 0
    query = select(*columns, failed.label("failed")).where(_sendable(now) & (_ROWS.due <= now))
    rows = connection.execute(
        query.group_by(*columns).order_by(func.max(_ROWS.tries), func.min(_ROWS.due)).limit(LOOKED_AT)
    )
    return {Unit(row.guest, row.way, row.target): bool(row.failed) for row in rows}


def receivers(connection: Connection, units: Collection[Unit]) -> dict[Unit, str]:
    """Return the host of each message, by name; that of emails is the mail server and has no name here."""
    targets, guests = [unit.target for unit in units], [unit.guest for unit in units]
    devices = select(PUSH_ROWS.c.id, PUSH_ROWS.c.endpoint).where(PUSH_ROWS.c.id.in_(targets))
    hooks = select(HOOK_ROWS.c.guest, HOOK_ROWS.c.address).where(HOOK_ROWS.c.guest.in_(guests))
    found = {("push", id): address for id, address in connection.execute(devices)}
    found |= {("webhook", guest): address for guest, address in connection.execute(hooks)}
    addresses = {unit: found.get((unit.way, unit.target if unit.way == "push" else unit.guest), "") for unit in units}
    return {unit: urlsplit(address).hostname or "" for unit, address in addresses.items()}


def _sendable(now: float) -> ColumnElement[bool]:
    stirred = exists().where(STIR_ROWS.c.table_id == _ROWS.table_id)
    return and_(_WAITING, is_free(now), _ROWS.doubts < DOUBTS, ~stirred)


def of_unit(unit: Unit) -> ColumnElement[bool]:
    """Return the waiting notices for a destination."""
    return and_(_ROWS.guest == unit.guest, _ROWS.way == unit.way, _ROWS.target == unit.target)


def take(database: Database, unit: Unit, now: float, gather: float) -> list[Taken]:
    """Take the due notices for a destination, and those due within `gather` seconds; none if it must wait or another
    process was faster."""
    with database.writing() as connection:
        wish = preferences.of(connection, unit.guest)
        due = select(*_ROWS["id", "kind", "due", "tries"]).where(of_unit(unit) & _sendable(now))
        rows = connection.execute(due.where(_ROWS.due <= now + gather)).all()
        ready = []
        for row in rows:
            # A notice refused before doesn't wait for the next digest, since it belonged to this one.
            wait = wish.not_before(unit.way if row.tries == 0 else "", row.kind, now)
            if wait > now:
                connection.execute(update(OUTBOX_ROWS).where(_ROWS.id == row.id).values(due=max(wait, row.due)))
            else:
                ready.append(row)
        if not any(row.due <= now for row in ready):
            return []
        taker = new_id(20)
        free = _ROWS.id.in_([row.id for row in ready]) & _sendable(now)
        connection.execute(update(OUTBOX_ROWS).where(free).values(taker=taker, lease=now + LEASE))
        mine = connection.execute(select(OUTBOX_ROWS).where(_ROWS.taker == taker).order_by(_ROWS.made)).all()
    return [Taken(row.id, row.table_id, row.kind, json.loads(row.data), row.made, row.tries + 1, taker) for row in mine]


def begin(connection: Connection, unit: Unit, taken: Sequence[Taken], now: float) -> None:
    """Note that sending starts. From now until the outcome is known it may have arrived."""
    mine = _ROWS.taker == taken[0].taker
    values = {"tries": _ROWS.tries + 1, "doubts": _ROWS.doubts + 1}
    connection.execute(update(OUTBOX_ROWS).where(mine).values(values))
    if unit.way == "mail":
        preferences.mark_mailed(connection, unit.guest, now)


def mark_sent(connection: Connection, taken: Sequence[Taken]) -> None:
    """Note that it has arrived."""
    _end(connection, [one.id for one in taken], "sent")


def mark_refused(connection: Connection, taken: Sequence[Taken], now: float, why: str) -> None:
    """Note a definite refusal. It is retried later, or given up."""
    for one in taken:
        if one.tries > len(PAUSES):
            _end(connection, [one.id], "failed", why)
            continue
        again = {"due": now + PAUSES[one.tries - 1], "doubts": _ROWS.doubts - 1}
        values = again | {"taker": None, "lease": None, "error": why}
        connection.execute(update(OUTBOX_ROWS).where(_ROWS.id == one.id).values(values))


def mark_doubted(connection: Connection, taken: Sequence[Taken], now: float, why: str) -> None:
    """Note an unknown outcome. It is sent once more, and then given up."""
    values = {"due": now + PAUSES[0], "taker": None, "lease": None, "error": why}
    connection.execute(update(OUTBOX_ROWS).where(_ROWS.id.in_([one.id for one in taken])).values(values))


def mark_moot(connection: Connection, taken: Sequence[Taken]) -> None:
    """Note that the recipient no longer exists."""
    _end(connection, [one.id for one in taken], "moot")


def _end(connection: Connection, ids: Iterable[str], state: str, why: str | None = None) -> None:
    values = {"state": state, "taker": None, "lease": None, "error": why}
    connection.execute(update(OUTBOX_ROWS).where(_ROWS.id.in_(list(ids))).values(values))


def tidy(connection: Connection, now: float) -> None:
    """Give up what was sent twice without an answer, and delete old notices."""
    doubted = _WAITING & is_free(now) & (_ROWS.doubts >= DOUBTS)
    connection.execute(update(OUTBOX_ROWS).where(doubted).values(state="failed", error=GIVEN_UP, lease=None))
    connection.execute(delete(OUTBOX_ROWS).where((_ROWS.state != "waiting") & (_ROWS.made < now - KEPT)))
    gone = ~exists().where(SESSION_ROWS.c.id == PUSH_ROWS.c.session)
    connection.execute(delete(PUSH_ROWS).where(gone))


def failures(connection: Connection, guest: str) -> list[NoticeFailure]:
    """Return the notices that recently couldn't be delivered to a person."""
    mine = (_ROWS.guest == guest) & or_(_ROWS.state == "failed", _WAITING & (_ROWS.error.is_not(None)))
    columns = _ROWS["way", "kind", "table_id", "made", "error", "state"]
    rows = connection.execute(select(*columns).where(mine).order_by(_ROWS.made.desc()).limit(MANY)).all()
    # Report each fault of a way once, however many notices it has stopped.
    newest = {(row.way, row.error, row.state): row for row in reversed(rows)}
    return [NoticeFailure(**row._mapping) for row in newest.values()]


def waiting_about(connection: Connection, tables: Iterable[str]) -> set[str]:
    """Return the tables among these with waiting notices."""
    query = select(_ROWS.table_id).where(_WAITING & _ROWS.table_id.in_(list(tables))).distinct()
    return set(connection.execute(query).scalars())
