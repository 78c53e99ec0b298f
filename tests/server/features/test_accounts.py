"""Test accounts: creating one, signing in again, several devices, and moving a guest's data along."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from menagerie import Record
from menagerie.cli import main
from menagerie.server.base.names import folded
from menagerie.server.people.accounts.accounts import Proof
from menagerie.server.store import table_index
from menagerie.server.store.guests import Guest
from tests.server.support.authenticator import Passkey
from tests.server.support.people import Person, Server, key, with_services

GOOD = "seven otters under the bridge"


@pytest.fixture
def kept(person):
    """Creates people with accounts."""

    def make(name, password=GOOD):
        one = person(name)
        one.codes = one.post("/api/me/keep", {"password": password})["codes"]
        return one

    return make


def passkey_of(one: Person) -> Passkey:
    """Return a passkey for the name by which this person calls the server."""
    one.http.headers["host"] = f"localhost:{one.server.port}"
    return Passkey(f"http://localhost:{one.server.port}", "localhost")


def sign_in(one, name, password=GOOD, **more):
    return one.post("/api/sign-in/password", {"name": name, "password": password, **more})["guest"]


def mine(one):
    return [table["id"] for table in one.get("/api/tables")["mine"]]


def test_playing_needs_no_account(person):
    lisa = person("Lisa")
    assert lisa.get("/api/me")["guest"] == {"id": lisa.id, "name": "Lisa", "account": False}
    assert lisa.table("me", "hotseat")["status"] == "playing"
    about = lisa.get("/api/me/account")
    assert (about["account"], about["has"]) == (None, {"unfinished": 1, "finished": 0})
    assert [device["here"] for device in about["devices"]] == [True]


def test_a_password_protects_a_name_and_two_devices_are_one_person(kept, person):
    nina = kept("Nina")
    table = nina.table("me", "hotseat")["id"]
    assert nina.get("/api/me")["guest"]["account"] is True
    phone = person()
    assert sign_in(phone, "nina") == {"id": nina.id, "name": "Nina", "account": True}
    assert mine(phone) == mine(nina) == [table]
    with phone.watch(table) as one, nina.watch(table) as other:
        answer = one.play("draw", one.turn["to_act"][0])
        other.reach(answer["seq"])
        assert one.log == other.log
    devices = nina.get("/api/me/account")["devices"]
    assert [device["here"] for device in devices] == [True, False]


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "This password has 5 characters. Use at least 8"),
        ("password1", "easy to guess"),
        ("Wilhelmina", "easy to guess"),
        ("aaaaaaaaaaaa", "Repeats"),
    ],
)
def test_a_weak_password_is_refused_with_words(person, password, said):
    refused = person("Wilhelmina").refused("/api/me/keep", {"password": password})
    assert (refused["status"], refused["code"]) == (400, "weak")
    assert said in refused["error"]


def test_a_long_password_with_any_letters_works_and_a_longer_one_is_refused(person):
    password = ("Zoë's 🦒 and " + 990 * "so on ")[:1000]
    lisa = person("Long")
    assert lisa.refused("/api/me/keep", {"password": password + "x"})["status"] == 400
    lisa.post("/api/me/keep", {"password": password})
    assert sign_in(person(), "Long", password)["id"] == lisa.id
    assert person().refused("/api/sign-in/password", {"name": "Long", "password": password[:-1]})["code"] == "sign-in"


def test_a_password_is_the_same_from_every_keyboard(kept, person):
    zoe = kept("Zoë", "Zoë has ten small zebras")
    assert sign_in(person(), "Zoë", "Zoe\u0308 has ten small zebras")["id"] == zoe.id


def test_names_of_accounts_do_not_look_alike(kept, person):
    kept("Paul Miller")
    for other in ("paul miller", "PAUL-MILLER", "Pau1 Mi11er", "Paul\u00a0Miller"):
        refused = person(other).refused("/api/me/keep", {"password": GOOD})
        assert (refused["status"], refused["code"]) == (409, "taken"), other
    other = kept("Paula Miller")
    assert other.refused("/api/me", {"name": "Paul MiIIer"})["code"] == "taken"
    assert other.get("/api/me")["guest"]["name"] == "Paula Miller"
    other.post("/api/me", {"name": "Paula"})
    assert person("Paul Miller").get("/api/me")["guest"]["account"] is False  # guests may use any name


def test_folding():
    cyrillic = [("Lisa", "L\u0406SA"), ("Ben", "\u0412\u0435\u043f")]
    alike = [*cyrillic, ("Modern", "Modem"), ("José", "Jose"), ("l0ra", "Iora"), ("ﬁn", "fin")]
    for one, other in alike:
        assert folded(one) == folded(other), (one, other)
    for one, other in [("Lisa", "Elsa"), ("Jan", "Ian"), ("动物", "動物"), ("...", "!?"), ("Ana", "Anna")]:
        assert folded(one) != folded(other), (one, other)


def test_a_new_name_shows_on_all_devices_and_finished_games_keep_the_old_one(kept, person):
    rosa = kept("Rosa")
    phone = person()
    sign_in(phone, "Rosa")
    over = rosa.table("me", "hotseat")["id"]
    with rosa.watch(over) as screen:
        while not screen.turn["over"]:
            seat = screen.turn["to_act"][0]
            screen.reach(screen.play(screen.choices(seat)[-1], seat)["seq"])
    going_on = rosa.table("me", "hotseat")["id"]
    assert phone.get("/api/me")["guest"]["name"] == "Rosa"
    rosa.post("/api/me", {"name": "Rosalind"})
    assert phone.get("/api/me")["guest"]["name"] == "Rosalind"
    names = {table["id"]: table["seats"][0]["name"] for table in phone.get("/api/tables")["mine"]}
    assert names == {over: "Rosa", going_on: "Rosalind"}
    assert "Rosa\n" in rosa.http.get(f"/api/tables/{over}/record").text
    assert sign_in(person(), "rosalind")["id"] == rosa.id
    assert person().refused("/api/sign-in/password", {"name": "Rosa", "password": GOOD})["code"] == "sign-in"


def test_a_passkey_protects_a_name_and_signs_in_without_typing_it(person):
    karl = person("Karl")
    passkey = passkey_of(karl)
    options = karl.post("/api/me/passkey/begin", {})
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    made = karl.post("/api/me/passkey", passkey.make(options))
    assert (made["guest"]["account"], len(made["codes"])) == (True, 10)
    phone = person()
    passkey_of(phone)
    signed = phone.post("/api/sign-in/passkey", passkey.sign(phone.post("/api/sign-in/passkey/begin", {})))
    assert signed["guest"] == {"id": karl.id, "name": "Karl", "account": True}
    (shown,) = phone.get("/api/me/account")["account"]["passkeys"]
    assert phone.refused(f"/api/me/passkeys/{shown['id']}/remove", {})["code"] == "not-now"
    phone.post("/api/me/password", {"password": GOOD})
    phone.post(f"/api/me/passkeys/{shown['id']}/remove", {})
    assert phone.get("/api/me/account")["account"]["passkeys"] == []
    refused = phone.refused("/api/sign-in/passkey", passkey.sign(phone.post("/api/sign-in/passkey/begin", {})))
    assert refused["code"] == "sign-in"


def test_an_address_made_of_numbers_has_no_passkeys_and_says_so(person):
    lisa = person("Lisa")
    assert lisa.get("/api/me/account")["can"]["passkeys"] is False
    assert "numeric address" in lisa.refused("/api/me/passkey/begin", {})["error"]


def test_recovery_codes_work_once_each_and_new_ones_replace_them(kept, person):
    olga = kept("Olga")
    assert len(set(olga.codes)) == 10
    phone = person()
    typed = olga.codes[0].upper().replace("-", " ")
    assert phone.post("/api/sign-in/code", {"code": typed})["guest"]["id"] == olga.id
    assert person().refused("/api/sign-in/code", {"code": olga.codes[0]})["code"] == "sign-in"
    assert olga.get("/api/me/account")["account"]["codes"] == 9
    new = olga.post("/api/me/codes", {})["codes"]
    assert person().refused("/api/sign-in/code", {"code": olga.codes[1]})["code"] == "sign-in"
    assert phone.get("/api/me")["guest"] is None  # new codes sign out all other devices
    assert phone.post("/api/sign-in/code", {"code": new[1]})["guest"]["id"] == olga.id
    # A person who has lost the password can set another one now.
    phone.post("/api/me/password", {"password": "a walrus in the wardrobe"})
    assert sign_in(person(), "Olga", "a walrus in the wardrobe")["id"] == olga.id


def test_a_device_code_signs_in_another_device_once_within_five_minutes(server, person):
    lisa = person("Lisa")  # a guest can do this, too
    table = lisa.table("me", "hotseat")["id"]
    given = lisa.post("/api/me/device", {})
    assert given["link"].endswith(f"/sign-in#device={given['code'].replace('-', '').lower()}")
    assert given["qr"].startswith("data:image/svg+xml;base64,")
    phone = person()
    looked = phone.post("/api/sign-in/device/look", {"code": given["code"].lower()})
    assert (looked["name"], looked["has"], looked["same"]) == ("Lisa", {"unfinished": 1, "finished": 0}, False)
    assert phone.get("/api/me")["guest"] is None
    assert phone.post("/api/sign-in/device", {"code": given["code"]})["guest"]["id"] == lisa.id
    assert mine(phone) == [table]
    assert person().refused("/api/sign-in/device", {"code": given["code"]})["code"] == "sign-in"
    old, new = lisa.post("/api/me/device", {})["code"], lisa.post("/api/me/device", {})["code"]
    assert person().refused("/api/sign-in/device/look", {"code": old})["code"] == "sign-in"
    server.days.pass_by(301)
    assert person().refused("/api/sign-in/device", {"code": new})["code"] == "sign-in"


def test_a_device_code_says_where_it_was_made_and_what_would_move(kept, person):
    vera, guest = kept("Vera Code"), person("Passing Guest")
    guest.table("me", "hotseat")
    made = vera.request("/api/me/device", {}, headers={"user-agent": "Mozilla/5.0 (iPhone) Safari"}).json()
    looked = guest.post("/api/sign-in/device/look", {"code": made["code"]})
    assert looked["from"] == {"device": "Safari on an iPhone", "network": "127.0.0.1", "near": True}
    assert looked["at"] > 0
    assert looked["brings"] == {"unfinished": 1, "finished": 0}
    assert person().post("/api/sign-in/device/look", {"code": made["code"]})["brings"] is None


def test_changes_of_my_account_require_a_confirmed_identity(server, kept):
    mia = kept("Mia")
    server.days.pass_by(16 * 60)
    refused = mia.http.get("/api/me/export")
    assert (refused.status_code, refused.json()["code"]) == (401, "prove")
    mia.post("/api/me/prove", {"password": GOOD})
    assert mia.http.get("/api/me/export").status_code == 200


def test_what_a_guest_had_comes_along_to_the_account(kept, person):
    vera = kept("Vera")
    guest = person("Passer-by")
    theirs = person("Ben")
    together = guest.table("me", "open")
    theirs.join(together)
    alone = guest.table("me", "hotseat")["id"]
    old = guest.http.cookies["menagerie_guest"]
    assert guest.get("/api/sign-in")["has"] == {"unfinished": 2, "finished": 0}
    with theirs.watch(together["id"]) as screen:
        assert guest.do(together["id"], do="chat", text="Hello", key=key()).json()["ok"]
        assert sign_in(guest, "Vera")["id"] == vera.id
        screen.until(lambda one: one.table["seats"][0]["name"] == "Vera")
    assert set(mine(vera)) == set(mine(guest)) == {together["id"], alone}
    assert vera.get(f"/api/tables/{alone}")["owner"] is True
    with vera.watch(together["id"]) as screen:
        assert screen.table["mine"] == [0]
        assert screen.ask_for(do="chat", text="It is me", key=key())["ok"]
    stranger = person()
    stranger.http.cookies.set("menagerie_guest", old, domain="127.0.0.1")
    assert stranger.get("/api/me")["guest"] is None


def test_signing_in_never_gives_one_person_both_seats_of_a_game(kept, person):
    anna, guest = kept("Anna B"), person("Passer-by")
    table = anna.table("me", "open")
    guest.join(table)
    refused = guest.refused("/api/sign-in/password", {"name": "Anna B", "password": GOOD})
    assert refused["error"].startswith("As a guest you're playing against this account")
    guest.post(f"/api/tables/{table['id']}/leave", {})
    assert sign_in(guest, "Anna B")["id"] == anna.id


def test_a_guests_data_may_stay_behind_and_accounts_are_never_merged(kept, person):
    ada, bob = kept("Ada"), kept("Bob")
    guest = person("Friend")
    guest.table("me", "hotseat")
    sign_in(guest, "Ada", bring=False)
    assert mine(guest) == []
    table = bob.table("me", "hotseat")["id"]
    sign_in(bob, "Ada")
    assert mine(bob) == mine(ada) == []
    assert mine(sign_in_as(person(), "Bob")) == [table]


def sign_in_as(one, name):
    sign_in(one, name)
    return one


def test_unloaded_tables_are_updated_and_the_database_is_sound(tmp_path, capsys):
    """A guest's tables, one of them over, move to an account while no one is viewing them."""

    async def work(services):
        guest, token = await services.guests.add("Visitor")
        (lisa, mine) = await services.guests.add("Lisa")
        made = []
        for _ in range(2):
            wish = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
            made.append(await services.make_table(guest, new_table(wish)))
        await play_to_the_end(services, guest, made[0])
        for table in made:
            services.tables.forget(table.id)
        kept = services.accounts.keep(lisa, mine, "no hash", None)
        assert len(kept.codes) == 10
        services.accounts.sign_in(Proof(lisa.id), "A phone", guest, token, True)
        account = Guest(lisa.id, "Lisa", True)
        listed = {table.id: table for table in services.lobby_lists.of(account).mine}
        assert {listed[table.id].seats[0].name for table in made} == {"Visitor", "Lisa"}
        assert all(listed[table.id].mine == [0, 1] for table in made)
        assert table_index.finished(services.database, lisa.id, "zooloretto-mini") == 1
        for table in made:
            assert (await services.tables.get(table.id)).held_by(lisa.id) == (0, 1)
            assert (await services.tables.get(table.id)).facts.owner == lisa.id
        assert (await services.tables.get(made[0].id)).names[0] == "Visitor"

    with_services(tmp_path, work)
    from tests.server.support.postgres import name_of

    assert main(["check", str(name_of(tmp_path / "tables.db"))]) == 0, capsys.readouterr().out


def new_table(wish):
    import msgspec

    from menagerie.server.protocol import incoming

    return msgspec.convert(wish, incoming.NewTable)


async def play_to_the_end(services, guest, table):
    from menagerie.server.protocol import incoming

    while table.to_act:
        seat = table.to_act[0]
        command = incoming.Play(seat=seat, decision=str(table.state.legal(seat)[-1]), seq=table.seq, key=key())
        await services.commands.do(guest, table.id, command)


def test_everything_of_mine_can_be_had_as_a_file(kept, person):
    lotte, ben = kept("Lotte"), person("Ben")
    over = lotte.table("me", "hotseat")["id"]
    with lotte.watch(over) as screen:
        while not screen.turn["over"]:
            seat = screen.turn["to_act"][0]
            screen.reach(screen.play(screen.choices(seat)[-1], seat)["seq"])
    going_on = lotte.table("me", "open")
    ben.join(going_on)
    assert lotte.do(going_on["id"], do="chat", text="What I said", key=key()).json()["ok"]
    assert ben.do(going_on["id"], do="chat", text="What Ben said", key=key()).json()["ok"]
    answer = lotte.http.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        # a running game's record would reveal what is hidden
        assert file.namelist() == ["me.json", f"records/{over}.zoo"]
        assert Record.parse(file.read(f"records/{over}.zoo").decode()).final().is_over
        text = file.read("me.json").decode()
    told = json.loads(text)
    assert (told["name"], [line["text"] for line in told["said"]]) == ("Lotte", ["What I said"])
    assert {table["id"] for table in told["tables"]} == {over, going_on["id"]}
    assert "seed" not in text
    assert "argon2" not in text
    lotte.http.get("/api/me/export")
    assert lotte.http.get("/api/me/export").status_code == 429
    assert person().http.get("/api/me/export").status_code == 401


def test_a_move_to_another_database_takes_accounts_along(tmp_path, capsys):
    first = Server(str(tmp_path / "first.db"), limits={"keeps_per_minute": 100}).start()
    lisa = Person(first, "Lisa")
    codes = lisa.post("/api/me/keep", {"password": GOOD})["codes"]
    first.stop()
    assert main(["move", str(tmp_path / "first.db"), str(tmp_path / "second.db")]) == 0, capsys.readouterr().err
    second = Server(str(tmp_path / "second.db")).start()
    lisa.go_to(second)
    assert lisa.get("/api/me")["guest"] == {"id": lisa.id, "name": "Lisa", "account": True}
    phone, tablet = Person(second), Person(second)
    assert sign_in(phone, "Lisa")["id"] == lisa.id
    assert tablet.post("/api/sign-in/code", {"code": codes[3]})["guest"]["id"] == lisa.id
    for one in (lisa, phone, tablet):
        one.close()
    assert second.stop() == 0
