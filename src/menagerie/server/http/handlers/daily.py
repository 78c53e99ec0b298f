"""Serve shared deals over HTTP: the deals of the day, and duplicates."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter

from menagerie.server.features.daily import attempts, deal_days, duplicates, payloads
from menagerie.server.features.daily.seen_cookie import SeenDeals
from menagerie.server.features.daily.shared_deals import DayDeal
from menagerie.server.http.handlers.guard import GUEST_COOKIE, SEEN_COOKIE
from menagerie.server.http.handlers.parameters import Id
from menagerie.server.http.handlers.request_identity import cookie, known
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.daily import Day, Duplicate, Ladder
from menagerie.server.protocol.outgoing.table import Table
from menagerie.server.services.assembly import Services
from menagerie.server.show import table_object
from menagerie.server.store.guests import Guest

DayName = Annotated[str, Parameter(max_length=10)]


async def may_look(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse a viewer who must not see a table before answering anything about it."""
    id = connection.path_params.get("table")
    if id is None:
        return
    services: Services = connection.app.state.services
    await services.tables.seen_by(await services.guests.known(connection.cookies.get(GUEST_COOKIE)), str(id))


@get("/daily", summary="Show the deals of today")
async def today(services: Services, guest: Guest | None) -> Day:
    """Return the deals of today, their promises, results, and my own attempts."""
    return await payloads.about_day(services.tables, services.seeds, guest, deal_days.today())


@get("/daily/{day:str}", summary="Show the deals of a day")
async def of_day(services: Services, guest: Guest | None, day: DayName) -> Day:
    """Return the deals of a day such as 2026-11-18: for tomorrow the promises, for closed days the seeds."""
    return await payloads.about_day(services.tables, services.seeds, guest, deal_days.read(day))


@get("/daily/{day:str}/ladder", summary="Show the ladder of a day's week")
async def ladder(services: Services, guest: Guest | None, day: DayName) -> Ladder:
    """Return points for places from Monday to Sunday."""
    return await payloads.about_week(services.tables, services.seeds, guest, deal_days.read(day))


@post("/daily/{day:str}/{title:str}", summary="Try the deal of a day")
async def begin_try(
    request: Request[Any, Any, Any],
    services: Services,
    guest: Guest | None,
    day: DayName,
    title: Id,
    data: incoming.DayTry,
) -> Response[Table]:
    """Start or continue my ranked attempt, or an unranked one. The browser remembers a guest's ranked attempt, since
    anyone who signs in there later knows the deal."""
    who, deal = known(guest), DayDeal(deal_days.read(day), title, not data.free)
    seen = SeenDeals.read(request.cookies.get(SEEN_COOKIE, ""))
    table, new = await attempts.begin_in_browser(services.maker, services.seeds, who, deal, seen)
    kept = [] if new is None else [cookie(services, SEEN_COOKIE, new.text(), "lax", int(deal_days.DAY * 3))]
    return Response(table_object.about(table, who.id), cookies=kept)


@get("/duplicates/{code:str}", summary="Show a duplicate")
async def duplicate(services: Services, guest: Guest | None, code: Id) -> Duplicate:
    """Return its groups, their results, and the promise about its seed."""
    return await duplicates.about(services.tables, guest, code)


@post("/duplicates/{code:str}", summary="Play a duplicate with a new group")
async def join_duplicate(services: Services, guest: Guest | None, code: Id, data: incoming.Nothing) -> Table:
    """Return a table for another group, which I invite by its link."""
    who = known(guest)
    return table_object.about(await duplicates.join(services.maker, who, code), who.id)


@post("/duplicates/{code:str}/close", status_code=200, summary="Close a duplicate to new groups")
async def close_duplicate(services: Services, guest: Guest | None, code: Id, data: incoming.Nothing) -> Duplicate:
    """Close it to new groups. Its seed is revealed as soon as all groups have finished."""
    who = known(guest)
    await duplicates.close(services.tables, who, code)
    return await duplicates.about(services.tables, who, code)


DAILY = (today, of_day, ladder, begin_try, duplicate, join_duplicate, close_duplicate)
