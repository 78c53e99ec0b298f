"""Send viewers what happens at the tables they watch."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import network
from menagerie.server.base.settings import Limits
from menagerie.server.people.social.service import SocialService
from menagerie.server.protocol.incoming import write
from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.live import ChatAgain, ChatLine, PresenceChanged, TableChanged
from menagerie.server.protocol.outgoing.live import Presence as Connected
from menagerie.server.protocol.outgoing.live import Remark as Said
from menagerie.server.show import table_object
from menagerie.server.show.client_connection import Line
from menagerie.server.show.table_messages import Audience
from menagerie.server.store import chat
from menagerie.server.store.chat import Remark
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.table.event_kinds.endings import Rematch
from menagerie.server.table.presence import Presence
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")

SIGNED_OUT: Final = (4401, "You are signed out on this device. Reload the page to watch.")
GONE: Final = (4404, "This table doesn't exist.")
TOO_MANY: Final = 4429
TOO_SLOW: Final = (4409, "Your connection is too slow. Connect again.")
MOVED: Final = (1012, "The table has moved to another server process. Connect again.")
IDLE: Final = (4408, "You've been watching for a long time. Reload the page to continue.")
CHAT_KEPT: Final = 100
GRACE: Final = 10.0
"""Seconds for a client to receive why its connection ends."""


class Viewer:
    """One connection: of a guest, or of a spectator without a name."""

    __slots__ = ("_limits", "active", "address", "guest", "is_ending", "line", "seats", "session", "unheard")

    def __init__(self, guest: Guest | None, address: str, limits: Limits, line: Line, session: str = "") -> None:
        """`session`: the hash of the token that identifies the guest."""
        self.guest = guest
        self.session = session
        self.address = address
        self.line = line
        self.seats: tuple[int, ...] = ()
        self.unheard: frozenset[str] = frozenset()
        """The guests whose chat this viewer must not see."""
        self.active = time.monotonic()
        self.is_ending = False
        self._limits = limits

    @property
    def id(self) -> str | None:
        """Return the guest's id."""
        return self.guest.id if self.guest else None

    def send(self, message: bytes) -> None:
        """Send a message, unless the client is too far behind; then it has to reconnect."""
        if self.is_ending:
            return
        messages, size = self.line.behind()
        # One message may be of any size, or no one could view a large table.
        is_large = size > 0 and size + len(message) > self._limits.backlog_bytes
        if is_large or messages >= self._limits.backlog:
            self.close(TOO_SLOW)
            return
        self.line.say(message)

    def close(self, why: tuple[int, str]) -> None:
        """Close the connection, without a reason if the client doesn't accept one."""
        if not self.is_ending:
            self.is_ending = True
            self.line.end(*why)
            asyncio.get_running_loop().call_later(GRACE, self.line.abort)


class Room:
    """All viewers of one table."""

    def __init__(self, table: Table, said: list[Remark], presence: Presence) -> None:
        self.viewers: set[Viewer] = set()
        self.chat = {remark.id: remark for remark in said}
        self._audiences: dict[tuple[int, ...], Audience] = {}
        self._id = table.id
        self._presence = presence
        self._seated = _seated(table)

    @property
    def onlookers(self) -> int:
        """Return the number of spectators."""
        return len([1 for viewer in self.viewers if not viewer.seats])

    def here(self) -> Connected:
        """Return who is connected and who isn't."""
        seats = {seat for viewer in self.viewers for seat in viewer.seats}
        return Connected(
            seats=sorted(seats), onlookers=self.onlookers, away=self._away(), away_after=self._presence.patience
        )

    def _away(self) -> dict[int, int]:
        """Return the seats of a running game whose players aren't connected, with the seconds since they were last
        seen."""
        status, seats, *_ = self._seated
        if status != "playing":
            return {}
        held = [(seat.seat, seat.holder) for seat in seats if seat.holder is not None]
        here, absence = self._presence.is_here, self._presence.absence
        return {seat: int(absence(self._id, guest)) for seat, guest in held if not here(self._id, guest)}

    def send_all(self, message: Outgoing) -> None:
        """Send the same message to everyone."""
        encoded = write(message)
        for viewer in self.viewers:
            viewer.send(encoded)

    def show_all(self, viewer: Viewer, table: Table) -> None:
        """Send everything to a viewer who has just come or changed seats."""
        viewer.seats = table.held_by(viewer.id)
        audience = self._audiences.get(viewer.seats)
        if audience is None or not audience.is_current(table):
            audience = self._audiences[viewer.seats] = Audience(table, viewer.seats)
        whole = audience.whole(table, viewer.id, self.chat_for(viewer))
        whole.here = self.here()
        viewer.send(write(whole))

    def chat_for(self, viewer: Viewer) -> list[Said]:
        """Return the chat that a viewer may see."""
        return [_said(self.chat[id]) for id in sorted(self.chat) if self.chat[id].guest not in viewer.unheard]

    def show_changes(self, table: Table) -> None:
        """Send every viewer what is new since the last time."""
        seated = _seated(table)
        has_new_seats, self._seated = seated != self._seated, seated
        moved: list[Viewer] = []
        staying = self.viewers
        if has_new_seats:
            moved = [viewer for viewer in self.viewers if viewer.seats != table.held_by(viewer.id)]
            staying = self.viewers.difference(moved)
        for seats, audience in self._audiences.items():
            if audience.is_current(table):
                continue
            message = write(audience.update(table))
            for viewer in staying:
                if viewer.seats == seats:
                    viewer.send(message)
        for viewer in moved:
            self.show_all(viewer, table)
        if has_new_seats:
            self._forget_audiences()
            for viewer in staying:
                viewer.send(write(TableChanged(table=table_object.about(table, viewer.id))))
            self.send_all(PresenceChanged(here=self.here()))

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer, and what was drawn for seats without viewers."""
        self.viewers.discard(viewer)
        self._forget_audiences()

    def _forget_audiences(self) -> None:
        in_use = {viewer.seats for viewer in self.viewers}
        self._audiences = {seats: audience for seats, audience in self._audiences.items() if seats in in_use}


def _said(remark: Remark) -> Said:
    """Return a chat message as viewers get it, without the id of its author."""
    return Said(id=remark.id, name=remark.name, seat=remark.seat, text=remark.text, at=remark.at)


def _seated(table: Table) -> tuple[str, list[Seat], Rematch | None, int]:
    """Return what the table object contains besides numbers."""
    return table.status, table.seats, table.rematch, table.deals.last_seed


class Hub:
    """The rooms of all tables."""

    def __init__(self, tables: Tables, social: SocialService, limits: Limits) -> None:
        self._tables = tables
        self._social = social
        self._limits = limits
        self._presence = tables.presence
        self._rooms: dict[str, Room] = {}
        self._sockets: Counter[str] = Counter()
        self._early: dict[str, list[Remark]] = {}
        """Messages at tables whose first viewer is just entering."""
        self._tasks: set[asyncio.Task[None]] = set()
        tables.bus.subscribe(self.wake)
        tables.when_lost = self.send_on
        self.when_entered: Callable[[str, str], None] = lambda _table, _guest: None
        """Called with each table that a guest has entered, and the guest."""

    async def enter(self, table_id: str, viewer: Viewer) -> None:
        """Let a viewer watch a table; raise Refused."""
        table = await self._tables.get(table_id)
        self._admit(table_id, table, viewer)
        try:
            is_first = table_id not in self._rooms
            if is_first:
                self._early.setdefault(table_id, [])
            said, viewer.unheard = await asyncio.to_thread(self._look_up, table_id, viewer.guest, is_first)
            # Seats may have changed while we waited, so show the table as it is now.
            table = await self._tables.get(table_id)
        except BaseException:
            self._count(viewer, -1)
            self._early.pop(table_id, None)
            raise
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(table, self._early.pop(table_id, []) + said, self._presence)
            self._tables.in_use.add(table_id)
            self._tables.bus.publish(table_id, table.seq)  # bots without viewers sleep
        room.viewers.add(viewer)
        if viewer.id is not None:
            self._presence.come(table_id, viewer.id)
            self.when_entered(table_id, viewer.id)
        try:
            room.show_all(viewer, table)
        except BaseException:
            self.leave(table_id, viewer)
            raise
        self._send_presence(room, viewer)

    def _look_up(self, table_id: str, guest: Guest | None, is_first: bool) -> tuple[list[Remark], frozenset[str]]:
        """Return the chat so far, if this is the first viewer, and the guests whose chat this viewer must not see."""
        said = chat.said(self._tables.database, table_id, CHAT_KEPT) if is_first else []
        return said, frozenset() if guest is None else self._social.come(guest, table_id)

    async def _said(self, table_id: str) -> list[Remark]:
        """Return the chat so far. Messages that arrive while it is read are kept in `_early`."""
        self._early.setdefault(table_id, [])
        return await asyncio.to_thread(chat.said, self._tables.database, table_id, CHAT_KEPT)

    def _admit(self, table_id: str, table: Table, viewer: Viewer) -> None:
        who = _who(viewer)
        limit = self._limits.sockets_per_guest if viewer.guest else self._limits.sockets_per_address
        if self._sockets[who] >= limit:
            raise Refused("busy", f"You already have {limit} connections. Close a tab.")
        room = self._rooms.get(table_id)
        if room is not None and not table.held_by(viewer.id) and not table.claims(viewer.id):
            if room.onlookers >= self._limits.onlookers_per_table:
                raise Refused("busy", "Too many people are watching this table. Try again later.")
        self._count(viewer, 1)

    def _count(self, viewer: Viewer, change: int) -> None:
        who = _who(viewer)
        self._sockets[who] += change
        if self._sockets[who] <= 0:
            del self._sockets[who]

    def leave(self, table_id: str, viewer: Viewer) -> None:
        """Remove a viewer whose connection has ended."""
        self._count(viewer, -1)
        if viewer.id is not None:
            self._presence.go(table_id, viewer.id)
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.leave(viewer)
        if room.viewers:
            self._send_presence(room, viewer)
        else:
            del self._rooms[table_id]
            self._tables.in_use.discard(table_id)

    @staticmethod
    def _send_presence(room: Room, but: Viewer) -> None:
        message = write(PresenceChanged(here=room.here()))
        for viewer in room.viewers:
            if viewer is not but:
                viewer.send(message)

    def said(self, table: str, remark: Remark) -> None:
        """Pass on a chat message."""
        room = self._rooms.get(table)
        if room is None:
            if table in self._early:
                self._early[table].append(remark)
            return
        room.chat[remark.id] = remark
        if len(room.chat) > CHAT_KEPT:
            del room.chat[min(room.chat)]
        encoded = write(ChatLine(message=_said(remark)))
        for viewer in room.viewers:
            if remark.guest not in viewer.unheard:
                viewer.send(encoded)

    async def refresh_mutes(self, people: Iterable[str]) -> None:
        """Look up again whose chat these people see, after a block or mute has changed."""
        wanted = set(people)
        for id, room in list(self._rooms.items()):
            for viewer in [viewer for viewer in room.viewers if viewer.id in wanted]:
                unheard = await asyncio.to_thread(self._social.relationships.unheard, str(viewer.id), id)
                if unheard != viewer.unheard:
                    viewer.unheard = unheard
                    viewer.send(write(ChatAgain(chat=room.chat_for(viewer))))

    def who_is_where(self) -> set[tuple[str, str]]:
        """Return the people with accounts who are watching tables, and which."""
        return {
            (viewer.guest.id, id)
            for id, room in self._rooms.items()
            for viewer in room.viewers
            if viewer.guest is not None and viewer.guest.account
        }

    def wake(self, table_id: str, _seq: int) -> None:
        """Refresh the viewers of a table where something happened."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        table = self._tables.loaded.get(table_id)
        if table is not None:
            room.show_changes(table)
        else:
            task = asyncio.ensure_future(self._catch_up(table_id, room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, table_id: str, room: Room) -> None:
        """Refresh viewers of an unloaded table: it is gone, or has to be read again."""
        try:
            room.show_changes(await self._tables.get(table_id))
        except Refused as refused:
            for viewer in list(room.viewers):
                viewer.close(GONE if refused.code == "missing" else (1011, refused.sentence))

    def send_on(self, table_id: str) -> None:
        """Send viewers to the process that shows this table now."""
        room = self._rooms.get(table_id)
        for viewer in list(room.viewers) if room else []:
            viewer.close(MOVED)

    def sign_out(self, guest: str, still: set[str]) -> None:
        """Close a guest's connections, except those of sessions that are still valid."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                if viewer.id == guest and viewer.session not in still:
                    viewer.close(SIGNED_OUT)

    async def read_chat_again(self, tables: Iterable[str]) -> None:
        """Reload the chat of these tables, where someone's name has changed."""
        for id in self._rooms.keys() & set(tables):
            said = await self._said(id)
            self._early.pop(id, None)
            if (room := self._rooms.get(id)) is not None:
                room.chat |= {remark.id: remark for remark in said}

    @property
    def sockets(self) -> int:
        """Return the number of connections."""
        return self._sockets.total()

    def send_idle_away(self) -> None:
        """Close the connections of spectators who have been idle for long."""
        oldest = time.monotonic() - self._limits.idle_onlooker
        for room in self._rooms.values():
            for viewer in room.viewers:
                if not viewer.seats and viewer.active < oldest:
                    viewer.close(IDLE)

    def close(self) -> None:
        """Close all connections when the server stops."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                viewer.close((1012, "The server is stopping. It may be back in a moment."))


def _who(viewer: Viewer) -> str:
    return viewer.guest.id if viewer.guest else f"address {network(viewer.address)}"
