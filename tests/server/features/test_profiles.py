"""Test profiles, leaderboards and finished games over HTTP: what everyone may see, what only their owner, and what no
one."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from menagerie import Record
from tests.server.support.people import PATIENCE, Person, Server
from tests.server.support.rated import TITLE, keep, to_the_end

MANY = {"posts_burst": 10**6, "gets_burst": 10**6, "messages_burst": 10**6, "moves_per_minute": 10**6}
MANY |= {"new_guests_per_minute": 10**6, "uploads_per_minute": 10**6, "tables_per_guest": 1000}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Lisa, Ben and a guest have played: a rated game, an unlisted one, one with a guest, and a solo game."""
    server = Server(tmp_path_factory.mktemp("played") / "tables.db", limits=MANY).start()
    lisa, ben, gast = keep(Person(server, "Lisa")), keep(Person(server, "Ben")), Person(server, "Gärtner")
    tables = {}
    for name, other, more in (
        ("rated", ben, {"rated": True, "public": True}),
        ("friends", ben, {"public": False}),
        ("guest", gast, {"public": True}),
    ):
        table = lisa.post("/api/tables", {"title": TITLE, "seats": [{"kind": "me"}, {"kind": "open"}], **more})
        other.join(table)
        with lisa.watch(table["id"]) as mine, other.watch(table["id"]) as theirs:
            to_the_end({0: mine, 1: theirs})
        tables[name] = table["id"]
    alone = lisa.table("me", title="night-at-the-zoo", public=True)
    with lisa.watch(alone["id"]) as mine:
        to_the_end({0: mine})
    tables["alone"] = alone["id"]
    wait_for(lisa, 4)
    yield lisa, ben, gast, tables, server
    for person in (lisa, ben, gast):
        person.close()
    assert server.stop() == 0
    assert "Traceback" not in server.log


def wait_for(person: Person, games: int) -> None:
    """Wait until so many games are counted, which happens in the background."""
    import time

    end = time.monotonic() + PATIENCE
    while person.get("/api/history")["total"] < games:
        assert time.monotonic() < end, "the games were not counted"
        time.sleep(0.05)


def test_a_profile_shows_what_a_person_has_played(played: Any) -> None:
    lisa, ben, _, tables, _ = played
    told = ben.get(f"/api/people/{lisa.id}")
    assert (told["name"], told["mine"], told["hidden"]) == ("Lisa", False, False)
    by_title = {one["title"]: (one["played"], one["place"] is None) for one in told["titles"]}
    assert by_title == {TITLE: (3, False), "night-at-the-zoo": (1, True)}
    (rating,) = told["ratings"]
    assert (rating["title"], rating["class"], rating["games"]) == (TITLE, "two", 1)
    (point,) = rating["curve"]
    assert point["table"] == tables["rated"]
    assert point["rating"] == rating["rating"] == 1500 + point["change"]
    assert [one["kind"] for one in rating["bots"]] == ["visitor", "keeper", "director"]
    ((_, solo),) = [(one["title"], one["table"]) for one in told["solo"]]
    assert solo == tables["alone"]
    his = lisa.get(f"/api/people/{ben.id}")["ratings"][0]
    assert his["curve"][0]["change"] == -point["change"]
    assert {"secret", "token", "email", "password"}.isdisjoint(told)


def test_guests_have_no_profile_and_existing_accounts_are_not_revealed(played: Any) -> None:
    lisa, _, gast, *_ = played
    unknown = lisa.http.get("/api/people/aaaaaaaaaaaa")
    assert unknown.status_code == 404
    assert lisa.http.get(f"/api/people/{gast.id}").json() == unknown.json()
    assert lisa.http.get(f"/api/people/{gast.id}/games").json() == unknown.json()
    assert gast.get("/api/history")["total"] == 1, "one's own games are one's own"


def test_a_hidden_profile_looks_like_a_missing_one(played: Any) -> None:
    lisa, ben, gast, tables, _ = played
    unknown = gast.http.get("/api/people/aaaaaaaaaaaa").json()
    assert ben.refused(f"/api/people/{lisa.id}/privacy", {"hidden": True})["status"] == 404, "that is hers to say"
    assert gast.refused(f"/api/people/{gast.id}/privacy", {"hidden": True})["status"] == 404
    seat = ben.get(f"/api/tables/{tables['rated']}/people")["seats"][0]
    assert seat["profile"] == f"/people/{lisa.id}"
    lisa.post(f"/api/people/{lisa.id}/privacy", {"hidden": True})
    try:
        for path in (f"/api/people/{lisa.id}", f"/api/people/{lisa.id}/games"):
            assert ben.http.get(path).json() == unknown
        assert ben.http.get(f"/api/people/{lisa.id}/records.zip").json() == unknown
        assert ben.get(f"/api/tables/{tables['rated']}/people")["seats"][0]["profile"] is None
        assert lisa.get(f"/api/people/{lisa.id}")["hidden"] is True
        names = [seat for game in ben.get("/api/history")["games"] for seat in game["seats"]]
        assert {seat["profile"] for seat in names if seat["name"] == "Lisa"} == {None}
        mine = [table for table in ben.get("/api/tables")["mine"] if table["id"] == tables["rated"]]
        assert mine[0]["profiles"] == [None, f"/people/{ben.id}"]
    finally:
        lisa.post(f"/api/people/{lisa.id}/privacy", {"hidden": False})
    assert ben.get(f"/api/people/{lisa.id}")["name"] == "Lisa"


def found(person: Person, path: str, tables: dict[str, str], **wish: Any) -> set[str]:
    by_id = {id: name for name, id in tables.items()}
    answer = person.http.get(path, params=wish)
    assert answer.is_success, answer.text
    return {by_id[game["table"]] for game in answer.json()["games"]}


def test_finished_games_are_searched(played: Any) -> None:
    lisa, ben, _, tables, _ = played
    everything = {"rated", "friends", "guest", "alone"}

    def mine(**wish: Any) -> set[str]:
        return found(lisa, "/api/history", tables, **wish)

    assert mine() == everything
    assert mine(title="night-at-the-zoo") == {"alone"}
    assert mine(player="GÄRT") == mine(player="gärt") == {"guest"}
    assert mine(player="BEN") == {"rated", "friends"}
    assert mine(player="%") == set(), "it is no pattern"
    assert mine(rated="true") == {"rated"}
    assert mine(result="won") | mine(result="lost") == everything
    assert mine(result="won") & mine(result="lost") == set()
    assert mine(result="left") == set()
    assert mine(since="2100-01-01") == set()
    assert mine(since="2020-01-01", until="2100-01-01") == everything
    for wish, told in (
        ({"since": "tomorrow"}, "This is not a date. Use the form 2026-11-17."),
        ({"result": "splendid"}, "Unknown result. Choose one of these: won, lost, time, left, continued."),
    ):
        refused = lisa.http.get("/api/history", params=wish)
        assert (refused.status_code, refused.json()["error"]) == (400, told)
    assert lisa.http.get("/api/history", params={"page": 501}).status_code == 400
    assert lisa.get("/api/history?page=2")["games"] == []
    # Others find listed games.
    assert found(ben, f"/api/people/{lisa.id}/games", tables) == {"rated", "guest", "alone"}
    game = next(game for game in lisa.get("/api/history")["games"] if game["table"] == tables["rated"])
    assert game["change"] == lisa.get(f"/api/people/{lisa.id}")["ratings"][0]["curve"][0]["change"]
    assert [seat["name"] for seat in game["seats"]] == ["Lisa", "Ben"]
    assert Record.parse(lisa.http.get(game["record"]).text).final().is_over


def test_records_are_packed(played: Any) -> None:
    lisa, ben, _, tables, server = played

    def packed(person: Person, path: str) -> list[str]:
        answer = person.http.get(path)
        assert answer.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            for name in archive.namelist():
                assert Record.parse(archive.read(name).decode()).final().is_over
            return [name.removesuffix(".zoo").rsplit("-", 1)[1] for name in archive.namelist()]

    assert set(packed(lisa, "/api/history/records.zip")) == set(tables.values())
    assert packed(lisa, "/api/history/records.zip?rated=true") == [tables["rated"]]
    listed = {tables[name] for name in ("rated", "guest", "alone")}
    assert set(packed(ben, f"/api/people/{lisa.id}/records.zip")) == listed
    assert ben.http.get("/api/history/records.zip?title=18zoo").status_code == 404
    stranger = Person(server)
    assert stranger.http.get(f"/api/people/{lisa.id}/records.zip").status_code == 401
    stranger.close()


def test_the_leaderboard_requires_ten_games(played: Any) -> None:
    lisa, *_ = played
    told = lisa.get(f"/api/people?title={TITLE}")
    assert (told["least"], told["people"]) == (10, [])
    assert [(one["kind"], one["rating"]) for one in told["bots"]][1] == ("keeper", 1500)
    assert lisa.http.get("/api/people?title=zoo-escape").status_code == 404
    assert lisa.http.get("/api/people?title=chess").status_code == 404
    assert lisa.http.get(f"/api/people?title={TITLE}&players=five").status_code == 400


def test_bots_have_a_page_too(played: Any) -> None:
    lisa, *_ = played
    told = lisa.get("/api/bots/keeper")
    assert told["about"].startswith("A decent club player")
    assert {one["rating"] for one in told["ratings"]} == {1500}
    assert lisa.get("/api/bots/random")["ratings"] == []
    assert lisa.http.get("/api/bots/hal").status_code == 404
    for page in ("/people", f"/people/{lisa.id}", "/history", "/bots/keeper"):
        assert "<main" in lisa.http.get(page).text


def test_a_deleted_person_cannot_be_found(played: Any) -> None:
    lisa, _, _, _, server = played
    eva = keep(Person(server, "Eva of the Estuary"))
    table = lisa.post(
        "/api/tables", {"title": TITLE, "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True, "public": True}
    )
    eva.join(table)
    with lisa.watch(table["id"]) as mine, eva.watch(table["id"]) as hers:
        to_the_end({0: mine, 1: hers})
    wait_for(lisa, 5)
    assert lisa.get(f"/api/people/{eva.id}")["name"] == "Eva of the Estuary"
    eva.post("/api/me/delete", {"name": "Eva of the Estuary"})
    assert lisa.http.get(f"/api/people/{eva.id}").status_code == 404
    newest = lisa.get("/api/history")["games"][0]
    assert [(seat["name"], seat["profile"]) for seat in newest["seats"]][1] == ("somebody", None)
    assert lisa.get("/api/history?player=Estuary")["total"] == 0
    assert lisa.get(f"/api/people/{lisa.id}")["ratings"][0]["games"] == 2, "a game that was won stays won"
    eva.close()


def test_a_server_killed_after_the_last_decision_counts_the_game_when_it_is_back(tmp_path: Any) -> None:
    server = Server(tmp_path / "tables.db", limits=MANY).start()
    lisa, ben = keep(Person(server, "Lisa")), keep(Person(server, "Ben"))
    table = lisa.post("/api/tables", {"title": TITLE, "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True})
    ben.join(table)
    with lisa.watch(table["id"]) as mine, ben.watch(table["id"]) as his:
        to_the_end({0: mine, 1: his})
        server.kill()
    server.start()
    wait_for(lisa, 1)
    told = [person.get(f"/api/people/{person.id}")["ratings"][0] for person in (lisa, ben)]
    assert [one["games"] for one in told] == [1, 1]
    assert told[0]["rating"] - 1500 == 1500 - told[1]["rating"]
    for person in (lisa, ben):
        person.close()
    server.stop()
