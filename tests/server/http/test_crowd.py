"""Test crowds and greedy clients: no one gets more than their share, and no one is fooled."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import threading
import time

import httpx
import pytest
from sqlalchemy import text

from menagerie import Record, load
from menagerie.core.errors import BadRecord
from menagerie.server.base.errors import Refused
from menagerie.server.base.fair_queue import Rank
from menagerie.server.base.rate_limits import network
from menagerie.server.base.settings import Limits, Settings
from menagerie.server.bot_pool import worker
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.http.connections.connection_limits import Door
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.show import moment_messages
from tests.server.support.people import PATIENCE, Person, Server, key, there, with_services

pytestmark = pytest.mark.one_store

ME, OPEN, BOT = (
    incoming.SeatWish(kind="me"),
    incoming.SeatWish(kind="open"),
    incoming.SeatWish(kind="bot", bot="random"),
)


def wish(*seats, **more):
    return incoming.NewTable(title="zooloretto-mini", seats=list(seats), **more)


def test_joining_a_table_while_it_is_removed_reports_that_it_is_gone(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        for _ in range(10):
            table = await services.make_table(lisa, wish(ME, OPEN))
            async with table.lock:
                leaving = asyncio.ensure_future(services.seating.leave(lisa, table.id))
                joining = asyncio.ensure_future(services.seating.join(ben, table.facts.link, None))
                changing = asyncio.ensure_future(
                    services.seating.change_seat(lisa, table.id, incoming.SeatChange(seat=1, kind="bot", bot="random"))
                )
                while len(table.lock._waiters or ()) < 3:
                    await asyncio.sleep(0)
            await leaving
            for late in (joining, changing):
                with pytest.raises(Refused, match="This table doesn't exist"):
                    await late
        assert services.lobby_lists.of(ben).mine == []

    with_services(tmp_path, work, limits=Limits(moves_per_minute=1000))


def test_no_one_has_more_tables_than_allowed_however_many_are_requested_at_once(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        made = await asyncio.gather(
            *[services.make_table(lisa, wish(ME, OPEN)) for _ in range(12)], return_exceptions=True
        )
        refused = [one for one in made if isinstance(one, Refused)]
        assert (len(refused), refused[0].code) == (9, "busy")
        assert len(services.lobby_lists.of(lisa).mine) == 3

    with_services(tmp_path, work, limits=Limits(tables_per_guest=3))


def test_tables_of_bots_are_few_and_end_when_their_owner_says_so(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        tables = [await services.make_table(lisa, wish(BOT, BOT)) for _ in range(2)]
        with pytest.raises(Refused, match="You have 2 tables where only bots play"):
            await services.make_table(lisa, wish(BOT, BOT))
        waiting = await services.make_table(lisa, wish(OPEN, BOT))
        with pytest.raises(Refused, match="You have 2 tables where only bots play"):
            await services.seating.change_seat(lisa, waiting.id, incoming.SeatChange(seat=0, kind="bot", bot="random"))
        ben, _ = await services.guests.add("Ben")
        with pytest.raises(Refused, match="aren't at this table"):
            await services.seating.leave(ben, tables[0].id)
        await services.seating.leave(lisa, tables[0].id)
        with pytest.raises(Refused, match="This table doesn't exist"):
            await services.tables.get(tables[0].id)
        await services.make_table(lisa, wish(BOT, BOT))

    with_services(tmp_path, work, limits=Limits(bot_tables_per_guest=2))


def test_tables_that_no_one_joined_are_removed_in_the_end(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        alone = await services.make_table(lisa, wish(ME, OPEN, OPEN))
        joined = await services.make_table(lisa, wish(ME, OPEN, OPEN))
        watched = await services.make_table(lisa, wish(ME, OPEN, OPEN))
        await services.seating.join(ben, joined.facts.link, None)
        services.tables.in_use.add(watched.id)
        await services.seating.remove_unjoined()
        assert {table.id for table in services.lobby_lists.of(lisa).mine} == {joined.id, watched.id}
        assert alone.id not in services.tables.loaded

    with_services(tmp_path, work, limits=Limits(unjoined_seconds=0))


def test_nothing_is_left_of_a_removed_table_and_no_one_misses_it(tmp_path):
    gone: list[str] = []

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        for seats in ((ME, OPEN), (BOT, BOT)):
            table = await services.make_table(lisa, wish(*seats))
            await services.seating.leave(lisa, table.id)  # the last stored event
            assert table.id not in services.store.tables()
            gone.append(table.id)

    async def again(services):
        assert services.store.tables() == []
        for id in gone:
            with pytest.raises(Refused, match="This table doesn't exist"):
                await services.tables.get(id)

    with_services(tmp_path, work)
    with_services(tmp_path, again)


def test_a_damaged_table_blocks_no_removal_and_a_cancelled_waiter_leaves_no_trace(tmp_path, caplog):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        tables = [await services.make_table(lisa, wish(ME, OPEN, OPEN)) for _ in range(3)]
        with services.database.engine.begin() as connection:
            connection.execute(text("UPDATE tables SET salt = 'other' WHERE id = :id"), {"id": tables[0].id})
        services.tables.loaded.clear()
        await services.seating.remove_unjoined()
        assert [table.id for table in services.lobby_lists.of(lisa).mine] == [tables[0].id]
        waiting = asyncio.ensure_future(services.tables.get(tables[0].id))
        await asyncio.sleep(0)
        waiting.cancel()
        while services.tables._loading:
            await asyncio.sleep(0.01)
        gc.collect()

    with_services(tmp_path, work, limits=Limits(unjoined_seconds=0))
    assert "never retrieved" not in caplog.text


def test_a_list_shows_a_few_tables_of_each_person(tmp_path):
    async def work(services):
        for name in ("Lisa", "Ben"):
            guest, _ = await services.guests.add(name)
            for _ in range(5):
                await services.make_table(guest, wish(ME, OPEN, public=True))
                await services.make_table(guest, wish(ME, incoming.SeatWish(kind="hotseat"), public=True))
        lists = services.lobby_lists.of(None)
        assert (len(lists.open), len(lists.watch)) == (6, 6)

    with_services(tmp_path, work)


def test_endless_chat_requests_and_undos_are_told_to_wait(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        table = await services.make_table(lisa, wish(ME, OPEN))
        for _ in range(2):
            await services.seating.join(ben, table.facts.link, None)
            await services.seating.leave(ben, table.id)
        with pytest.raises(Refused, match="Too many changes"):
            await services.seating.join(ben, table.facts.link, None)
        await services.seating.join(lisa, table.facts.link, None)
        for number in range(5):
            remark = services.commands.do(lisa, table.id, incoming.Chat(text=f"buy {number}", key=key()))
            if number < 4:
                await remark
            else:
                with pytest.raises(Refused, match="Too many messages"):
                    await remark

    with_services(tmp_path, work, limits=Limits(moves_per_minute=4, remarks_per_minute=4))


def test_endless_changes_of_seats_or_names_are_told_to_wait(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await services.make_table(lisa, wish(ME, OPEN, OPEN))
        change = incoming.SeatChange(seat=1, kind="bot", bot="random")
        await services.seating.change_seat(lisa, table.id, change)
        await services.seating.rename(lisa, "Elisabeth")
        seq = table.seq
        with pytest.raises(Refused, match="Too many changes"):
            await services.seating.change_seat(lisa, table.id, change)
        with pytest.raises(Refused, match="Too many changes"):
            await services.seating.rename(lisa, "Eliza")
        assert (table.seq, table.names[0]) == (seq, "Elisabeth")

    with_services(tmp_path, work, limits=Limits(moves_per_minute=2))


def test_hands_and_orders_without_end_are_limited(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        team = await services.make_table(lisa, incoming.NewTable(title="zoo-escape", seats=[ME, OPEN]))
        await services.seating.join(ben, team.facts.link, None)
        alone = await services.make_table(lisa, wish(ME, incoming.SeatWish(kind="hotseat")))
        # Anything without effect costs nothing.
        for up in (False, True, True, True):
            await services.commands.do(lisa, team.id, incoming.Hand(up=up, key=key()))
        await services.commands.do(lisa, alone.id, incoming.Order(seat=0, order="draw", give=True, key=key()))
        for table, command in (
            (team, incoming.Hand(up=False, key=key())),
            (alone, incoming.Order(seat=0, order="draw", give=False, key=key())),
        ):
            with pytest.raises(Refused, match="Too many changes"):
                await services.commands.do(lisa, table.id, command)
        await services.commands.do(ben, team.id, incoming.Hand(up=True, key=key()))

    with_services(tmp_path, work, limits=Limits(signs_per_minute=2))


def test_requests_to_the_others_are_limited(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        table = await services.make_table(lisa, wish(ME, OPEN))
        await services.seating.join(ben, table.facts.link, None)
        (seat,) = table.to_act
        asker, other = (lisa, ben) if seat == 0 else (ben, lisa)
        await services.commands.do(asker, table.id, incoming.Play(seat=seat, decision="draw", seq=table.seq, key=key()))
        for _ in range(2):
            asked = await services.commands.do(asker, table.id, incoming.Undo(to=0, seq=table.seq, key=key()))
            await services.commands.do(other, table.id, incoming.Agree(ask=asked.asked, agree=False, key=key()))
        with pytest.raises(Refused, match="Too many requests"):
            await services.commands.do(asker, table.id, incoming.Undo(to=0, seq=table.seq, key=key()))

    with_services(tmp_path, work, limits=Limits(questions_per_minute=2))


# Names and addresses.


def test_broken_origins_and_endless_names_are_refused_in_a_sentence(server, person):
    lisa = person("Lisa")
    answer = lisa.request("/api/me", {"name": "Lisa"}, headers={"origin": "http://["})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    for name in ("a" * 300, "a" * 5000, "a/" * 3000):
        assert lisa.http.get(f"/static/{name}.js").status_code == 404


def test_the_server_answers_only_to_its_own_names(server):
    def ask(host):
        return httpx.get(f"{server.base}/api/me", headers={"host": host}, timeout=PATIENCE)

    port = server.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", f"{socket.gethostname()}:{port}"):
        assert ask(host).status_code == 200
    for host in ("evil.example", f"evil.example:{port}", f"localhost.evil.example:{port}", "[", ""):
        assert (ask(host).status_code, "server" in ask(host).text) == (421, True)


def test_further_names_and_proxies_are_believed_if_they_are_trusted(tmp_path):
    limits = {"new_guests_per_minute": 2}
    server = Server(tmp_path / "tables.db", limits=limits, names=("zoo.example",), proxies=("127.0.0.1",)).start()
    try:
        assert httpx.get(f"{server.base}/api/me", headers={"host": "zoo.example"}, timeout=PATIENCE).status_code == 200
        assert [arrive(server, f"10.0.0.{number}") for number in range(6)] == [200] * 6
    finally:
        server.stop()


def test_a_claimed_address_is_not_believed(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"new_guests_per_minute": 1}).start()
    try:
        assert [arrive(server, f"10.0.0.{number}") for number in range(2)] == [200, 429]
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somebody", "somebody"),
        ("", ""),
    ],
)
def test_addresses_that_one_person_can_have_count_as_one(address, counts_as):
    assert network(address) == counts_as


def test_many_addresses_do_not_raise_any_limit(tmp_path):
    limits = {"new_guests_per_minute": 1, "sockets_per_address": 2, "gets_burst": 20, "gets_per_second": 0.001}
    server = Server(tmp_path / "tables.db", limits=limits, proxies=("127.0.0.1",)).start()
    lisa = Person(server, "Lisa")
    table = lisa.table("me", "open")["id"]
    try:
        assert [arrive(server, f"2001:db8:1:2::{number}") for number in range(2)] == [200, 429]
        assert arrive(server, "2001:db8:1:3::1") == 200
        somebody = Person(server)
        with contextlib.ExitStack() as stack:
            for number in range(3):
                screen = somebody.watch(table, **{"X-Forwarded-For": f"2001:db8:1:4::{number}"}).open()
                stack.callback(screen.__exit__)
                if number < 2:
                    screen.wait_for("table")
                else:
                    assert screen.closed() == (4429, "You already have 2 connections. Close a tab.")
        asked = [look(server, f"2001:db8:1:5::{number}") for number in range(21)]
        assert asked == [200] * 20 + [429]
        assert look(server, "2001:db8:1:6::1") == 200
        somebody.close()
    finally:
        lisa.close()
        server.stop()


def test_connections_of_one_network_are_counted_together_and_those_of_a_trusted_proxy_not():
    limits = Limits(connections_per_address=2)
    door = Door(limits, open_files=1000, trusted=("2001:db8::1",))
    for number in range(2, 4):
        door.enter(door.name((f"2001:db8::{number}", 1), None))
    assert not door.lets_in(door.name(("2001:db8::4", 1), None))
    assert door.lets_in(door.name(("2001:db8:0:1::4", 1), None))
    for _ in range(5):
        assert door.lets_in(door.name(("2001:db8::1", 1), None))
        door.enter(door.name(("2001:db8::1", 1), None))


def test_a_network_of_proxies_may_have_more_connections_than_one_address():
    door = Door(Limits(connections_per_address=2), open_files=1000, trusted=("10.1.0.0/16", "fd00::/8"))
    for address in ("10.1.2.3", "fd00::7", "10.2.0.1"):
        for _ in range(2):
            assert door.lets_in(door.name((address, 1), None))
            door.enter(door.name((address, 1), None))
    assert door.lets_in(door.name(("10.1.2.3", 1), None))
    assert door.lets_in(door.name(("fd00::7", 1), None))
    assert not door.lets_in(door.name(("10.2.0.1", 1), None))


def look(server, address):
    """Read the list from that address without a name; return the status of the answer."""
    return httpx.get(f"{server.base}/api/tables", headers={"x-forwarded-for": address}, timeout=PATIENCE).status_code


def arrive(server, address):
    """Create a guest who claims to come from that address; return the status of the answer."""
    with httpx.Client(base_url=server.base, headers={"x-forwarded-for": address}, timeout=PATIENCE) as http:
        csrf = http.get("/api/me").json()["csrf"]
        return http.post("/api/me", json={"name": "Lisa"}, headers={"x-csrf-token": csrf}).status_code


# Bots and records.


def test_bots_alone_sleep_while_no_one_watches(tmp_path):
    server = Server(tmp_path / "tables.db").start()
    lisa = Person(server, "Lisa")
    bots = [{"kind": "bot", "bot": "random"}] * 2
    table = lisa.table(*bots)["id"]

    def decided():
        return lisa.get(f"/api/tables/{table}")["decisions"]

    beside = lisa.table("me", {"kind": "bot", "bot": "random"})["id"]
    with lisa.watch(beside) as screen:  # the time that bots need elsewhere
        screen.until(lambda one: one.turn["to_act"] == [0])
    assert decided() == 0
    with lisa.watch(table) as screen:
        screen.until(lambda one: one.n > 5)
    server.kill()
    server.start()
    n = decided()
    with lisa.watch(beside) as screen:
        log = len(screen.log)
        while not any(entry["seat"] == 1 for entry in screen.log[log:]):
            screen.until(lambda one: one.turn["to_act"] == [0]).play(screen.choices(0)[0], 0)
    assert decided() == n
    with lisa.watch(table) as screen:
        screen.until(lambda one: one.n > n)
    server.stop()
    lisa.close()


def test_a_record_of_nothing_but_redeals_deals_once_for_every_moment():
    lines = ["menagerie record 1", "title: zoo-escape", "rules: 1", "players: 2", "seed: 7", ""]
    lines += ["- dealt anew from 7"] * 3000 + ["", "end: 0", ""]
    record = Record.parse("\n".join(lines))
    assert record.anew == [(0, 7)]
    assert record.final().setup.anew == ((0, 7),)


def test_unusable_records_are_charged_as_well(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"uploads_per_minute": 3}).start()
    lisa = Person(server, "Lisa")
    send = [lisa.request("/api/replays", content=b"nonsense").status_code for _ in range(5)]
    assert send == [400, 400, 400, 429, 429]
    server.stop()
    lisa.close()


def test_a_record_that_takes_too_long_is_given_up(monkeypatch):
    record = str(Record.of(load("zooloretto-mini").new(seed=1)))
    assert worker.replay(record).decisions == []
    monkeypatch.setattr(worker, "PLAYED_THROUGH", -1.0)
    with pytest.raises(BadRecord, match="takes too long to replay"):
        worker.replay(record)


def test_games_to_play_on_from_are_charged_like_records(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"uploads_per_minute": 2}).start()
    lisa = Person(server, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    body = {"n": 0, "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    sent = [lisa.request(f"/api/tables/{table}/play-on", body).status_code for _ in range(3)]
    assert sent == [201, 201, 429]
    server.stop()
    lisa.close()


def test_only_two_tables_are_played_through_at_a_time(tmp_path):
    """Each takes a part of the processor from the players."""

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        made = [await services.make_table(lisa, wish(ME, OPEN)) for _ in range(8)]
        for table in made:
            services.tables.forget(table.id)
        counting, at_once, most = threading.Lock(), 0, 0
        read = services.tables._read

        def counted(id):
            nonlocal at_once, most
            with counting:
                at_once += 1
                most = max(most, at_once)
            time.sleep(0.02)
            table = read(id)
            with counting:
                at_once -= 1
            return table

        services.tables._read = counted
        looked = [services.tables.look_at(made[0].id) for _ in range(4)]
        await asyncio.gather(*[services.tables.get(table.id) for table in made], *looked)
        assert most == 2

    with_services(tmp_path, work)


def test_a_person_who_asks_for_many_tables_delays_no_one_else(tmp_path):
    async def work(services):
        (lisa, _), (eve, _) = await services.guests.add("Lisa"), await services.guests.add("Eve")
        text = str(Record.of(load("zooloretto-mini").new(seed=1)))
        hers = [(await replays.upload(services.maker, services.bot_pool, eve, text.encode())).id for _ in range(12)]
        mine = (await services.make_table(lisa, wish(ME, OPEN))).id
        order, read = [], services.tables._read

        def noted(id):
            order.append(id)
            time.sleep(0.02)
            return read(id)

        services.tables._read = noted
        for id in [*hers, mine]:
            services.tables.forget(id)
        asked = [asyncio.ensure_future(services.tables.get(id)) for id in hers]
        while len(order) < 2:
            await asyncio.sleep(0.001)
        await services.tables.get(mine)
        assert order.index(mine) <= 4  # at most the two in progress, and two that were about to start
        await asyncio.gather(*asked)

    with_services(tmp_path, work, workers=1)


def test_guests_of_one_address_share_a_limit_of_records(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"uploads_per_minute": 2}).start()
    guests = [Person(server, f"Eve {number}") for number in range(6)]
    sent = [one.request("/api/replays", content=b"nonsense").status_code for one in guests for _ in range(2)]
    assert sent == [400] * 8 + [429] * 4
    server.stop()
    for one in guests:
        one.close()


def test_a_record_waits_for_peoples_games():
    async def work():
        bot_pool, order = BotPool(Settings(workers=1)), []

        async def upload():
            await bot_pool.replay(str(Record.of(load("zooloretto-mini").new(seed=1))), "eve")
            order.append("eve")

        async def think():
            async with bot_pool.places.place("lisa", Rank.PLAYED):
                order.append("lisa")

        async with bot_pool.places.place("ben", Rank.PLAYED):
            waiting = [asyncio.ensure_future(upload()), asyncio.ensure_future(think())]
            while sum(bot_pool.places.waiting().values()) < 2:
                await asyncio.sleep(0.001)
        await asyncio.gather(*waiting)
        bot_pool.close()
        assert order == ["lisa", "eve"]

    asyncio.run(work())


def test_undone_decisions_count_for_memory_too(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        tables = [await services.make_table(lisa, wish(ME, incoming.SeatWish(kind="hotseat"))) for _ in range(2)]
        for _ in range(30):
            (seat,) = tables[0].to_act
            decide = incoming.Play(seat=seat, decision="draw", seq=tables[0].seq, key=key())
            await services.commands.do(lisa, tables[0].id, decide)
            await services.commands.do(lisa, tables[0].id, incoming.Undo(to=0, seq=tables[0].seq, key=key()))
        assert tables[0].n == 0
        await services.make_table(lisa, wish(ME, OPEN))
        assert tables[0].id not in services.tables.loaded or tables[1].id not in services.tables.loaded

    with_services(tmp_path, work, idle_events=100)


def test_setting_the_machines_clock_costs_no_player_time(tmp_path, monkeypatch):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await services.make_table(lisa, wish(ME, incoming.SeatWish(kind="hotseat")))
        for hours in (5, -5, 0):
            monkeypatch.setattr(time, "time", lambda hours=hours: real() + 3600 * hours)
            (seat,) = table.to_act
            decision = str(table.state.legal(seat)[0])
            decide = incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
            await services.commands.do(lisa, table.id, decide)
        assert max(table.clock) < 3600
        assert max(table.record().seconds) < 3600
        assert abs(there(moment_messages.moment(table, None, 1, None).entry).at - real()) < 3600

    real = time.time
    with_services(tmp_path, work)
