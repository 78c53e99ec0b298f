"""Test that due tables are checked, however many others are due, and that health reports it if not."""

from __future__ import annotations

import asyncio

from sqlalchemy import insert, select, update

from menagerie.server.base import clock
from menagerie.server.play.time import timekeeper
from menagerie.server.services.assembly import Services
from menagerie.server.store import due_tables, table_index
from menagerie.server.store.schema.time import DUE_ROWS
from menagerie.server.store.seats import Seat
from tests.server.support.pacing import Party, party
from tests.server.support.people import PATIENCE

MINUTE = 60.0


async def overdue_since(services: Services, id: str) -> float | None:
    with services.database.engine.connect() as connection:
        at: float | None = connection.execute(select(DUE_ROWS.c.at).where(DUE_ROWS.c.table_id == id)).scalar()
    return at


async def left_table(people: Party) -> str:
    """Return a table with a clock that its only person has left, as older servers left it."""
    table = await people.sit_down(1, "1+0", bots=1)
    async with people.services.tables.hold(table.id) as held:
        await people.services.tables.advance(held, [people.services.tables.seating(held, Seat(0, "open"))])
    return table.id


def test_a_table_without_people_is_not_due(tmp_path):
    async def work(people: Party) -> None:
        id = await left_table(people)
        assert await overdue_since(people.services, id) is None
        # An older server has stored that it is due.
        with people.services.database.writing() as connection:
            connection.execute(update(DUE_ROWS).where(DUE_ROWS.c.table_id == id).values(at=clock.now() - 100))
        await people.services.timekeeper.look()
        assert await overdue_since(people.services, id) is None

    party(tmp_path, work)


def test_no_number_of_due_tables_hides_another_one(tmp_path):
    """Tables that no check can help, such as those of a slow process."""

    async def work(people: Party) -> None:
        table = await people.sit_down(2, "1+0", "lost")
        clock.shift(2 * MINUTE)
        now = clock.now()
        await _hold_forever(people, [f"hangs{number}" for number in range(due_tables.MANY + 5)], now - 1000)
        await people.services.timekeeper.look()
        assert (await people.table()).status == "over"
        assert table.id not in {id for _, id in due_tables.tables(people.services.database, now)}

    party(tmp_path, work)


async def _hold_forever(people: Party, ids: list[str], at: float) -> None:
    """Mark tables as being checked already, without end."""
    with people.services.database.writing() as connection:
        connection.execute(insert(DUE_ROWS), [{"table_id": id, "at": at} for id in ids])
    for id in ids:
        people.services.timekeeper._under_way[id] = asyncio.ensure_future(asyncio.sleep(1000))


def test_a_table_that_hangs_holds_up_no_other(tmp_path, monkeypatch):
    async def work(people: Party) -> None:
        monkeypatch.setattr(timekeeper, "PATIENCE", 0.01)
        hanging = await people.sit_down(2, "1+0", "lost")
        other = await people.sit_down(2, "1+0", "lost")
        clock.shift(2 * MINUTE)
        async with asyncio.timeout(PATIENCE):
            async with hanging.lock:
                await people.services.timekeeper.look()
                while other.status == "playing":
                    await asyncio.sleep(0.01)
                assert hanging.status == "playing"
            while hanging.status == "playing":
                await asyncio.sleep(0.01)

    party(tmp_path, work)


def test_health_names_the_table_that_has_waited_longest(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "1+0", "lost")
        assert "clocks" not in await people.services.health.problems()
        clock.shift(3 * MINUTE)
        told = (await people.services.health.problems())["clocks"]
        assert told.startswith(f"The clocks of table {table.id} are overdue for a check by 1")
        await people.services.timekeeper.look()
        assert "clocks" not in await people.services.health.problems()

    party(tmp_path, work)


def test_a_start_wakes_bots_that_play_after_a_timeout(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(1, "1+0", "bot", bots=1)
        await people.pass_by(2 * MINUTE)
        table = await people.table()
        assert table.people() == set()
        assert table_index.with_bots(people.services.database) == [table.id]
        assert await overdue_since(people.services, table.id) is None

    party(tmp_path, work)
