"""Test bots at tables: a planned decision is played without asking again, and idle processes think along."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

import menagerie
from menagerie.bots.pooling import Verdict
from menagerie.core.record import Record
from menagerie.server.base.settings import Settings
from menagerie.server.bot_pool import worker
from menagerie.server.bot_pool.pool import BotPool, together
from menagerie.server.protocol.incoming import NewTable, SeatWish
from menagerie.server.services.assembly import Services
from tests.server.support.people import PATIENCE, SMALLEST, Person, Server, with_services

pytestmark = pytest.mark.one_store

TURN = ("draw", "load 3", "draw", "load 3", "take 3")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with two bot processes, which think only for a moment."""
    running = Server(
        tmp_path_factory.mktemp("server") / "tables.db", workers=2, bot_seconds=0.05, bot_pause=0.0
    ).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.mark.slow
def test_directors_play_a_whole_game(server):
    lisa = Person(server, "Lisa")
    table = lisa.table({"kind": "bot", "bot": "director"}, {"kind": "bot", "bot": "keeper"}, public=True)
    with lisa.watch(table["id"]) as screen:
        screen.until(lambda one: one.turn["over"])
    lisa.close()


def with_tiles_to_place() -> menagerie.State:
    for seed in range(50):
        state = menagerie.load("zooloretto-mini").new(seed=seed)
        for decision in TURN:
            state.play(decision)
        if len(state.legal()) > 4:
            return state
    raise AssertionError("no such deal")


def test_a_bot_returns_its_plan_beyond_the_decision():
    state = with_tiles_to_place()
    thought = worker.think(str(Record.of(state)), state.to_act[0], "director", 0.0, "", 1, 0.2)
    assert len(thought.decisions) > 1
    for decision in thought.decisions:
        state.play(decision)
    assert thought.verdicts[0].plan == tuple(thought.decisions)


def test_several_bots_decide_together():
    first = worker.Thought(["draw"], [Verdict(("draw",), 2.0, 8), Verdict(("take 1",), 1.0, 8)])
    second = worker.Thought(["take 1"], [Verdict(("take 1",), 4.0, 8), Verdict(("draw",), 2.0, 8)])
    assert together([first, second]).decisions == ["take 1"]
    assert together([first]).decisions == ["draw"]
    assert together([worker.Thought(["draw"], []), second]).decisions == ["draw"], "one of them had nothing to compare"


class Sitting:
    """The parts of a table that the bot pool needs."""

    id = "t"
    facts = SimpleNamespace(owner="g")
    state = menagerie.load("zooloretto-mini").new(seed=1)

    def people(self) -> set[str]:
        return {"g"}


class RatingCounter(ThreadPoolExecutor):
    """An executor that counts its calls."""

    asked = 0
    told: tuple[object, ...] = ()

    def submit(self, *arguments, **named):
        self.asked += 1
        self.told = arguments
        return super().submit(*arguments, **named)


@pytest.mark.parametrize(
    ("kinds", "thoughts"), [(["director"], {3}), (["keeper"], {1}), (["keeper", "keeper", "director"], {3, 4})]
)
def test_idle_processes_think_along(tmp_path: Path, kinds: list[str], thoughts: set[int]) -> None:
    """Only for the strongest kind, and only processes that no one else is waiting for."""
    with RatingCounter(3) as place:
        bot_pool = BotPool(Settings(tmp_path / "tables.db", workers=3, bot_seconds=0.02), lambda _: place)

        async def think() -> list[worker.Thought]:
            return await asyncio.gather(*[bot_pool.think(Sitting(), 0, kind) for kind in kinds])  # type: ignore[arg-type]

        decisions = [thought.decisions for thought in asyncio.run(think())]
        assert decisions == [["draw"]] * len(kinds), "there is nothing else to do"
        assert place.asked in thoughts


def test_replanning_during_a_turn_gets_the_time_already_used(tmp_path: Path) -> None:
    """Each call uses a new bot, perhaps in another process."""
    sitting = Sitting()
    sitting.state = menagerie.load("zooloretto-mini").new(seed=3)
    sitting.state.play("draw")
    with RatingCounter(1) as place:
        bot_pool = BotPool(Settings(tmp_path / "tables.db", workers=1, bot_seconds=0.05), lambda _: place)
        thought = asyncio.run(bot_pool.think(sitting, sitting.state.to_act[0], "director", 0.75))  # type: ignore[arg-type]
        assert 0.75 in place.told
        assert thought.used == 0, "with this decision the turn is over"
    used = [worker.Thought(["draw"], [Verdict(("draw",), 1.0, 1)], share) for share in (0.3, 0.4)]
    assert together(used).used == 0.4


def test_a_table_that_is_removed_while_its_bot_thinks_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(services: Services) -> None:
        lisa, _ = await services.guests.add("Lisa")
        wish = NewTable(title=SMALLEST, seats=[SeatWish(kind="bot", bot="random"), SeatWish(kind="bot", bot="random")])
        table = await services.make_table(lisa, wish)
        services.tables.in_use.add(table.id)  # as if Lisa were watching: then bots play
        services.bots.wake(table.id, table.seq)
        assert services.bots.busy == {table.id}
        async with services.tables.hold(table.id) as held:
            await services.tables.remove(held)
        async with asyncio.timeout(PATIENCE):
            while services.bots.busy:
                await asyncio.sleep(0.01)

    with_services(tmp_path, work, bot_pause=0.1)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
