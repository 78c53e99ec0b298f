"""The HTTP half of docs/protocol.md."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import Parameter

from menagerie import versions
from menagerie.core.display.arranging import Part, arrange
from menagerie.server.base.errors import Refused
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.accounts import PEOPLE
from menagerie.server.http.handlers.authentication import SIGNING
from menagerie.server.http.handlers.daily import DAILY, may_look
from menagerie.server.http.handlers.guard import network_of
from menagerie.server.http.handlers.notices import NOTICES
from menagerie.server.http.handlers.owner_proxy import ElsewhereFirst
from menagerie.server.http.handlers.pictures import picture_answer
from menagerie.server.http.handlers.profiles import PROFILES, provide_wish
from menagerie.server.http.handlers.puzzles import PUZZLES
from menagerie.server.http.handlers.request_identity import (
    JSON,
    device_of,
    known,
    me_answer,
    provide_asker,
    provide_guest,
    provide_services,
)
from menagerie.server.http.handlers.social import SOCIAL
from menagerie.server.http.handlers.time import TIME
from menagerie.server.http.handlers.tournaments import TOURNAMENTS
from menagerie.server.play import lesson_sessions, rematch, replays
from menagerie.server.play.commands import whole
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.show import newcomer_help, score_history, table_messages, title_catalog
from menagerie.server.store.guests import Guest

Id = Annotated[str, Parameter(max_length=64)]
Pixels = Annotated[int, Parameter(ge=100, le=10_000)]
Moment = Annotated[int, Parameter(ge=0, le=10_000_000)]
Page = Annotated[int, Parameter(ge=1, le=10_000)]


@get("/me", summary="Who I am")
async def me(request: Request[Any, Any, Any], services: Services, guest: Guest | None) -> Response[JSON]:
    """Who I am, and the CSRF token for everything that changes something."""
    return me_answer(request, services, guest)


@post("/me", status_code=200, summary="Choose or change my name")
async def set_me(
    request: Request[Any, Any, Any], services: Services, asker: Asker, data: incoming.Me
) -> Response[JSON]:
    """Choose or change my name. With an account one signs in by it: another one needs a proof that it is me."""
    guest = asker.guest
    name = await asyncio.to_thread(services.social.texts.own_name, guest, data.name)
    if guest is not None:
        if guest.account and name != guest.name:
            await services.authentication.proved(asker)
        renamed = await services.seating.rename(guest, name)
        services.guests.forget(guest.id)  # on all devices
        return me_answer(request, services, renamed)
    if not services.arrivals.take(network_of(request)):
        raise Refused("busy", "Too many people have just come from your network; wait a minute.", retry=60)
    added, token = await services.guests.add(name, device_of(request))
    return me_answer(request, services, added, token)


@get("/health", summary="Whether the server works")
async def health(services: Services) -> Response[JSON]:
    """Whether the server works, what of it does not, and which versions it speaks."""
    problems = await services.health.problems()
    known = {"version": versions.VERSION, "versions": {**versions.promises(), "rules": versions.rules()}}
    return Response({"ok": not problems, "problems": problems, **known}, status_code=503 if problems else 200)


@get("/ready", summary="Whether people should be sent here")
async def ready(services: Services) -> Response[JSON]:
    """Whether people should be sent here, and if not, why."""
    why = await services.health.why_not_ready()
    return Response({"ready": False, "why": why} if why else {"ready": True}, status_code=503 if why else 200)


@get("/titles", sync_to_thread=True, summary="All titles and kinds of bots")
def titles() -> JSON:
    """All titles and kinds of bots."""
    return title_catalog.cards()


@get("/titles/{title:str}/rules", sync_to_thread=True, summary="A title's rules page")
def rules(title: Id) -> dict[str, str]:
    """A title's rules page as HTML."""
    return title_catalog.rules(title)


@get("/titles/{title:str}/rules/{figure:int}/picture.svg", sync_to_thread=True, summary="A figure of the rules")
def rules_picture(title: Id, figure: Moment, theme: Id = "light") -> Response[str]:
    """One of the figures of a title's rules page, counted from 1."""
    return picture_answer(title_catalog.rules_picture(title, figure, "dark" if theme == "dark" else "light"))


@get("/titles/{title:str}/picture.svg", sync_to_thread=True, summary="The cover of a title")
def title_picture(title: Id, theme: Id = "light") -> Response[str]:
    """A drawing of a table that is set up."""
    return picture_answer(title_catalog.picture(title, "dark" if theme == "dark" else "light"))


@get("/titles/{title:str}/learn", sync_to_thread=True, summary="How to play a title")
def learn(title: Id) -> JSON:
    """How to play a title, in a few cards."""
    return title_catalog.learn(title)


@get("/titles/{title:str}/learn/{card:int}/picture.svg", sync_to_thread=True, summary="The picture of a card")
def learn_picture(title: Id, card: Moment, theme: Id = "light") -> Response[str]:
    """The picture of one of the cards about how to play, counted from 1."""
    return picture_answer(title_catalog.learn_picture(title, card, "dark" if theme == "dark" else "light"))


@get("/lessons", summary="All lessons, and which I have done")
async def lessons(services: Services, guest: Guest | None) -> JSON:
    """The lessons of every title, which of them I have done, and where I have left one."""
    return await asyncio.to_thread(lesson_sessions.progress, services.tables.database, guest)


@post("/titles/{title:str}/lessons/{number:int}", summary="Have a lesson")
async def begin_lesson(
    services: Services, guest: Guest | None, title: Id, number: Moment, data: incoming.BeginLesson
) -> JSON:
    """A table at which this lesson is taught: where I left it, or a new one."""
    who = known(guest)
    return table_messages.about(await lesson_sessions.begin(services.maker, who, title, number, data.again), who.id)


@get("/titles/{title:str}/experience", summary="How many games of a title I have finished")
async def experience(services: Services, guest: Guest | None, title: Id) -> JSON:
    """How many games of a title I have finished, and whether I am a newcomer to it."""
    return await newcomer_help.experience(services.tables.database, guest, title)


@get("/tables", summary="My tables, open tables, games to watch")
async def list_tables(services: Services, guest: Guest | None, page: Page = 1) -> JSON:
    """My tables, open tables, games to watch; of my games that are over a page."""
    return await asyncio.to_thread(services.lobby_lists.of, guest, page)


@post("/tables", summary="Make a table")
async def create_table(services: Services, guest: Guest | None, data: incoming.NewTable) -> JSON:
    """Make a table."""
    who = known(guest)
    return table_messages.about(await services.make_table(who, data), who.id)


@get("/tables/{table:str}", summary="A table")
async def get_table(services: Services, guest: Guest | None, table: Id) -> JSON:
    """A table."""
    return table_messages.about(await services.tables.get(table), guest.id if guest else None)


@get("/join/{link:str}", summary="What one is invited to")
async def invitation(services: Services, guest: Guest | None, link: Id) -> JSON:
    """What one is invited to."""
    return table_messages.about(await services.tables.by_link(link), guest.id if guest else None, invited=True)


@post("/join/{link:str}", status_code=200, summary="Sit down")
async def join(services: Services, guest: Guest | None, link: Id, data: incoming.Join) -> JSON:
    """Sit down."""
    who = known(guest)
    return table_messages.about(await services.seating.join(who, link, data.seat), who.id)


@post("/tables/{table:str}/leave", status_code=200, summary="Leave a table")
async def leave(services: Services, guest: Guest | None, table: Id, data: incoming.Nothing) -> JSON:
    """Leave a table."""
    await services.seating.leave(known(guest), table)
    return {"ok": True}


@post("/tables/{table:str}/seat", status_code=200, summary="Fill a seat before the game begins")
async def change_seat(services: Services, guest: Guest | None, table: Id, data: incoming.SeatChange) -> JSON:
    """Fill a seat of my table otherwise, before the game begins."""
    who = known(guest)
    return table_messages.about(await services.seating.change_seat(who, table, data), who.id)


@post("/tables/{table:str}/do", status_code=200, summary="A command")
async def do(services: Services, guest: Guest | None, table: Id, data: incoming.AnyCommand) -> JSON:
    """Carry out a command at a table."""
    return {"id": data.id, "ok": True, **await whole(services.do(guest, table, data))}


@post("/tables/{table:str}/again", summary="The same game once more")
async def again(services: Services, guest: Guest | None, table: Id, data: incoming.Again) -> JSON:
    """A new table with the same title, options and bots, to which all who sat here are asked; seats rotate, or are
    changed."""
    who = known(guest)
    made = await rematch.again(services.maker, who, await services.tables.get(table), data)
    return table_messages.about(made, who.id, invited=True)


def _charge_upload(services: Services, asker: Asker) -> Guest:
    """A game that was played before is played through once more for somebody, whether anything comes of it or not."""
    who = known(asker.guest)
    if not services.uploads.take(who.id, asker.network):
        raise Refused("busy", "You have brought many games; wait a little.", retry=30)
    return who


@post("/tables/{table:str}/play-on", summary="A new table from a moment of a game")
async def play_on(services: Services, asker: Asker, table: Id, data: incoming.PlayOn) -> JSON:
    """A new table from a moment of a game, over or not."""
    who = _charge_upload(services, asker)
    await asyncio.to_thread(services.social.moderation.check_begin, who.id)
    origin = await services.tables.get(table)
    return table_messages.about(await replays.play_on(services.maker, who, origin, data), who.id)


@get("/tables/{table:str}/moment/{n:int}", draws=True, summary="A moment of a game")
async def moment(services: Services, guest: Guest | None, table: Id, n: Moment, since: Moment | None = None) -> JSON:
    """The table after n decisions; with `since` as differences from that moment."""
    return table_messages.moment(await services.tables.get(table), guest.id if guest else None, n, since)


@get("/tables/{table:str}/sheet", draws=True, summary="Points, supply and the like as tables")
async def sheet(services: Services, guest: Guest | None, table: Id, n: Moment | None = None) -> JSON:
    """What is too long to be drawn, after n decisions or now."""
    found = await services.tables.get(table)
    return table_messages.sheet(found, guest.id if guest else None, found.n if n is None else n)


@get("/tables/{table:str}/overlays", draws=True, summary="What can be laid over the table")
async def overlays(services: Services, guest: Guest | None, table: Id, n: Moment | None = None) -> JSON:
    """What can be laid over the table, after n decisions or now."""
    found = await services.tables.get(table)
    return table_messages.overlays(found, guest.id if guest else None, found.n if n is None else n)


@get("/tables/{table:str}/guide", draws=True, summary="What newcomers are told beside their questions")
async def guide(services: Services, guest: Guest | None, table: Id) -> JSON:
    """What is told beside the questions that I am asked now."""
    return newcomer_help.guides(await services.tables.get(table), guest.id if guest else None)


@get("/tables/{table:str}/course", draws=True, summary="Points and rounds by moment")
async def course(services: Services, table: Id) -> JSON:
    """Everybody's points at every moment, and where rounds begin."""
    found = await services.tables.get(table)
    async with found.lock:  # nobody takes anything back meanwhile
        return await asyncio.to_thread(score_history.course, found)


@get("/tables/{table:str}/film/{n:int}", draws=True, summary="What a decision set off, step by step")
async def film(services: Services, guest: Guest | None, table: Id, n: Moment) -> JSON:
    """What decision number n set off, step by step."""
    return table_messages.film(await services.tables.get(table), guest.id if guest else None, n)


@get("/tables/{table:str}/log", summary="The log of a game")
async def log(services: Services, table: Id) -> JSON:
    """The log of a game."""
    return {"log": (await services.tables.get(table)).log}


@get("/tables/{table:str}/record", media_type=MediaType.TEXT, summary="The record of a game that is over")
async def record(services: Services, table: Id) -> Response[str]:
    """The record as a file."""
    found = await services.tables.get(table)
    why_not = await services.tables.why_not_told(found)
    if why_not:
        raise Refused("not-now", why_not)
    name = f"{found.facts.title}-{found.id}.zoo"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(str(found.record()), media_type="text/plain; charset=utf-8", headers=headers)


@get("/tables/{table:str}/review", summary="How the review of a game stands")
async def review(services: Services, table: Id) -> JSON:
    """The review of a game that is over, or how much of it is done."""
    return await services.reviews.look(await services.tables.get(table))


@post("/tables/{table:str}/review", status_code=200, summary="Review a game that is over")
async def begin_review(
    request: Request[Any, Any, Any], services: Services, guest: Guest | None, table: Id, data: incoming.Nothing
) -> JSON:
    """Have a game reviewed in the background, if it is not yet."""
    who = known(guest)
    return await services.reviews.begin(await services.tables.get(table), who.id, network_of(request))


@get("/tables/{table:str}/picture.svg", draws=True, summary="A picture of a moment")
async def picture(
    services: Services, guest: Guest | None, table: Id, n: Moment | None = None, theme: Id = "light"
) -> Response[str]:
    """A picture of a moment, as one file."""
    found = await services.tables.get(table)
    at = found.n if n is None else n
    eyes = table_messages.eyes_of(found.held_by(guest.id if guest else None), found.state.to_act)
    scene = found.game.scene(found.moment(at), table_messages.eyes_at(found, at, eyes))
    return picture_answer(scene.svg("dark" if theme == "dark" else "light"))


@get("/arrangement", sync_to_thread=True, draws=True, summary="Where the parts of a scene lie on a screen")
def arrangement(
    width: Pixels,
    height: Pixels,
    parts: Annotated[str, Parameter(max_length=6000)],
    asked: Annotated[str, Parameter(max_length=2000)] = "[]",
) -> Response[JSON]:
    """Where the parts of a scene lie on a screen of that size; `parts` as the scene has them, and the names of those
    that are `asked` about, as JSON."""
    try:
        extents = incoming.read_parts(parts)
        names = incoming.read_names(asked)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad", f"The parts are not valid: {error}."[:400]) from None
    shapes = {
        name: Part(one.width, one.height, one.purpose, one.least, one.seat, one.group, one.tight)
        for name, one in extents.items()
    }
    places = {name: list(place) for name, place in arrange(shapes, width, height, frozenset(names)).items()}
    return Response({"places": places}, headers={"cache-control": "public, max-age=3600"})


@post("/replays", summary="A record file as a replay", request_max_body_size=replays.LARGEST)
async def upload(services: Services, asker: Asker, body: bytes) -> JSON:
    """A record file (the body, as text: ours, or the JSON of 18xx.games) becomes a table that can be looked at."""
    who = _charge_upload(services, asker)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise Refused("record", "The record cannot be used: it is not a text file.") from None
    return table_messages.about(await replays.upload(services.maker, services.bot_pool, who, text), who.id)


API = Router(
    "/api",
    route_handlers=[
        *(me, set_me, health, ready, titles, rules, rules_picture, title_picture, learn, learn_picture, experience),
        *(lessons, begin_lesson),
        *(
            list_tables,
            create_table,
            get_table,
            invitation,
            join,
            leave,
            change_seat,
            do,
            again,
            play_on,
            moment,
            film,
            sheet,
            overlays,
            guide,
            course,
            log,
            record,
        ),
        *(review, begin_review, picture, upload, arrangement),
        *PUZZLES,
        *PROFILES,
        *DAILY,
        *SOCIAL,
        *NOTICES,
        *TOURNAMENTS,
        *PEOPLE,
        *SIGNING,
        *TIME,
    ],
    middleware=[ElsewhereFirst],
    guards=[may_look],
    dependencies={
        "services": Provide(provide_services),
        "guest": Provide(provide_guest),
        "wish": Provide(provide_wish, sync_to_thread=False),
        "asker": Provide(provide_asker),
    },
)
