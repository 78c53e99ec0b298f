"""Export everything stored about a person as one file: a zip with `me.json` and the records of finished games.

It is written piece by piece while it is sent, so that a thousand games take no more memory than one."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator
from typing import Any

from msgspec import structs
from sqlalchemy import select

from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.features.accounts.authentication import Asker, Authentication
from menagerie.server.people.accounts.accounts import Accounts
from menagerie.server.people.accounts.devices import Devices
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.store.schema.tables import GUEST_ROWS, REMARK_ROWS, SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.table_index import concerns
from menagerie.server.table.registry import Tables


class DataExport:
    """Lets people have that file, of each one in a minute."""

    def __init__(self, tables: Tables, authentication: Authentication) -> None:
        self._tables = tables
        self._authentication = authentication
        self._limit = Buckets(1 / 60, 2)

    async def of(self, guest: Guest, asker: Asker) -> AsyncIterator[bytes]:
        """Return the file, piece by piece. An account needs a proof of who asks. Raises Refused."""
        if guest.account:
            await self._authentication.proved(asker)
        if not self._limit.take(guest.id):
            raise Refused("busy", "You've just exported your data. Wait a minute.", retry=60)
        return zipped(self._tables, self._authentication.accounts, guest)


async def zipped(tables: Tables, accounts: Accounts, guest: Guest) -> AsyncIterator[bytes]:
    """Return the file piece by piece."""
    out = _Out()
    database = accounts.database
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        told = await asyncio.to_thread(_stored_data, accounts, guest)
        file.writestr("me.json", json.dumps(told, indent=2, ensure_ascii=False))
        yield out.take()
        for id in await asyncio.to_thread(_over, database, guest.id):
            record = await _record(tables, id)
            if record is not None:
                file.writestr(f"records/{id}.zoo", record)
                yield out.take()
    yield out.take()


class _Out(io.RawIOBase):
    """A zip's output, which can't seek."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def _record(tables: Tables, id: str) -> str | None:
    """Return a table's record if it may be shown."""
    try:
        table = await tables.look_at(id)
        return str(table.record()) if await tables.may_be_shown(table) else None
    except Refused:  # damaged or removed
        return None


def _over(database: Database, guest: str) -> list[str]:
    settled = concerns(guest) & TABLE_ROWS.c.status.in_(("over", "replay"))
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(settled).order_by(TABLE_ROWS.c.created)).scalars())


def _stored_data(accounts: Accounts, guest: Guest) -> dict[str, Any]:
    """Return a person's stored data besides games. Hashes of secrets are useless elsewhere and stay here."""
    account = accounts.find(guest.id)
    with accounts.database.engine.connect() as connection:
        created = connection.execute(select(GUEST_ROWS.c.created).where(GUEST_ROWS.c.id == guest.id)).scalar()
        columns = TABLE_ROWS.c["id", "title", "players", "options", "status", "result", "created", "lesson", "public"]
        tables = connection.execute(select(*columns).where(concerns(guest.id)).order_by(TABLE_ROWS.c.created)).all()
        ids = [row.id for row in tables]
        mine = SEAT_ROWS.c.table_id.in_(ids)
        seats = connection.execute(select(SEAT_ROWS).where(mine).order_by(SEAT_ROWS.c.seat)).all()
        said = connection.execute(
            select(*REMARK_ROWS.c["table_id", "text", "at"]).where(REMARK_ROWS.c.guest == guest.id)
        ).all()
        kept = [data.export(connection, guest.id) for data in accounts.person_data]
    here: dict[str, list[dict[str, Any]]] = {id: [] for id in ids}
    for row in seats:
        here[row.table_id].append({"seat": row.seat, "name": row.name, "bot": row.bot})
    return {
        "id": guest.id,
        "name": guest.name,
        "created": created,
        "account": None if account is None else {"email": account.email, "email_confirmed": account.confirmed},
        "passkeys": [
            {"name": row.name, "created": row.created, "used": row.used} for row in accounts.passkeys(guest.id)
        ],
        "devices": [
            _without(structs.asdict(one), "here", "id") for one in Devices(accounts.database).all(guest.id, "")
        ],
        "tables": [dict(row._mapping) | {"seats": here[row.id]} for row in tables],
        "said": [dict(row._mapping) for row in said],
        **{name: value for part in kept for name, value in part.items()},
    }


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}
