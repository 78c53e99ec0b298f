"""Test the shared queue: people take turns, no worker is idle, and no job is lost with a process."""

from __future__ import annotations

import asyncio

import pytest

from menagerie.core.errors import BadRecord
from menagerie.server.base.fair_queue import FairQueue, Rank
from menagerie.server.bot_pool.jobs import Work
from menagerie.server.bot_pool.shared_queue import SharedQueue
from menagerie.server.store.storage import Storage


@pytest.fixture
def engine(postgres):
    storage = Storage(postgres.new())
    yield storage.database.engine
    storage.close()


async def echo(work, _crowd):
    return [work.who, *work.arguments]


async def never(_work, _crowd):
    await asyncio.Event().wait()


def work(who: str, rank: Rank = Rank.PLAYED, kind: str = "judge") -> Work:
    return Work(kind, ["x"], who, rank, "t")


def queue(engine, name: str, carry_out=echo, places: int = 1) -> SharedQueue:
    return SharedQueue(engine, name, FairQueue(places), carry_out)


def taken(engine, asked) -> str:
    """Return who is served in which order, if two processes ask for all of these and then take jobs in turn."""
    both = [queue(engine, "first"), queue(engine, "second")]
    for number, (who, rank) in enumerate(asked):
        both[number % 2]._put(f"id-{number}", work(who, rank))
    order = ""
    while (one := both[len(order) % 2]._take()) is not None:
        order += one.work.who
    return order


def test_a_person_who_asks_for_much_waits_longest_on_any_process(engine):
    assert taken(engine, [(who, Rank.PLAYED) for who in "aaaaaabbbc"]) == "abcababaaa"


def test_players_come_first_then_watched_games_then_background_work(engine):
    ranks = {"a": Rank.BACKGROUND, "b": Rank.WATCHED, "c": Rank.PLAYED}
    assert taken(engine, [(who, ranks[who]) for who in "aabbcc"]) == "ccbbaa"


def test_each_process_counts_its_own_untaken_jobs(engine):
    first, second = queue(engine, "first"), queue(engine, "second")
    for number, (asker, rank) in enumerate(
        [(first, Rank.PLAYED), (first, Rank.PLAYED), (first, Rank.BACKGROUND), (second, Rank.PLAYED)]
    ):
        asker._put(f"id-{number}", work("lisa", rank))
    assert first.waiting() == {Rank.PLAYED: 2, Rank.WATCHED: 0, Rank.BACKGROUND: 1}
    assert second.waiting() == {Rank.PLAYED: 1, Rank.WATCHED: 0, Rank.BACKGROUND: 0}
    second._take()
    assert first.waiting()[Rank.PLAYED] == 1


def test_a_process_with_time_does_what_another_has_no_time_for(engine):
    async def run() -> None:
        busy, idle = queue(engine, "busy", never), queue(engine, "idle")
        waiting = asyncio.ensure_future(busy.ask(work("lisa")))
        while not busy._places.busy:
            await asyncio.sleep(0.01)
        asked = asyncio.ensure_future(busy.ask(work("ben")))
        while not asked.done():
            # As after a notification.
            idle.look()
            for id in list(busy._asked):
                busy.answered(id)
            await asyncio.sleep(0.01)
        assert asked.result() == ["ben", "x"]
        assert not waiting.done()
        # Once the asking process is gone, its jobs are dropped.
        waiting.cancel()
        busy.close()
        await idle.forget("busy")
        assert idle._take() is None

    asyncio.run(run())


def test_a_job_of_a_lost_process_is_done_by_another(engine):
    async def run() -> None:
        begun = asyncio.Event()

        async def begin(_work, _crowd):
            begun.set()
            await asyncio.Event().wait()

        lost, other = queue(engine, "lost", begin), queue(engine, "other", places=1)
        other._places = FairQueue(0)  # no time right now
        asked = asyncio.ensure_future(other.ask(work("lisa")))
        while not begun.is_set():
            lost.look()
            await asyncio.sleep(0.01)
        lost.close()
        other._places = FairQueue(1)
        await other.forget("lost")
        assert await asked == ["lisa", "x"]

    asyncio.run(run())


def test_a_failed_job_reports_its_error(engine):
    async def refuse(_work, _crowd):
        raise BadRecord("the file is incomplete")

    async def run() -> None:
        with pytest.raises(BadRecord, match="the file is incomplete"):
            await queue(engine, "one", refuse).ask(work("lisa", kind="replay"))

    asyncio.run(run())
