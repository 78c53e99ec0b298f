"""Test a site with accounts, ratings, deals, tournaments and notices: a move, a backup and a restore change nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Float, Integer, func, insert, select

from menagerie.cli import main
from menagerie.server.store import engines
from menagerie.server.store.schema.tables import METADATA
from tests.server.store.test_backups import NOT_COPIED, everything
from tests.server.support.authenticator import Passkey
from tests.server.support.people import SMALLEST, Person, Server, have_accounts, key
from tests.server.support.rated import PASSWORD, keep, to_the_end

pytestmark = pytest.mark.one_store

LIMITS = {"posts_burst": 1000, "messages_burst": 10**6, "keeps_per_minute": 1000, "signs_per_minute": 1000}
SETTINGS: dict[str, Any] = {"limits": LIMITS, "public_url": "http://zoo.example", "moderators": ("Olga",)}
FILE = "tables.db"


class Site:
    """Four people with accounts, and what they have done."""

    def __init__(self, database: Path) -> None:
        self.database = database
        have_accounts(str(database), PASSWORD, "Olga")
        self.server = Server(str(database), **SETTINGS).start()
        self.people = [keep(Person(self.server, name)) for name in ("Lisa", "Ben", "Eve")]
        self.people.insert(2, Person(self.server).sign_in("Olga", PASSWORD))
        self.lisa, self.ben, self.olga, _ = self.people
        self.passkey = Passkey("http://zoo.example", "zoo.example")

    def live(self) -> None:
        """Do a little of everything that is stored."""
        lisa, ben, olga = self.lisa, self.ben, self.olga
        lisa.post("/api/me/passkey", self.passkey.make(lisa.post("/api/me/passkey/begin", {})))
        self._play_rated()
        lisa.post(f"/api/people/{lisa.id}/privacy", {"hidden": False})
        self._play_the_deal_of_the_day()
        self.duplicate = lisa.table("me", "open", duplicate=True)["deal"]["address"].rpartition("/")[2]
        self.cup = lisa.post("/api/tournaments", {"name": "Spring Cup", "title": SMALLEST, "pace": "1d"})["id"]
        for one in self.people:
            one.post(f"/api/tournaments/{self.cup}/enter", {})
        lisa.post(f"/api/tournaments/{self.cup}/next", {})
        lisa.post("/api/holiday", {"days": 2})
        lisa.post("/api/friends/by-name", {"name": "Ben"})
        ben.post("/api/friends/by-name", {"name": "Lisa"})
        waiting = lisa.table("me", "open", pace="1d")
        lisa.post(f"/api/tables/{waiting['id']}/invite", {"friend": ben.id})
        ben.post("/api/reports", {"person": lisa.id, "reason": "Only a drill."})
        report = olga.get("/api/moderation")["reports"][0]["id"]
        olga.post(f"/api/moderation/{report}", {"step": "warn", "why": "Only a drill."})
        ben.post("/api/notices", {"kinds": {"turn": ["webhook"]}, "zone": "Europe/Berlin", "digest": 6})
        ben.post(f"/api/notices/tables/{self.rated}", {"kinds": {"turn": []}})
        ben.post("/api/notices/webhook", {"form": "plain", "address": "https://hooks.zoo.example/1"})

    def _play_rated(self) -> None:
        table = self.lisa.table("me", "open", rated=True, public=True)
        self.rated = table["id"]
        self.ben.join(table)
        self.ben.do(self.rated, do="chat", text="Good luck!", key=key())
        with self.lisa.watch(self.rated) as one, self.ben.watch(self.rated) as other:
            to_the_end({0: one, 1: other})
        self.lisa.get(f"/api/tables/{self.rated}/people")

    def _play_the_deal_of_the_day(self) -> None:
        day = self.lisa.get("/api/daily")["day"]
        table = self.lisa.post(f"/api/daily/{day}/{SMALLEST}", {})["id"]
        with self.lisa.watch(table) as screen:
            to_the_end({0: screen})

    def stop(self) -> None:
        assert self.server.stop() == 0
        assert "Traceback" not in self.server.log

    def told(self) -> dict[str, Any]:
        """Return what these people read."""
        looked = {
            "profile": self.ben.get(f"/api/people/{self.lisa.id}"),
            "games": self.lisa.get("/api/history"),
            "daily": self.lisa.get("/api/daily"),
            "duplicate": self.lisa.get(f"/api/duplicates/{self.duplicate}"),
            "cup": self.lisa.get(f"/api/tournaments/{self.cup}"),
            "friends": [one["name"] for one in self.lisa.get("/api/friends")["friends"]],
            "holiday": self.lisa.get("/api/holiday"),
            "reports": self.olga.get("/api/moderation"),
            "notices": self.ben.get("/api/notices"),
            "record": self.lisa.http.get(f"/api/tables/{self.rated}/record").text,
        }
        looked["daily"].pop("now", None)
        return looked

    def serve(self, database: str | Path) -> None:
        """Serve another database; everyone goes there with their cookies."""
        self.server = Server(str(database), **SETTINGS).start()
        for one in self.people:
            one.go_to(self.server)


def fill_the_rest(database: Path, guest: str, table: str) -> set[str]:
    """Add a row to every empty relation; return these relations."""

    def value(column: Column[Any]) -> object:
        references = {found.column.table.name for found in column.foreign_keys}
        if references or column.name == "table_id":
            return guest if references == {"guests"} else table
        if isinstance(column.type, Boolean):
            return False
        return 7 if isinstance(column.type, Integer) else 7.5 if isinstance(column.type, Float) else "seven"

    engine, empty = engines.open_engine(engines.url_of(database)), set()
    with engine.begin() as connection:
        for relation in METADATA.sorted_tables:
            count = connection.execute(select(func.count()).select_from(relation)).scalar_one()
            if count == 0 and relation.name not in NOT_COPIED:
                empty.add(relation.name)
                connection.execute(insert(relation).values({column.name: value(column) for column in relation.c}))
    engine.dispose()
    return empty


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path / "first" / FILE)
    yield site
    for one in site.people:
        one.close()


@pytest.mark.slow
def test_a_whole_site_moves_to_postgresql_and_back_and_comes_out_of_a_backup(site, tmp_path, postgres, capsys):
    site.live()
    before = site.told()
    site.stop()
    rest = fill_the_rest(site.database, site.lisa.id, site.rated)
    assert len(rest) < 8, rest  # the others have rows from what people did
    stored = everything(site.database)
    assert [name for name, found in stored.items() if not found] == []

    there = postgres.new()
    for _ in range(2):  # an interrupted move can be repeated
        assert main(["move", str(site.database), there]) == 0, capsys.readouterr().err
    assert everything(there) == stored
    back = tmp_path / "back" / FILE
    assert main(["move", there, str(back)]) == 0, capsys.readouterr().err
    assert everything(back) == stored
    assert main(["check", str(back)]) == 0

    site.serve(there)
    assert site.told() == before
    again = Person(site.server)
    assert again.post("/api/sign-in/password", {"name": "Ben", "password": PASSWORD})["guest"]["id"] == site.ben.id
    signed = site.passkey.sign(again.post("/api/sign-in/passkey/begin", {}))
    assert again.post("/api/sign-in/passkey", signed)["guest"]["id"] == site.lisa.id
    assert main(["backup", there, str(tmp_path / "kept")]) == 0  # while it is served
    again.close()
    site.stop()

    shutil.rmtree(site.database.parent)
    site.database.parent.mkdir()
    (backup,) = (tmp_path / "kept").iterdir()
    assert main(["restore", str(backup), str(site.database)]) == 0
    assert main(["check", str(site.database)]) == 0
    site.serve(site.database)
    assert site.told() == before
    site.stop()
