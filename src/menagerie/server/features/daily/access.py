"""Who may look at a table that others are dealt alike, who may sit down there, and when its seed is told."""

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
    """What holds at every table with a deal that others play as well; it has nothing to say about other tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._duplicates = DuplicateStore(database)

    def belongs_to_owner(self, table: Table) -> bool:
        """Whether the deal of the day is played there, which no one else can take over."""
        return day_deal(table.facts.deal) is not None

    def about_deal(self, name: str) -> SharedDeal | None:
        """Return where the deal is compared, and when it closes."""
        return about(name)

    async def check_look(self, table: Table, guest: Guest | None) -> None:
        """Refuse a viewer who is still to play the deal, and note who sees one."""
        if table.facts.deal is None or await self._is_told(table):
            return
        if guest is not None and (guest.id == table.facts.owner or guest.id in table.owners()):
            return
        day = day_deal(table.facts.deal)
        if day is not None:
            await self._look_at_try(table, guest, day)
        elif guest is None:
            raise Refused("deal", "Other groups play this deal: choose a name, and then you can look on here.")
        else:
            await self._look_at_group(table, guest)

    async def check_talk(self, table: Table, guest: Guest) -> None:
        """Refuse onlookers at a deal that others still play: they may know from another table what comes."""
        if not table.held_by(guest.id) and not table.is_settled() and not await self._is_told(table):
            raise Refused("deal", "Other groups play this deal, so only its players talk here until the game is over.")

    async def check_continue(self, table: Table) -> None:
        """Refuse while others may still play the deal."""
        if why := await self.why_not_told(table):
            raise Refused("not-now", why)

    async def check_leave(self, table: Table, guest: Guest) -> None:
        """Refuse to give up the try of the deal of the day that counts until it is too late: otherwise the deal could
        be begun once more."""
        deal = day_deal(table.facts.deal)
        if guest.id != table.facts.owner or deal is None or not deal.is_rated:
            return
        if not await self._is_told(table):
            raise Refused("not-now", "The try that counts is not given up: it waits for you on the page of the day.")

    async def take_seat(self, table: Table, guest: Guest) -> None:
        """Refuse someone at a table of a duplicate who knows its deal from another one, and note who knows it now."""
        code = code_of(table.facts.deal)
        if code is None:
            return
        if await asyncio.to_thread(self._duplicates.note, code, guest.id, table.id) != table.id:
            raise Refused(
                "deal", "You have played or seen this deal at another table of it, so that you know what comes."
            )

    def check_takeover(self, table: Table) -> None:
        """Refuse a bot at a try of the deal of the day."""
        if day_deal(table.facts.deal) is not None:
            raise Refused("not-now", "No bot goes on for somebody who tries the deal of the day.")

    def check_undo(self, table: Table, guest: Guest, to: int, free: int | None) -> None:
        """Refuse to deal again what others are dealt as well, and to undo when there is no one to ask."""
        if table.facts.deal is None or (free is not None and to >= free):
            return
        if table.is_told_since(to) or not table.owners() - {guest.id}:
            raise Refused(
                "not-now", "Others play the same deal: nothing can be taken back past what has come to light."
            )

    async def why_not_told(self, table: Table) -> str:
        """Return until when others may still play the deal of a table that is over."""
        if await self._is_told(table):
            return ""
        day = day_deal(table.facts.deal)
        if day is None:
            return "Other groups still play the same deal."
        closes = datetime.fromtimestamp(deal_days.closes(day.day), UTC)
        return f"Others can still play this deal. It closes at {closes:%H:%M} UTC on {closes.day} {closes:%B}."

    async def removed(self, table: Table) -> None:
        """Forget who knew the deal from a table that is gone."""
        if table.facts.deal is not None:
            await asyncio.to_thread(self._duplicates.forget, table.id)

    async def _is_told(self, table: Table) -> bool:
        """Whether what was dealt at a table may be known, as far as others are concerned who are dealt the same."""
        if not table.is_deal_told:
            day, code = day_deal(table.facts.deal), code_of(table.facts.deal)
            if day is not None:
                table.is_deal_told = deal_days.is_closed(day.day)
            elif code is not None:
                table.is_deal_told = await asyncio.to_thread(self._duplicates.is_told, code)
        return table.is_deal_told

    async def _look_at_try(self, table: Table, guest: Guest | None, day: DayDeal) -> None:
        if not table.is_settled():
            raise Refused(
                "deal", "This is somebody's try of the deal of the day: others can look at it when it is over."
            )
        if guest is None or not await asyncio.to_thread(has_finished, self._database, guest.id, day):
            raise Refused(
                "deal",
                "This is a try of the deal of the day: you can look at it when your own is over, or when the deal has "
                "closed, a day after its day.",
            )

    async def _look_at_group(self, table: Table, guest: Guest) -> None:
        code = code_of(table.facts.deal)
        assert code is not None
        own = await asyncio.to_thread(self._duplicates.note, code, guest.id, table.id)
        unfinished = await asyncio.to_thread(table_index.unfinished, self._database, [own])
        if own != table.id and unfinished:
            raise Refused("deal", "You play this deal at another table: you can look here when your game is over.")


def has_finished(database: Database, guest: str, deal: DayDeal) -> bool:
    """Whether somebody's own try of a day's deal is over: the first, which counts, of who began it as a guest and with
    an account. Waits for the disk: call it in a thread."""
    name = str(DayDeal(deal.day, deal.title, True))
    own = TABLE_ROWS.c.owner.in_(same_person(guest)) & (TABLE_ROWS.c.deal == name)
    with database.engine.connect() as connection:
        first = connection.execute(select(TABLE_ROWS.c.status).where(own).order_by(TABLE_ROWS.c.created)).scalar()
    return first == "over"
