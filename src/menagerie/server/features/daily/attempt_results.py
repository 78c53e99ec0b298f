"""Store the results of attempts with the end of each game, and rank them.

Games that ended on an older server may lack a result. It is then read from the table's events on the next request. If
two processes do so at once, they find the same result and one stores it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from menagerie.core.daily import SEAT
from menagerie.core.state import State
from menagerie.server.base.errors import Refused
from menagerie.server.features.daily import daily_games, deal_days
from menagerie.server.features.daily.shared_deals import DayDeal, day_deal
from menagerie.server.store.database import Database
from menagerie.server.store.events import Change
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.deals import RESULT_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS, TABLE_ROWS
from menagerie.server.table.listener import GameEnded, TableListener
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

_STORE: Final = (
    "INSERT INTO deal_results (table_id, measure, told, finished) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
)


class Result(msgspec.Struct, frozen=True):
    """The result of an attempt."""

    table: str
    guest: str
    name: str
    measure: tuple[int, ...]
    told: str
    finished: float
    is_ranked: bool = True
    """Whether it gets a place. A guest's doesn't, since one person can be many guests."""


class Placed(msgspec.Struct, frozen=True):
    """A result and its place. Equal results share one; unranked ones have none."""

    place: int | None
    result: Result


class AttemptResults(TableListener):
    """Stores the result of an attempt in the transaction that ends its game."""

    def changes_at_end(self, ended: GameEnded) -> list[Change]:
        """Return the result of an attempt; nothing for other games."""
        if day_deal(ended.facts.deal) is None:
            return []
        row = _row(ended.facts.id, ended.state, ended.decided)
        return [(_STORE, (row["table_id"], row["measure"], row["told"], row["finished"]))]


def _row(table: str, state: State, finished: float) -> dict[str, Any]:
    measure = json.dumps(state.daily_measure(SEAT))
    return {"table_id": table, "measure": measure, "told": state.daily_text(SEAT), "finished": finished}


async def settle(tables: Tables, deals: Iterable[DayDeal]) -> None:
    """Store missing results of finished attempts."""
    for id in await asyncio.to_thread(_missing, tables.database, [str(deal) for deal in deals]):
        with contextlib.suppress(Refused):  # a damaged table reports itself when someone opens it
            table = await tables.look_at(id)
            await asyncio.to_thread(_store, tables.database, table)


def _missing(database: Database, deals: Sequence[str]) -> list[str]:
    stored = select(RESULT_ROWS.c.table_id).where(RESULT_ROWS.c.table_id == TABLE_ROWS.c.id)
    over = TABLE_ROWS.c.deal.in_(deals) & (TABLE_ROWS.c.status == "over")
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(over & ~stored.exists())).scalars())


def _store(database: Database, table: Table) -> None:
    try:
        with database.writing() as connection:
            connection.execute(insert(RESULT_ROWS).values(_row(table.id, table.state, table.history.times[-1])))
    except IntegrityError:  # another process has just stored it
        pass


def of(database: Database, deals: Iterable[DayDeal]) -> dict[DayDeal, list[Placed]]:
    """Return the results of these deals, the best first. A ranked attempt has none if it ended after the deal had
    closed, or if the same person had started an earlier one. Waits for the disk, so call it in a thread."""
    wanted = {str(deal): deal for deal in deals}
    person = GUEST_ROWS.alias()
    query = (
        select(
            *(TABLE_ROWS.c.id, TABLE_ROWS.c.deal, person.c.id.label("person"), person.c.name),
            *(ACCOUNT_ROWS.c.guest.label("account"), RESULT_ROWS),
        )
        .select_from(TABLE_ROWS)
        .outerjoin(RESULT_ROWS, TABLE_ROWS.c.id == RESULT_ROWS.c.table_id)
        .join(GUEST_ROWS, GUEST_ROWS.c.id == TABLE_ROWS.c.owner)
        .join(person, person.c.id == func.coalesce(GUEST_ROWS.c.became, GUEST_ROWS.c.id))
        .outerjoin(ACCOUNT_ROWS, ACCOUNT_ROWS.c.guest == person.c.id)
        .order_by(TABLE_ROWS.c.created)
    )
    begun: set[tuple[str, str]] = set()
    found: dict[DayDeal, list[Result]] = defaultdict(list)
    with database.engine.connect() as connection:
        for row in connection.execute(query.where(TABLE_ROWS.c.deal.in_(list(wanted)))):
            deal, own = wanted[row.deal], (row.deal, row.person)
            is_late = deal.is_rated and (own in begun or (row.finished or 0.0) >= deal_days.closes(deal.day))
            begun.add(own)
            if row.measure is not None and not is_late:
                measure = tuple(json.loads(row.measure))
                is_ranked = not deal.is_rated or row.account is not None
                found[deal].append(Result(row.id, row.person, row.name, measure, row.told, row.finished, is_ranked))
    return {deal: placed(found[deal]) for deal in wanted.values()}


def placed(results: Sequence[Result]) -> list[Placed]:
    """Return the results with places: 1, 2, 2, 4. Of equal ones the first to finish comes first; unranked ones come
    last."""
    ordered = sorted(results, key=_rank)
    ranked: list[Placed] = []
    for number, result in enumerate([one for one in ordered if one.is_ranked], start=1):
        equal = bool(ranked) and ranked[-1].result.measure == result.measure
        ranked.append(Placed(ranked[-1].place if equal else number, result))
    return ranked + [Placed(None, one) for one in ordered if not one.is_ranked]


def _rank(result: Result) -> tuple[list[int], float, str]:
    return [-figure for figure in result.measure], result.finished, result.table


def rated(day: date) -> list[DayDeal]:
    """Return the ranked deals of a day."""
    return [DayDeal(day, game.title, True) for game in daily_games.all_games()]


def free(day: date) -> list[DayDeal]:
    """Return the unranked deals of a day."""
    return [DayDeal(day, game.title, False) for game in daily_games.all_games()]
