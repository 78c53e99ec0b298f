"""Finished games of somebody, searched in the database and taken away as records."""

from __future__ import annotations

import asyncio
import io
import zipfile
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, case, func, select

from menagerie import bots
from menagerie.server.base.errors import Refused
from menagerie.server.base.names import SOMEBODY
from menagerie.server.features.ratings import profiles
from menagerie.server.protocol.outgoing.ratings import FinishedGame, FinishedGames, PlayedSeat
from menagerie.server.store.database import Database
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.ratings import RATING_ROWS, RESULT_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS, SEAT_ROWS, TABLE_ROWS
from menagerie.server.table.registry import Tables

PAGE: Final = 20
PAGES: Final = 500
"""Whoever looks for older games than those on so many pages names a date."""
RECORDS: Final = 100
"""So many records are packed at a time, the newest of those that are looked for."""
DAY: Final = 24 * 3600.0


class Wish(msgspec.Struct, frozen=True):
    """Which games are looked for."""

    title: str = ""
    player: str = ""
    """A part of somebody's name."""
    result: str = ""
    """won, lost, time, left or continued."""
    rated: bool | None = None
    since: str = ""
    until: str = ""
    """Days, like 2026-11-17, the last one included."""
    page: int = 1


RESULTS: Final = ("won", "lost", "time", "left", "continued")


def search(database: Database, guest: str, wish: Wish, only_listed: bool) -> FinishedGames:
    """Return a page of somebody's finished games, the newest first. Raises Refused."""
    if not 1 <= wish.page <= PAGES:
        raise Refused("bad", f"There are pages 1 to {PAGES}; for older games name a day.")
    with database.engine.connect() as connection:
        found = _found(connection, guest, wish, only_listed)
        total = connection.execute(select(func.count()).select_from(found.subquery())).scalar_one()
        here = RESULT_ROWS.c
        page = found.order_by(here.ended.desc(), here.table_id).limit(PAGE).offset(PAGE * (wish.page - 1))
        games = connection.execute(page).all()
        seats = _seats(connection, [game.table_id for game in games])
    pages = max(1, -(-total // PAGE))
    told = [_told(game, seats[game.table_id]) for game in games]
    return FinishedGames(total=total, page=wish.page, pages=min(pages, PAGES), games=told)


def _found(connection: Connection, guest: str, wish: Wish, only_listed: bool) -> Select[Any]:
    here, table = RESULT_ROWS.c, TABLE_ROWS.c
    changed = (RATING_ROWS.c.table_id == here.table_id) & (RATING_ROWS.c.seat == here.seat)
    columns = (table.rated, table.public, table.result, RATING_ROWS.c.mu, RATING_ROWS.c.mu_before, RATING_ROWS.c.sigma)
    query = select(RESULT_ROWS, *columns).join(TABLE_ROWS, table.id == here.table_id)
    # Who had several seats, as a guest and with an account, finds the game once.
    query = query.outerjoin(RATING_ROWS, changed).where(
        here.guest.in_(same_person(guest)) & ~profiles.own_seat(guest, below=True)
    )
    if only_listed:
        query = query.where(table.public)
    if wish.title:
        query = query.where(here.title == wish.title)
    if wish.rated is not None:
        query = query.where(table.rated == wish.rated)
    if wish.player:
        query = query.where(_others(SEAT_ROWS.c.name.in_(_names(connection, query, wish.player))).exists())
    query = query.where(here.ended >= _day(wish.since)) if wish.since else query
    query = query.where(here.ended < _day(wish.until) + DAY) if wish.until else query
    return _with_result(query, wish.result)


def _others(also: ColumnElement[bool]) -> Select[Any]:
    """The others at the table of a result. Whoever is gone is not to be found by the name that the rows may hold."""
    there = (SEAT_ROWS.c.table_id == RESULT_ROWS.c.table_id) & (SEAT_ROWS.c.seat != RESULT_ROWS.c.seat)
    people = select(SEAT_ROWS.c.name).outerjoin(GUEST_ROWS, GUEST_ROWS.c.id == SEAT_ROWS.c.guest)
    return people.where(there & func.coalesce(~GUEST_ROWS.c.gone, True) & also)


def _names(connection: Connection, games: Select[Any], part: str) -> list[str]:
    """The names in these games with a part of a name. Capitals make no difference, in any alphabet: databases know
    that of ours alone."""
    tables = select(games.subquery().c.table_id)
    names = select(SEAT_ROWS.c.name.distinct()).where(SEAT_ROWS.c.table_id.in_(tables))
    return [name for name in connection.execute(names).scalars() if part.casefold() in name.casefold()]


def _with_result(query: Select[Any], result: str) -> Select[Any]:
    here = RESULT_ROWS.c
    if result in ("won", "lost"):
        return query.where(here.won == (result == "won"))
    if result in RESULTS:
        return query.where(here.how == result)
    if result:
        raise Refused("bad", f"A result is one of these: {', '.join(RESULTS)}.")
    return query


def _day(text: str) -> float:
    """When a day begins, by the clock of Greenwich."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise Refused("bad", "A day is written like 2026-11-17.") from None


def _seats(connection: Connection, tables: list[str]) -> dict[str, list[PlayedSeat]]:
    """Return who played at these tables, as they were called then; with links to those who may be looked up."""
    here, sat = RESULT_ROWS.c, SEAT_ROWS.c
    same = (sat.table_id == here.table_id) & (sat.seat == here.seat)
    # Of who has left the row of the seat says nothing: they are called what they are called now.
    called = case((sat.guest == here.guest, sat.name), else_=func.coalesce(GUEST_ROWS.c.name, sat.name)).label("name")
    query = select(here.table_id, here.seat, here.place, here.told, here.guest, here.bot, called, GUEST_ROWS.c.gone)
    query = (
        query.outerjoin(GUEST_ROWS, GUEST_ROWS.c.id == here.guest)
        .join(SEAT_ROWS, same)
        .where(here.table_id.in_(tables))
        .order_by(here.table_id, here.seat)
    )
    found = connection.execute(query).all()
    guests = {row.guest for row in found if row.guest is not None}
    shown = set(connection.execute(profiles.all_shown().where(ACCOUNT_ROWS.c.guest.in_(guests))).scalars())
    seats: dict[str, list[PlayedSeat]] = {table: [] for table in tables}
    for row in found:
        link = profiles.address(row.guest) if row.guest in shown else f"/bots/{row.bot}" if row.bot else None
        name = bots.name_of(row.bot) if row.bot else SOMEBODY if row.gone else row.name or "somebody who left"
        seats[row.table_id].append(PlayedSeat(seat=row.seat, name=name, place=row.place, told=row.told, profile=link))
    return seats


def _told(game: Row[Any], seats: list[PlayedSeat]) -> FinishedGame:
    change = None if game.mu is None else profiles.figures(game).change
    return FinishedGame(
        table=game.table_id,
        title=game.title,
        name=profiles.name_of(game.title),
        ended=game.ended,
        players=game.players,
        seat=game.seat,
        place=game.place,
        won=game.won,
        told=game.told,
        how=game.how,
        result=game.result,
        rated=game.rated,
        listed=game.public,
        change=change,
        seats=seats,
        record=f"/api/tables/{game.table_id}/record",
    )


async def pack(tables: Tables, guest: str, wish: Wish, only_listed: bool) -> bytes:
    """The records of the newest games that are looked for, as a zip file. Raises Refused."""
    ids = await asyncio.to_thread(_ids, tables.database, guest, wish, only_listed)
    if not ids:
        raise Refused("missing", "No game is found, so there is no record.")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for id in ids:
            try:
                table = await tables.look_at(id)
                if await tables.may_be_told(table):
                    last = next(reversed(table.history.times), table.facts.created)
                    day = datetime.fromtimestamp(last, UTC)
                    name = f"{day:%Y-%m-%d}-{table.facts.title}-{id}.zoo"
                    archive.writestr(name, await asyncio.to_thread(str, table.record()))
            except Refused:
                continue  # damaged: whoever goes to that table is told
    return packed.getvalue()


def _ids(database: Database, guest: str, wish: Wish, only_listed: bool) -> list[str]:
    here = RESULT_ROWS.c
    with database.engine.connect() as connection:
        found = _found(connection, guest, wish, only_listed)
        newest = found.order_by(here.ended.desc(), here.table_id).limit(RECORDS)
        return [row.table_id for row in connection.execute(newest)]
