"""Queue bots' jobs in PostgreSQL, where any process of the cluster with an idle worker takes the next.

So no worker is idle while a person waits, and people take turns across all processes: jobs are taken by rank, then from
the guest who was served longest ago. Jobs of a dead process are dropped; those it had taken are taken again."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Engine, text

from menagerie.server.base.background_tasks import BackgroundTasks
from menagerie.server.base.fair_queue import FairQueue, Rank
from menagerie.server.bot_pool import jobs
from menagerie.server.bot_pool.jobs import Work
from menagerie.server.store.bus import CHANNEL

LOOK: Final = 2.0
"""Seconds between checks for jobs without a notification."""
FORGET: Final = 600.0
"""Seconds after which it no longer matters when a guest was last served."""

_NOW: Final = "extract(epoch FROM clock_timestamp())"
_PUT: Final = text("INSERT INTO work (id, asker, who, rank, data) VALUES (:id, :asker, :who, :rank, :data)")
_TELL: Final = text("SELECT pg_notify(:channel, :words)")
_TURN: Final = text("SELECT pg_advisory_xact_lock(hashtext('menagerie work'))")
"""Processes take jobs one at a time, so that who was served last is certain. Held for a millisecond."""
_TAKE: Final = text("""
    UPDATE work SET taker = :taker WHERE id = (
        SELECT work.id FROM work LEFT JOIN turns USING (who) WHERE taker IS NULL AND answer IS NULL
        ORDER BY rank, turns.served NULLS FIRST, work.number LIMIT 1 FOR UPDATE OF work SKIP LOCKED
    ) RETURNING id, asker, who, data
""")
_SERVED: Final = text(
    f"INSERT INTO turns (who, served) VALUES (:who, {_NOW}) ON CONFLICT (who) DO UPDATE SET served = {_NOW}"  # noqa: S608
)
_CROWD: Final = text("""
    SELECT count(DISTINCT who)::float8 / greatest(1, (SELECT count(*) FROM processes)) FROM work
    WHERE taker IS NULL AND answer IS NULL
""")
_WAITING: Final = text("""
    SELECT rank, count(*) FROM work WHERE asker = :asker AND taker IS NULL AND answer IS NULL GROUP BY rank
""")
_ANSWER: Final = text("UPDATE work SET answer = :answer WHERE id = :id AND taker = :taker")
_FETCH: Final = text("DELETE FROM work WHERE id = :id AND answer IS NOT NULL RETURNING answer")
_WITHDRAW: Final = text("DELETE FROM work WHERE id = :id")
_GONE: Final = (
    text("DELETE FROM work WHERE asker = :gone"),
    text("UPDATE work SET taker = NULL WHERE taker = :gone AND answer IS NULL"),
)
_FORGET: Final = text(f"DELETE FROM turns WHERE served < {_NOW} - {FORGET}")  # noqa: S608 - constants


class Taken(NamedTuple):
    """A job that this process does."""

    id: str
    asker: str
    work: Work
    crowd: float
    """How many people wait, per process."""


class SharedQueue:
    """The queue as one process sees it: it adds jobs, and does those of others."""

    def __init__(
        self,
        engine: Engine,
        process: str,
        places: FairQueue,
        carry_out: Callable[[Work, float], Awaitable[Any]],
    ) -> None:
        self._engine = engine
        self._process = process
        self._places = places
        self._carry_out = carry_out
        self._asked: dict[str, asyncio.Future[str]] = {}
        self._background_tasks = BackgroundTasks("The bot queue failed")
        self._takers = 0

    async def ask(self, work: Work) -> Any:
        """Have a job done by any idle process."""
        id = secrets.token_hex(12)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked[id] = answer
        try:
            await asyncio.to_thread(self._put, id, work)
            self.look()
            return jobs.read(work.kind, await answer)
        except asyncio.CancelledError:
            self._background_tasks.begin(asyncio.to_thread(self._run, _WITHDRAW, id=id))
            raise
        finally:
            del self._asked[id]

    def waiting(self) -> dict[Rank, int]:
        """Return how many of this process's jobs are still untaken, by rank. Waits for the database."""
        with self._engine.connect() as connection:
            found = {Rank(rank): count for rank, count in connection.execute(_WAITING, {"asker": self._process})}
        return {rank: found.get(rank, 0) for rank in Rank}

    # Notifications.

    def look(self) -> None:
        """Take a job if a worker is idle."""
        if self._takers < self._places.size:
            self._takers += 1
            self._background_tasks.begin(self._take_all())

    def answered(self, id: str) -> None:
        """Fetch the result of a finished job."""
        if id in self._asked:
            self._background_tasks.begin(self._hand_out(id))

    async def forget(self, process: str) -> None:
        """Drop a dead process's jobs."""
        await asyncio.to_thread(self._clear, process)
        self.look()

    async def keep_looking(self) -> None:
        """Check regularly, since notifications can be lost with a connection."""
        while True:
            self.look()
            await asyncio.sleep(LOOK)
            with contextlib.suppress(Exception):  # the database is away: the next check tries again
                await asyncio.to_thread(self._run, _FORGET)
                for id in list(self._asked):
                    await self._hand_out(id)

    def close(self) -> None:
        """Stop adding and taking jobs. Others take ours again once this process is gone."""
        self._background_tasks.close()

    async def _hand_out(self, id: str) -> None:
        found = await asyncio.to_thread(self._fetch, id)
        answer = self._asked.get(id)
        if found is not None and answer is not None and not answer.done():
            answer.set_result(found)

    async def _take_all(self) -> None:
        try:
            while True:
                async with self._places.place("", Rank.PLAYED):
                    taken = await asyncio.to_thread(self._take)
                    if taken is None:
                        return
                    await self._do(taken)
        finally:
            self._takers -= 1

    async def _do(self, taken: Taken) -> None:
        try:
            answer = jobs.write(await self._carry_out(taken.work, taken.crowd))
        except Exception as error:
            answer = jobs.write_error(error)
        await asyncio.to_thread(self._notify_answer, taken, answer)
        if taken.asker == self._process:
            await self._hand_out(taken.id)

    # In threads.

    def _put(self, id: str, work: Work) -> None:
        data = msgspec.json.encode(work).decode()
        values = {"id": id, "asker": self._process, "who": work.who, "rank": int(work.rank), "data": data}
        with self._engine.begin() as connection:
            connection.execute(_PUT, values)
            connection.execute(_TELL, {"channel": CHANNEL, "words": "work"})

    def _take(self) -> Taken | None:
        with self._engine.begin() as connection:
            connection.execute(_TURN)
            row = connection.execute(_TAKE, {"taker": self._process}).first()
            if row is None:
                return None
            connection.execute(_SERVED, {"who": row.who})
            crowd = connection.execute(_CROWD).scalar_one()
        return Taken(row.id, row.asker, msgspec.json.decode(row.data, type=Work), crowd)

    def _notify_answer(self, taken: Taken, answer: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(_ANSWER, {"id": taken.id, "taker": self._process, "answer": answer})
            if taken.asker != self._process:
                connection.execute(_TELL, {"channel": CHANNEL, "words": f"done {taken.asker} {taken.id}"})

    def _fetch(self, id: str) -> str | None:
        """Return the result of a job, if there is one, and delete it."""
        with self._engine.begin() as connection:
            return connection.execute(_FETCH, {"id": id}).scalar()

    def _clear(self, process: str) -> None:
        for statement in _GONE:
            self._run(statement, gone=process)

    def _run(self, statement: Any, **values: Any) -> None:
        with self._engine.begin() as connection:
            connection.execute(statement, values)
