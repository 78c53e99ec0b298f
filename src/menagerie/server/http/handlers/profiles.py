"""Serve profiles, leaderboards, finished games, and the bots over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import Parameter

from menagerie.server.base.errors import Refused
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.features.ratings import game_search, profiles
from menagerie.server.features.ratings.game_search import GameQuery
from menagerie.server.http.handlers.parameters import ZIP, Id
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.ratings import Best, Bot, FinishedGames, Privacy, Profile, TablePeople
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest

Words = Annotated[str, Parameter(max_length=60)]
PageNumber = Annotated[int, Parameter(ge=1, le=game_search.PAGES)]


def provide_wish(
    title: Words = "",
    player: Words = "",
    result: Words = "",
    rated: bool | None = None,
    since: Words = "",
    until: Words = "",
    page: PageNumber = 1,
) -> GameQuery:
    """Return the search for games in the address."""
    return GameQuery(title, player, result, rated, since, until, page)


@get("/people", summary="Show a title's leaderboard")
async def best(services: Services, title: Words, players: Words = "two") -> Best:
    """Return the highest ratings among people with at least ten rated games; `players` is `two` or `many` (three or
    more)."""
    return await asyncio.to_thread(profiles.best, services.database, title, players)


@get("/people/{person:str}", summary="Show a profile")
async def profile(services: Services, guest: Guest | None, person: Id) -> Profile:
    """Return results by title, ratings with their curves, best solo games, and favourite animals."""
    return await asyncio.to_thread(profiles.profile, services.database, person, guest.id if guest else None)


@get("/people/{person:str}/games", summary="Show a person's listed finished games")
async def games(services: Services, guest: Guest | None, person: Id, wish: GameQuery) -> FinishedGames:
    """Return a page of listed finished games."""
    await asyncio.to_thread(profiles.check, services.database, person, guest.id if guest else None)
    return await asyncio.to_thread(game_search.search, services.database, person, wish, True)


@get("/people/{person:str}/records.zip", summary="Download the records of those games", media_type=ZIP)
async def records(services: Services, asker: Asker, person: Id, wish: GameQuery) -> Response[bytes]:
    """Return the records of the newest of those games as a zip file."""
    await asyncio.to_thread(profiles.check, services.database, person, known(asker.guest).id)
    return await _packed(services, asker, person, wish, only_listed=True)


@post("/people/{person:str}/privacy", status_code=200, summary="Hide my profile, or show it")
async def privacy(services: Services, guest: Guest | None, person: Id, data: incoming.Privacy) -> Privacy:
    """Set whether my profile is visible."""
    await asyncio.to_thread(profiles.hide, services.database, known(guest), person, data.hidden)
    return Privacy(hidden=data.hidden)


@get("/history", summary="Show my finished games")
async def my_games(services: Services, guest: Guest | None, wish: GameQuery) -> FinishedGames:
    """Return a page of my finished games, listed or not."""
    return await asyncio.to_thread(game_search.search, services.database, known(guest).id, wish, False)


@get("/history/records.zip", summary="Download the records of my finished games", media_type=ZIP)
async def my_records(services: Services, asker: Asker, wish: GameQuery) -> Response[bytes]:
    """Return the records of the newest of them as a zip file."""
    return await _packed(services, asker, known(asker.guest).id, wish, only_listed=False)


async def _packed(services: Services, asker: Asker, person: str, wish: GameQuery, only_listed: bool) -> Response[bytes]:
    # Each game is replayed, whatever comes of it.
    if not services.uploads.take(known(asker.guest).id, asker.network):
        raise Refused("busy", "Too many downloads. Wait half a minute.", retry=30)
    packed = await game_search.pack(services.tables, person, wish, only_listed)
    headers = {"content-disposition": 'attachment; filename="menagerie-games.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@get("/tables/{table:str}/people", summary="Show the people at a table")
async def at_table(services: Services, table: Id) -> TablePeople:
    """Return links to everyone's page, at a rated table their ratings and the game's changes, and the tournament it
    belongs to, if any."""
    return await services.people_at(table)


@get("/bots/{kind:str}", sync_to_thread=True, summary="Show a kind of bot")
def bot(kind: Id) -> Bot:
    """Return its description, and its strength at each title, on the scale of people's ratings."""
    return profiles.bot(kind)


PROFILES: Final = (best, profile, games, records, privacy, my_games, my_records, at_table, bot)
