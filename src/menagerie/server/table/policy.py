"""Let features restrict what happens or is shown at tables."""

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

    Other parts of the server hold all policies and ask each of them without knowing the features."""

    def facts_of_new(self, guest: Guest, game: Game, seats: Sequence[Seat], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts that this request gives a new table, or refuse it."""
        return {}

    def facts_of_rematch(self, table: Table, guest: Guest, seats: Sequence[Seat]) -> dict[str, Any]:
        """Return the facts of a rematch if they differ from this table's."""
        return {}

    def facts_of_contest(self, game: Game, players: int) -> dict[str, Any]:
        """Return the facts of a table whose result counts elsewhere: accounts only, and no help."""
        return {}

    def belongs_to_owner(self, table: Table) -> bool:
        """Return whether a table is removed when its owner leaves, even during the game."""
        return False

    def about_deal(self, name: str) -> SharedDeal | None:
        """Return the public description of a shared deal by its stored name."""
        return None

    async def check_look(self, table: Table, guest: Guest | None) -> None:
        """Refuse a viewer who must not see the table."""

    async def check_talk(self, table: Table, guest: Guest) -> None:
        """Refuse a chat message."""

    async def check_continue(self, table: Table) -> None:
        """Refuse a new table that starts from a moment of this one."""

    async def check_leave(self, table: Table, guest: Guest) -> None:
        """Refuse someone who wants to give up an unfinished game."""

    def check_sit(self, table: Table, guest: Guest) -> None:
        """Refuse someone who wants a seat, before one is searched for."""

    async def take_seat(self, table: Table, guest: Guest) -> None:
        """Reserve a seat for someone, or refuse at the last moment."""

    def check_seat(self, table: Table, seat: Seat) -> None:
        """Refuse a change of a seat before the game."""

    def check_takeover(self, table: Table) -> None:
        """Refuse a bot in place of someone who is away."""

    def check_undo(self, table: Table, guest: Guest, to: int, free: int | None) -> None:
        """Refuse to undo the decisions after `to`. Those after `free` need no agreement."""

    def check_hint(self, table: Table) -> None:
        """Refuse a hint."""

    async def why_secret(self, table: Table) -> str:
        """Return why a finished game's seed must stay secret, as a sentence; empty if it may be shown."""
        return ""

    async def is_result_awaited(self, table: Table) -> bool:
        """Return whether the result counts even if players leave, so that they lose instead of freeing their seats."""
        return False

    async def removed(self, table: Table) -> None:
        """Forget a removed table."""
