"""Test the server's clock, which tests set forward instead of waiting."""

from __future__ import annotations

import json

import pytest

from menagerie.server.base import clock
from tests.server.support.days import DAY, Days
from tests.server.support.people import Person, Server

pytestmark = pytest.mark.one_store


def test_the_clock_of_this_process_is_set_forward():
    before = clock.now()
    clock.shift(3 * DAY)
    try:
        assert 3 * DAY <= clock.now() - before < 4 * DAY
    finally:
        clock.shift(-3 * DAY)


def test_the_clock_of_a_running_server_is_set_forward_and_survives_a_restart(tmp_path):
    days = Days()
    server = Server(tmp_path / "tables.db", days).start()
    lisa = Person(server, "Lisa")

    try:
        table = lisa.table("me", "open")["id"]
        with lisa.watch(table) as screen:
            before = float(json.loads(screen.raw[0])["now"])
        days.pass_by(2 * DAY)
        with lisa.watch(table) as screen:
            assert 2 * DAY <= float(json.loads(screen.raw[0])["now"]) - before < 3 * DAY
        server.stop()
        server.start()
        with lisa.watch(table) as screen:
            assert 2 * DAY <= float(json.loads(screen.raw[0])["now"]) - before < 3 * DAY
    finally:
        lisa.close()
        server.stop()
