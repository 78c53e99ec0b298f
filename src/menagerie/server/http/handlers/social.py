"""Handle friends, blocks, mutes, invitations and reports over HTTP, and the moderators' page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any, Final

from litestar import Request, Response, get, post
from litestar.params import Parameter

from menagerie.core.registry import load
from menagerie.server.base.errors import Refused
from menagerie.server.http.handlers.parameters import SVG, Id
from menagerie.server.http.handlers.pictures import picture_answer
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.people.social import share_links
from menagerie.server.people.social.last_seen import Sighting
from menagerie.server.people.social.moderation import Report
from menagerie.server.people.social.person_lookup import Meant, meant, possible_friend
from menagerie.server.people.social.relationships import EVERYWHERE, Bond
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.base import Ok
from menagerie.server.protocol.outgoing.social import Friend, Friends, InvitationAddress, Person, Reports
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest

Ref = Annotated[str, Parameter(max_length=64, pattern="^[0-9A-Za-z_-]+$")]


async def _meant(services: Services, whom: incoming.Whom) -> Meant:
    return await asyncio.to_thread(meant, services.database, whom)


def _charge(services: Services, guest: Guest) -> None:
    if not services.requests.take(guest.id):
        raise Refused("busy", "Too many requests. Wait a few seconds.", retry=15)


async def _who_may_ask(services: Services, guest: Guest | None) -> Guest:
    who = known(guest)
    await asyncio.to_thread(services.social.check_ask, who)
    _charge(services, who)
    return who


# Friends.


@get("/friends", summary="List my friends, blocks and mutes")
async def friends(services: Services, guest: Guest | None) -> Friends:
    """Return my friends and which of them are online, requests to me, and whom I have blocked or muted."""
    return await asyncio.to_thread(_friends, services, known(guest))


def _friends(services: Services, guest: Guest) -> Friends:
    relationships, found = services.social.relationships, services.social.relationships.friends(guest.id)
    here = services.social.last_seen.here([one.id for one in found])
    return Friends(
        account=guest.account,
        friends=[_friend(one, here.get(one.id)) for one in found],
        asking=_people(relationships.asking_me(guest.id)),
        asked=_people(relationships.asked_by_me(guest.id)),
        asked_names=relationships.names_asked_by_me(guest.id),
        blocked=_people(relationships.blocked(guest.id)),
        muted=_people(relationships.muted(guest.id)),
    )


def _friend(bond: Bond, seen: Sighting | None) -> Friend:
    table = None if seen is None else seen.table
    title = None if seen is None else seen.title
    return Friend(
        id=bond.id,
        name=bond.name,
        here=seen is not None,
        table=None if table is None else f"/table/{table}",
        plays=None if title is None else load(title).name,
    )


def _people(bonds: Iterable[Bond]) -> list[Person]:
    return [Person(id=bond.id, name=bond.name) for bond in bonds]


@post("/friends", status_code=200, summary="Request or accept a friendship")
async def befriend(services: Services, guest: Guest | None, data: incoming.Whom) -> Ok:
    """Ask a person to be friends. If they have asked me, too, we are friends."""
    who = await _who_may_ask(services, guest)
    other = await asyncio.to_thread(possible_friend, services.database, data)
    await asyncio.to_thread(services.social.relationships.ask, who.id, other.id)
    return Ok()


@post("/friends/by-name", status_code=200, summary="Request a friendship by name")
async def befriend_by_name(services: Services, guest: Guest | None, data: incoming.ByName) -> Ok:
    """Ask the account of that name. The answer is the same without such an account, so that it reveals no one."""
    who = await _who_may_ask(services, guest)
    name = incoming.clean(data.name, "A name")
    await asyncio.to_thread(services.social.relationships.ask_by_name, who.id, name)
    return Ok()


@post("/friends/by-name/end", status_code=200, summary="Withdraw a request by name")
async def withdraw_by_name(services: Services, guest: Guest | None, data: incoming.ByName) -> Ok:
    """Withdraw my request to the account of that name."""
    await asyncio.to_thread(services.social.relationships.withdraw_by_name, known(guest).id, data.name)
    return Ok()


@post("/friends/end", status_code=200, summary="End or decline a friendship")
async def unfriend(services: Services, guest: Guest | None, data: incoming.Whom) -> Ok:
    """End a friendship, decline a request, or withdraw mine."""
    who, other = known(guest), await _meant(services, data)
    await asyncio.to_thread(services.social.relationships.end, who.id, other.id)
    return Ok()


# Blocks and mutes, also for guests.


@post("/blocks", status_code=200, summary="Block a person")
async def block(services: Services, guest: Guest | None, data: incoming.Whom) -> Ok:
    """Block a person. They aren't notified."""
    who, other = known(guest), await _meant(services, data)
    await asyncio.to_thread(services.social.relationships.block, who.id, other.id)
    await services.hub.refresh_mutes((who.id, other.id))
    return Ok()


@post("/blocks/end", status_code=200, summary="Unblock a person")
async def unblock(services: Services, guest: Guest | None, data: incoming.Whom) -> Ok:
    """Remove a block."""
    who, other = known(guest), await _meant(services, data)
    await asyncio.to_thread(services.social.relationships.unblock, who.id, other.id)
    await services.hub.refresh_mutes((who.id, other.id))
    return Ok()


@post("/mutes", status_code=200, summary="Mute a person")
async def mute(services: Services, guest: Guest | None, data: incoming.Mute) -> Ok:
    """Hide a person's chat, at this table or everywhere. They aren't notified."""
    who, other = known(guest), await _meant(services, data)
    await asyncio.to_thread(services.social.relationships.mute, who.id, other.id, _where(data))
    await services.hub.refresh_mutes([who.id])
    return Ok()


@post("/mutes/end", status_code=200, summary="Unmute a person")
async def unmute(services: Services, guest: Guest | None, data: incoming.Mute) -> Ok:
    """Remove a mute."""
    who, other = known(guest), await _meant(services, data)
    await asyncio.to_thread(services.social.relationships.unmute, who.id, other.id, _where(data))
    await services.hub.refresh_mutes([who.id])
    return Ok()


def _where(data: incoming.Mute) -> str:
    if not data.here:
        return EVERYWHERE
    if data.table is None:
        raise Refused("bad", "To mute a person at one table, give the table.")
    return data.table


# Invitations.


@post("/tables/{table:str}/invite", status_code=200, summary="Invite a friend to a table")
async def invite(services: Services, guest: Guest | None, table: Id, data: incoming.Friend) -> Ok:
    """Invite a friend to a table with a free seat. The invitation shows in their lobby."""
    who = await _who_may_ask(services, guest)
    await services.seating.invite(who, table, data.friend)
    return Ok()


@post("/tables/{table:str}/decline", status_code=200, summary="Decline an invitation")
async def decline(services: Services, guest: Guest | None, table: Id, data: incoming.Nothing) -> Ok:
    """Decline an invitation to a table."""
    await services.seating.decline(known(guest), table)
    return Ok()


def _place(services: Services, request: Request[Any, Any, Any], link: str) -> tuple[str, str | None]:
    host = request.headers.get("host", "")
    origin, warning = share_links.reachable(services.settings, request.url.scheme, host)
    return f"{origin}/join/{link}", warning


@get("/join/{link:str}/address", summary="Show an invitation's address")
async def address(request: Request[Any, Any, Any], services: Services, link: Id) -> InvitationAddress:
    """Return an invitation's address for others, with a warning if they can't use it."""
    await services.tables.by_link(link)
    where, warning = _place(services, request, link)
    return InvitationAddress(address=where, warning=warning, code=f"/api/join/{link}/code.svg")


@get("/join/{link:str}/code.svg", summary="Draw an invitation's QR code", media_type=SVG)
async def code(request: Request[Any, Any, Any], services: Services, link: Id) -> Response[str]:
    """Return the same address as a QR code."""
    await services.tables.by_link(link)
    return picture_answer(share_links.qr_code(_place(services, request, link)[0]))


# Reports and moderators.


@post("/reports", status_code=200, summary="Report a person or a chat message")
async def report(services: Services, guest: Guest | None, data: incoming.ReportOf) -> Ok:
    """Report a person or a chat message to the moderators."""
    who = known(guest)
    _charge(services, who)
    other = await _meant(services, data)
    reason = incoming.clean(data.reason, "A reason", 500)
    await asyncio.to_thread(
        services.social.moderation.report, who, Report(other.id, other.name, reason, other.table, other.remark)
    )
    return Ok()


@post("/told/{step:str}", status_code=200, summary="Confirm a moderator's message")
async def have_read(services: Services, guest: Guest | None, step: Ref, data: incoming.Nothing) -> Ok:
    """Note that I have read a moderator's message, so that the lobby stops showing it."""
    await asyncio.to_thread(services.social.moderation.have_read, known(guest).id, step)
    return Ok()


def _moderator(services: Services, guest: Guest | None) -> Guest:
    """Return a moderator. For everyone else the page doesn't exist."""
    if guest is None or not services.social.moderators.has(guest):
        raise Refused("missing", "This page doesn't exist.")
    return guest


@get("/moderation", summary="List reports, for moderators")
async def reports(services: Services, guest: Guest | None, closed: bool = False) -> Reports:
    """Return the open reports, or the closed ones with the decisions on them."""
    _moderator(services, guest)
    return await asyncio.to_thread(services.social.moderation.reports, closed)


@post("/moderation/{report:str}", status_code=200, summary="Decide on a report")
async def take_step(services: Services, guest: Guest | None, report: Ref, data: incoming.ModeratorStep) -> Ok:
    """Warn, silence, suspend, lift or close, with a reason."""
    who = _moderator(services, guest)
    why = incoming.clean(data.why, "A reason", 500)
    await asyncio.to_thread(services.social.moderation.take_step, who, report, data.step, why, data.hours)
    return Ok()


SOCIAL: Final = (
    *(friends, befriend, befriend_by_name, withdraw_by_name, unfriend, block, unblock, mute, unmute),
    *(invite, decline, address, code, report, have_read, reports, take_step),
)
