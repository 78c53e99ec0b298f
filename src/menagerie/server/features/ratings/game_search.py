"""Search a person's finished games, and download them as records."""

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
from menagerie.server.base.names import ERASED_NAME
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
"""The most pages. For older games users give a date."""
RECORDS: Final = 100
"""The most records in a download, the newest ones first."""
DAY: Final = 24 * 3600.0


class GameQuery(msgspec.Struct, frozen=True):
    """What to search for."""

    title: str = ""
    player: str = ""
    """Part of a player's name."""
    result: str = ""
    """`won`, `lost`, `time`, `left` or `continued`."""
    rated: bool | None = None
    since: str = ""
    until: str = ""
    """Days such as 2026-11-17, the last one included."""
    page: int = 1


RESULTS: Final = ("won", "lost", "time", "left", "continued")


def search(database: Database, guest: str, wish: GameQuery, only_listed: bool) -> FinishedGames:
    """Return a page of a person's finished games, the newest first. Raises Refused."""
    if not 1 <= wish.page <= PAGES:
        raise Refused("bad", f"This page doesn't exist. Choose 1 to {PAGES}, or a date for older games.")
    with database.engine.connect() as connection:
        found = _found(connection, guest, wish, only_listed)
        total = connection.execute(select(func.count()).select_from(found.subquery())).scalar_one()
        here = RESULT_ROWS.c
        page = found.order_by(here.ended.desc(), here.table_id).limit(PAGE).offset(PAGE * (wish.page - 1))
        games = connection.execute(page).all()
        seats = _seats(connection, [game.table_id for game in games])
    pages = max(1, -(-total // PAGE))
    told = [_finished_game(game, seats[game.table_id]) for game in games]
    return FinishedGames(total=total, page=wish.page, pages=min(pages, PAGES), games=told)


def _found(connection: Connection, guest: str, wish: GameQuery, only_listed: bool) -> Select[Any]:
    here, table = RESULT_ROWS.c, TABLE_ROWS.c
    changed = (RATING_ROWS.c.table_id == here.table_id) & (RATING_ROWS.c.seat == here.seat)
    columns = (table.rated, table.public, table.result, RATING_ROWS.c.mu, RATING_ROWS.c.mu_before, RATING_ROWS.c.sigma)
    query = select(RESULT_ROWS, *columns).join(TABLE_ROWS, table.id == here.table_id)
    # A person with several seats, as a guest and with an account, finds the game once.
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
    """Return the others at the table of a result. Deleted people can't be found by a name left in the rows."""
    there = (SEAT_ROWS.c.table_id == RESULT_ROWS.c.table_id) & (SEAT_ROWS.c.seat != RESULT_ROWS.c.seat)
    people = select(SEAT_ROWS.c.name).outerjoin(GUEST_ROWS, GUEST_ROWS.c.id == SEAT_ROWS.c.guest)
    return people.where(there & func.coalesce(~GUEST_ROWS.c.gone, True) & also)


def _names(connection: Connection, games: Select[Any], part: str) -> list[str]:
    """Return the names in these games that contain a text. Case is ignored in any alphabet, while databases do so only
    for ASCII."""
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
        raise Refused("bad", f"Unknown result. Choose one of these: {', '.join(RESULTS)}.")
    return query


def _day(text: str) -> float:
    """Return when a day starts, in UTC."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise Refused("bad", "This is not a date. Use the form 2026-11-17.") from None


def _seats(connection: Connection, tables: list[str]) -> dict[str, list[PlayedSeat]]:
    """Return who played at these tables, by their names then, with links to visible profiles."""
    here, sat = RESULT_ROWS.c, SEAT_ROWS.c
    same = (sat.table_id == here.table_id) & (sat.seat == here.seat)
    # The row of an abandoned seat has no name of its player: use their current one.
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
        name = bots.name_of(row.bot) if row.bot else ERASED_NAME if row.gone else row.name or "a player who left"
        seats[row.table_id].append(PlayedSeat(seat=row.seat, name=name, place=row.place, told=row.told, profile=link))
    return seats


def _finished_game(game: Row[Any], seats: list[PlayedSeat]) -> FinishedGame:
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


async def pack(tables: Tables, guest: str, wish: GameQuery, only_listed: bool) -> bytes:
    """Return the records of the newest games found, as a zip file. Raises Refused."""
    ids = await asyncio.to_thread(_ids, tables.database, guest, wish, only_listed)
    if not ids:
        raise Refused("missing", "No games match your search, so there are no records.")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for id in ids:
            try:
                table = await tables.look_at(id)
                if await tables.may_be_shown(table):
                    last = next(reversed(table.history.times), table.facts.created)
                    day = datetime.fromtimestamp(last, UTC)
                    name = f"{day:%Y-%m-%d}-{table.facts.title}-{id}.zoo"
                    archive.writestr(name, await asyncio.to_thread(str, table.record()))
            except Refused:
                continue  # damaged: opening the table reports it
    return packed.getvalue()


def _ids(database: Database, guest: str, wish: GameQuery, only_listed: bool) -> list[str]:
    here = RESULT_ROWS.c
    with database.engine.connect() as connection:
        found = _found(connection, guest, wish, only_listed)
        newest = found.order_by(here.ended.desc(), here.table_id).limit(RECORDS)
        return [row.table_id for row in connection.execute(newest)]
