"""Test reviews of finished games: made in the background with progress, and stored with the game."""

from __future__ import annotations

import asyncio
import random
import signal
import time

import pytest

import menagerie
from menagerie.core.playout import play_randomly
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.play import replays
from menagerie.server.store.guests import add_guest
from tests.server.support.people import PATIENCE, SMALLEST, Server, with_services

pytestmark = [pytest.mark.slow, pytest.mark.one_store]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that reviews quickly."""
    running = Server(tmp_path_factory.mktemp("server") / "tables.db", review_seconds=0.01).start()
    yield running
    assert running.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in running.log


def replay(person):
    """Return a game that two played at random, as a replay table."""
    state = menagerie.load(SMALLEST).new(players=2, seed=5)
    play_randomly(state, random.Random(5))
    text = str(menagerie.Record.of(state, {0: "Lisa"}))
    return person.http.post("/api/replays", content=text, headers={"x-csrf-token": person.csrf}).json()["id"]


def reviewed(person, table: str):
    """Wait until a review is done; return its progress and the review."""
    told: list[tuple[int, int]] = []
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        standing = person.get(f"/api/tables/{table}/review")
        if standing["status"] != "working":
            return told, standing
        told.append((standing["done"], standing["of"]))
        time.sleep(0.05)
    raise AssertionError(f"The review is not done: {told[-1:]}")


def test_a_game_is_reviewed_once_and_kept(person):
    lisa, onlooker = person("Lisa"), person()
    table = replay(lisa)
    assert onlooker.get(f"/api/tables/{table}/review")["status"] == "none"
    assert onlooker.refused(f"/api/tables/{table}/review", {})["code"] == "guest"
    assert lisa.post(f"/api/tables/{table}/review", {})["status"] == "working"
    told, standing = reviewed(onlooker, table)
    assert told == sorted(told), "progress never goes back"
    assert standing["status"] == "done"
    review = standing["review"]
    assert review["names"] == ["Lisa", "B"]
    assert [len(one["before"]) for one in review["choices"]] == [2] * len(review["choices"])
    for seat, sums in enumerate(review["seats"]):
        parts = sums["begin"] + sums["skill"] + sums["gifts"] + sums["luck"]
        assert parts == pytest.approx(review["end"][seat], abs=0.001)
    assert lisa.post(f"/api/tables/{table}/review", {}) == standing, "it is there already"


def test_a_review_survives_a_restart(person, server):
    lisa = person("Lisa")
    table = replay(lisa)
    lisa.post(f"/api/tables/{table}/review", {})
    _, standing = reviewed(lisa, table)
    server.kill()
    server.start()
    assert lisa.get(f"/api/tables/{table}/review") == standing


def test_what_is_still_hidden_is_not_reviewed(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    refused = lisa.refused(f"/api/tables/{table['id']}/review", {})
    assert (refused["code"], refused["error"]) == (
        "not-now",
        "This game isn't over yet.",
    )
    assert lisa.refused("/api/tables/nowhere/review", {})["code"] == "missing"


def test_a_review_that_fails_can_be_asked_for_again(tmp_path, monkeypatch):
    async def work(services):
        guest, _ = add_guest(services.database, "Lisa")
        state = menagerie.load(SMALLEST).new(players=2, seed=5)
        play_randomly(state, random.Random(5))
        table = await replays.upload(services.maker, services.bot_pool, guest, str(menagerie.Record.of(state)).encode())

        async def fail(table, tell):
            raise RuntimeError("the worker is gone")

        monkeypatch.setattr(services.bot_pool, "review", fail)
        await services.reviews.begin(table, guest.id, "127.0.0.1")
        while (standing := await services.reviews.look(table)).status == "working":
            await asyncio.sleep(0)
        assert standing.status == "none"

    with_services(tmp_path, work)


def test_people_of_one_network_delay_only_their_own_reviews(tmp_path, monkeypatch):
    async def work(services):
        begun: list[str] = []
        gates = asyncio.Event()

        async def review(table, who, tell):
            begun.append(who)
            await gates.wait()
            return {}

        async def ask(name: str, network: str, seed: int) -> str:
            guest, _ = add_guest(services.database, name)
            state = menagerie.load(SMALLEST).new(players=2, seed=seed)
            play_randomly(state, random.Random(seed))
            table = await replays.upload(
                services.maker, services.bot_pool, guest, str(menagerie.Record.of(state)).encode()
            )
            await services.reviews.begin(table, guest.id, network)
            return guest.id

        monkeypatch.setattr(services.bot_pool, "review", review)
        many = [await ask(f"Guest {number}", "192.0.2.1", number) for number in range(3)]
        honest = await ask("Lisa", "198.51.100.7", 40)
        gates.set()
        while len(begun) < 4:
            await asyncio.sleep(0.01)
        assert begun == [many[0], many[1], honest, many[2]], "networks take turns"

    with_services(tmp_path, work)


def test_the_reviews_in_progress_per_network_are_limited(tmp_path, monkeypatch):
    async def work(services):
        async def review(table, who, tell):
            await asyncio.Event().wait()

        async def ask(number: int, network: str) -> None:
            guest, _ = add_guest(services.database, f"Guest {number}")
            state = menagerie.load(SMALLEST).new(players=2, seed=number)
            play_randomly(state, random.Random(number))
            table = await replays.upload(
                services.maker, services.bot_pool, guest, str(menagerie.Record.of(state)).encode()
            )
            await services.reviews.begin(table, guest.id, network)

        monkeypatch.setattr(services.bot_pool, "review", review)
        for number in range(4):
            await ask(number, "192.0.2.1")
        with pytest.raises(Refused, match="Your network already has 4 reviews in progress"):
            await ask(4, "192.0.2.1")
        await ask(5, "198.51.100.7")

    with_services(tmp_path, work, limits=Limits(reviews_per_guest=1, uploads_per_minute=1000))
