"""Let people create, enter and leave tournaments, and let hosts remove people or cancel.

All of this waits for the database, so call it in a thread. Every player needs an account: otherwise one person could
enter twice, and a lost cookie would lose all games."""

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
"""The most unfinished tournaments per person."""


def with_account(guest: Guest) -> Guest:
    """Refuse a person without an account."""
    if not guest.account:
        raise Refused("not-now", "You need an account for tournaments. Create one on your account page first.")
    return guest


def make(database: Database, guest: Guest, wish: NewTournament) -> str:
    """Create a tournament; return its id."""
    made = setup.tournament(with_account(guest), wish)
    with database.writing() as connection:
        database.wait_for_turn(connection, guest.id)
        if records.unfinished_of(connection, guest.id) >= MINE:
            raise Refused("busy", f"You already have {MINE} unfinished tournaments. End one first.", retry=60)
        records.add(connection, made)
    return made.id


@contextlib.contextmanager
def _changing(database: Database, id: str) -> Iterator[tuple[Connection, Whole]]:
    """Lock a tournament against other changes."""
    with database.writing() as connection:
        database.wait_for_turn(connection, id)
        found = records.whole(connection, id)
        if found is None:
            raise missing("tournament")
        yield connection, found


def enter(database: Database, guest: Guest, id: str) -> None:
    """Enter a person: from the first round on, or from the next if late entry is allowed."""
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
    """Return why a person can't enter now; None if they can."""
    tournament = found.tournament
    if tournament.status in ("over", "cancelled"):
        return "This tournament is over."
    if found.entrant(guest) is not None:
        return "You have left this tournament and can't enter again."
    if len(found.entrants) >= setup.MOST:
        return f"This tournament is full with {setup.MOST} players."
    if tournament.status == "running" and tournament.round + 1 > min(tournament.late, tournament.rounds or 0):
        return "This tournament has already started."
    return None


def leave(database: Database, guest: Guest, id: str) -> None:
    """Remove a person at their request. After the start their results stand and a running game is lost."""
    with _changing(database, id) as (connection, found):
        entrant = found.entrant(guest.id)
        if entrant is None or entrant.last is not None:
            raise Refused("not-now", "You aren't in this tournament.")
        take_out(connection, found, guest.id, None)


def take_out(connection: Connection, found: Whole, guest: str, reason: str | None) -> None:
    """Remove a person. Before the start nothing remains of them; afterwards their results stand."""
    tournament = found.tournament
    if tournament.status == "open":
        records.withdraw(connection, tournament.id, guest)
    elif tournament.status == "running":
        last = found.last_round(guest)
        records.change_entrant(connection, tournament.id, guest, last=last, reason=reason)
    else:
        raise Refused("not-now", "This tournament is over.")


def made_by(tournament: Tournament, guest: Guest) -> None:
    """Refuse anyone but a tournament's host."""
    if tournament.owner != guest.id:
        raise Refused("seat", "Only the tournament's host can do this.")


def remove(database: Database, guest: Guest, id: str, person: str, reason: str) -> None:
    """Remove a person as the host, with a reason."""
    with _changing(database, id) as (connection, found):
        made_by(found.tournament, guest)
        entrant = found.entrant(person)
        if entrant is None or entrant.last is not None:
            raise Refused("not-now", "That player isn't in this tournament.")
        take_out(connection, found, person, reason)


def cancel(database: Database, guest: Guest, id: str, reason: str) -> None:
    """Cancel it as the host. Running games can be finished."""
    with _changing(database, id) as (connection, found):
        made_by(found.tournament, guest)
        _check_goes_on(found)
        records.change(connection, id, status="cancelled", reason=reason)


def _check_goes_on(found: Whole) -> None:
    if found.tournament.status not in ("open", "running"):
        raise Refused("not-now", "This tournament is over.")


def check_next(database: Database, guest: Guest, id: str) -> None:
    """Refuse to start the tournament or its next round if that isn't possible now."""
    found = records.read(database, id)
    if found is None:
        raise missing("tournament")
    made_by(found.tournament, guest)
    _check_goes_on(found)
    people = len(found.entrants)
    if found.tournament.status == "open" and people < setup.FEWEST:
        raise Refused(
            "not-now", f"A tournament needs {setup.FEWEST} to {setup.MOST} players. So far {people} have entered."
        )
    if not found.is_round_done():
        raise Refused("not-now", f"Round {found.tournament.round} is still being played. Wait until it's over.")
