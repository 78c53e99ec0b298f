"""Lets tournaments go on: starts them, makes the tables of a round, takes down results, begins the next round.

What is stored says how far a tournament is, so whoever is killed in the middle is followed by whoever looks next. A
round is stored with the ids of its tables before any of them is made: none is made twice. On a database that several
processes share one of them at a time attends to a tournament.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator, Sequence, Set
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from menagerie.core.registry import load
from menagerie.core.rng import fresh_seed
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, mistake
from menagerie.server.base.names import SOMEBODY
from menagerie.server.features.tournaments import grouping, pairing, records, registration, round_results, setup
from menagerie.server.features.tournaments.records import Paired, Whole
from menagerie.server.people.social.moderation import Moderation
from menagerie.server.play.new_table import new_facts
from menagerie.server.play.seating import Seating
from menagerie.server.play.time import holidays
from menagerie.server.store import engines
from menagerie.server.store.database import Database
from menagerie.server.store.events import Conflict
from menagerie.server.store.guests import Guest, Standing, people_now
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.store.seats import Seat
from menagerie.server.table import time_controls
from menagerie.server.table.listener import GameEnded, TableListener
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import ABSENT, LEFT

LOG: Final = logging.getLogger("menagerie.server")
BEAT: Final = 2.0
"""Seconds between two looks at what there is to do."""
AGAIN: Final = 600.0
"""Seconds after which tables whose deadline has passed are looked at again: there people play on."""


class TournamentRunner(TableListener):
    """Attends to tournaments."""

    def __init__(self, tables: Tables, seating: Seating, moderation: Moderation) -> None:
        self._tables = tables
        self._seating = seating
        self._moderation = moderation
        self._database = tables.database
        self._lock = asyncio.Lock()
        self._looked: dict[str, float] = {}
        """When the tables of a tournament were last looked at whose deadline has passed."""
        self._awaited: set[str] = set()
        """The tables of rounds under way, as far as this process has looked."""
        self._wake = asyncio.Event()

    def ended(self, ended: GameEnded) -> None:
        """Take down the result soon. Whatever is missed here the next look finds."""
        if ended.facts.id in self._awaited:
            self._wake.set()

    async def keep(self) -> None:
        """Look again and again."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), BEAT)
            self._wake.clear()
            try:
                await self.look()
            except Exception as error:
                # The database does not answer, or the disk is full: the next look tries again.
                LOG.warning("tournaments could not be looked at: %s", mistake(error))

    async def look(self) -> None:
        """Attend to every tournament at which there is something to do."""
        for id in await asyncio.to_thread(records.due, self._database, clock.now()):
            try:
                await self.attend(id)
            except Exception as error:
                LOG.warning("tournament %s could not be attended to: %s", id, mistake(error))

    async def attend(self, id: str, go_on: bool = False) -> None:
        """Do what there is to do at a tournament; `go_on`: its maker wants the next round."""
        async with self._lock, _alone(self._database, id, wait=go_on) as is_mine:
            while is_mine and (found := await asyncio.to_thread(records.read, self._database, id)) is not None:
                await self._make_tables(found)
                await self._take_down(found)
                if not await asyncio.to_thread(self._step, id, go_on):
                    break
                go_on = False

    # The next step.

    def _step(self, id: str, go_on: bool) -> bool:
        """Start, begin the next round or end, if it is time for that; whether anything of it has happened. Who meets
        whom is found out while nobody has to wait; if somebody came or went meanwhile, it is found out again."""
        with self._database.writing() as connection:
            self._drop_gone(connection, id)
        while (found := records.read(self._database, id)) is not None:
            status, values, tables = _next(found, go_on)
            if not values:
                return False
            with self._database.writing() as connection:
                self._database.wait_for_turn(connection, id)
                if records.whole(connection, id) != found:
                    continue
                if status in ("starts", "goes on") and self._take_out_suspended(connection, found):
                    continue
                if status == "starts":
                    self._draw(connection, found)
                    values |= {"status": "running", "rounds": setup.rounds(found.tournament, len(found.entrants))}
                    tables = []
                records.change(connection, id, **values)
                records.pair(connection, id, values.get("round", 0), tables)
            return True
        return False

    def _drop_gone(self, connection: Connection, id: str) -> None:
        """Whoever has had everything deleted plays no more; and nobody waits for a maker who is gone."""
        if id in records.orphans(connection):
            found = records.whole(connection, id)
            assert found is not None
            is_open = found.tournament.status == "open"
            called_off = {"status": "cancelled", "reason": "Its maker is gone."}
            records.change(connection, id, **(called_off if is_open else {"automatic": True}))
        for guest in records.gone(connection, id):
            found = records.whole(connection, id)
            assert found is not None
            if found.tournament.status == "open":
                records.withdraw(connection, id, guest)
            else:
                records.change_entrant(connection, id, guest, last=found.last_round(guest))

    def _take_out_suspended(self, connection: Connection, found: Whole) -> bool:
        """Whoever is suspended begins nothing, so they play no more; whether there was anybody."""
        playing = [one.guest for one in found.entrants if one.last is None]
        suspended = self._moderation.suspended(playing)
        for guest in suspended:
            registration.take_out(connection, found, guest, "May not begin games at the moment.")
        return bool(suspended)

    def _draw(self, connection: Connection, found: Whole) -> None:
        """Draw everybody's number."""
        numbers = list(range(1, len(found.entrants) + 1))
        random.SystemRandom().shuffle(numbers)
        for entrant, number in zip(found.entrants, numbers, strict=True):
            records.change_entrant(connection, found.tournament.id, entrant.guest, number=number)

    # Tables.

    async def _make_tables(self, found: Whole) -> None:
        tournament = found.tournament
        to_make = [paired for paired in found.now() if not paired.made] if tournament.status == "running" else []
        if not to_make:
            return
        there = await asyncio.to_thread(records.statuses, self._database, [str(one.table) for one in to_make])
        people = await asyncio.to_thread(people_now, self._database, [one.guest for one in found.entrants])
        for paired in to_make:
            if paired.table not in there:
                try:
                    await self._make(found, paired, people)
                except (Conflict, IntegrityError):
                    LOG.warning("a table of tournament %s was left half made", tournament.id)
                    await asyncio.to_thread(records.name_another_table, self._database, tournament.id, paired)
                    continue
            await asyncio.to_thread(records.mark_made, self._database, tournament.id, paired)

    async def _make(self, found: Whole, paired: Paired, people: dict[str, Standing]) -> None:
        tournament, guests = found.tournament, paired.meeting.guests
        names = [SOMEBODY if people[guest].gone else people[guest].name for guest in guests]
        game, seed = load(tournament.title), fresh_seed()
        state = game.begin(game.setup(len(guests), seed, game.rules_version, dict(tournament.options)))
        asked: dict[str, Any] = {"hints": False, "public": tournament.public, "stand_in": None}
        asked |= {"pace": tournament.pace, "overtime": tournament.overtime}
        for policy in self._tables.policies:
            asked |= policy.facts_of_contest(game, len(guests))
        facts = new_facts(Guest(guests[0], names[0]), state, seed, **asked)
        facts = msgspec.structs.replace(facts, id=str(paired.table))
        seats = [Seat(seat, "person", guests[seat], names[seat]) for seat in range(len(guests))]
        await self._tables.add(facts, seats, is_counted=False)

    # Results.

    async def _take_down(self, found: Whole) -> None:
        """Write down what came of the tables of the round, as far as that can be said."""
        waiting = [paired for paired in found.now() if paired.made and paired.meeting.points is None]
        if found.tournament.status != "running" or not waiting:
            return
        there = await asyncio.to_thread(records.statuses, self._database, [str(paired.table) for paired in waiting])
        is_late = self._is_late(found)
        self._awaited |= {str(paired.table) for paired in waiting}
        for paired in waiting:
            points, how = await self._result(found, paired, there.get(str(paired.table)), is_late)
            if points is not None:
                self._awaited.discard(str(paired.table))
                write = records.write_points
                await asyncio.to_thread(write, self._database, found.tournament.id, paired, points, how)

    def _is_late(self, found: Whole) -> bool:
        """Whether the deadline of the round has passed, and nobody has looked for a while who has not come."""
        tournament, now = found.tournament, clock.now()
        if tournament.deadline is None or tournament.begun is None or now < tournament.begun + tournament.deadline:
            return False
        if now - self._looked.get(tournament.id, 0.0) < AGAIN:
            return False
        self._looked[tournament.id] = now
        return True

    def _excused(self, found: Whole, guests: Sequence[str]) -> set[str]:
        """Whose time for the round is not up yet because of a holiday: it puts their deadline off by as long as it
        lasts within the round, at tables by days."""
        tournament, now = found.tournament, clock.now()
        pace = time_controls.read(tournament.pace)
        if pace is None or not pace.by_days or tournament.begun is None or tournament.deadline is None:
            return set()
        excused = set()
        for guest, holiday in holidays.last(self._database, set(guests)).items():
            off = max(0.0, min(now, holiday.until) - max(tournament.begun, holiday.start))
            if now < tournament.begun + tournament.deadline + off:
                excused.add(guest)
        return excused

    async def _result(
        self, found: Whole, paired: Paired, status: str | None, is_late: bool
    ) -> tuple[tuple[int, ...] | None, str | None]:
        """What everybody gets, if that can be said, and how that came about. It is always what the table says: those
        who are out of the tournament, or too late, lose there first."""
        nothing, table = (0,) * len(paired.meeting.guests), str(paired.table)
        if status is None:
            return nothing, "the table is gone"
        try:
            if status == "playing":
                excused = await asyncio.to_thread(self._excused, found, paired.meeting.guests) if is_late else None
                ended = await self._seating.forfeit(table, lambda held: _lost(found, paired, held, excused))
            else:
                ended = await self._tables.look_at(table)
        except Elsewhere:  # the process that has the table does it
            return None, None
        except Refused as refused:
            return (nothing, "the table cannot be read") if refused.code == "damaged" else (None, None)
        return (None, None) if ended.status == "playing" else (round_results.of_ended(ended), round_results.how(ended))


def _lost(found: Whole, paired: Paired, table: Table, excused: Set[str] | None) -> dict[int, str]:
    """The seats that lose before the end: of people who left the tournament before the round was over, or the table
    (as older servers let them), and at the deadline of those who never came and are not `excused` (None: it has not
    passed)."""
    lost = {}
    for seat, guest in enumerate(paired.meeting.guests):
        entrant = found.entrant(guest)
        has_left = entrant is not None and entrant.last is not None and entrant.last < paired.meeting.round
        if has_left or table.seats[seat].guest != guest:
            lost[seat] = LEFT
    if excused is not None:
        lost |= {seat: ABSENT for seat in round_results.absent(table, excused) if seat not in lost}
    return lost


def _next(found: Whole, go_on: bool) -> tuple[str, dict[str, Any], list[pairing.Pairing]]:
    """What comes next, what that changes, and who meets whom then; nothing if it is not time yet."""
    tournament, now = found.tournament, clock.now()
    if tournament.status == "open":
        if not go_on and (tournament.starts is None or now < tournament.starts):
            return "", {}, []
        if len(found.entrants) < setup.FEWEST:
            reason = f"Fewer than {setup.FEWEST} had entered when it was to start."
            return "ends", {"status": "cancelled", "reason": reason}, []
        return "starts", {"round": 0}, []
    if tournament.status != "running" or not found.is_round_done():
        return "", {}, []
    round = tournament.round + 1
    playing = [entrant for entrant in found.entrants if entrant.plays(round)]
    if round > (tournament.rounds or 0) or len(playing) < 2:
        return "ends", {"status": "over"}, []
    if not (tournament.automatic or go_on or round == 1):
        return "", {}, []
    return "goes on", {"round": round, "begun": now}, _pairings(found, round)


def _pairings(found: Whole, round: int) -> list[pairing.Pairing]:
    tournament = found.tournament
    if tournament.system == "robin":
        return pairing.robin(found.entrants, round)
    playing = [entrant for entrant in found.entrants if entrant.plays(round)]
    meetings = [meeting for meeting in found.meetings if meeting.round < round]
    if tournament.players == 2:
        return pairing.swiss(playing, meetings)
    least = min(load(tournament.title).players)
    return grouping.groups(playing, meetings, tournament.players, least)


@contextlib.asynccontextmanager
async def _alone(database: Database, id: str, wait: bool) -> AsyncIterator[bool]:
    """Whether no other process attends to a tournament meanwhile; who waits gets it in the end. On a file there is but
    one process."""
    if engines.is_file(database.engine.url):
        yield True
        return
    connection = await asyncio.to_thread(database.engine.connect)
    key = func.hashtext(f"attend {id}")
    try:
        if wait:
            await asyncio.to_thread(_ask, connection, func.pg_advisory_lock(key))
        is_mine = wait or await asyncio.to_thread(_ask, connection, func.pg_try_advisory_lock(key))
        try:
            yield is_mine
        finally:
            if is_mine:
                await asyncio.to_thread(_ask, connection, func.pg_advisory_unlock(key))
    finally:
        await asyncio.to_thread(connection.close)


def _ask(connection: Connection, question: Any) -> bool:
    answer = bool(connection.execute(select(question)).scalar())
    connection.commit()  # the lock is the session's: no transaction stays open for it
    return answer
