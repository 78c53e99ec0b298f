"""Test the queue for bots: people take turns, however much each of them asks for."""

from __future__ import annotations

import asyncio

import pytest

from menagerie.server.base.fair_queue import FairQueue, Rank

pytestmark = pytest.mark.one_store


def order_of(asked, places=1):
    """Return who gets a place in which order, if all of these ask while the places are taken."""
    got: list[str] = []

    async def work(queue, who, rank):
        async with queue.place(who, rank):
            got.append(who)
            await asyncio.sleep(0)

    async def run():
        queue = FairQueue(places)
        taken = [queue.place("taken", Rank.PLAYED) for _ in range(places)]
        for place in taken:
            await place.__aenter__()
        tasks = []
        for who, rank in asked:
            tasks.append(asyncio.ensure_future(work(queue, who, rank)))
            await asyncio.sleep(0)
        for place in taken:
            await place.__aexit__(None, None, None)
        await asyncio.gather(*tasks)
        assert queue.people == 0

    asyncio.run(run())
    return "".join(got)


def test_a_person_who_asks_for_much_waits_longest():
    asked = [(who, Rank.PLAYED) for who in "aaaaaabbbc"]
    assert order_of(asked) == "abcababaaa"


def test_games_of_people_come_before_games_of_bots_and_these_before_reviews():
    asked = [("a", Rank.BACKGROUND), ("b", Rank.WATCHED), ("b", Rank.WATCHED), ("c", Rank.PLAYED), ("a", Rank.PLAYED)]
    assert order_of(asked) == "cabba"


def test_a_waiter_who_gives_up_blocks_no_one():
    async def run():
        queue = FairQueue(1)
        first = queue.place("a", Rank.PLAYED)
        await first.__aenter__()

        async def wait(who):
            async with queue.place(who, Rank.PLAYED):
                pass

        gone, gone_late, stays = [asyncio.ensure_future(wait(who)) for who in "bcd"]
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        await first.__aexit__(None, None, None)
        gone_late.cancel()  # its place was just given to it
        await stays
        async with queue.place("e", Rank.PLAYED):
            assert queue.people == 1

    asyncio.run(asyncio.wait_for(run(), 60))
