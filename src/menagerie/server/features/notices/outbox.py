"""What waits to be sent. It survives a crash, and of several processes one sends it.

Whoever sends takes a lease, writes down that it is being sent just before it is, and afterwards how that went. If
nobody says so, the lease ends, and it is sent once more: at least once, and at most twice. Only what was being sent
when the server was killed, twice, may not have arrived; it is shown. What was refused for certain may be tried more
often.

Nothing is sent about a table at which something has happened since it was last looked at: by then it may be moot.
"""

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
"""Seconds that sending may take; more than all that is waited for meanwhile."""
DOUBTS: Final = 2
PAUSES: Final = (60.0, 300.0, 1800.0, 2 * 3600.0, 6 * 3600.0)
"""Seconds before each further try; after the last one it is given up."""
KEPT: Final = 60 * 24 * 3600.0
"""Seconds after which it need not be known any more that something was told."""
MANY: Final = 100
LOOKED_AT: Final = 500
"""So many messages are looked at in one go."""
GIVEN_UP: Final = "It is not known whether it arrived."

_ROWS: Final = OUTBOX_ROWS.c
_WAITING: Final = _ROWS.state == "waiting"
_WAITS: Final = (
    select(_ROWS.id)
    .where(_WAITING & (_ROWS.guest == bindparam("guest")) & (_ROWS.table_id == bindparam("table")))
    .limit(1)
)
"""Made once: it is asked for everybody who comes to a table."""


class Notice(msgspec.Struct, frozen=True):
    """What somebody is to be told, whatever the way."""

    guest: str
    kind: str
    occasion: str
    due: float
    """It is not told before."""
    data: dict[str, Any]


class Unit(NamedTuple):
    """Where one message goes, with all that there is to tell."""

    guest: str
    way: str
    target: str


class Taken(msgspec.Struct, frozen=True):
    """Something that this process sends now."""

    id: str
    table: str
    kind: str
    data: dict[str, Any]
    made: float
    tries: int
    """Which one this is."""
    taker: str


def is_free(now: float) -> ColumnElement[bool]:
    """Whether nobody sends something now."""
    return _ROWS.lease.is_(None) | (_ROWS.lease < now)


# Making.


def settle(connection: Connection, table: str, wanted: Sequence[Notice], now: float) -> None:
    """Let what waits about a table be what is to be told of it now: what is not is moot, and what is new is added."""
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
    """Whether time runs out at another moment than was thought: a holiday was taken, or the server stood still."""
    return "ends" in after and abs(json.loads(before).get("ends", 0) - after["ends"]) > 60


def add(connection: Connection, table: str, notice: Notice, now: float) -> None:
    """Have somebody told of something, in the ways that they wish and have."""
    for way in preferences.ways(connection, notice.guest, table, notice.kind):
        for target in _targets(connection, notice.guest, way):
            values: dict[str, Any] = msgspec.structs.asdict(notice) | {"id": new_id(20), "table_id": table}
            values |= {"way": way, "target": target, "made": now, "state": "waiting", "tries": 0, "doubts": 0}
            connection.execute(insert(OUTBOX_ROWS).values(values | {"data": json.dumps(notice.data)}))


def _targets(connection: Connection, guest: str, way: str) -> list[str]:
    """Where a way leads for somebody; nowhere if it is not set up."""
    if way == "push":
        held = exists().where(SESSION_ROWS.c.id == PUSH_ROWS.c.session)
        return list(connection.execute(select(PUSH_ROWS.c.id).where((PUSH_ROWS.c.guest == guest) & held)).scalars())
    if way == "mail":
        found = (ACCOUNT_ROWS.c.guest == guest) & ACCOUNT_ROWS.c.confirmed.is_not(None)
        return [""] if connection.execute(select(ACCOUNT_ROWS.c.email).where(found)).scalar() else []
    return [""] if connection.execute(select(HOOK_ROWS.c.guest).where(HOOK_ROWS.c.guest == guest)).scalar() else []


def make_moot(connection: Connection, guest: str, table: str, now: float) -> None:
    """Somebody has come to a table: nothing that waits about it need be told, but that time runs out one day."""
    here = _WAITING & (_ROWS.guest == guest) & (_ROWS.table_id == table)
    here &= (_ROWS.kind != "soon") | (_ROWS.due <= now)
    connection.execute(update(OUTBOX_ROWS).where(here & _ROWS.lease.is_(None)).values(state="moot"))


def waits(connection: Connection, guest: str, table: str) -> bool:
    """Whether something waits to be told somebody about a table."""
    return connection.execute(_WAITS, {"guest": guest, "table": table}).first() is not None


def drop_unwished(connection: Connection, guest: str, now: float) -> None:
    """Somebody wishes something else from now on: what is not wished any more is moot, and quiet hours and letters are
    looked at anew."""
    mine = _WAITING & (_ROWS.guest == guest)
    for row in connection.execute(select(OUTBOX_ROWS).where(mine)).all():
        there = _targets(connection, guest, row.way)
        if row.way not in preferences.ways(connection, guest, row.table_id, row.kind) or row.target not in there:
            _end(connection, [row.id], "moot")
    again = mine & (_ROWS.tries == 0) & (_ROWS.kind != "soon") & (_ROWS.due > now)
    connection.execute(update(OUTBOX_ROWS).where(again).values(due=now))


# Sending.


def units(connection: Connection, now: float) -> dict[Unit, bool]:
    """Where something is to be sent, and whether that has failed before: those come last."""
    columns = _ROWS["guest", "way", "target"]
    failed = func.max(_ROWS.tries) > 0
    query = select(*columns, failed.label("failed")).where(_sendable(now) & (_ROWS.due <= now))
    rows = connection.execute(
        query.group_by(*columns).order_by(func.max(_ROWS.tries), func.min(_ROWS.due)).limit(LOOKED_AT)
    )
    return {Unit(row.guest, row.way, row.target): bool(row.failed) for row in rows}


def receivers(connection: Connection, units: Collection[Unit]) -> dict[Unit, str]:
    """The machine that each message goes to, by name; that of letters is the mail server, and not named."""
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
    """What goes there."""
    return and_(_ROWS.guest == unit.guest, _ROWS.way == unit.way, _ROWS.target == unit.target)


def take(database: Database, unit: Unit, now: float, gather: float) -> list[Taken]:
    """Take what is to be sent there, and what would be within `gather` seconds; none if it has to wait, or somebody
    else was quicker."""
    with database.writing() as connection:
        wish = preferences.of(connection, unit.guest)
        due = select(*_ROWS["id", "kind", "due", "tries"]).where(of_unit(unit) & _sendable(now))
        rows = connection.execute(due.where(_ROWS.due <= now + gather)).all()
        ready = []
        for row in rows:
            # What was refused before does not wait for the next letter: it was to be in this one.
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
    """It is sent from now on: until it is known what became of it, it may have arrived."""
    mine = _ROWS.taker == taken[0].taker
    values = {"tries": _ROWS.tries + 1, "doubts": _ROWS.doubts + 1}
    connection.execute(update(OUTBOX_ROWS).where(mine).values(values))
    if unit.way == "mail":
        preferences.mark_mailed(connection, unit.guest, now)


def mark_sent(connection: Connection, taken: Sequence[Taken]) -> None:
    """It has arrived."""
    _end(connection, [one.id for one in taken], "sent")


def mark_refused(connection: Connection, taken: Sequence[Taken], now: float, why: str) -> None:
    """It was refused for certain: it is tried again later, or given up."""
    for one in taken:
        if one.tries > len(PAUSES):
            _end(connection, [one.id], "failed", why)
            continue
        again = {"due": now + PAUSES[one.tries - 1], "doubts": _ROWS.doubts - 1}
        values = again | {"taker": None, "lease": None, "error": why}
        connection.execute(update(OUTBOX_ROWS).where(_ROWS.id == one.id).values(values))


def mark_doubted(connection: Connection, taken: Sequence[Taken], now: float, why: str) -> None:
    """Nobody knows whether it arrived: it is sent once more, and then no more."""
    values = {"due": now + PAUSES[0], "taker": None, "lease": None, "error": why}
    connection.execute(update(OUTBOX_ROWS).where(_ROWS.id.in_([one.id for one in taken])).values(values))


def mark_moot(connection: Connection, taken: Sequence[Taken]) -> None:
    """There is nobody there any more."""
    _end(connection, [one.id for one in taken], "moot")


def _end(connection: Connection, ids: Iterable[str], state: str, why: str | None = None) -> None:
    values = {"state": state, "taker": None, "lease": None, "error": why}
    connection.execute(update(OUTBOX_ROWS).where(_ROWS.id.in_(list(ids))).values(values))


def tidy(connection: Connection, now: float) -> None:
    """Give up what was sent twice without an answer, and forget what is long past."""
    doubted = _WAITING & is_free(now) & (_ROWS.doubts >= DOUBTS)
    connection.execute(update(OUTBOX_ROWS).where(doubted).values(state="failed", error=GIVEN_UP, lease=None))
    connection.execute(delete(OUTBOX_ROWS).where((_ROWS.state != "waiting") & (_ROWS.made < now - KEPT)))
    gone = ~exists().where(SESSION_ROWS.c.id == PUSH_ROWS.c.session)
    connection.execute(delete(PUSH_ROWS).where(gone))


def failures(connection: Connection, guest: str) -> list[NoticeFailure]:
    """Return what could not be told somebody lately."""
    mine = (_ROWS.guest == guest) & or_(_ROWS.state == "failed", _WAITING & (_ROWS.error.is_not(None)))
    columns = _ROWS["way", "kind", "table_id", "made", "error", "state"]
    rows = connection.execute(select(*columns).where(mine).order_by(_ROWS.made.desc()).limit(MANY)).all()
    # What is wrong with a way is said once, however many notices it has stopped.
    newest = {(row.way, row.error, row.state): row for row in reversed(rows)}
    return [NoticeFailure(**row._mapping) for row in newest.values()]


def waiting_about(connection: Connection, tables: Iterable[str]) -> set[str]:
    """The tables among these about which something waits to be told."""
    query = select(_ROWS.table_id).where(_WAITING & _ROWS.table_id.in_(list(tables))).distinct()
    return set(connection.execute(query).scalars())
