"""Test friends, blocks, mutes, invitations, abandoned seats, and requests to undo."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from menagerie.cli import main
from menagerie.server.base.settings import Settings
from menagerie.server.people.social import share_links
from menagerie.server.people.social.invitations import Invitation
from menagerie.server.people.social.moderation import Report
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store import chat
from menagerie.server.store.guests import add_guest
from menagerie.server.store.seats import Seat
from tests.server.store.test_backups import everything
from tests.server.support.people import SMALLEST, Person, Screen, key, with_services

PASSWORD = "owl lantern meerkat 47 truck"


def with_account(person: Person) -> Person:
    """A person with an account."""
    person.post("/api/me/keep", {"password": PASSWORD})
    return person


def befriended(one: Person, other: Person) -> None:
    """Two friends with accounts."""
    one.post("/api/friends", {"person": other.id})
    other.post("/api/friends", {"person": one.id})


def ids(people: list[dict[str, Any]]) -> list[str]:
    return [one["id"] for one in people]


@pytest.fixture
def met(person: Any) -> Any:
    """Lisa, Ben and Mia with accounts of unique names; Lisa and Ben are playing at a table."""

    def meet(suffix: str) -> tuple[Person, Person, Person, dict[str, Any]]:
        lisa, ben, mia = (with_account(person(f"{name} {suffix}")) for name in ("Lisa", "Ben", "Mia"))
        table = lisa.table("me", "open")
        ben.join(table)
        return lisa, ben, mia, table

    return meet


# Friends.


def test_friends_are_mutual(met: Any) -> None:
    lisa, ben, _, table = met("of Aba")
    lisa.post("/api/friends", {"table": table["id"], "seat": 1})
    hers, his = lisa.get("/api/friends"), ben.get("/api/friends")
    assert (hers["friends"], ids(hers["asked"]), his["friends"], ids(his["asking"])) == ([], [ben.id], [], [lisa.id])
    ben.post("/api/friends", {"person": lisa.id})
    assert ids(lisa.get("/api/friends")["friends"]) == [ben.id]
    assert ids(ben.get("/api/friends")["friends"]) == [lisa.id]
    ben.post("/api/friends/end", {"person": lisa.id})
    assert lisa.get("/api/friends")["friends"] == []


def test_a_decline_looks_like_silence_to_the_person_who_asked(met: Any) -> None:
    lisa, ben, _, _ = met("of Abb")
    lisa.post("/api/friends", {"person": ben.id})
    ben.post("/api/friends/end", {"person": lisa.id})
    assert ben.get("/api/friends")["asking"] == []
    assert lisa.get("/api/friends")["friends"] == []


def test_asking_by_name_reveals_no_one(met: Any) -> None:
    lisa, ben, _, _ = met("of Abc")
    found = lisa.request("/api/friends/by-name", {"name": "Ben of Abc"})
    missing = lisa.request("/api/friends/by-name", {"name": "Nobody of that name"})
    assert (found.status_code, found.json()) == (missing.status_code, missing.json())
    assert ids(ben.get("/api/friends")["asking"]) == [lisa.id]
    hers = lisa.get("/api/friends")
    assert (hers["asked"], hers["asked_names"]) == ([], ["Ben of Abc", "Nobody of that name"])
    with zipfile.ZipFile(io.BytesIO(lisa.http.get("/api/me/export").content)) as file:
        told = json.loads(file.read("me.json"))
    assert ([one["name"] for one in told["asked_by_name"]], told["bonds"]) == (
        ["Ben of Abc", "Nobody of that name"],
        [],
    )
    # A decline and a deleted account look like silence as well.
    ben.post("/api/friends/end", {"person": lisa.id})
    assert lisa.get("/api/friends")["asked_names"] == hers["asked_names"]
    ben.post("/api/me/delete", {"name": "Ben of Abc"})
    assert lisa.get("/api/friends")["asked_names"] == hers["asked_names"]
    for name in hers["asked_names"]:
        lisa.post("/api/friends/by-name/end", {"name": name})
    assert lisa.get("/api/friends")["asked_names"] == []


def test_a_request_by_name_is_withdrawn_or_becomes_a_friendship(met: Any) -> None:
    lisa, ben, mia, _ = met("of Abg")
    lisa.post("/api/friends/by-name", {"name": "BEN of Abg"})
    lisa.post("/api/friends/by-name", {"name": "Mia of Abg"})
    lisa.post("/api/friends/by-name/end", {"name": "Ben of Abg"})
    assert ben.get("/api/friends")["asking"] == []
    mia.post("/api/friends/by-name", {"name": "Lisa of Abg"})
    hers = lisa.get("/api/friends")
    assert (ids(hers["friends"]), hers["asked_names"]) == ([mia.id], [])
    mia.post("/api/friends/end", {"person": lisa.id})
    assert lisa.get("/api/friends")["asked_names"] == mia.get("/api/friends")["asked_names"] == []


def test_no_one_sits_down_beside_a_person_who_has_blocked_them(met: Any) -> None:
    ana, bob, mia, _ = met("of Abh")
    table = mia.table("me", "open", "open", public=True)
    ana.join(table)
    ana.post("/api/blocks", {"person": bob.id})
    assert table["id"] not in [one["id"] for one in bob.get("/api/tables")["open"]]
    refused = bob.refused(f"/api{table['link']}", {})
    assert refused["error"] == "This table isn't open to more players right now. You can watch."
    ana.post("/api/blocks/end", {"person": bob.id})
    bob.join(table)


def test_friends_need_accounts_and_blocks_do_not(person: Any) -> None:
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    assert (
        "You need an account to add friends" in lisa.refused("/api/friends", {"table": table["id"], "seat": 1})["error"]
    )
    with_account(person("Tom of Abd")).refused("/api/friends", {"table": table["id"], "seat": 1})
    lisa.post("/api/blocks", {"table": table["id"], "seat": 1})
    assert [one["name"] for one in lisa.get("/api/friends")["blocked"]] == ["Ben"]


def test_friends_see_who_is_online_and_only_public_tables(met: Any) -> None:
    lisa, ben, mia, _ = met("of Abe")
    befriended(lisa, mia)
    ben.get("/api/tables")
    mia.get("/api/tables")
    (friend,) = lisa.get("/api/friends")["friends"]
    assert (friend["here"], friend["table"]) == (True, None)
    assert mia.get("/api/friends")["friends"][0]["here"] is False, "Lisa has not looked at anything yet"
    private, public = mia.table("me", "open"), mia.table("me", "open", public=True)
    with mia.watch(private["id"]):
        assert lisa.get("/api/friends")["friends"][0]["table"] is None
    with mia.watch(public["id"]):
        (friend,) = lisa.get("/api/friends")["friends"]
        assert (friend["table"], friend["plays"]) == (f"/table/{public['id']}", "Zooloretto Mini")


def test_a_friend_is_invited_to_a_table_and_finds_it_in_the_lobby(met: Any) -> None:
    lisa, ben, mia, _ = met("of Abf")
    table = lisa.table("me", "open")
    invite = f"/api/tables/{table['id']}/invite"
    assert lisa.refused(invite, {"friend": mia.id})["error"] == (
        "You can only invite friends. This player isn't one of yours."
    )
    befriended(lisa, mia)
    assert ben.refused(invite, {"friend": mia.id})["code"] == "seat"
    lisa.post(invite, {"friend": mia.id})
    (asked,) = mia.get("/api/tables")["asked"]
    assert (asked["sentence"], asked["kind"]) == ("Lisa of Abf invites you to Zooloretto Mini.", "friend")
    assert mia.post(f"/api{asked['link']}", {})["status"] == "playing"
    assert mia.get("/api/tables")["asked"] == []
    assert "no free seat" in lisa.refused(invite, {"friend": mia.id})["error"]


# Blocks and mutes.


def heard(screen: Screen, count: int) -> list[str]:
    screen.until(lambda one: len(one.chat) >= count)
    return [said["text"] for said in screen.chat]


def test_a_mute_affects_only_chat_here_or_everywhere(met: Any) -> None:
    lisa, ben, mia, table = met("of Aca")
    with lisa.watch(table["id"]) as hers, ben.watch(table["id"]) as his:
        his.ask_for(do="chat", text="one", key=key())
        assert heard(hers, 1) == ["one"]
        lisa.post("/api/mutes", {"table": table["id"], "remark": hers.chat[0]["id"], "here": True})
        assert hers.wait_for("said")["chat"] == []
        his.ask_for(do="chat", text="two", key=key())
        assert heard(his, 2) == ["one", "two"], "who is muted notices nothing"
        lisa.post("/api/mutes/end", {"table": table["id"], "seat": 1, "here": True})
        assert [said["text"] for said in hers.wait_for("said")["chat"]] == ["one", "two"]
        lisa.post("/api/mutes", {"table": table["id"], "seat": 1, "here": True})
    other = mia.table("me", "open")
    ben.join(other)
    with lisa.watch(other["id"]) as hers, ben.watch(other["id"]) as his:
        his.ask_for(do="chat", text="three", key=key())
        assert heard(hers, 1) == ["three"], "the mute was for the other table"
        lisa.post("/api/mutes", {"person": ben.id})
        assert hers.wait_for("said")["chat"] == []
        lisa.post("/api/mutes/end", {"person": ben.id})
        assert [said["text"] for said in hers.wait_for("said")["chat"]] == ["three"]


def test_a_block_works_both_ways_and_silently(met: Any) -> None:
    lisa, ben, mia, table = met("of Acb")
    befriended(lisa, ben)
    with lisa.watch(table["id"]) as hers, ben.watch(table["id"]) as his, mia.watch(table["id"]) as onlooker:
        before = ben.get(f"/api/tables/{table['id']}")
        lisa.post("/api/blocks", {"table": table["id"], "seat": 1})
        his.ask_for(do="chat", text="hello", key=key())
        hers.ask_for(do="chat", text="good evening", key=key())
        assert heard(onlooker, 2) == ["hello", "good evening"]
        assert heard(his, 1) == ["hello"]
        assert heard(hers, 1) == ["good evening"]
        after = ben.get(f"/api/tables/{table['id']}")
        assert {**after, "seq": 0} == {**before, "seq": 0}
    assert lisa.get("/api/friends")["friends"] == []
    # To Ben a request looks as usual, and Lisa doesn't see it.
    ben.post("/api/friends", {"person": lisa.id})
    assert ids(ben.get("/api/friends")["asked"]) == [lisa.id]
    assert lisa.get("/api/friends")["asking"] == []
    # Her tables are not listed for him and accept no one else; the refusal doesn't say why.
    second = lisa.table("me", "open", public=True)
    assert second["id"] not in ids(ben.get("/api/tables")["open"])
    assert second["id"] in ids(mia.get("/api/tables")["open"])
    assert ben.refused(f"/api{second['link']}", {})["error"].startswith("This table isn't open to more players")
    lisa.post("/api/blocks/end", {"person": ben.id})
    assert ben.post(f"/api{second['link']}", {})["mine"] == [1]


def test_a_blocked_person_cannot_ask_for_friendship(met: Any) -> None:
    lisa, ben, _, _ = met("who blocks")
    ben.post("/api/friends", {"person": lisa.id})
    lisa.post("/api/blocks", {"person": ben.id})
    assert "Unblock them first" in lisa.refused("/api/friends", {"person": ben.id})["error"]
    assert lisa.get("/api/friends")["friends"] == ben.get("/api/friends")["friends"] == []
    lisa.post("/api/blocks/end", {"person": ben.id})
    lisa.post("/api/friends", {"person": ben.id})
    assert [one["name"] for one in lisa.get("/api/friends")["friends"]] == ["Ben who blocks"]


def test_chat_authors_are_known_only_by_name(met: Any) -> None:
    lisa, ben, _, table = met("of Acc")
    with lisa.watch(table["id"]) as hers:
        ben.do(table["id"], do="chat", text="hello", key=key())
        heard(hers, 1)
        assert all(str(ben.id) not in message for message in hers.raw)


# Abandoned seats.


def test_an_abandoned_seat_is_taken_by_link_and_its_bot_leaves_if_all_agree(met: Any, person: Any) -> None:
    lisa, ben, mia, table = met("of Ada")
    tom = person("Tom")
    with lisa.watch(table["id"]) as hers, mia.watch(table["id"]) as onlooker:
        ben.post(f"/api/tables/{table['id']}/leave", {})
        hers.until(lambda one: one.table["seats"][1]["kind"] == "open")
        assert hers.table["link"] == table["link"]
        hers.ask_for(do="takeover", seat=1, key=key())
        hers.until(lambda one: one.table["stood_in"] == [1])
        assert mia.refused(f"/api{table['link']}", {})["error"] == "All seats are taken. You can watch the game."
        link = table["link"].rpartition("/")[2]
        wrong = onlooker.ask_for(do="sit", seat=1, link="x" * 24, key=key())
        assert wrong["error"] == "You need the table's link to take this seat. Ask a player for it."
        assert "asked" in onlooker.ask_for(do="sit", seat=1, link=link, key=key())
        hers.until(lambda one: one.ask is not None)
        name = "Mia of Ada"
        assert hers.ask["sentence"] == f"{name} would like to take seat B from the bot (Random)."
        assert tom.do(table["id"], do="agree", ask=hers.ask["ask"], agree=True, key=key()).status_code == 403
        assert hers.ask_for(do="agree", ask=hers.ask["ask"], agree=True, key=key())["ok"]
        onlooker.until(lambda one: one.table["mine"] == [1])
        assert onlooker.log[-1]["text"] == [f"{name} takes seat B from the bot."]
        assert (onlooker.table["stood_in"], onlooker.table["seats"][1]["name"]) == ([], name)


def test_a_bot_that_belongs_to_the_table_stays(met: Any, person: Any) -> None:
    lisa, mia = person("Lisa"), person("Mia")
    table = lisa.table("me", {"kind": "bot", "bot": "random"})
    link = table["link"].rpartition("/")[2]
    answer = mia.do(table["id"], do="sit", seat=1, link=link, key=key()).json()
    assert "whose player has left" in answer["error"]


def test_spectators_of_a_public_table_get_its_link_while_a_seat_is_free(person: Any) -> None:
    lisa, mia = person("Lisa"), person("Mia")
    public, private = lisa.table("me", "open", public=True), lisa.table("me", "open")
    assert mia.get(f"/api/tables/{public['id']}")["link"] == public["link"]
    assert mia.get(f"/api/tables/{private['id']}")["link"] is None
    mia.join(public)
    assert person("Tom").get(f"/api/tables/{public['id']}")["link"] is None


# Undo.


def test_a_request_to_undo_says_how_much_it_undoes(met: Any) -> None:
    lisa, ben, _, table = met("of Aea")
    with lisa.watch(table["id"]) as hers, ben.watch(table["id"]) as his:
        screens = [hers, his]
        while hers.n < 5 or not any(entry["decision"] and entry["seat"] == 0 for entry in hers.log):
            seat = hers.turn["to_act"][0]
            answer = screens[seat].play(screens[seat].choices(seat)[0], seat)
            for screen in screens:
                screen.reach(answer["seq"])
        mine = next(entry for entry in hers.log if entry["decision"] and entry["seat"] == 0)
        to = mine["n"] - 1
        hers.ask_for(do="undo", to=to, seq=hers.seq, key=key())
        his.until(lambda one: one.ask is not None)
        assert f"undo {hers.n - to} decisions. The first is: “{mine['text'][0]}”" in his.ask["sentence"]
        assert his.ask["count"] == hers.n - to


# Addresses.


@pytest.mark.parametrize(
    ("settings", "host", "origin", "warns"),
    [
        ({}, "127.0.0.1:8460", "http://127.0.0.1:8460", True),
        ({}, "localhost:8460", "http://localhost:8460", True),
        ({"public_url": "https://zoo.example"}, "127.0.0.1:8460", "https://zoo.example", False),
        ({"host": "192.168.1.5"}, "127.0.0.1:8460", "http://192.168.1.5:8460", False),
        ({"host": "0.0.0.0"}, "192.168.1.7:8460", "http://192.168.1.7:8460", False),
    ],
)
def test_the_address_is_one_that_others_can_use(settings: Any, host: str, origin: str, warns: bool) -> None:
    place = share_links.reachable(Settings("tables.db", **settings), "http", host)
    assert (place.origin, place.warning is not None) == (origin, warns)
    assert not warns or "--host 0.0.0.0" in str(place.warning)


def test_a_server_for_all_names_its_address_in_the_network() -> None:
    place = share_links.reachable(Settings("tables.db", host="0.0.0.0"), "http", "127.0.0.1:8460")
    found = share_links.lan_address()
    assert "0.0.0.0" not in place.origin
    assert place == (share_links.Place(f"http://{found}:8460") if found else (place.origin, share_links.UNPLUGGED))


def test_an_invitation_is_an_address_and_a_code(person: Any) -> None:
    lisa = person("Lisa")
    table = lisa.table("me", "open")
    place = lisa.get(f"/api{table['link']}/address")
    assert place["address"] == f"{lisa.server.base}{table['link']}"
    assert "Only this machine" in place["warning"]
    drawn = lisa.http.get(place["code"])
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text == share_links.qr_code(place["address"])
    assert lisa.http.get("/api/join/nothing/code.svg").status_code == 404


# Leaving, and moving to another database.


def test_everything_moves_to_another_database(tmp_path: Path, place: str | Path, capsys: Any) -> None:
    source = tmp_path / "source" / "tables.db"
    source.parent.mkdir()

    async def meet(services: Services) -> None:
        database, company = services.database, services.social
        lisa, ben = [add_guest(database, name)[0] for name in ("Lisa", "Ben")]
        wish = incoming.NewTable(SMALLEST, [incoming.SeatWish("me"), incoming.SeatWish("open")])
        table = (await services.make_table(lisa, wish)).id
        chat.say(database, table, ben, None, "hello", "12345678")
        company.relationships.ask(lisa.id, ben.id)
        company.relationships.mute(lisa.id, ben.id, table)
        company.relationships.block(ben.id, lisa.id)
        company.invitations.add([Invitation(table, ben.id, lisa.id, "rematch", (Seat(1, "person", ben.id, "Ben"),))])
        report = company.moderation.report(lisa, Report(ben.id, "Ben", "rude", table))
        company.moderation.take_step(lisa, report, "silence", "Quiet.", 24)
        company.last_seen.see(lisa.id, table)

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MENAGERIE_TESTS_ON", raising=False)
        with_services(source.parent, meet)
    for _ in range(2):  # an interrupted move can be repeated
        assert main(["move", str(source), str(place)]) == 0, capsys.readouterr().err
    moved = everything(place)
    assert moved == everything(source)
    assert [len(moved[name]) for name in ("bonds", "invitations", "reports", "moderation", "sightings")] == [
        3,
        1,
        1,
        1,
        1,
    ]


def test_deleting_an_account_removes_relationships_and_everything_can_be_exported(met: Any) -> None:
    lisa, ben, mia, _table = met("of Afa")
    befriended(lisa, ben)
    lisa.post("/api/blocks", {"person": mia.id})
    with zipfile.ZipFile(io.BytesIO(lisa.http.get("/api/me/export").content)) as file:
        told = json.loads(file.read("me.json"))
    assert {(one["kind"], one["name"]) for one in told["bonds"]} == {("friend", "Ben of Afa"), ("block", "Mia of Afa")}
    lisa.post("/api/me/delete", {"name": "Lisa of Afa"})
    lists = ben.get("/api/friends")
    assert (lists["friends"], lists["asked"], lists["asking"]) == ([], [], [])
