"""What of notices belongs to somebody, and what becomes of it when a guest signs in to an account."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from menagerie.server.store.schema.notices import HOOK_ROWS, OUTBOX_ROWS, PUSH_ROWS, TABLE_WISH_ROWS, WISH_ROWS


def told(connection: Connection, guest: str) -> dict[str, Any]:
    """What is stored of somebody; keys and secrets are of no use to anybody and stay here."""
    columns = {
        "wishes": WISH_ROWS.c["kinds", "zone", "quiet_from", "quiet_until", "digest", "mailed"],
        "tables": TABLE_WISH_ROWS.c["table_id", "kinds"],
        "devices": PUSH_ROWS.c["endpoint", "created"],
        "webhook": HOOK_ROWS.c["form", "address"],
        "sent": OUTBOX_ROWS.c["table_id", "kind", "way", "made", "state"],
    }
    owners = (WISH_ROWS, TABLE_WISH_ROWS, PUSH_ROWS, HOOK_ROWS, OUTBOX_ROWS)
    return {
        name: [dict(row._mapping) for row in connection.execute(select(*wanted).where(relation.c.guest == guest))]
        for (name, wanted), relation in zip(columns.items(), owners, strict=True)
    }


def bring_along(connection: Connection, guest: str, account: str) -> None:
    """What was told and what waits belongs to the account. Its own wishes hold, and the device says anew who it is."""
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
