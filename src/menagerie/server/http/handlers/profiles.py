"""People over HTTP: profiles, the best of each title, finished games; and the bots, who are on the same scale."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import Parameter

from menagerie.server.base.errors import Refused
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.features.ratings import game_search, profiles
from menagerie.server.features.ratings.game_search import Wish
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
) -> Wish:
    """Which games are looked for, from the address."""
    return Wish(title, player, result, rated, since, until, page)


@get("/people", summary="The best of a title")
async def best(services: Services, title: Words, players: Words = "two") -> Best:
    """Those with the highest ratings, of at least ten rated games; `players` is `two` or `many` (three and more)."""
    return await asyncio.to_thread(profiles.best, services.database, title, players)


@get("/people/{person:str}", summary="Somebody's profile")
async def profile(services: Services, guest: Guest | None, person: Id) -> Profile:
    """Results by title, ratings with their curves, best games alone, favourite animals."""
    return await asyncio.to_thread(profiles.profile, services.database, person, guest.id if guest else None)


@get("/people/{person:str}/games", summary="Somebody's finished games that are listed")
async def games(services: Services, guest: Guest | None, person: Id, wish: Wish) -> FinishedGames:
    """A page of the finished games that everybody may find."""
    await asyncio.to_thread(profiles.check, services.database, person, guest.id if guest else None)
    return await asyncio.to_thread(game_search.search, services.database, person, wish, True)


@get("/people/{person:str}/records.zip", summary="The records of those games", media_type=ZIP)
async def records(services: Services, asker: Asker, person: Id, wish: Wish) -> Response[bytes]:
    """The records of the newest of those games, packed."""
    await asyncio.to_thread(profiles.check, services.database, person, known(asker.guest).id)
    return await _packed(services, asker, person, wish, only_listed=True)


@post("/people/{person:str}/privacy", status_code=200, summary="Hide my profile, or show it")
async def privacy(services: Services, guest: Guest | None, person: Id, data: incoming.Privacy) -> Privacy:
    """Whether everybody may look me up."""
    await asyncio.to_thread(profiles.hide, services.database, known(guest), person, data.hidden)
    return Privacy(hidden=data.hidden)


@get("/history", summary="My finished games")
async def my_games(services: Services, guest: Guest | None, wish: Wish) -> FinishedGames:
    """A page of my finished games, listed or not."""
    return await asyncio.to_thread(game_search.search, services.database, known(guest).id, wish, False)


@get("/history/records.zip", summary="The records of my finished games", media_type=ZIP)
async def my_records(services: Services, asker: Asker, wish: Wish) -> Response[bytes]:
    """The records of the newest of them, packed."""
    return await _packed(services, asker, known(asker.guest).id, wish, only_listed=False)


async def _packed(services: Services, asker: Asker, person: str, wish: Wish, only_listed: bool) -> Response[bytes]:
    # Each game is played through once more, whether anything comes of it or not.
    if not services.uploads.take(known(asker.guest).id, asker.network):
        raise Refused("busy", "You have fetched many games; wait a little.", retry=30)
    packed = await game_search.pack(services.tables, person, wish, only_listed)
    headers = {"content-disposition": 'attachment; filename="menagerie-games.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@get("/tables/{table:str}/people", summary="Links and ratings of those at a table")
async def at_table(services: Services, table: Id) -> TablePeople:
    """Where one may read more about everybody at a table; at a rated one their ratings, and what a game that is over
    has changed; and the tournament that it belongs to, if it does."""
    return await services.people_at(table)


@get("/bots/{kind:str}", sync_to_thread=True, summary="A kind of bot")
def bot(kind: Id) -> Bot:
    """What it is, and how strong at each title, on the scale on which people are rated."""
    return profiles.bot(kind)


PROFILES: Final = (best, profile, games, records, privacy, my_games, my_records, at_table, bot)
