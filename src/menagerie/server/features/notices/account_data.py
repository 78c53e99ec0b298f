"""Export, merge and delete the notices of a person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.store.schema.notices import (
    HOOK_ROWS,
    OF_PEOPLE,
    OUTBOX_ROWS,
    PUSH_ROWS,
    TABLE_WISH_ROWS,
    WISH_ROWS,
)


class NoticeData(PersonData):
    """How a person is notified, and of what."""

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return a person's stored data. Keys and secrets are useless elsewhere and stay here."""
        columns = {
            "wishes": WISH_ROWS.c["kinds", "zone", "quiet_from", "quiet_until", "digest", "mailed"],
            "tables": TABLE_WISH_ROWS.c["table_id", "kinds"],
            "devices": PUSH_ROWS.c["endpoint", "created"],
            "webhook": HOOK_ROWS.c["form", "address"],
            "sent": OUTBOX_ROWS.c["table_id", "kind", "way", "made", "state"],
        }
        owners = (WISH_ROWS, TABLE_WISH_ROWS, PUSH_ROWS, HOOK_ROWS, OUTBOX_ROWS)
        found = {
            name: [dict(row._mapping) for row in connection.execute(select(*wanted).where(relation.c.guest == guest))]
            for (name, wanted), relation in zip(columns.items(), owners, strict=True)
        }
        return {"notices": found}

    def merge(self, connection: Connection, guest: str, account: str) -> None:
        """Move sent and waiting notices to the account. Its own preferences apply; the device registers again."""
        for relation in (WISH_ROWS, PUSH_ROWS):
            connection.execute(delete(relation).where(relation.c.guest == guest))
        theirs = select(TABLE_WISH_ROWS.c.table_id).where(TABLE_WISH_ROWS.c.guest == account)
        mine = TABLE_WISH_ROWS.c.guest == guest
        connection.execute(delete(TABLE_WISH_ROWS).where(mine & TABLE_WISH_ROWS.c.table_id.in_(theirs)))
        connection.execute(update(TABLE_WISH_ROWS).where(mine).values(guest=account))
        known = select(OUTBOX_ROWS.c.table_id).where(OUTBOX_ROWS.c.guest == account)
        mine = OUTBOX_ROWS.c.guest == guest
        connection.execute(delete(OUTBOX_ROWS).where(mine & OUTBOX_ROWS.c.table_id.in_(known)))
        connection.execute(update(OUTBOX_ROWS).where(mine).values(guest=account))

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete preferences, devices, addresses and notices."""
        for relation in OF_PEOPLE:
            connection.execute(delete(relation).where(relation.c.guest == guest))
