"""What features forbid at tables, or keep from being shown there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from menagerie.core.game import Game
from menagerie.server.protocol.outgoing.table import SharedDeal
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.table.table import Table


class TablePolicy:
    """One feature's rules for tables. A check raises Refused. By default everything is allowed.

    The parts of the server are given all policies and ask each of them; none knows which features there are.
    """

    def facts_of_new(self, guest: Guest, game: Game, seats: Sequence[Seat], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return facts that a new table has because of what was asked, whatever else was; or refuse it."""
        return {}

    def facts_of_rematch(self, table: Table, guest: Guest, seats: Sequence[Seat]) -> dict[str, Any]:
        """Return facts of the table at which the people of this one play again, if they differ from this one's."""
        return {}

    def facts_of_contest(self, game: Game, players: int) -> dict[str, Any]:
        """Return facts of a table whose result decides something else, with accounts at all seats and no help."""
        return {}

    def belongs_to_owner(self, table: Table) -> bool:
        """Whether a table is gone when its owner leaves, even in the middle of the game."""
        return False

    def about_deal(self, name: str) -> SharedDeal | None:
        """Return what people read about a deal that others have, too, by the name that a table stores."""
        return None

    async def check_look(self, table: Table, guest: Guest | None) -> None:
        """Refuse a viewer who must not see the table."""

    async def check_talk(self, table: Table, guest: Guest) -> None:
        """Refuse a chat message."""

    async def check_continue(self, table: Table) -> None:
        """Refuse a new table that begins at a moment of this one."""

    async def check_leave(self, table: Table, guest: Guest) -> None:
        """Refuse someone who wants to give up an unfinished game."""

    def check_sit(self, table: Table, guest: Guest) -> None:
        """Refuse someone who wants a seat, before one is looked for."""

    async def take_seat(self, table: Table, guest: Guest) -> None:
        """Note that someone takes a seat, or refuse at the last moment."""

    def check_seat(self, table: Table, seat: Seat) -> None:
        """Refuse how a seat is to be filled before the game begins."""

    def check_takeover(self, table: Table) -> None:
        """Refuse a bot in the place of someone who is away."""

    def check_undo(self, table: Table, guest: Guest, to: int, free: int | None) -> None:
        """Refuse to undo the decisions after `to`. Those after `free` need no one's agreement."""

    def check_hint(self, table: Table) -> None:
        """Refuse a hint."""

    async def why_not_told(self, table: Table) -> str:
        """Return why the seed of a finished game must stay secret, as a whole sentence; nothing if it may be shown."""
        return ""

    async def is_result_awaited(self, table: Table) -> bool:
        """Whether the result counts even if players leave, so that they lose instead of freeing their seats."""
        return False

    async def removed(self, table: Table) -> None:
        """Forget a table that was removed."""
