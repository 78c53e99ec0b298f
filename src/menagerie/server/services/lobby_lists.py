"""List tables to continue, join and watch in the lobby, and a person's invitations."""

from __future__ import annotations

from typing import cast

from menagerie.core.registry import load
from menagerie.server.features.daily import shared_deals
from menagerie.server.features.ratings import seat_profiles
from menagerie.server.features.tournaments import records
from menagerie.server.people.social.invitations import Asked
from menagerie.server.people.social.service import SocialService
from menagerie.server.protocol.outgoing.lobby import Invitation, InvitationKind, ListedTable, Lobby
from menagerie.server.protocol.outgoing.table import TableStatus
from menagerie.server.show import table_object, time_payloads
from menagerie.server.store import due_tables, table_index
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import UNFINISHED, TableFacts
from menagerie.server.table import event_kinds
from menagerie.server.table.registry import Tables


class LobbyLists:
    """The lists of the lobby."""

    def __init__(self, tables: Tables, social: SocialService) -> None:
        self._tables = tables
        self._social = social

    def of(self, guest: Guest | None, page: int = 1) -> Lobby:
        """Return my tables, open tables, games to watch, invitations and messages. My tables include all unfinished
        games and a page of finished ones. Waits for the disk, so call it in a thread."""
        database, few = self._tables.database, self._tables.settings.limits.listed_per_guest
        running = table_index.running_of(database, guest.id) if guest else []
        settled, pages = table_index.settled_of(database, guest.id, page) if guest else ([], 1)
        mine = [*running, *settled]
        strangers = self._social.relationships.strangers(guest.id) if guest else set()
        waiting, playing = [table_index.public_tables(database, status, few) for status in UNFINISHED]
        waiting = [(facts, seats) for facts, seats in waiting if not strangers & _people(facts, seats)]
        if guest is not None and guest.account:
            self._social.last_seen.see(guest.id, None)
        listed = (*mine, *waiting, *playing)
        last = self._tables.store.last([facts.id for facts, _ in listed], without=event_kinds.private())
        ids = [facts.id for facts, _ in mine]
        left, rounds = due_tables.left(database, ids), records.rounds_of(database, ids)
        people = seat_profiles.links(database, [seat for _, seats in listed for seat in seats])

        def row(facts: TableFacts, seats: list[Seat], link: bool = False) -> ListedTable:
            return _listed(facts, seats, last.get(facts.id), guest, people, link)

        own = [row(*one) for one in mine]
        for one in own:
            one.left, one.tournament = left.get(one.id), rounds.get(one.id)
        asked = self._social.invitations.waiting_for(guest.id, strangers) if guest else []
        return Lobby(
            mine=own,
            open=[row(facts, seats, link=True) for facts, seats in waiting],
            watch=[row(*one) for one in playing],
            asked=[_invitation(one) for one in asked],
            told=self._social.moderation.unread_notes(guest.id) if guest else [],
            pages=pages,
        )


def _people(facts: TableFacts, seats: list[Seat]) -> set[str]:
    """Return who made a table, and who sits there."""
    return {facts.owner, *[seat.guest for seat in seats if seat.guest is not None]}


def _invitation(asked: Asked) -> Invitation:
    """Return an invitation as its recipient may see it."""
    invitation, name = asked.invitation, load(asked.facts.title).name
    rematch, other = f"{asked.by} wants a rematch of {name}.", f"{asked.by} invites you to {name}."
    return Invitation(
        table=asked.facts.id,
        title=asked.facts.title,
        kind=cast(InvitationKind, invitation.kind),
        by=asked.by,
        sentence=rematch if invitation.kind == "rematch" else other,
        at=invitation.at,
        link=f"/join/{asked.facts.link}",
    )


def _listed(
    facts: TableFacts,
    seats: list[Seat],
    last: TableEvent | None,
    guest: Guest | None,
    people: dict[str, str],
    link: bool,
) -> ListedTable:
    me = guest.id if guest else None
    acting = last.to_act if last and facts.status == "playing" else ""
    mine = [seat.seat for seat in seats if me is not None and seat.holder == me]
    claims = [seat.seat for seat in seats if me is not None and seat.claimant == me]
    is_invited = link or mine or claims or facts.owner == me
    time = time_payloads.time_control(facts.pace, facts.overtime)
    return ListedTable(
        id=facts.id,
        title=facts.title,
        name=load(facts.title).name,
        status=cast(TableStatus, facts.status),
        seats=table_object.seat_objects(seats, me),
        to_act=[int(number) for number in acting.split(",") if number],
        mine=mine,
        claims=claims if facts.status == "playing" else [],
        created=facts.created,
        changed=last.at if last else facts.created,
        result=facts.result,
        lesson=facts.lesson is not None,
        deal=shared_deals.about(facts.deal),
        research=facts.research,
        rated=facts.rated,
        pace=time.pace,
        overtime=time.overtime,
        told_pace=time.told_pace,
        told_time=time.told_time,
        link=f"/join/{facts.link}" if is_invited and facts.status in UNFINISHED else None,
        profiles=[seat_profiles.of(seat, people) for seat in seats],
    )
