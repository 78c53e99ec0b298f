"""What the lobby lists: tables to continue, to join and to watch, and what someone is asked."""

from __future__ import annotations

from typing import Any

from menagerie.core.registry import load
from menagerie.server.features.ratings import seat_profiles
from menagerie.server.features.tournaments import records
from menagerie.server.people.social.invitations import Asked
from menagerie.server.people.social.service import SocialService
from menagerie.server.show import table_messages, time_payloads
from menagerie.server.store import due_tables, table_index
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import UNFINISHED, TableFacts
from menagerie.server.table import event_kinds, shared_deals
from menagerie.server.table.registry import Tables


class LobbyLists:
    """The lists of the lobby."""

    def __init__(self, tables: Tables, social: SocialService) -> None:
        self._tables = tables
        self._social = social

    def of(self, guest: Guest | None, page: int = 1) -> dict[str, Any]:
        """My tables, open tables, games to watch, and what I am asked or told. All games of mine that are not over are
        among my tables, and a page of those that are. Waits for the disk: call it in a thread."""
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
        lists: dict[str, list[dict[str, Any]]] = {
            "mine": [
                _listed(facts, seats, last.get(facts.id), guest)
                | {"left": left.get(facts.id), "tournament": rounds.get(facts.id)}
                for facts, seats in mine
            ],
            "open": [_listed(facts, seats, last.get(facts.id), guest, link=True) for facts, seats in waiting],
            "watch": [_listed(facts, seats, last.get(facts.id), guest) for facts, seats in playing],
        }
        for row, (_, seats) in zip([row for rows in lists.values() for row in rows], listed, strict=True):
            row["profiles"] = [seat_profiles.of(seat, people) for seat in seats]
        asked = self._social.invitations.waiting_for(guest.id, strangers) if guest else []
        told = self._social.moderation.told(guest.id) if guest else []
        return lists | {"asked": [_asked(one) for one in asked], "told": told, "pages": pages}


def _people(facts: TableFacts, seats: list[Seat]) -> set[str]:
    """Who has made a table, and who sits there."""
    return {facts.owner, *[seat.guest for seat in seats if seat.guest is not None]}


def _asked(asked: Asked) -> dict[str, Any]:
    """An invitation, as who is asked may see it."""
    invitation, name = asked.invitation, load(asked.facts.title).name
    wants = "wants a rematch of" if invitation.kind == "rematch" else "invites you to"
    return {
        "table": asked.facts.id,
        "title": asked.facts.title,
        "kind": invitation.kind,
        "by": asked.by,
        "sentence": f"{asked.by} {wants} {name}.",
        "at": invitation.at,
        "link": f"/join/{asked.facts.link}",
    }


def _listed(
    facts: TableFacts, seats: list[Seat], last: TableEvent | None, guest: Guest | None, link: bool = False
) -> dict[str, Any]:
    me = guest.id if guest else None
    acting = last.to_act if last and facts.status == "playing" else ""
    mine = [seat.seat for seat in seats if me is not None and seat.holder == me]
    claims = [seat.seat for seat in seats if me is not None and seat.claimant == me]
    is_invited = link or mine or claims or facts.owner == me
    return {
        "id": facts.id,
        "title": facts.title,
        "name": load(facts.title).name,
        "status": facts.status,
        "seats": table_messages.seat_objects(seats, me),
        "to_act": [int(number) for number in acting.split(",") if number],
        "mine": mine,
        "claims": claims if facts.status == "playing" else [],
        "created": facts.created,
        "changed": last.at if last else facts.created,
        "result": facts.result,
        "lesson": facts.lesson is not None,
        "deal": shared_deals.about(facts.deal),
        "research": facts.research,
        "rated": facts.rated,
        **time_payloads.about(facts.pace, facts.overtime),
        "link": f"/join/{facts.link}" if is_invited and facts.status in UNFINISHED else None,
    }
