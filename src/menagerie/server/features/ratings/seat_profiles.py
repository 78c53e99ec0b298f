"""Show the people at a table beyond their names: links to visible profiles, and ratings at a rated table."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from menagerie.server.base import rating_scale
from menagerie.server.features.ratings import profiles
from menagerie.server.protocol.outgoing.ratings import Rating, SeatProfile
from menagerie.server.store.database import Database
from menagerie.server.store.schema.ratings import RATING_ROWS
from menagerie.server.store.seats import Seat
from menagerie.server.table.table import Table


def links(database: Database, seats: Iterable[Seat]) -> dict[str, str]:
    """Return the addresses of these people's visible profiles."""
    guests = {seat.guest for seat in seats if seat.kind == "person" and seat.guest is not None}
    return {guest: profiles.address(guest) for guest in profiles.shown(database, guests)}


def of(seat: Seat, links: dict[str, str]) -> str | None:
    """Return the page about the player in a seat."""
    if seat.bot is not None:
        return f"/bots/{seat.bot}"
    return links.get(seat.guest or "") if seat.kind == "person" else None


def people(database: Database, table: Table) -> list[SeatProfile]:
    """Return everyone at a table, seat by seat."""
    known = links(database, table.seats)
    rated = ratings(database, table) if table.facts.rated else {}
    shown = []
    for seat in table.seats:
        found = rated.get(seat.seat) or SeatProfile(seat=seat.seat, profile=None)
        found.profile = of(seat, known)
        shown.append(found)
    return shown


def ratings(database: Database, table: Table) -> dict[int, SeatProfile]:
    """Return the ratings at a rated table: after the game, or current ones while it lasts."""
    here, facts = RATING_ROWS.c, table.facts
    of_class = rating_scale.class_of(facts.players)
    seats = {seat.guest: seat.seat for seat in table.seats if seat.kind == "person" and seat.guest is not None}
    with database.engine.connect() as connection:
        counted = connection.execute(select(RATING_ROWS).where(here.table_id == table.id)).all()
        if counted:
            return {row.seat: _rated(row.seat, profiles.figures(row)) for row in counted} | _bots(table, of_class)
        today = (here.title == facts.title) & (here["class"] == of_class) & here.newest & here.guest.in_(list(seats))
        found = connection.execute(select(RATING_ROWS).where(today)).all()
    new = rating_scale.Rating()
    told = {seat: _not_yet(seat, new.shown, new.margin) for seat in seats.values()}
    for row in found:
        figures = profiles.figures(row)
        told[seats[row.guest]] = _not_yet(seats[row.guest], figures.rating, figures.margin)
    return told | _bots(table, of_class)


def _rated(seat: int, figures: Rating) -> SeatProfile:
    return SeatProfile(seat=seat, profile=None, rating=figures.rating, margin=figures.margin, change=figures.change)


def _not_yet(seat: int, rating: int, margin: int) -> SeatProfile:
    """Return a rating that the game hasn't changed yet."""
    return SeatProfile(seat=seat, profile=None, rating=rating, margin=margin, change=None)


def _bots(table: Table, of_class: str) -> dict[int, SeatProfile]:
    bots = [seat for seat in table.seats if seat.kind == "bot" and seat.bot is not None]
    title = table.facts.title
    return {
        seat.seat: SeatProfile(
            seat=seat.seat,
            profile=None,
            rating=profiles.anchors_rating(title, of_class, seat.bot or ""),
            change=None,
        )
        for seat in bots
    }
