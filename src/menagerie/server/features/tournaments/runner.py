"""Run tournaments: start them, make the tables of a round, read results, start the next round.

The database holds the progress, so after a kill the next process continues. A round is stored with the ids of its
tables before any is made, so none is made twice. Of several processes on one database one at a time works on a
tournament."""

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
from menagerie.server.base.names import ERASED_NAME
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
"""Seconds between two checks."""
AGAIN: Final = 600.0
"""Seconds until tables past their deadline are checked again, while people play there."""


class TournamentRunner(TableListener):
    """Runs tournaments."""

    def __init__(self, tables: Tables, seating: Seating, moderation: Moderation) -> None:
        self._tables = tables
        self._seating = seating
        self._moderation = moderation
        self._database = tables.database
        self._lock = asyncio.Lock()
        self._looked: dict[str, float] = {}
        """When the tables past their deadline were last checked, by tournament."""
        self._awaited: set[str] = set()
        """The tables of running rounds, as far as this process knows."""
        self._wake = asyncio.Event()

    def ended(self, ended: GameEnded) -> None:
        """Read the result soon. The next check finds whatever is missed here."""
        if ended.facts.id in self._awaited:
            self._wake.set()

    async def keep(self) -> None:
        """Check again and again."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), BEAT)
            self._wake.clear()
            try:
                await self.look()
            except Exception as error:
                # The database doesn't answer or the disk is full. The next check tries again.
                LOG.warning("Tournaments could not be checked: %s", mistake(error))

    async def look(self) -> None:
        """Do the pending work of every tournament."""
        for id in await asyncio.to_thread(records.due, self._database, clock.now()):
            try:
                await self.attend(id)
            except Exception as error:
                LOG.warning("Tournament %s could not be processed: %s", id, mistake(error))

    async def attend(self, id: str, is_requested: bool = False) -> None:
        """Do a tournament's pending work. `is_requested`: its host wants the next round."""
        async with self._lock, _alone(self._database, id, wait=is_requested) as is_mine:
            while is_mine and (found := await asyncio.to_thread(records.read, self._database, id)) is not None:
                await self._make_tables(found)
                await self._take_down(found)
                if not await asyncio.to_thread(self._step, id, is_requested):
                    break
                is_requested = False

    # The next step.

    def _step(self, id: str, is_requested: bool) -> bool:
        """Start, start the next round, or end, if it is time; return whether anything changed. Pairings are computed
        without holding a lock, and again if someone came or left meanwhile."""
        with self._database.writing() as connection:
            self._drop_gone(connection, id)
        while (found := records.read(self._database, id)) is not None:
            status, values, tables = _next(found, is_requested)
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
        """Remove deleted people, and don't wait for a deleted host."""
        if id in records.orphans(connection):
            found = records.whole(connection, id)
            assert found is not None
            is_open = found.tournament.status == "open"
            called_off = {"status": "cancelled", "reason": "The host's account was deleted."}
            records.change(connection, id, **(called_off if is_open else {"automatic": True}))
        for guest in records.gone(connection, id):
            found = records.whole(connection, id)
            assert found is not None
            if found.tournament.status == "open":
                records.withdraw(connection, id, guest)
            else:
                records.change_entrant(connection, id, guest, last=found.last_round(guest))

    def _take_out_suspended(self, connection: Connection, found: Whole) -> bool:
        """Remove suspended people, who can't start games; return whether there were any."""
        playing = [one.guest for one in found.entrants if one.last is None]
        suspended = self._moderation.suspended(playing)
        for guest in suspended:
            registration.take_out(connection, found, guest, "This player is suspended.")
        return bool(suspended)

    def _draw(self, connection: Connection, found: Whole) -> None:
        """Draw everyone's number."""
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
                    LOG.warning("A table of tournament %s was left incomplete", tournament.id)
                    await asyncio.to_thread(records.name_another_table, self._database, tournament.id, paired)
                    continue
            await asyncio.to_thread(records.mark_made, self._database, tournament.id, paired)

    async def _make(self, found: Whole, paired: Paired, people: dict[str, Standing]) -> None:
        tournament, guests = found.tournament, paired.meeting.guests
        names = [ERASED_NAME if people[guest].gone else people[guest].name for guest in guests]
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
        """Store the results of the round's tables, as far as they are known."""
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
        """Return whether the round's deadline has passed and its tables haven't been checked for a while."""
        tournament, now = found.tournament, clock.now()
        if tournament.deadline is None or tournament.begun is None or now < tournament.begun + tournament.deadline:
            return False
        if now - self._looked.get(tournament.id, 0.0) < AGAIN:
            return False
        self._looked[tournament.id] = now
        return True

    def _excused(self, found: Whole, guests: Sequence[str]) -> set[str]:
        """Return the people whose deadline isn't up because of a holiday, which at tables by days extends it by as long
        as it lasts within the round."""
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
        """Return everyone's points at a table if known, and how they came about. They always match the table: people
        who left the tournament or came too late lose there first."""
        nothing, table = (0,) * len(paired.meeting.guests), str(paired.table)
        if status is None:
            return nothing, "the table is gone"
        try:
            if status == "playing":
                excused = await asyncio.to_thread(self._excused, found, paired.meeting.guests) if is_late else None
                ended = await self._seating.forfeit(table, lambda held: _lost(found, paired, held, excused))
            else:
                ended = await self._tables.look_at(table)
        except Elsewhere:  # the process that owns the table does it
            return None, None
        except Refused as refused:
            return (nothing, "the table cannot be read") if refused.code == "damaged" else (None, None)
        return (None, None) if ended.status == "playing" else (round_results.of_ended(ended), round_results.how(ended))


def _lost(found: Whole, paired: Paired, table: Table, excused: Set[str] | None) -> dict[int, str]:
    """Return the seats that lose early: of people who left the tournament or (on older servers) the table, and at the
    deadline of those who never came and aren't `excused` (None: it hasn't passed)."""
    lost = {}
    for seat, guest in enumerate(paired.meeting.guests):
        entrant = found.entrant(guest)
        has_left = entrant is not None and entrant.last is not None and entrant.last < paired.meeting.round
        if has_left or table.seats[seat].guest != guest:
            lost[seat] = LEFT
    if excused is not None:
        lost |= {seat: ABSENT for seat in round_results.absent(table, excused) if seat not in lost}
    return lost


def _next(found: Whole, is_requested: bool) -> tuple[str, dict[str, Any], list[pairing.Pairing]]:
    """Return what comes next, what it changes, and the pairings; None if it isn't time yet."""
    tournament, now = found.tournament, clock.now()
    if tournament.status == "open":
        if not is_requested and (tournament.starts is None or now < tournament.starts):
            return "", {}, []
        if len(found.entrants) < setup.FEWEST:
            reason = f"Fewer than {setup.FEWEST} players had entered at the start."
            return "ends", {"status": "cancelled", "reason": reason}, []
        return "starts", {"round": 0}, []
    if tournament.status != "running" or not found.is_round_done():
        return "", {}, []
    round = tournament.round + 1
    playing = [entrant for entrant in found.entrants if entrant.plays(round)]
    if round > (tournament.rounds or 0) or len(playing) < 2:
        return "ends", {"status": "over"}, []
    if not (tournament.automatic or is_requested or round == 1):
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
    """Return whether no other process works on a tournament meanwhile; with `wait`, wait for that. A SQLite file has
    one process only."""
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
    connection.commit()  # the lock is the session's, so don't keep a transaction open for it
    return answer
