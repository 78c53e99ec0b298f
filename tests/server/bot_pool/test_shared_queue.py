"""Who waits for a bot, over all processes: people take turns, no worker is idle, and no work is lost with a process."""

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
    """Who is served one after another, if two processes ask for all of these and then take work in turn."""
    both = [queue(engine, "first"), queue(engine, "second")]
    for number, (who, rank) in enumerate(asked):
        both[number % 2]._put(f"id-{number}", work(who, rank))
    order = ""
    while (one := both[len(order) % 2]._take()) is not None:
        order += one.work.who
    return order


def test_who_asks_for_much_waits_for_oneself_alone_whichever_process_is_asked(engine):
    assert taken(engine, [(who, Rank.PLAYED) for who in "aaaaaabbbc"]) == "abcababaaa"


def test_people_who_play_come_first_then_who_watches_then_what_nobody_waits_for(engine):
    ranks = {"a": Rank.BACKGROUND, "b": Rank.WATCHED, "c": Rank.PLAYED}
    assert taken(engine, [(who, ranks[who]) for who in "aabbcc"]) == "ccbbaa"


def test_each_process_counts_what_it_has_asked_for_and_nobody_has_taken(engine):
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
            # As after a notice.
            idle.look()
            for id in list(busy._asked):
                busy.answered(id)
            await asyncio.sleep(0.01)
        assert asked.result() == ["ben", "x"]
        assert not waiting.done()
        # Once it is gone, nobody does what it asked for.
        waiting.cancel()
        busy.close()
        await idle.forget("busy")
        assert idle._take() is None

    asyncio.run(run())


def test_what_a_process_had_taken_when_it_was_lost_is_done_by_another(engine):
    async def run() -> None:
        begun = asyncio.Event()

        async def begin(_work, _crowd):
            begun.set()
            await asyncio.Event().wait()

        lost, other = queue(engine, "lost", begin), queue(engine, "other", places=1)
        other._places = FairQueue(0)  # no time just now
        asked = asyncio.ensure_future(other.ask(work("lisa")))
        while not begun.is_set():
            lost.look()
            await asyncio.sleep(0.01)
        lost.close()
        other._places = FairQueue(1)
        await other.forget("lost")
        assert await asked == ["lisa", "x"]

    asyncio.run(run())


def test_what_cannot_be_done_is_told_to_who_asked(engine):
    async def refuse(_work, _crowd):
        raise BadRecord("the file is not whole")

    async def run() -> None:
        with pytest.raises(BadRecord, match="the file is not whole"):
            await queue(engine, "one", refuse).ask(work("lisa", kind="replay"))

    asyncio.run(run())
