"""Check tables with news, and find out whom to notify.

Every process does this. A table owned by another process is left to it, since only the owner knows who is there now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.features.notices import changed_tables, outbox
from menagerie.server.features.notices.changed_tables import ChangedTables
from menagerie.server.features.notices.outbox import Notice
from menagerie.server.people.social.invitations import Invitations
from menagerie.server.people.social.relationships import Relationships
from menagerie.server.store.database import Database
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.store.table_index import UNFINISHED
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")
RECENT: Final = 24 * 3600.0
"""Seconds after which the end of a game is no longer news."""
LAST_PART: Final = 0.25
"""The part of a move's time at which it counts as running out."""

Found = tuple[str, str, str, dict[str, Any]]
"""Whom to notify, the kind, what about, and further data."""


class Watch:
    """Finds out whom to notify."""

    def __init__(self, tables: Tables, changed: ChangedTables, gather: float) -> None:
        """`gather`: seconds to collect news before anyone is notified."""
        self._tables = tables
        self._changed = changed
        self._database: Database = tables.database
        self._gather = gather
        self._relationships, self._invitations = Relationships(self._database), Invitations(self._database)

    async def look(self) -> None:
        """Check every table with news."""
        seen = []
        changed, waiting = await asyncio.to_thread(self._to_look_at)
        for id, seq in changed.items():
            try:
                async with self._tables.hold(id) as table:
                    asked = await asyncio.to_thread(self._invitations_to, table) if _has_room(table) else []
                    self._changed.looks(table)  # later events are for the next check
                    wanted = self.wanted(table, asked)
                    if wanted or id in waiting:  # nothing is written for tables where everyone is present
                        await asyncio.to_thread(self._settle, id, wanted)
            except Elsewhere:  # its owner checks it
                continue
            except Refused as refused:  # removed or unreadable: no one can go there
                LOG.info("No notices are sent about table %s: %s", id, refused.sentence)
            seen.append((id, seq))
        if seen:
            await asyncio.to_thread(self._looked, seen)

    def _to_look_at(self) -> tuple[dict[str, int], set[str]]:
        """Return the tables to check, and those among them with waiting notices."""
        with self._database.engine.connect() as connection:
            changed = changed_tables.tables(connection)
            return changed, outbox.waiting_about(connection, changed) if changed else set()

    def _settle(self, id: str, wanted: list[Notice]) -> None:
        with self._database.writing() as connection:
            outbox.settle(connection, id, wanted, clock.now())

    def _looked(self, seen: list[tuple[str, int]]) -> None:
        with self._database.writing() as connection:
            changed_tables.looked(connection, seen)

    def _invitations_to(self, table: Table) -> list[Found]:
        """Return the invitations to a table with free seats, except from blocked people."""
        found: list[Found] = []
        for one in self._invitations.to(table.id):
            if one.declined or one.guest in table.owners() or one.inviter in self._relationships.strangers(one.guest):
                continue
            what = "again" if one.kind == "rematch" else "invitation"
            data = {"what": what, "by": one.inviter, "path": f"/join/{table.facts.link}"}
            found.append((one.guest, "ask", f"{what} {one.at}", data))
        return found

    def wanted(self, table: Table, asked: Sequence[Found] = ()) -> list[Notice]:
        """Return the notices about a table, except to people who are there, unless it is for later. `asked`: its
        invitations."""
        found = [*_turns(table), *_questions(table), *_ends(table), *asked]
        soon = clock.now() + self._gather
        wanted = []
        for guest, kind, occasion, data in found:
            due = max(soon, data.pop("not_before", soon))
            if due > soon or not self._tables.presence.is_here(table.id, guest):
                wanted.append(Notice(guest, kind, occasion, due, data))
        return wanted


def _has_room(table: Table) -> bool:
    """Return whether there is a free seat."""
    return table.status in UNFINISHED and any(seat.kind == "open" for seat in table.seats)


def _turns(table: Table) -> list[Found]:
    """Return the notices about turns, except to the player who decided last."""
    found: list[Found] = []
    for guest in table.people():
        held = table.held_by(guest)
        if not set(held) & set(table.to_act):
            continue
        mine = [n for n, (seat, _) in enumerate(table.decisions, start=1) if seat in held]
        since = f"{table.stamp(mine[-1] if mine else 0)}"
        running_out = _running_out(table, guest, held, since)
        if not (mine and mine[-1] == table.n):
            told: dict[str, Any] = {"at": table.since}
            if running_out:
                told["ends"] = running_out[0][3]["ends"]
            found.append((guest, "turn", since, told))
        found += running_out
    return found


def _running_out(table: Table, guest: str, held: tuple[int, ...], since: str) -> list[Found]:
    clocks = table.clocks
    if clocks is None or not clocks.pace.by_days:
        return []
    ends = [clocks.due(seat) for seat in held if seat in clocks.running()]
    if not ends:
        return []
    data = {"ends": round(min(ends)), "not_before": min(ends) - LAST_PART * clocks.pace.seconds}
    return [(guest, "soon", since, data)]


def _questions(table: Table) -> list[Found]:
    """Return the notices about requests without an answer."""
    found: list[Found] = []
    if (question := table.questions.ask) is not None:
        data: dict[str, Any] = {"what": question.asked.what, "by": question.asked.by}
        found += [(guest, "ask", f"ask {question.number}", data) for guest in table.questions.silent(table)]
    for seat, overdue in table.questions.overdue.items():
        data = {"what": "overtime", "by": table.seats[seat].guest}
        asked = table.voters(seat) - set(overdue.votes)
        found += [(guest, "ask", f"overtime {overdue.number}", data) for guest in asked]
    return [(guest, kind, occasion, dict(data)) for guest, kind, occasion, data in found]


def _ends(table: Table) -> list[Found]:
    """Return the notices about the end of a game, except to the player who decided last."""
    if table.status != "over" or not _is_recent(table):
        return []
    last = table.seats[table.decisions[-1][0]].guest if table.decisions else None
    is_early = not table.state.is_over
    return [(guest, "over", "over", {}) for guest in table.owners() if is_early or guest != last]


def _is_recent(table: Table) -> bool:
    return bool(table.log) and table.log[-1].at > clock.now() - RECENT
