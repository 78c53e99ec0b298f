"""Provide rated games: people with accounts, and games played to their end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select

from menagerie.server.base import clock
from menagerie.server.base.names import folded
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.ratings import RATING_ROWS, RESULT_ROWS
from menagerie.server.table.table import Table
from tests.server.support.people import Person, Screen, key

TITLE = "zooloretto-mini"
PASSWORD = "three llamas in the barn at midnight"


def keep(person: Person) -> Person:
    """Create an account."""
    person.post("/api/me/keep", {"password": PASSWORD})
    return person


async def with_account(services: Services, name: str) -> Guest:
    """Add the rows of an account, since hashing a password takes long."""
    guest, _ = await services.guests.add(name)
    with services.database.writing() as connection:
        row = {"guest": guest.id, "folded": folded(name), "created": clock.now()}
        connection.execute(insert(ACCOUNT_ROWS).values(row))
    return Guest(guest.id, name, account=True)


async def sit(services: Services, people: Sequence[Guest], *bots: str, **more: Any) -> Table:
    """Make a table of the first person with the others and these bots: rated, unless `more` says otherwise."""
    seats = [incoming.SeatWish(kind="me"), *[incoming.SeatWish(kind="open") for _ in people[1:]]]
    seats += [incoming.SeatWish(kind="bot", bot=bot) for bot in bots]
    wish = incoming.NewTable(title=more.pop("title", TITLE), seats=seats, **{"rated": True, "public": True} | more)
    table = await services.make_table(people[0], wish)
    for guest in people[1:]:
        table = await services.seating.join(guest, table.facts.link, None)
    return table


async def play(services: Services, people: Sequence[Guest], table: Table, chance: random.Random) -> Table:
    """Play at random to the end; bots have to be asked for their decisions."""
    while table.to_act:
        seat = table.to_act[0]
        who = next(guest for guest in people if seat in table.held_by(guest.id))
        decision = str(chance.choice(table.state.legal(seat)))
        await services.commands.do(who, table.id, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key()))
    return table


def ratings(database: Database) -> list[tuple[Any, ...]]:
    """Return everything stored about ratings, to the last bit."""
    with database.engine.connect() as connection:
        return sorted([tuple(row) for row in connection.execute(select(RATING_ROWS))])


def results(database: Database) -> list[tuple[Any, ...]]:
    with database.engine.connect() as connection:
        return sorted([tuple(row) for row in connection.execute(select(RESULT_ROWS))], key=str)


def to_the_end(screens: dict[int, Screen]) -> None:
    """Play over the wire, with the first choice each time; `screens` by seat."""
    first = next(iter(screens.values()))
    while not first.until(lambda one: bool(one.turn["over"] or set(screens) & set(one.turn["to_act"]))).turn["over"]:
        seat = next(seat for seat in screens if seat in first.turn["to_act"])
        screen = screens[seat].reach(first.seq)
        first.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
