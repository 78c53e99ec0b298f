"""Test that a new feature is a folder and one line of assembly; its rules, data and reactions then take part."""

import asyncio
import io
import json
import random
import zipfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Settings
from menagerie.server.people.accounts.accounts import Proof
from menagerie.server.play.feature import Feature
from menagerie.server.protocol import incoming
from menagerie.server.services import data_export
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from tests.server.services.guest_book import Book, guest_book
from tests.server.support.people import key
from tests.server.support.postgres import name_of
from tests.server.support.rated import play, sit

TITLE = "night-at-the-zoo"
Work = Callable[[Services, Book], Coroutine[Any, Any, None]]


def with_guest_book(folder: Path, work: Work) -> None:
    """Run a test on a server with one more feature."""

    async def run() -> None:
        made: list[Feature] = []

        def keep(tables: Tables) -> Feature:
            made.append(guest_book(tables))
            return made[-1]

        services = Services(Settings(name_of(folder / "tables.db")), [keep])
        book = made[0].listener
        assert isinstance(book, Book)
        try:
            await work(services, book)
        finally:
            await services.close()

    asyncio.run(run())


async def begun(services: Services, *names: str) -> tuple[list[Guest], Table]:
    """People, and a game that they have started."""
    people = [(await services.guests.add(name))[0] for name in names]
    return people, await sit(services, people, title=TITLE, rated=False)


async def last_decision(services: Services, people: list[Guest], table: Table) -> tuple[Guest, incoming.Play]:
    """Play until one decision is left; return it with its player."""
    while True:
        seat = table.to_act[0]
        decision = table.state.legal(seat)[0]
        who = next(guest for guest in people if seat in table.held_by(guest.id))
        command = incoming.Play(seat=seat, decision=str(decision), seq=table.seq, key=key())
        after = table.state.copy()
        after.play(decision, seat)
        if after.is_over:
            return who, command
        await services.commands.do(who, table.id, command)


async def exported(services: Services, guest: Guest) -> dict[str, Any]:
    """Return a person's exported data."""
    pieces = [piece async for piece in data_export.zipped(services.tables, services.accounts, guest)]
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as file:
        told: dict[str, Any] = json.loads(file.read("me.json"))
    return told


def test_it_forbids_live_and_after_a_restart(tmp_path: Path) -> None:
    tables: list[tuple[list[Guest], str]] = []

    async def refused(services: Services) -> None:
        ((people, id),) = tables
        table = await services.tables.get(id)
        seat = table.to_act[0]
        hint = incoming.Hint(seat=seat)
        with pytest.raises(Refused, match="no page for hints"):
            await services.commands.do(people[seat], id, hint)

    async def live(services: Services, _: Book) -> None:
        people, table = await begun(services, "Lisa", "Ben")
        tables.append((people, table.id))
        await refused(services)

    async def again(services: Services, _: Book) -> None:
        await refused(services)

    with_guest_book(tmp_path, live)
    with_guest_book(tmp_path, again)


def test_it_stores_with_the_end_of_a_game_hears_of_it_and_finds_it_after_a_restart(tmp_path: Path) -> None:
    written: list[tuple[str, str]] = []

    async def live(services: Services, book: Book) -> None:
        people, table = await begun(services, "Lisa", "Ben")
        assert (book.lines(), book.woken) == ([], [])
        await play(services, people, table, random.Random(3))
        written.extend(sorted((table.id, guest.id) for guest in people))
        assert (book.lines(), book.woken) == (written, [table.id])

    async def again(_: Services, book: Book) -> None:
        assert (book.lines(), book.woken) == (written, [])

    with_guest_book(tmp_path, live)
    with_guest_book(tmp_path, again)


def test_the_end_of_a_game_and_what_a_feature_stores_with_it_are_one_transaction(tmp_path: Path) -> None:
    """If one can't be stored, neither is the other, and repeating the decision stores both."""

    async def work(services: Services, book: Book) -> None:
        people, table = await begun(services, "Lisa", "Ben")
        who, last = await last_decision(services, people, table)
        book.has_ink = False
        with pytest.raises(Refused):
            await services.commands.do(who, table.id, last)
        assert (book.lines(), book.woken) == ([], [])
        assert (await services.tables.get(table.id)).status == "playing"
        book.has_ink = True
        await services.commands.do(who, table.id, last)
        assert (await services.tables.get(table.id)).status == "over"
        assert (len(book.lines()), book.woken) == (2, [table.id])

    with_guest_book(tmp_path, work)


def test_what_it_keeps_about_people_is_merged_exported_and_forgotten(tmp_path: Path) -> None:
    async def work(services: Services, book: Book) -> None:
        people, table = await begun(services, "Lisa", "Ben")
        lisa, ben = people
        await play(services, people, table, random.Random(3))
        account, token = await services.guests.add("Lisa B.")
        services.accounts.keep(account, token, "hashed", None)
        services.accounts.sign_in(Proof(account.id), "phone", lisa, None, bring=True)
        assert book.lines() == sorted([(table.id, account.id), (table.id, ben.id)])
        assert (await exported(services, account))["guest_book"] == [TITLE]
        services.accounts.delete(account.id)
        assert book.lines() == [(table.id, ben.id)]

    with_guest_book(tmp_path, work)
