"""Provide tables with clocks in this process, and people who play there while days pass."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import menagerie
from menagerie.server.base import clock
from menagerie.server.base.settings import Limits
from menagerie.server.play import new_table
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest
from menagerie.server.table.table import Table
from tests.server.support.people import SMALLEST, key, with_services

NAMES = ("Lisa", "Ben", "Eva", "Tom")
LIMITS = Limits(moves_per_minute=1000, undos_per_minute=1000, signs_per_minute=1000, questions_per_minute=1000)


class Party:
    """The people at one table."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.people: list[Guest] = []
        self.id = ""

    async def sit_down(self, players: int, pace: str | None, overtime: str = "bot", **more: Any) -> Table:
        """Make a table for so many people, in the order of their names; further seats are in `more`."""
        self.people = [(await self.services.guests.add(name))[0] for name in NAMES[:players]]
        bots = [incoming.SeatWish("bot", bot="random") for _ in range(more.pop("bots", 0))]
        seats = [incoming.SeatWish("me"), *[incoming.SeatWish("open") for _ in self.people[1:]], *bots]
        title: str = more.pop("title", SMALLEST)
        more |= {"pace": pace, "overtime": overtime}
        wish = incoming.NewTable(title, seats, stand_in="random", **more)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(new_table, "fresh_seed", lambda: _seed(title, len(seats)))
            table = await self.services.make_table(self.people[0], wish)
        self.id = table.id
        for guest in self.people[1:]:
            await self.services.seating.join(guest, table.facts.link, None)
        return await self.table()

    async def table(self) -> Table:
        return await self.services.tables.get(self.id)

    async def do(self, seat: int, command: incoming.AnyCommand) -> Answer:
        """Send a command for a seat."""
        return await self.services.commands.do(self.people[seat], self.id, command)

    async def play(self, seat: int, which: int = 0) -> None:
        """Decide for a seat that is to act."""
        table = await self.table()
        decision = str(table.state.legal(seat)[which])
        await self.do(seat, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key()))

    async def play_once(self) -> None:
        """Let the player to act decide, so that there is a game to lose."""
        await self.play((await self.table()).to_act[0])

    async def play_until_turn_of(self, seat: int) -> None:
        """Let everyone decide until it is that seat's turn."""
        while seat not in (table := await self.table()).to_act:
            await self.play(table.to_act[0])

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, and let the server check its clocks; no one had the table in memory meanwhile."""
        clock.shift(seconds)
        self.services.tables.forget(self.id)
        await self.services.timekeeper.look()

    async def log(self) -> list[str]:
        return [line for entry in (await self.table()).log for line in entry.text]

    async def vote(self, seat: int, choice: str) -> Any:
        table = await self.table()
        (asked,) = table.questions.overdue.values()
        return await self.do(seat, incoming.Vote(ask=asked.number, choice=choice, key=key()))  # type: ignore[arg-type]


@cache
def _seed(title: str, players: int) -> int:
    """Return a seed with which the first seat starts."""
    game = menagerie.load(title)
    return next(seed for seed in count(1) if game.new(players, seed).to_act[0] == 0)


def party(folder: Path, work: Callable[[Party], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """Run a test with people at a table, and restore the clock afterwards."""
    before = clock._shifted

    async def run(services: Services) -> None:
        if services.cluster is not None:
            services.cluster.start()  # without this no one thinks
        await work(Party(services))

    try:
        with_services(folder, run, **{"limits": LIMITS, **settings})
    finally:
        clock.shift(before - clock._shifted)
