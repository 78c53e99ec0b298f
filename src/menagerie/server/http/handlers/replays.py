"""Records over HTTP: how a game leaves the server, comes back, and is continued."""

from __future__ import annotations

from litestar import MediaType, Response, get, post

from menagerie.server.base.errors import Refused
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.parameters import Id
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.table import Table
from menagerie.server.services.assembly import Services
from menagerie.server.show import table_object
from menagerie.server.store.guests import Guest


@get("/tables/{table:str}/record", media_type=MediaType.TEXT, summary="The record of a game that is over")
async def record(services: Services, table: Id) -> Response[str]:
    """The record as a file."""
    found = await services.tables.get(table)
    text = await replays.record(services.tables, found)
    name = f"{found.facts.title}-{found.id}.zoo"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def _charge_upload(services: Services, asker: Asker) -> Guest:
    """A game that was played before is played through once more for somebody, whether anything comes of it or not."""
    who = known(asker.guest)
    if not services.uploads.take(who.id, asker.network):
        raise Refused("busy", "You have brought many games; wait a little.", retry=30)
    return who


@post("/tables/{table:str}/play-on", summary="A new table from a moment of a game")
async def play_on(services: Services, asker: Asker, table: Id, data: incoming.PlayOn) -> Table:
    """A new table from a moment of a game, over or not."""
    who = _charge_upload(services, asker)
    origin = await services.tables.get(table)
    return table_object.about(await replays.play_on(services.maker, who, origin, data), who.id)


@post("/replays", summary="A record file as a replay", request_max_body_size=replays.LARGEST)
async def upload(services: Services, asker: Asker, body: bytes) -> Table:
    """A record file (the body, as text: ours, or the JSON of 18xx.games) becomes a table that can be looked at."""
    who = _charge_upload(services, asker)
    return table_object.about(await replays.upload(services.maker, services.bot_pool, who, body), who.id)


REPLAYS = (record, play_on, upload)
