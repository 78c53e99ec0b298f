"""Test deleting an account: the name is gone everywhere, seats are left, and other people's games stay."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from typing import Any

import pytest
from sqlalchemy import select

from menagerie.cli import main
from menagerie.server.base import clock
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.people.social.invitations import Invitation
from menagerie.server.play import rematch
from menagerie.server.protocol import incoming
from menagerie.server.store import reviews
from menagerie.server.store.guests import people_now
from menagerie.server.store.schema.tables import EVENT_ROWS
from tests.server.features.test_accounts import GOOD, kept, new_table, play_to_the_end, sign_in
from tests.server.http.test_restart import wait_for
from tests.server.support.older import go_back
from tests.server.support.people import PATIENCE, SMALLEST, Person, Server, key, with_services
from tests.server.support.postgres import name_of

__all__ = ["kept"]


def test_the_name_must_be_typed_and_nothing_happens_otherwise(kept):
    lena = kept("Lena")
    for name in ("lena", "Lena B", "delete"):
        refused = lena.refused("/api/me/delete", {"name": name})
        assert (refused["code"], "Lena" in refused["error"]) == ("bad", True)
    assert lena.get("/api/me")["guest"]["name"] == "Lena"


def test_a_deleted_person_is_nameless_and_other_peoples_games_stay(kept, person):
    mara, ben = kept("Mara"), person("Ben")
    over = mara.table("me", "open")
    ben.join(over)
    with mara.watch(over["id"]) as a, ben.watch(over["id"]) as b:
        screens = [a, b]
        assert a.ask_for(do="chat", text="Good luck", key=key())["ok"]
        while not a.turn["over"]:
            seat = a.turn["to_act"][0]
            answer = screens[seat].play(screens[seat].choices(seat)[-1], seat)
            for screen in screens:
                screen.reach(answer["seq"])
    going_on = ben.table("me", "open")
    mara.join(going_on)
    waiting = mara.table("me", "open")["id"]
    phone = person()
    sign_in(phone, "Mara")
    with ben.watch(going_on["id"]) as screen, phone.watch(going_on["id"]) as theirs:
        assert mara.request("/api/me/delete", {"name": "Mara"}).is_success
        assert theirs.closed()[0] == 4401
        screen.until(lambda one: one.table["seats"][1]["kind"] == "open")
    for one in (mara, phone):
        assert one.get("/api/me")["guest"] is None
    assert person().refused("/api/sign-in/password", {"name": "Mara", "password": GOOD})["code"] == "sign-in"
    assert person().refused("/api/sign-in/code", {"code": mara.codes[0]})["code"] == "sign-in"
    wait_for(lambda: "Mara" not in ben.http.get("/api/tables").text)  # the result is reworded
    # Nothing that Ben can see has the name, and what he played is still there.
    table = over["id"]
    told = [ben.http.get(f"/api/tables/{table}{path}").text for path in ("", "/log", "/record", "/moment/3", "/course")]
    told += [ben.http.get("/api/tables").text, ben.http.get(f"/api/tables/{going_on['id']}/log").text]
    with ben.watch(table) as screen:
        assert [remark["name"] for remark in screen.chat] == ["somebody"]
        told += screen.raw
    assert not [text for text in told if "Mara" in text]
    assert "somebody" in told[2]
    assert ben.http.get(f"/api/tables/{waiting}").status_code == 404
    # The name is free again, for a new person with nothing of hers.
    other = kept("Mara")
    assert other.id != mara.id
    assert other.get("/api/tables")["mine"] == []


def test_a_guest_can_be_deleted_too(person):
    guest = person("Passing")
    guest.table("me", "hotseat")
    guest.post("/api/me/delete", {"name": "Passing"})
    assert guest.get("/api/me")["guest"] is None


def test_unloaded_tables_are_updated_when_they_are_read(tmp_path, capsys):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        wish: dict[str, Any] = {
            "title": "zooloretto-mini",
            "seats": [{"kind": "me"}, {"kind": "hotseat", "name": "Eva"}],
        }
        over = await services.make_table(lisa, new_table(wish))
        await play_to_the_end(services, lisa, over)
        wish["seats"][1] = {"kind": "open"}
        going_on = await services.make_table(lisa, new_table(wish))
        await services.seating.join(ben, going_on.facts.link, None)
        for table in (over, going_on):
            services.tables.forget(table.id)
        services.accounts.delete(lisa.id)
        listed = services.lobby_lists.of(lisa).mine[-1].seats
        assert [seat.name for seat in listed] == ["somebody A", "somebody B"]
        read = await services.tables.get(over.id)
        assert read.names == ("somebody A", "somebody B")
        assert "Eva" not in str(read.record())
        assert "Lisa" not in " ".join([sentence for entry in read.log for sentence in entry.text])
        read = await services.tables.get(going_on.id)
        assert [seat.kind for seat in read.seats] == ["open", "person"]
        assert read.log[-1].text == ["Somebody leaves the table."]

    with_services(tmp_path, work)
    assert main(["check", str(name_of(tmp_path / "tables.db"))]) == 0, capsys.readouterr().out


def test_inactive_guests_are_deleted_if_the_settings_say_so(tmp_path):
    async def work(services):
        ben, _ = await services.guests.add("Ben")
        cleo, cookie = await services.guests.add("Cleo")
        lisa, token = await services.guests.add("Lisa")
        services.accounts.keep(lisa, token, "hashed", None)
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(ben, incoming.NewTable(title=SMALLEST, seats=seats))
        clock.shift(29 * 24 * 3600.0)
        await services.guests.known(cookie)
        await services.guests.mark_seen()
        clock.shift(2 * 24 * 3600.0)
        services.start()
        async with asyncio.timeout(PATIENCE):
            while services.accounts.unforgotten() or not people_now(services.database, [ben.id])[ben.id].gone:
                await asyncio.sleep(0.01)
        people = people_now(services.database, [ben.id, cleo.id, lisa.id])
        assert {one.name for one in people.values() if not one.gone} == {"Cleo", "Lisa"}
        told = await asyncio.to_thread(services.store.read, table.id)
        assert "Ben" not in "".join([event.data for event in told])

    with_services(tmp_path, work, guest_days=30)


def test_of_two_who_delete_the_same_person_the_second_finds_no_one(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        services.accounts.delete(lisa.id)
        services.accounts.delete(lisa.id)
        assert services.accounts.unforgotten() == [lisa.id]

    with_services(tmp_path, work)


def test_the_name_is_in_no_event_any_more_and_the_chains_are_intact(tmp_path, capsys):
    async def work(services):
        lisa, ben = [(await services.guests.add(name))[0] for name in ("Lisa", "Ben")]
        open_seat: dict[str, Any] = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "open"}]}
        over, left, asked = [await services.make_table(ben, new_table(open_seat)) for _ in range(3)]
        for table in (over, left):
            await services.seating.join(lisa, table.facts.link, None)
        while (table := await services.tables.get(over.id)).status == "playing":
            await decide(services, [ben, lisa], over.id)
            if table.n == 2:
                await services.commands.do(lisa, over.id, incoming.Undo(seq=table.seq, key=key(), to=0))
        await rematch.again(services.maker, lisa, await services.tables.get(over.id), incoming.Again())
        await services.seating.leave(lisa, left.id)  # no seat there is hers any more
        await services.commands.do(ben, left.id, incoming.Takeover(seat=1, key=key()))
        link = (await services.tables.get(left.id)).facts.link
        await services.commands.do(lisa, left.id, incoming.Sit(seat=1, link=link, key=key()))
        services.social.invitations.add([Invitation(asked.id, lisa.id, ben.id, "friend")])
        await services.seating.decline(lisa, asked.id)  # she has never sat there
        assert stored(services, "Lisa") == {over.id, left.id, asked.id, *successors(services, over.id)}
        reviews.keep(services.database, over.id, {"told": "Lisa could have passed."}, [ben.id])
        asker = Asker(lisa, "", "", "", "", None)
        await services.authentication.delete(asker, "Lisa")
        await services.authentication.catch_up()
        assert stored(services, "Lisa") == set()
        assert services.accounts.unforgotten() == []
        assert reviews.find(services.database, over.id) is None
        # What the others see is the same as before except for the name, and the games continue.
        log = [line for entry in (await services.tables.get(asked.id)).log for line in entry.text]
        assert log == ["somebody declines the invitation."]
        await decide(services, [ben, ben], left.id)
        for id in (over.id, left.id, asked.id):
            services.tables.forget(id)
            assert "Lisa" not in " ".join(
                [line for entry in (await services.tables.get(id)).log for line in entry.text]
            )

    with_services(tmp_path, work)
    assert main(["check", str(name_of(tmp_path / "tables.db"))]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("is_old", [False, True], ids=["crash", "older server"])
def test_names_left_by_a_crash_or_an_older_server_are_gone_after_the_next_start(tmp_path, is_old):
    async def before(services):
        lisa, ben = [(await services.guests.add(name))[0] for name in ("Lisa", "Ben")]
        wish: dict[str, Any] = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = await services.make_table(ben, new_table(wish))
        await services.seating.join(lisa, table.facts.link, None)
        services.accounts.delete(lisa.id)  # and nothing more
        assert stored(services, "Lisa") == {table.id}

    async def after(services):
        await services.authentication.catch_up()
        assert stored(services, "Lisa") == set()
        assert services.accounts.unforgotten() == []

    with_services(tmp_path, before)
    if is_old:
        go_back(name_of(tmp_path / "tables.db"), "0018")
    with_services(tmp_path, after)


def stored(services, name):
    """Return the tables with a name in their events."""
    with services.database.engine.connect() as connection:
        rows = connection.execute(select(EVENT_ROWS.c.table_id, EVENT_ROWS.c.data)).all()
    return {row.table_id for row in rows if name in row.data}


def successors(services, table):
    """Return the rematch tables of this one."""
    (data,) = [event.data for event in services.store.read(table) if event.kind == "again"]
    return {json.loads(data)["table"]}


async def decide(services, people, id):
    """Let the players to act decide; people by seat. Bots are left alone."""
    table = await services.tables.get(id)
    seat = next((seat for seat in table.to_act if table.seats[seat].bot is None), None)
    if seat is not None:
        play = incoming.Play(seat=seat, decision=str(table.state.legal(seat)[0]), seq=table.seq, key=key())
        await services.commands.do(people[seat], id, play)


@pytest.mark.usefixtures("on_a_file")
def test_no_proof_of_identity_is_left(tmp_path):
    server = Server(str(tmp_path / "tables.db")).start()
    lisa = Person(server, "Lisa")
    lisa.post("/api/me/keep", {"password": GOOD})
    lisa.post("/api/me/device", {})
    lisa.post("/api/me/delete", {"name": "Lisa"})
    lisa.close()
    assert server.stop() == 0
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        for relation in ("sessions", "accounts", "passkeys", "recovery_codes", "tickets"):
            assert connection.execute(f"SELECT count(*) FROM {relation}").fetchone() == (0,)
        assert connection.execute("SELECT name, gone FROM guests").fetchall() == [("somebody", 1)]
    connection.close()
