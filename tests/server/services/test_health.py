"""Test that /api/health and /api/ready tell the truth."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
from concurrent.futures import Executor, ProcessPoolExecutor

import pytest
from litestar.testing import TestClient

import menagerie
from menagerie import versions
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Settings
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.http.application import create_app
from menagerie.server.protocol import incoming
from menagerie.server.services import health
from menagerie.server.services.assembly import Services
from tests.server.support.people import SMALLEST, key, with_services

pytestmark = pytest.mark.one_store

ALL_IS_WELL = {
    "ok": True,
    "problems": {},
    "version": menagerie.__version__,
    "versions": {**versions.promises(), "rules": versions.rules()},
}


@pytest.fixture
def impatient(monkeypatch):
    """Check again for every request."""
    monkeypatch.setattr(health, "FRESH", 0.0)


def test_all_is_well_with_a_new_server(person):
    lisa = person()
    assert lisa.get("/api/health") == ALL_IS_WELL
    assert lisa.get("/api/ready") == {"ready": True}


@contextlib.contextmanager
def full_disk():
    """Let no file of this process grow, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.usefixtures("on_a_file")
def test_a_full_disk_is_reported_nothing_half_happens_and_all_continues_once_there_is_room(tmp_path, impatient):
    async def work(services):
        services.start()
        lisa, _ = await services.guests.add("Lisa")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=seats))
        command = incoming.Play(seat=table.to_act[0], decision="draw", seq=table.seq, key=key())
        assert await services.health.why_not_ready() == ""
        with full_disk():
            with pytest.raises(Refused, match="couldn't be saved, so nothing has changed") as refused:
                await services.commands.do(lisa, table.id, command)
            problems = await services.health.problems()
            why = await services.health.why_not_ready()
        assert (refused.value.code, refused.value.status) == ("storage", 503)
        assert problems.keys() == {"storage"}
        assert why.startswith("The database refused it: ")
        assert (await services.tables.get(table.id)).n == 0
        assert await services.health.problems() == {}
        await services.commands.do(lisa, table.id, command)
        assert (await services.tables.get(table.id)).n == 1

    with_services(tmp_path, work)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_writer_that_has_ended_is_reported_on_the_wire(tmp_path, impatient):
    settings = Settings(tmp_path / "tables.db")
    services = Services(settings)
    with TestClient(create_app(settings, services), base_url="http://127.0.0.1") as client:
        assert (client.get("/api/ready").status_code, client.get("/api/health").json()) == (200, ALL_IS_WELL)
        services.store.close()
        unwell, away = client.get("/api/health"), client.get("/api/ready")
    assert (unwell.status_code, away.status_code) == (503, 503)
    assert unwell.json()["problems"] == {"storage": "The server is stopping."}
    assert away.json() == {"ready": False, "why": "The server is stopping."}


def test_a_stopping_server_is_not_ready(tmp_path):
    async def work(services):
        assert await services.health.why_not_ready() == "The server is starting or stopping."
        services.start()
        assert await services.health.why_not_ready() == ""

    with_services(tmp_path, work)


def dying(settings: Settings) -> Executor:
    """Processes that end as soon as they start."""
    return ProcessPoolExecutor(1, initializer=os._exit, initargs=(1,))


def test_missing_workers_are_reported_and_people_can_still_play(tmp_path, impatient):
    async def work(services):
        services.start()
        lisa, _ = await services.guests.add("Lisa")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=seats))
        healthy, services.bot_pool._make = services.bot_pool._make, dying
        with pytest.raises(Refused, match="is unavailable"):
            await services.bot_pool.hint(table, table.to_act[0], table.facts.owner)
        told = "Bots aren't available: their processes could not be started or kept running."
        assert await services.health.problems() == {"workers": told}
        assert await services.health.why_not_ready() == ""
        services.bot_pool._make = healthy
        await services.bot_pool.hint(table, table.to_act[0], table.facts.owner)
        assert await services.health.problems() == {}

    with_services(tmp_path, work, bot_seconds=0.05, workers=1)


def test_frequent_checks_do_not_wear_out_the_disk(tmp_path):
    class RatingCounter:
        probes = 0

        async def probe(self) -> None:
            self.probes += 1

    async def in_time() -> str:
        return ""

    async def ask() -> None:
        store = RatingCounter()
        asked = health.Health(store, BotPool(Settings(tmp_path)), in_time)  # type: ignore[arg-type]
        await asyncio.gather(*[asked.problems() for _ in range(50)])
        assert store.probes == 1

    asyncio.run(ask())
