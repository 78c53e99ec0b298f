"""Provide a tournament in this process: people who enter, play their games to the end at random, and leave."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

from menagerie.server.base import clock
from menagerie.server.base.settings import Limits
from menagerie.server.features.tournaments import payloads, records, registration
from menagerie.server.features.tournaments.records import Paired, Whole
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.tournaments import Tournament
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest
from menagerie.server.table.table import Table
from tests.server.support.people import SMALLEST, key, with_services

LIMITS = Limits(moves_per_minute=10_000, undos_per_minute=10_000, signs_per_minute=10_000)


class Cup:
    """One tournament and its people."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.database = services.database
        self.people: dict[str, Guest] = {}
        self.chance = random.Random(1)
        self.id = ""

    async def make(self, count: int, **wish: Any) -> None:
        """Make a tournament with so many entrants; the first of them is its host."""
        await self.come(*[f"P{number}" for number in range(1, count + 1)])
        asked = incoming.NewTournament(**{"name": "Spring Cup", "title": SMALLEST, **wish})
        self.id = registration.make(self.database, self.first, asked)
        for guest in self.people.values():
            registration.enter(self.database, guest, self.id)

    async def come(self, *names: str) -> list[Guest]:
        """Create people with accounts."""
        for name in names:
            guest, _ = await self.services.guests.add(name)
            self.people[name] = Guest(guest.id, name, True)
        return [self.people[name] for name in names]

    @property
    def first(self) -> Guest:
        return next(iter(self.people.values()))

    def whole(self) -> Whole:
        found = records.read(self.database, self.id)
        assert found is not None
        return found

    def page(self, guest: Guest | None = None) -> Tournament:
        return payloads.page(self.database, guest, self.id)

    async def start(self) -> None:
        registration.check_next(self.database, self.first, self.id)
        await self.services.tournaments.attend(self.id, is_requested=True)

    async def attend(self) -> None:
        await self.services.tournaments.attend(self.id)

    def tables(self) -> list[Paired]:
        """Return the tables of the current round."""
        return [paired for paired in self.whole().now() if paired.meeting.points is None]

    async def table(self, paired: Paired) -> Table:
        return await self.services.tables.get(str(paired.table))

    async def decide(self, paired: Paired, seat: int | None = None) -> None:
        """Let a player at a table decide at random."""
        table = await self.table(paired)
        acting = table.to_act[0] if seat is None else seat
        guest = next(one for one in self.people.values() if one.id == table.seats[acting].guest)
        decision = str(self.chance.choice(table.state.legal(acting)))
        await self.services.commands.do(
            guest, table.id, incoming.Play(seat=acting, decision=decision, seq=table.seq, key=key())
        )

    async def play_out(self, paired: Iterable[Paired] | None = None) -> None:
        """Play tables to the end."""
        for one in self.tables() if paired is None else paired:
            while (await self.table(one)).status == "playing":
                await self.decide(one)
        await self.attend()

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, and let the server check what is due."""
        clock.shift(seconds)
        await self.services.timekeeper.look()
        await self.services.tournaments.look()


def cup(folder: Path, work: Callable[[Cup], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a tournament, and restore the clock afterwards."""
    before = clock._shifted

    async def run(services: Services) -> None:
        if services.cluster is not None:
            services.cluster.start()
        await work(Cup(services))

    try:
        with_services(folder, run, limits=LIMITS)
    finally:
        clock.shift(before - clock._shifted)
