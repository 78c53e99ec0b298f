"""Seal people's names, chat and credentials: each row has a digest of itself.

Unlike events, these rows have no chain that would reveal changes. They are sealed in the transaction that writes them,
whatever the statement."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Engine, Index, Insert, Update, event, select, update
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, PASSKEY_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS, REMARK_ROWS, SEAL

SEALED: Final = (GUEST_ROWS, ACCOUNT_ROWS, PASSKEY_ROWS, REMARK_ROWS)
for _relation in SEALED:
    # On PostgreSQL the migration sets the same condition.
    Index(f"{_relation.name}_unsealed", _relation.c[SEAL], sqlite_where=_relation.c[SEAL].is_(None))
_NOT_SEALED: Final = {REMARK_ROWS: {"id"}}
"""Each database numbers its own chat messages."""


def seal(relation: Relation, row: Mapping[Any, Any]) -> str:
    """Return the digest of a row. Empty columns don't count, so that new ones can be added."""
    left_out = {SEAL, *_NOT_SEALED.get(relation, ())}
    values = {name: row[name] for name in sorted(row) if name not in left_out and row[name] is not None}
    return hashlib.sha256(json.dumps(values).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def seal_new(connection: Connection, relation: Relation) -> None:
    """Seal the rows that were just written."""
    key = next(iter(relation.primary_key))
    for row in connection.execute(select(relation).where(relation.c[SEAL].is_(None))).mappings().all():
        sealed = update(relation).where(key == row[key.name]).values({SEAL: seal(relation, row)})
        connection.execute(sealed, execution_options={"is_sealing": True})


def keep(engine: Engine) -> None:
    """Seal every row written through this engine."""

    def seal_after(
        connection: Connection, statement: Any, _many: Any, _values: Any, options: Mapping[str, Any], _result: Any
    ) -> None:
        if isinstance(statement, Insert | Update) and statement.table in SEALED and "is_sealing" not in options:
            seal_new(connection, statement.table)

    event.listen(engine, "after_execute", seal_after)


def is_broken(relation: Relation, row: Mapping[Any, Any]) -> bool:
    """Return whether a row isn't as it was written."""
    return relation in SEALED and row[SEAL] != seal(relation, row)
