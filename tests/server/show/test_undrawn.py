"""Test a table that can't be drawn: its viewers are informed, and the log has the reason."""

from __future__ import annotations

import logging

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from menagerie.core import registry
from menagerie.core.display.scene import Scene
from menagerie.core.state import State
from menagerie.server.base.settings import Settings
from menagerie.server.http.application import create_app
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from tests.server.support.people import with_services
from tests.server.support.postgres import name_of
from tests.server.support.toy import GAME, Together

pytestmark = pytest.mark.one_store


class Undrawn(Together):
    def scene(self, state: State, seat: int | None = None) -> Scene:
        raise ValueError("This colour doesn't exist.")


@pytest.fixture
def table(monkeypatch, tmp_path) -> str:
    """Return the id of a table of a title that fails to draw."""
    monkeypatch.setitem(registry._LOADED, GAME.id, Undrawn(GAME.folder))
    monkeypatch.setitem(registry._folders(), GAME.id, "")
    made: list[str] = []

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        made.append((await services.make_table(lisa, incoming.NewTable(title=GAME.id, seats=seats))).id)

    with_services(tmp_path, work)
    return made[0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_viewer_is_informed_and_the_log_says_why(table, tmp_path, caplog):
    settings = Settings(name_of(tmp_path / "tables.db"))
    services = Services(settings)
    with caplog.at_level(logging.ERROR), TestClient(create_app(settings, services), "http://127.0.0.1") as client:
        with (
            pytest.raises(WebSocketDisconnect) as ended,
            client.websocket_connect(f"/api/tables/{table}/live") as socket,
        ):
            socket.receive_json()
        assert (ended.value.code, ended.value.detail) == (
            1011,
            "Something went wrong on our side and was logged. Try again.",
        )
        assert f"Failed to show table {table}: ValueError: This colour doesn't exist." in caplog.text
        assert not services.hub._rooms, "no viewer is left"
