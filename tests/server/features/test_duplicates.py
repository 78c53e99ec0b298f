"""Test duplicate tables: several groups have the same deal and compare; no one plays who knows it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from menagerie.core import seed_commitment
from menagerie.core.record import Record
from menagerie.server.features.daily.duplicate_store import ENTRY, LONGEST
from menagerie.server.store import engines
from menagerie.server.store.schema.tables import SECRET_ROWS
from menagerie.server.store.storage import Storage
from tests.server.support.people import Person, Server, key
from tests.server.support.trying import DAY, LIMITS, begin, deal, decisions, last, play, server_at_noon

TITLE = "zooloretto-mini"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = server_at_noon(tmp_path_factory.mktemp("server") / "tables.db").start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.fixture
def fragile(tmp_path):
    """A server whose days pass."""
    running = server_at_noon(tmp_path / "tables.db").start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.fixture
def come():
    """Creates people at any server, who leave at the end."""
    made: list[Person] = []

    def make(server: Server, name: str = "") -> Person:
        made.append(Person(server, name))
        return made[-1]

    yield make
    for one in made:
        one.close()


def duplicate(person: Person, *seats: Any, **more: Any) -> tuple[dict[str, Any], str]:
    """Return the first table of a duplicate, and the address of its API."""
    table = person.table(*seats, duplicate=True, **more)
    assert table["deal"]["kind"] == "group"
    return table, f"/api/duplicates/{table['deal']['address'].rpartition('/')[2]}"


def play_together(people: list[Person], table: str) -> list[tuple[int, str]]:
    """Let two people decide in turn, always the first choice."""
    seats = {person.get(f"/api/tables/{table}")["mine"][0]: person for person in people}
    while (found := people[0].get(f"/api/tables/{table}"))["status"] != "over":
        seat = found["to_act"][0]
        with seats[seat].watch(table) as screen:
            while screen.turn["asks"]:
                screen.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
    return decisions(people[0], table)


def test_two_groups_have_the_same_deal_and_compare_seat_by_seat(person):
    lisa, ben, ann, tom = [person(name) for name in ("Lisa", "Ben", "Ann", "Tom")]
    first, api = duplicate(lisa, "me", "open")
    ben.join(first)
    told = ann.get(api)
    assert (told["players"], told["title"], told["knows"], len(told["groups"])) == (2, TITLE, False, 1)
    assert told["groups"][0]["table"] is None
    second = ann.post(api, {})
    assert second["id"] != first["id"]
    assert second["fair"]["commitment"] == first["fair"]["commitment"] == told["fair"]["commitment"]
    tom.join(second)
    alike = play_together([lisa, ben], first["id"])
    group = tom.get(api)["groups"][0]
    assert (group["status"], group["table"]) == ("over", None)
    assert len(group["scores"]) == len(group["places"]) == 2
    assert play_together([ann, tom], second["id"]) == alike
    groups = tom.get(api)["groups"]
    assert groups[0]["scores"] == groups[1]["scores"]
    assert [one["mine"] for one in groups] == [False, True]
    # A group that has finished may view the others.
    assert groups[0]["table"] == first["id"]
    assert tom.get(f"/api/tables/{first['id']}/log")["log"]


def test_bots_of_two_groups_answer_alike(person):
    lisa, ann = person("Lisa"), person("Ann")
    first, api = duplicate(lisa, {"kind": "bot", "bot": "visitor"}, "me")
    play(lisa, first["id"], seat=1)
    second = ann.post(api, {})
    assert [seat["bot"] for seat in second["seats"]] == ["visitor", None]
    play(ann, second["id"], seat=1)
    assert decisions(ann, second["id"]) == decisions(lisa, first["id"])


def test_a_player_or_viewer_of_one_group_cannot_join_another(person):
    lisa, ben, ann, eve, tom = [person(name) for name in ("Lisa", "Ben", "Ann", "Eve", "Tom")]
    first, api = duplicate(lisa, "me", "open", "open")
    ben.join(first)
    second = ann.post(api, {})
    for who in (lisa, ben):
        refused = who.refused(f"/api{second['link']}", {})
        assert (refused["status"], refused["code"]) == (403, "deal")
        assert refused["error"].startswith("You've already played or seen this deal")
        assert who.refused(api, {})["code"] == "deal"
        assert who.get(api)["knows"]
    # Eve watches the first table: she may sit down there, and nowhere else.
    assert eve.get(f"/api/tables/{first['id']}/log") == {"log": []}
    assert eve.refused(f"/api{second['link']}", {})["code"] == "deal"
    assert eve.refused(api, {})["code"] == "deal"
    assert eve.join(first)["mine"] == [2]
    # An invitation alone reveals nothing.
    tom.get(f"/api{first['link']}")
    assert tom.join(second)["mine"] == [1]


def test_players_cannot_view_other_groups_and_nameless_people_none(person):
    lisa, ann = person("Lisa"), person("Ann")
    first, api = duplicate(lisa, "me", {"kind": "bot", "bot": "random"})
    second = ann.post(api, {})
    for path in ("", "/log", "/moment/0", "/picture.svg"):
        assert "once your game is over" in ann.http.get(f"/api/tables/{first['id']}{path}").json()["error"]
        assert "Choose a name" in person().http.get(f"/api/tables/{first['id']}{path}").json()["error"]
    screen = ann.watch(first["id"]).open()
    assert screen.closed()[0] == 4403
    screen.__exit__()
    play(ann, second["id"])
    assert ann.get(f"/api/tables/{first['id']}")["status"] == "playing"


def test_viewers_who_know_the_deal_cannot_chat_at_another_group_before_its_end(person):
    lisa, ben, ann, tom = [person(name) for name in ("Lisa", "Ben", "Ann", "Tom")]
    first, api = duplicate(lisa, "me", "open")
    ben.join(first)
    second = ann.post(api, {})
    tom.join(second)
    play_together([lisa, ben], first["id"])
    refused = lisa.do(second["id"], do="chat", text="the last pile is all rhinos", key=key()).json()
    assert refused["code"] == "deal"
    assert refused["error"].startswith("Other groups are playing this deal")
    assert tom.do(second["id"], do="chat", text="Hello", key=key()).json()["ok"]
    play_together([ann, tom], second["id"])
    assert lisa.do(second["id"], do="chat", text="Well played", key=key()).json()["ok"]


def test_a_shared_deal_is_never_redealt(person):
    lisa, ben = person("Lisa"), person("Ben")
    first, _ = duplicate(lisa, "me", "open")
    ben.join(first)
    seat = lisa.get(f"/api/tables/{first['id']}")["to_act"][0]
    with (lisa, ben)[seat].watch(first["id"]) as screen:
        screen.until(lambda one: "draw" in one.choices(seat))
        screen.reach(screen.play("draw", seat)["seq"])
        answer = screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())
        assert "revealed information" in answer["error"]
    wish = {"n": 0, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], "anew": True}
    assert "same deal" in lisa.refused(f"/api/tables/{first['id']}/play-on", wish)["error"]


def test_the_seed_is_revealed_when_all_groups_have_finished_and_no_more_can_join(person):
    lisa, ann, tom = person("Lisa"), person("Ann"), person("Tom")
    first, api = duplicate(lisa, "me", {"kind": "bot", "bot": "random"})
    second = ann.post(api, {})
    promised = first["fair"]["commitment"]

    def seed() -> str | None:
        told = {
            lisa.get(api)["fair"]["seed"],
            lisa.get(f"/api/tables/{first['id']}")["fair"]["seed"],
            None if lisa.http.get(f"/api/tables/{first['id']}/record").is_error else lisa.get(api)["fair"]["seed"],
        }
        assert len(told) == 1
        return told.pop()

    play(lisa, first["id"])
    assert seed() is None
    assert ann.refused(f"{api}/close", {})["error"] == "Only the host of the duplicate can close it."
    assert lisa.post(f"{api}/close", {})["closed"]
    assert tom.refused(api, {})["error"] == "This duplicate is closed to new groups."
    assert seed() is None
    play(ann, second["id"], last)
    told = seed()
    assert told is not None
    record = Record.parse(lisa.http.get(f"/api/tables/{first['id']}/record").text)
    assert (
        list(seed_commitment.verify(record, promised))[-1]
        == "the seed matches the commitment published before the game."
    )
    assert str(record.seed) == told
    # Now everyone may watch.
    assert tom.get(f"/api/tables/{second['id']}")["status"] == "over"


def test_a_duplicate_closes_automatically_and_is_revealed_in_the_end(fragile, come):
    lisa, ann = come(fragile, "Lisa"), come(fragile, "Ann")
    first, api = duplicate(lisa, "me", {"kind": "bot", "bot": "random"})
    ann.post(api, {})
    play(lisa, first["id"])
    fragile.days.pass_by(ENTRY + DAY)
    assert lisa.get(api)["closed"]
    assert lisa.get(api)["fair"]["seed"] is None
    fragile.days.pass_by(LONGEST)
    assert lisa.get(api)["fair"]["seed"] is not None


def test_a_group_that_leaves_before_the_start_knows_nothing(person):
    lisa, ann = person("Lisa"), person("Ann")
    _, api = duplicate(lisa, "me", "open")
    gone = ann.post(api, {})
    ann.post(f"/api/tables/{gone['id']}/leave", {})
    assert len(ann.get(api)["groups"]) == 1
    assert ann.post(api, {})["id"] != gone["id"]


def test_a_player_knows_the_deal_even_after_everyone_has_left(person):
    lisa = person("Lisa")
    table, api = duplicate(lisa, "me", {"kind": "bot", "bot": "random"})
    play(lisa, table["id"], most=1)
    lisa.post(f"/api/tables/{table['id']}/leave", {})
    assert lisa.get(f"/api/tables/{table['id']}")["status"] == "over"
    assert lisa.get(api)["knows"]
    assert lisa.refused(api, {})["code"] == "deal"


def test_one_person_never_gets_two_groups_however_often_they_ask_at_once(person):
    lisa, ann = person("Lisa"), person("Ann")
    _, api = duplicate(lisa, "me", "open")
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: ann.request(api, {}), range(6)))
    assert sorted([answer.status_code for answer in answers]) == [201, 403, 403, 403, 403, 403]
    assert len(lisa.get(api)["groups"]) == 2


def test_an_invalid_duplicate_is_refused(person):
    lisa = person("Lisa")
    bot = {"kind": "bot", "bot": "random"}
    wish = {"title": TITLE, "seats": [bot, bot], "duplicate": True}
    assert "at least one human player" in lisa.refused("/api/tables", wish)["error"]
    assert lisa.refused("/api/duplicates/nothing", {})["error"] == "This duplicate doesn't exist."
    assert lisa.http.get("/api/duplicates/nothing").status_code == 404
    assert lisa.refused("/api/duplicates/nothing/close", {})["status"] == 404
    _, api = duplicate(lisa, "me", "open")
    assert person().refused(api, {})["error"] == "Choose a name first."


def secrets_of(database: str) -> list[str]:
    engine = engines.reading_engine(engines.url_of(database))
    with engine.connect() as connection:
        found = list(connection.execute(select(SECRET_ROWS.c.value).where(SECRET_ROWS.c.name == "daily")).scalars())
    engine.dispose()
    return found


def test_a_copy_keeps_promises_results_and_who_knows_a_deal(tmp_path, come):
    from menagerie.cli import main

    source, target = tmp_path / "here" / "tables.db", tmp_path / "there" / "tables.db"
    server = Server(str(source), limits=LIMITS).start()
    lisa = come(server, "Lisa")
    play(lisa, begin(lisa)["id"])
    day, before = lisa.get("/api/daily")["day"], deal(lisa)
    _, api = duplicate(lisa, "me", "open")
    server.stop()
    Storage(str(target)).close()
    main(["move", str(source), str(target)])
    assert secrets_of(str(target)) == secrets_of(str(source))
    moved = Server(str(target), limits=LIMITS).start()
    lisa.go_to(moved)
    try:
        assert deal(lisa, day=day) == before
        assert before["try"]["over"]
        assert lisa.get(api)["knows"]
        assert "You've already played or seen" in lisa.refused(api, {})["error"]
    finally:
        moved.stop()
