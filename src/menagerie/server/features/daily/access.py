"""Decide who may view and join a table with a shared deal, and when its seed is revealed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from sqlalchemy import select

from menagerie.server.base.errors import Refused
from menagerie.server.features.daily import deal_days
from menagerie.server.features.daily.duplicate_store import DuplicateStore
from menagerie.server.features.daily.shared_deals import DayDeal, about, code_of, day_deal
from menagerie.server.protocol.outgoing.table import SharedDeal
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, same_person
from menagerie.server.store.schema.tables import TABLE_ROWS
from menagerie.server.table.policy import TablePolicy
from menagerie.server.table.table import Table


class DealPolicy(TablePolicy):
    """The rules of tables with a shared deal. Other tables aren't affected."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._duplicates = DuplicateStore(database)

    def belongs_to_owner(self, table: Table) -> bool:
        """Return whether the deal of the day is played there, which no one else can take over."""
        return day_deal(table.facts.deal) is not None

    def about_deal(self, name: str) -> SharedDeal | None:
        """Return where results of the deal are compared, and when it closes."""
        return about(name)

    async def check_look(self, table: Table, guest: Guest | None) -> None:
        """Refuse a viewer who may still play the deal, and note who sees one."""
        if table.facts.deal is None or await self._is_revealed(table):
            return
        if guest is not None and (guest.id == table.facts.owner or guest.id in table.owners()):
            return
        day = day_deal(table.facts.deal)
        if day is not None:
            await self._look_at_try(table, guest, day)
        elif guest is None:
            raise Refused("deal", "Other groups are playing this deal. Choose a name to watch.")
        else:
            await self._look_at_group(table, guest)

    async def check_talk(self, table: Table, guest: Guest) -> None:
        """Refuse spectators' chat while others play the deal: they may know from another table what comes."""
        if not table.held_by(guest.id) and not table.is_settled() and not await self._is_revealed(table):
            raise Refused(
                "deal",
                "Other groups are playing this deal, so only this table's players can chat until the game is over.",
            )

    async def check_continue(self, table: Table) -> None:
        """Refuse while others may still play the deal."""
        if why := await self.why_secret(table):
            raise Refused("not-now", why)

    async def check_leave(self, table: Table, guest: Guest) -> None:
        """Refuse to give up the ranked attempt at the deal of the day while it can be finished, since otherwise it
        could be restarted."""
        deal = day_deal(table.facts.deal)
        if guest.id != table.facts.owner or deal is None or not deal.is_rated:
            return
        if not await self._is_revealed(table):
            raise Refused("not-now", "You can't give up your ranked attempt. Continue it from the page of the day.")

    async def take_seat(self, table: Table, guest: Guest) -> None:
        """Refuse a player at a duplicate who knows its deal from another table, and note who knows it now."""
        code = code_of(table.facts.deal)
        if code is None:
            return
        if await asyncio.to_thread(self._duplicates.note, code, guest.id, table.id) != table.id:
            raise Refused(
                "deal", "You've already played or seen this deal at another table, so you can't join this one."
            )

    def check_takeover(self, table: Table) -> None:
        """Refuse a bot in an attempt at the deal of the day."""
        if day_deal(table.facts.deal) is not None:
            raise Refused("not-now", "Bots can't take over daily-deal attempts.")

    def check_undo(self, table: Table, guest: Guest, to: int, free: int | None) -> None:
        """Refuse to redeal a shared deal, and to undo when there is no one to ask."""
        if table.facts.deal is None or (free is not None and to >= free):
            return
        if table.is_revealed_since(to) or not table.owners() - {guest.id}:
            raise Refused("not-now", "Others play the same deal, so you can't undo past revealed information.")

    async def why_secret(self, table: Table) -> str:
        """Return how long others may still play the deal of a finished table."""
        if await self._is_revealed(table):
            return ""
        day = day_deal(table.facts.deal)
        if day is None:
            return "Other groups are still playing the same deal."
        closes = datetime.fromtimestamp(deal_days.closes(day.day), UTC)
        return f"Others can still play this deal. It closes at {closes:%H:%M} UTC on {closes.day} {closes:%B}."

    async def removed(self, table: Table) -> None:
        """Forget who knew the deal from a removed table."""
        if table.facts.deal is not None:
            await asyncio.to_thread(self._duplicates.forget, table.id)

    async def _is_revealed(self, table: Table) -> bool:
        """Return whether the deal may be revealed, as far as others who play it are concerned."""
        if not table.is_deal_open:
            day, code = day_deal(table.facts.deal), code_of(table.facts.deal)
            if day is not None:
                table.is_deal_open = deal_days.is_closed(day.day)
            elif code is not None:
                table.is_deal_open = await asyncio.to_thread(self._duplicates.is_revealed, code)
        return table.is_deal_open

    async def _look_at_try(self, table: Table, guest: Guest | None, day: DayDeal) -> None:
        if not table.is_settled():
            raise Refused(
                "deal", "This is another player's attempt at the deal of the day. You can watch it once it's over."
            )
        if guest is None or not await asyncio.to_thread(has_finished, self._database, guest.id, day):
            raise Refused(
                "deal",
                "This is an attempt at the deal of the day. You can watch it once you've finished "
                "yours, or when the deal closes "
                "the day after.",
            )

    async def _look_at_group(self, table: Table, guest: Guest) -> None:
        code = code_of(table.facts.deal)
        assert code is not None
        own = await asyncio.to_thread(self._duplicates.note, code, guest.id, table.id)
        unfinished = await asyncio.to_thread(table_index.unfinished, self._database, [own])
        if own != table.id and unfinished:
            raise Refused("deal", "You're playing this deal at another table. You can watch once your game is over.")


def has_finished(database: Database, guest: str, deal: DayDeal) -> bool:
    """Return whether a person has finished their own ranked attempt at a day's deal: the first one, as a guest or with
    the account. Waits for the disk, so call it in a thread."""
    name = str(DayDeal(deal.day, deal.title, True))
    own = TABLE_ROWS.c.owner.in_(same_person(guest)) & (TABLE_ROWS.c.deal == name)
    with database.engine.connect() as connection:
        first = connection.execute(select(TABLE_ROWS.c.status).where(own).order_by(TABLE_ROWS.c.created)).scalar()
    return first == "over"
