"""What people do about a tournament: make it, enter, leave; and its maker: take somebody out, call it off.

All of this waits for the database: call it in a thread. Whoever plays in a tournament has an account: otherwise one
person could enter twice, and who lost a cookie would lose all games.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection

from menagerie.server.base.errors import Refused, missing
from menagerie.server.features.tournaments import records, setup
from menagerie.server.features.tournaments.records import Tournament, Whole
from menagerie.server.protocol.incoming import NewTournament
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest

MINE: Final = 5
"""How many tournaments of one person may go on at once."""


def with_account(guest: Guest) -> Guest:
    """Refuse who has no account."""
    if not guest.account:
        raise Refused("not-now", "For a tournament you need a name that is yours: keep it on the page about you first.")
    return guest


def make(database: Database, guest: Guest, wish: NewTournament) -> str:
    """A new tournament; its id."""
    made = setup.tournament(with_account(guest), wish)
    with database.writing() as connection:
        database.wait_for_turn(connection, guest.id)
        if records.unfinished_of(connection, guest.id) >= MINE:
            raise Refused("busy", f"You have {MINE} tournaments that go on; end one first.", retry=60)
        records.add(connection, made)
    return made.id


@contextlib.contextmanager
def _changing(database: Database, id: str) -> Iterator[tuple[Connection, Whole]]:
    """A tournament that nobody else changes meanwhile."""
    with database.writing() as connection:
        database.wait_for_turn(connection, id)
        found = records.whole(connection, id)
        if found is None:
            raise missing("tournament")
        yield connection, found


def enter(database: Database, guest: Guest, id: str) -> None:
    """Let somebody play: from the first round on, or, if late entry is allowed, from the next."""
    with_account(guest)
    with _changing(database, id) as (connection, found):
        entrant = found.entrant(guest.id)
        if entrant is not None and entrant.last is None:
            return
        if (why := why_not_enter(found, guest.id)) is not None:
            raise Refused("not-now", why)
        number = max([one.number for one in found.entrants], default=0) + 1
        records.enter(connection, id, guest.id, number, found.tournament.round + 1)


def why_not_enter(found: Whole, guest: str) -> str | None:
    """Why somebody cannot enter now; nothing if that is possible."""
    tournament = found.tournament
    if tournament.status in ("over", "cancelled"):
        return "This tournament is over."
    if found.entrant(guest) is not None:
        return "You have left this tournament; one cannot come back."
    if len(found.entrants) >= setup.MOST:
        return f"{setup.MOST} have entered: more cannot play."
    if tournament.status == "running" and tournament.round + 1 > min(tournament.late, tournament.rounds or 0):
        return "This tournament has begun; one cannot enter any more."
    return None


def leave(database: Database, guest: Guest, id: str) -> None:
    """Somebody plays no more. Before the start nothing is left of it; later results stand, and a game that goes on is
    lost."""
    with _changing(database, id) as (connection, found):
        entrant = found.entrant(guest.id)
        if entrant is None or entrant.last is not None:
            raise Refused("not-now", "You do not play in this tournament.")
        take_out(connection, found, guest.id, None)


def take_out(connection: Connection, found: Whole, guest: str, reason: str | None) -> None:
    """Let somebody play no more. Before the start nothing is left of it; later results stand."""
    tournament = found.tournament
    if tournament.status == "open":
        records.withdraw(connection, tournament.id, guest)
    elif tournament.status == "running":
        last = found.last_round(guest)
        records.change_entrant(connection, tournament.id, guest, last=last, reason=reason)
    else:
        raise Refused("not-now", "This tournament is over.")


def made_by(tournament: Tournament, guest: Guest) -> None:
    """Refuse who has not made a tournament."""
    if tournament.owner != guest.id:
        raise Refused("seat", "Only the person who made the tournament can do that.")


def remove(database: Database, guest: Guest, id: str, person: str, reason: str) -> None:
    """The maker takes somebody out, and says why."""
    with _changing(database, id) as (connection, found):
        made_by(found.tournament, guest)
        entrant = found.entrant(person)
        if entrant is None or entrant.last is not None:
            raise Refused("not-now", "Nobody like that plays in this tournament.")
        take_out(connection, found, person, reason)


def cancel(database: Database, guest: Guest, id: str, reason: str) -> None:
    """The maker calls it off. Games that go on can be played to their end."""
    with _changing(database, id) as (connection, found):
        made_by(found.tournament, guest)
        _check_goes_on(found)
        records.change(connection, id, status="cancelled", reason=reason)


def _check_goes_on(found: Whole) -> None:
    if found.tournament.status not in ("open", "running"):
        raise Refused("not-now", "This tournament is over.")


def check_next(database: Database, guest: Guest, id: str) -> None:
    """Refuse to start, or to begin the next round, where that cannot be."""
    found = records.read(database, id)
    if found is None:
        raise missing("tournament")
    made_by(found.tournament, guest)
    _check_goes_on(found)
    people = len(found.entrants)
    if found.tournament.status == "open" and people < setup.FEWEST:
        raise Refused("not-now", f"A tournament needs {setup.FEWEST} to {setup.MOST} people; {people} have entered.")
    if not found.is_round_done():
        raise Refused("not-now", f"Round {found.tournament.round} is still being played.")
