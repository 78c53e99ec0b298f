"""Handle records over HTTP: download, upload, and playing on from one."""

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


@get("/tables/{table:str}/record", media_type=MediaType.TEXT, summary="Download the record of a finished game")
async def record(services: Services, table: Id) -> Response[str]:
    """Return the record as a file."""
    found = await services.tables.get(table)
    text = await replays.record(services.tables, found)
    name = f"{found.facts.title}-{found.id}.zoo"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def _charge_upload(services: Services, asker: Asker) -> Guest:
    """Count an upload, since each makes the server replay a game."""
    who = known(asker.guest)
    if not services.uploads.take(who.id, asker.network):
        raise Refused("busy", "Too many uploads. Wait half a minute.", retry=30)
    return who


@post("/tables/{table:str}/play-on", summary="Start a new table from a moment of a game")
async def play_on(services: Services, asker: Asker, table: Id, data: incoming.PlayOn) -> Table:
    """Return a new table that starts from a moment of a game, finished or not."""
    who = _charge_upload(services, asker)
    origin = await services.tables.get(table)
    return table_object.about(await replays.play_on(services.maker, who, origin, data), who.id)


@post("/replays", summary="Upload a record as a replay", request_max_body_size=replays.LARGEST)
async def upload(services: Services, asker: Asker, body: bytes) -> Table:
    """Turn a record file (the body, as text: ours, or the JSON of 18xx.games) into a replay table."""
    who = _charge_upload(services, asker)
    return table_object.about(await replays.upload(services.maker, services.bot_pool, who, body), who.id)


REPLAYS = (record, play_on, upload)
