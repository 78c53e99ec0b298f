"""Test what stays in memory: tables without viewers are unloaded, and idle spectators disconnected."""

from __future__ import annotations

import pytest

from menagerie.server.base.settings import Limits
from menagerie.server.protocol import incoming
from menagerie.server.show.client_connection import Outbox
from menagerie.server.show.hub import IDLE, Viewer
from tests.server.support.people import SMALLEST, key, with_services

pytestmark = pytest.mark.one_store

SEATS = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]


async def begun(services, guest):
    return await services.make_table(guest, incoming.NewTable(title=SMALLEST, seats=SEATS))


def messages(viewer):
    return viewer.line.take_all()


def test_tables_are_unloaded_and_are_the_same_when_they_come_back(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        tables = [await begun(services, lisa) for _ in range(4)]
        first = tables[0]
        seat, seq = first.to_act[0], first.seq
        assert len(services.tables.loaded) == 1
        command = incoming.Play(seat=seat, decision="draw", seq=first.seq, key=key())
        await services.commands.do(lisa, first.id, command)
        back = await services.tables.get(first.id)
        assert back is not first
        assert (back.n, back.seq, back.to_act) == (1, seq + 1, (seat,))
        # Repeating a command from before the table was unloaded still counts once.
        for other in tables[1:]:
            await services.tables.get(other.id)
        assert (await services.commands.do(lisa, first.id, command)).seq == seq + 1
        assert (await services.tables.get(first.id)).n == 1

    with_services(tmp_path, work, idle_events=0)


def test_a_table_with_a_viewer_stays(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa)
        viewer = Viewer(lisa, "", Limits(), Outbox())
        await services.hub.enter(table.id, viewer)
        for _ in range(3):
            await begun(services, lisa)
        assert table.id in services.tables.loaded
        services.hub.leave(table.id, viewer)
        for _ in range(3):  # what the server itself looks at in a moment stays until the next one comes
            await begun(services, lisa)
        assert table.id not in services.tables.loaded

    with_services(tmp_path, work, idle_events=0)


def test_idle_spectators_are_disconnected_but_no_players(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa)
        seated, onlooker = Viewer(lisa, "", Limits(), Outbox()), Viewer(None, "127.0.0.1", Limits(), Outbox())
        for viewer in (seated, onlooker):
            await services.hub.enter(table.id, viewer)
        services.hub.send_idle_away()
        assert messages(onlooker)[-1] == IDLE
        assert IDLE not in messages(seated)

    with_services(tmp_path, work, limits=Limits(idle_onlooker=-1))


def test_all_viewers_from_the_same_seats_are_sent_the_same_bytes(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa)
        viewers = [
            Viewer(lisa, "", Limits(), Outbox()),
            Viewer(lisa, "", Limits(), Outbox()),
            Viewer(None, "", Limits(), Outbox()),
            Viewer(None, "", Limits(), Outbox()),
        ]
        for viewer in viewers:
            await services.hub.enter(table.id, viewer)
        for viewer in viewers:
            messages(viewer)
        command = incoming.Play(seat=table.to_act[0], decision="draw", seq=table.seq, key=key())
        await services.commands.do(lisa, table.id, command)
        sent = [messages(viewer) for viewer in viewers]
        assert [len(each) for each in sent] == [1, 1, 1, 1]
        assert sent[0][0] is sent[1][0]
        assert sent[2][0] is sent[3][0]
        assert sent[0][0] != sent[2][0]

    with_services(tmp_path, work)
