"""Test the list of events: durable, in order, each once."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from menagerie.server.store.events import Conflict, StoreFailed, TableEvent
from menagerie.server.store.sqlite.checkpoints import EVENTS
from menagerie.server.store.sqlite.events import ROWS
from menagerie.server.store.storage import Storage
from tests.server.support.people import PATIENCE


def event(seq: int, table: str = "t", key: str | None = None) -> TableEvent:
    return TableEvent(table, seq, "play", 0, f"load {seq}", 1.5, "1", key)


@pytest.fixture
def store(place):
    opened = Storage(place)
    yield opened.store
    opened.close()


def test_appended_events_are_read_back_in_order(store):
    async def write() -> None:
        await store.append([event(1, key="k1"), event(2)])
        await store.append([event(3)])
        await store.append([event(1, "other")])

    asyncio.run(write())
    assert [e.seq for e in store.read("t")] == [1, 2, 3]
    assert store.read("t")[0] == event(1, key="k1")
    assert store.last(["t", "other", "none"]) == {"t": event(3), "other": event(1, "other")}
    assert sorted(store.tables()) == ["other", "t"]


def test_a_number_can_be_taken_once_and_many_writers_have_one_winner(store):
    async def race() -> list[BaseException | None]:
        hands = [store.append([event(1, key=f"key-{hand}")]) for hand in range(50)]
        return await asyncio.gather(*hands, return_exceptions=True)

    outcomes = asyncio.run(race())
    assert outcomes.count(None) == 1
    assert all(isinstance(outcome, Conflict) for outcome in outcomes if outcome is not None)
    assert len(store.read("t")) == 1


def test_a_key_is_stored_once_and_a_collision_only_drops_its_own_events(store):
    async def write() -> list[BaseException | None]:
        await store.append([event(1, key="same")])
        return await asyncio.gather(
            store.append([event(1, "other")]),
            store.append([event(2), event(3, key="same")]),
            store.append([event(1, "third")]),
            return_exceptions=True,
        )

    first, second, third = asyncio.run(write())
    assert (first, third) == (None, None)
    assert isinstance(second, Conflict)
    assert [e.seq for e in store.read("t")] == [1]
    assert len(store.read("third")) == 1


def test_many_appends_share_transactions(store):
    async def write() -> None:
        await asyncio.gather(*[store.append([event(1, f"table {number}")]) for number in range(2000)])

    asyncio.run(write())
    assert len(store.last([f"table {number}" for number in range(2000)])) == 2000


def test_a_cancelled_waiter_does_not_stop_the_writing(store):
    async def write() -> None:
        task = asyncio.create_task(store.append([event(1)]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(write())
    asyncio.run(store.probe())  # waits for the writer
    assert [e.seq for e in store.read("t")] == [1]


def test_a_reopened_database_has_everything_and_continues(place):
    first = Storage(place)
    asyncio.run(first.store.append([event(1), event(2)]))
    first.close()
    second = Storage(place)
    asyncio.run(second.store.append([event(3)]))
    assert [e.seq for e in second.store.read("t")] == [1, 2, 3]
    second.close()


def test_events_follow_each_other_without_gaps(store):
    asyncio.run(store.append([event(1)]))
    with pytest.raises(Conflict):
        asyncio.run(store.append([event(3)]))
    with pytest.raises(Conflict):
        asyncio.run(store.append([event(2), event(4)]))
    asyncio.run(store.append([event(2), event(3)]))
    assert [e.seq for e in store.read("t")] == [1, 2, 3]


def test_unstorable_events_do_not_stop_the_writer(store):
    async def write() -> list[BaseException | None]:
        broken = TableEvent("t", 1, "play", 0, "\ud800", 1.5, "1")
        return await asyncio.gather(store.append([broken]), store.append([event(1, "u")]), return_exceptions=True)

    first, second = asyncio.run(write())
    assert isinstance(first, StoreFailed)
    assert second is None
    asyncio.run(store.append([event(1)]))
    assert store.read("t") == [event(1)]


def test_a_write_after_the_end_is_refused(place):
    storage = Storage(place)
    storage.close()
    with pytest.raises(StoreFailed):
        asyncio.run(storage.store.append([event(1)]))


def test_events_of_one_loop_cycle_are_one_transaction(store):
    batches: list[int] = []
    store.watch(lambda events, _: batches.append(len(events)))

    async def write() -> None:
        await asyncio.gather(*[store.append([event(1, f"t{number}")]) for number in range(30)])

    asyncio.run(write())
    while sum(batches) < 30:  # it is called after the waiters
        time.sleep(0.01)
    assert batches == [30]


def test_waiting_events_are_stored_before_the_end(place):
    storage = Storage(place)

    async def write() -> None:
        waiting = asyncio.ensure_future(storage.store.append([event(1)]))
        await asyncio.sleep(0)  # requested, but not handed over yet
        storage.close()
        await waiting

    asyncio.run(write())
    with contextlib.closing(Storage(place)) as again:
        assert again.store.read("t") == [event(1)]


def test_a_batch_of_any_size_is_stored_whole(store):
    """One statement stores a limited number of events, so a larger batch needs several."""

    async def write() -> None:
        await asyncio.gather(*[store.append([event(1, f"t{number}")]) for number in range(ROWS + 23)])
        await store.append([event(number + 2, "t0") for number in range(87)])

    asyncio.run(write())
    assert len(store.tables()) == ROWS + 23
    assert [one.seq for one in store.read("t0")] == list(range(1, 89))


def test_the_log_is_moved_into_the_file_while_the_server_runs(tmp_path):
    storage = Storage(tmp_path / "tables.db")

    async def write() -> None:
        for first in range(0, EVENTS + 100, 100):
            batch = [storage.store.append([event(1, f"marked-{first + number}")]) for number in range(100)]
            await asyncio.gather(*batch)

    asyncio.run(write())
    end = time.monotonic() + PATIENCE
    while b"marked-0" not in (tmp_path / "tables.db").read_bytes():
        assert time.monotonic() < end, "nothing comes into the file"
        time.sleep(0.05)
    storage.close()
