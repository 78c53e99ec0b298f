"""Test what must not work when people sign in: guessing, finding out who exists, fixed and stolen cookies, replays."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.people.accounts import passwords
from menagerie.server.people.accounts.accounts import Gone, Proof, new_codes, set_email, set_password
from menagerie.server.people.accounts.sign_in_throttle import Failures
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest, guest_by_token, people_now
from tests.server.features.test_accounts import GOOD, kept, passkey_of, sign_in
from tests.server.support.authenticator import PRESENT, Passkey
from tests.server.support.people import Person, Server, with_services

__all__ = ["kept"]

COOKIE = "menagerie_guest"


@pytest.fixture
def fresh(tmp_path):
    """A separate server, because wrong attempts are counted per address and all come from one."""
    running = Server(tmp_path / "tables.db", limits={"keeps_per_minute": 1000, "posts_burst": 10_000}).start()
    people: list[Person] = []

    def make(name: str = "") -> Person:
        people.append(Person(running, name))
        return people[-1]

    make.server = running  # type: ignore[attr-defined]
    yield make
    for one in people:
        one.close()
    assert running.stop() == 0
    assert "Traceback" not in running.log


def keeper(make, name):
    one = make(name)
    one.codes = one.post("/api/me/keep", {"password": GOOD})["codes"]
    return one


def wrong(one, name="Lisa", password="not the password"):
    return one.refused("/api/sign-in/password", {"name": name, "password": password})


def fail_long(make, one, name="Lisa"):
    """Fail until there is a wait of a quarter of an hour, which no machine is slow enough to sit out."""
    for number in range(17):
        if number >= 5:
            make.server.days.pass_by(16 * 60)
        assert wrong(one, name)["code"] == "sign-in"


def test_guessing_a_password_is_slow_and_never_locks_the_owner_out(fresh):
    lisa, thief = keeper(fresh, "Lisa"), fresh()
    fail_long(fresh, thief)
    for password in ("not the password", GOOD):
        refused = wrong(thief, password=password)
        assert (refused["status"], refused["code"]) == (429, "busy")
        assert re.fullmatch(r"Too many wrong attempts\. Try again in 1\d minutes\.", refused["error"])
        assert 600 < refused["retry"] <= 900
    # However the name is written, it is the same one.
    assert wrong(thief, "lisa")["code"] == "busy"
    # The owner stays signed in, can prove her identity, and can sign in elsewhere in other ways.
    assert lisa.get("/api/me")["guest"]["account"]
    lisa.post("/api/me/prove", {"password": GOOD})
    assert fresh().post("/api/sign-in/code", {"code": lisa.codes[0]})["guest"]["id"] == lisa.id
    code = lisa.post("/api/me/device", {})["code"]
    assert fresh().post("/api/sign-in/device", {"code": code})["guest"]["id"] == lisa.id
    # A right attempt after the wait is forgiven.
    fresh.server.days.pass_by(16 * 60)
    assert sign_in(thief, "Lisa")["id"] == lisa.id
    for _ in range(2):
        assert wrong(fresh())["code"] == "sign-in"


def test_waits_double_up_to_a_quarter_of_an_hour_and_are_forgotten_after_a_day(tmp_path):
    async def work(services):
        failures, waits = Failures(services.database), []
        for _ in range(5):
            failures.count("name x")
        for _ in range(12):
            with pytest.raises(Refused) as refused:
                failures.count("name x")
            assert refused.value.retry is not None
            waits.append(refused.value.retry)
            clock.shift(refused.value.retry)
            failures.count("name x")
        assert waits[5:] == pytest.approx([32, 64, 128, 256, 512, 900, 900], abs=1)
        clock.shift(25 * 3600)
        for _ in range(5):
            failures.count("name x")

    frozen = pytest.MonkeyPatch()
    frozen.setattr(clock, "_steady", lambda: 1000.0)  # attempts take no time
    try:
        with_services(tmp_path, work)
    finally:
        frozen.undo()


def test_many_guesses_at_once_count_as_many(fresh):
    keeper(fresh, "Lisa")
    thieves = [fresh() for _ in range(12)]
    with ThreadPoolExecutor(12) as pool:
        codes = [answer["code"] for answer in pool.map(wrong, thieves)]
    # Two hashes are made at a time, and after five attempts there are waits of one, two and four seconds.
    assert codes.count("sign-in") < 12
    assert codes.count("busy") > 0


def test_guessing_at_many_names_or_codes_from_one_address_is_slow_too(fresh):
    lisa, thief = keeper(fresh, "Lisa"), fresh()
    for number in range(32):
        if number >= 20:
            fresh.server.days.pass_by(16 * 60)
        path, body = [
            ("password", {"name": f"Nobody {number}", "password": "not the password"}),
            ("code", {"code": f"aaaa-bbbb-cccc-{number}"}),
            ("device/look", {"code": "abcdefgh"}),
            ("device", {"code": "abcdefgh"}),
        ][number % 4]
        assert thief.refused(f"/api/sign-in/{path}", body)["code"] == "sign-in"
    lisa.post("/api/me/prove", {"password": GOOD})
    code = lisa.post("/api/me/device", {})["code"]
    for path, body in (("device/look", {"code": code}), ("device", {"code": code}), ("code", {"code": lisa.codes[0]})):
        assert thief.refused(f"/api/sign-in/{path}", body)["code"] == "busy"
    assert wrong(thief, "Lisa", GOOD)["code"] == "busy"
    fresh.server.days.pass_by(16 * 60)
    assert sign_in(thief, "Lisa")["id"] == lisa.id


def test_existing_names_are_not_revealed(fresh):
    keeper(fresh, "Lisa")
    stranger = fresh()
    known, unknown = wrong(stranger, "Lisa"), wrong(stranger, "Nobody")
    assert known == unknown
    # An account without a password answers alike, too.
    karl = fresh("Karl")
    karl.post("/api/me/passkey", passkey_of(karl).make(karl.post("/api/me/passkey/begin", {})))
    assert wrong(stranger, "Karl") == known
    # Passkeys are asked for without a name, so there is nothing to find out.
    passkey_of(stranger)
    assert not stranger.post("/api/sign-in/passkey/begin", {}).get("allowCredentials")


def test_waits_are_the_same_for_an_unknown_name(fresh):
    stranger = fresh()
    fail_long(fresh, stranger, "Nobody")
    assert wrong(stranger, "Nobody")["code"] == "busy"


def test_an_unknown_name_costs_the_same_work(monkeypatch):
    done = []
    verify = passwords._verify

    def counted(stored: str, password: str) -> bool:
        done.append(stored)
        return verify(stored, password)

    monkeypatch.setattr(passwords, "_verify", counted)

    async def work() -> None:
        checker = passwords.Passwords()
        stored = await checker.hash(GOOD, [])
        assert await checker.fits(GOOD, stored)
        assert not await checker.fits("another", stored)
        assert not await checker.fits(GOOD, None)
        assert not await checker.fits("nobody has this password", None)

    asyncio.run(work())
    costs = {stored.rsplit("$", 2)[0] for stored in done}
    assert (len(done), len(costs)) == (4, 1)  # with the same parameters
    assert costs == {"$argon2id$v=19$m=65536,t=3,p=4"}


def test_a_sign_in_gives_a_new_token_and_the_old_one_is_worth_nothing(kept, person):
    lisa = person("Fixed")
    fixed = lisa.http.cookies[COOKIE]
    lisa.post("/api/me/keep", {"password": GOOD})
    second = lisa.http.cookies[COOKIE]
    assert second != fixed
    knower = person()
    for token in (fixed, second):
        knower.http.cookies.set(COOKIE, token, domain="127.0.0.1")
        is_known = knower.get("/api/me")["guest"] is not None
        assert is_known == (token == second)
    sign_in(lisa, "Fixed")
    knower.http.cookies.set(COOKIE, second, domain="127.0.0.1")
    assert knower.get("/api/me")["guest"] is None
    # A token chosen by someone else belongs to no one, and never will.
    victim = person()
    victim.http.cookies.set(COOKIE, "chosen-by-somebody-else", domain="127.0.0.1")
    sign_in(victim, "Fixed")
    assert person_with(person(), "chosen-by-somebody-else").get("/api/me")["guest"] is None


def person_with(one, token):
    one.http.cookies.set(COOKIE, token, domain="127.0.0.1")
    return one


def test_signing_out_everywhere_ends_a_stolen_cookie_at_once_and_closes_its_connections(kept, person):
    gisa = kept("Gisa")
    table = gisa.table("me", "hotseat")["id"]
    thief = person_with(person(), gisa.http.cookies[COOKIE])
    assert thief.get("/api/me")["guest"]["name"] == "Gisa"
    with thief.watch(table) as screen:
        gisa.post("/api/me/sign-out-everywhere", {})
        assert screen.closed()[0] == 4401
    assert thief.get("/api/me")["guest"] is None
    assert gisa.get("/api/me")["guest"] is None
    assert sign_in(gisa, "Gisa")["id"] == gisa.id
    assert thief.get("/api/me")["guest"] is None


def test_one_device_can_be_signed_out_alone(kept, person):
    nora, phone = kept("Nora"), person()
    sign_in(phone, "Nora")
    table = nora.table("me", "hotseat")["id"]
    with nora.watch(table) as stays, phone.watch(table) as screen:
        (other,) = [one for one in nora.get("/api/me/account")["devices"] if not one["here"]]
        nora.post(f"/api/me/devices/{other['id']}/end", {})
        assert screen.closed()[0] == 4401
        assert stays.ask_for(do="ping")["ok"]
    assert phone.get("/api/me")["guest"] is None
    assert nora.refused(f"/api/me/devices/{other['id']}/end", {})["code"] == "missing"
    stranger = person("Stranger")
    (mine,) = nora.get("/api/me/account")["devices"]
    assert stranger.refused(f"/api/me/devices/{mine['id']}/end", {})["code"] == "missing"
    assert nora.get("/api/me")["guest"]["name"] == "Nora"


def test_signing_out_here_takes_the_cookie_away(kept):
    emil = kept("Emil")
    answer = emil.request("/api/me/sign-out", {})
    assert f'{COOKIE}=""' in answer.headers["set-cookie"]
    assert emil.get("/api/me")["guest"] is None
    assert sign_in(emil, "Emil")["name"] == "Emil"


def test_a_stolen_cookie_does_not_take_an_account_away(server, kept, person):
    hugo = kept("Hugo")
    thief = person_with(person(), hugo.http.cookies[COOKIE])
    server.days.pass_by(16 * 60)
    passkey_of(thief)
    for path, body in (
        ("password", {"password": "the thief has another one"}),
        ("codes", {}),
        ("device", {}),
        ("passkey/begin", {}),
        ("delete", {"name": "Hugo"}),
    ):
        assert thief.refused(f"/api/me/{path}", body)["code"] == "prove", path
    assert thief.refused("/api/me", {"name": "Another Hugo"})["code"] == "prove"
    thief.post("/api/me", {"name": "Hugo"})  # this changes nothing
    assert thief.refused("/api/me/prove", {"password": "a guess or two"})["code"] == "sign-in"
    hugo.post("/api/me/prove", {"password": GOOD})
    assert thief.get("/api/me")["guest"] is None  # the thief has proved no identity
    hugo.post("/api/me/password", {"password": "nine lamas near the lake"})
    assert sign_in(person(), "Hugo", "nine lamas near the lake")["id"] == hugo.id


NEW = "nine lamas near the lake"
CHANGES = {
    "password": lambda one: one.post("/api/me/password", {"password": NEW}),
    "codes": lambda one: one.post("/api/me/codes", {}),
    "a passkey more": lambda one: add_passkey(one),
    "a passkey less": lambda one: one.post(f"/api/me/passkeys/{passkeys(one)[0]['id']}/remove", {}),
}


def add_passkey(one):
    one.post("/api/me/passkey", passkey_of(one).make(one.post("/api/me/passkey/begin", {})))


def passkeys(one):
    return one.get("/api/me/account")["account"]["passkeys"]


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_sign_in_ends_every_other_session(kept, person, what):
    owner = kept(f"Owner of {what}")
    add_passkey(owner)
    thief, same_cookie = person(), person_with(person(), owner.http.cookies[COOKIE])
    sign_in(thief, f"Owner of {what}")
    table = owner.table("me", "hotseat")["id"]
    with thief.watch(table) as screen:
        CHANGES[what](owner)
        assert screen.closed()[0] == 4401
    assert thief.get("/api/me")["guest"] is None
    assert same_cookie.get("/api/me")["guest"] is None
    assert owner.get("/api/me")["guest"]["id"] == owner.id
    assert len(owner.get("/api/me/account")["devices"]) == 1
    owner.post("/api/me/codes", {})  # without proving the identity again


def test_a_device_code_from_before_a_password_change_is_worthless(kept, person):
    owner = kept("Coder")
    code = owner.post("/api/me/device", {})["code"]
    owner.post("/api/me/password", {"password": NEW})
    assert person().refused("/api/sign-in/device", {"code": code})["code"] == "sign-in"


def test_a_guests_device_code_does_not_lead_into_the_account(person):
    guest = person("Late Keeper")
    code = guest.post("/api/me/device", {})["code"]
    guest.post("/api/me/keep", {"password": GOOD})
    assert person().refused("/api/sign-in/device", {"code": code})["code"] == "sign-in"


def test_of_owner_and_thief_who_both_change_something_the_second_is_signed_out(tmp_path):
    async def work(services):
        lisa, first = await services.guests.add("Lisa")
        first = services.accounts.keep(lisa, first, "hash", None).token
        second = services.accounts.sign_in(Proof(lisa.id), "A phone", None, None, False)
        codes, first = services.accounts.change(lisa.id, first, lambda connection: new_codes(connection, lisa.id))
        with pytest.raises(Gone):
            services.accounts.change(lisa.id, second, lambda connection: set_password(connection, lisa.id, "stolen"))
        assert services.accounts.find(lisa.id).password == "hash"
        assert services.accounts.codes_left(lisa.id) == len(codes)
        assert guest_by_token(services.database, first) is not None
        assert guest_by_token(services.database, second) is None

    with_services(tmp_path, work)


def asker_of(services: Services, guest: Guest | None, token: str) -> Asker:
    return Asker(guest, token, "browser", "127.0.0.1", "A browser", None)


@pytest.mark.both_stores
@pytest.mark.parametrize("way", ["password", "recovery code", "device code", "letter"])
def test_an_identity_proved_before_a_change_cannot_sign_in_after_it(tmp_path, way):
    """A thief's request is checked with old data, then the owner's change is stored, then the thief would get in."""

    async def prove(services: Services, lisa: Guest, token: str, thief: Asker, codes: list[str]) -> Proof:
        authentication = services.authentication
        if way == "password":
            return await authentication.by_password(thief, "Lisa", GOOD)
        if way == "recovery code":
            return await authentication.by_code(thief, codes[0])
        if way == "device code":
            code = await authentication.device_code(asker_of(services, await services.guests.known(token), token))
            return await authentication.by_device_code(thief, code)
        with services.database.writing() as connection:
            set_email(connection, lisa.id, "lisa@zoo.example")
        await asyncio.to_thread(services.accounts.confirm, lisa.id, "lisa@zoo.example")
        link = services.email_addresses._give_way_back(lisa.id, "lisa@zoo.example")
        return await services.email_addresses.by_link(link)

    async def work(services: Services) -> None:
        lisa, token = await services.guests.add("Lisa")
        kept = services.accounts.keep(lisa, token, await services.authentication._passwords.hash(GOOD, []), None)
        thief = asker_of(services, None, "")
        proof = await prove(services, lisa, kept.token, thief, kept.codes)

        def change(connection: Connection) -> None:
            set_password(connection, lisa.id, "another hash")
            new_codes(connection, lisa.id)

        services.accounts.change(lisa.id, kept.token, change)
        with pytest.raises(Refused) as refused:
            await services.authentication.sign_in(thief, proof, bring=False)
        assert refused.value.sentence == "This account's sign-in has just changed. Try again."

    with_services(tmp_path, work)


def test_an_unknown_name_costs_no_more_hashing_than_a_known_one(monkeypatch):
    def hash_again(*_: object) -> str:
        raise AssertionError("it was hashed, which takes as long as to check")

    passwords._placeholder_hash.cache_clear()
    monkeypatch.setattr("argon2.PasswordHasher.hash", hash_again)
    assert not asyncio.run(passwords.Passwords().fits(GOOD, None))


def test_a_name_changed_while_an_account_is_created_is_used(tmp_path):
    async def work(services):
        lisa, token = await services.guests.add("Lisa")
        await services.seating.rename(lisa, "Elisabeth")  # in another tab, while the password is checked
        services.accounts.keep(lisa, token, "hash", None)
        assert services.accounts.by_name("Elisabeth").guest == lisa.id
        assert services.accounts.by_name("Lisa") is None

    with_services(tmp_path, work)


def test_a_deleted_person_cannot_sign_in_and_a_guest_becomes_one_account_only(tmp_path):
    async def work(services):
        accounts = services.accounts
        (lisa, _), (ben, _), (eva, _) = [await services.guests.add(name) for name in ("Lisa", "Ben", "Eva")]
        accounts.sign_in(Proof(ben.id), "", lisa, None, True)
        accounts.sign_in(Proof(eva.id), "", lisa, None, True)  # of two tabs the first one counts
        assert people_now(services.database, [lisa.id])[lisa.id].id == ben.id
        accounts.delete(eva.id)
        for nobody in (eva, lisa):
            with pytest.raises(Gone):
                accounts.sign_in(Proof(nobody.id), "", None, None, False)

    with_services(tmp_path, work)


# Passkeys.


@pytest.fixture
def keyed(person):
    """A person with a passkey, and the passkey."""
    one = person("Keyed")
    passkey = passkey_of(one)
    answer = one.request("/api/me/passkey", passkey.make(one.post("/api/me/passkey/begin", {})))
    if answer.status_code == 409:  # the account exists since an earlier test
        one = person(f"Keyed {passkey.id.hex()}")
        passkey = passkey_of(one)
        one.post("/api/me/passkey", passkey.make(one.post("/api/me/passkey/begin", {})))
    return one, passkey


def begin(one):
    passkey_of(one)
    return one.post("/api/sign-in/passkey/begin", {})


def test_a_passkey_that_is_replayed_is_refused(keyed, person):
    _, passkey = keyed
    phone = person()
    answer = passkey.sign(begin(phone))
    phone.post("/api/sign-in/passkey", answer)
    assert phone.refused("/api/sign-in/passkey", answer)["code"] == "sign-in"
    # Nor is an answer valid in another browser or for another challenge.
    other, third = person(), person()
    stolen = passkey.sign(begin(other))
    begin(third)
    assert third.refused("/api/sign-in/passkey", stolen)["code"] == "sign-in"


def test_a_challenge_holds_for_five_minutes(server, keyed, person):
    phone = person()
    options = begin(phone)
    server.days.pass_by(301)
    assert phone.refused("/api/sign-in/passkey", keyed[1].sign(options))["code"] == "sign-in"


def test_a_counter_that_goes_back_is_refused(keyed, person):
    _, passkey = keyed
    phone = person()
    passkey.counter = 10
    phone.post("/api/sign-in/passkey", passkey.sign(begin(phone)))
    for counter in (10, 3):  # the next value is the same again, or lower
        passkey.counter = counter
        assert phone.refused("/api/sign-in/passkey", passkey.sign(begin(phone)))["code"] == "sign-in"
    passkey.counter = 20
    assert phone.post("/api/sign-in/passkey", passkey.sign(begin(phone)))["guest"]


@pytest.mark.parametrize("what", ["origin", "site", "unverified", "frame", "signature", "key", "nonsense"])
def test_an_invalid_answer_is_refused(keyed, person, what):
    one, passkey = keyed
    phone = person()
    options = begin(phone)
    if what == "origin":
        passkey.origin = "http://evil.example"
    if what == "site":
        passkey.site = "evil.example"
    if what == "unverified":
        passkey.flags = PRESENT
    if what == "frame":
        passkey.is_framed = True
    answer = passkey.sign(options)
    if what == "signature":
        answer["signature"] = passkey.sign(options)["authenticator_data"]
    if what == "key":
        answer = Passkey(passkey.origin, passkey.site).sign(options)
    if what == "nonsense":
        answer |= {"client_data": "AAAA"}
    refused = phone.refused("/api/sign-in/passkey", answer)
    assert (refused["status"], refused["code"]) == (401, "sign-in")
    assert phone.get("/api/me")["guest"] is None
    assert one.get("/api/me")["guest"]


def test_a_passkey_of_another_account_creates_none(keyed, person):
    _, passkey = keyed
    one = person("Second Owner")
    passkey_of(one)
    refused = one.refused("/api/me/passkey", passkey.make(one.post("/api/me/passkey/begin", {})))
    assert (refused["code"], refused["error"]) == ("not-now", "This passkey is already in use.")


def test_a_passkey_that_is_made_in_a_frame_of_another_site_is_refused(person):
    one = person("Framed")
    passkey = passkey_of(one)
    passkey.is_framed = True
    assert one.refused("/api/me/passkey", passkey.make(one.post("/api/me/passkey/begin", {})))["code"] == "sign-in"


def test_a_challenge_to_sign_in_makes_no_passkey(person):
    one = person("Mixed")
    passkey = passkey_of(one)
    assert one.refused("/api/me/passkey", passkey.make(begin(one)))["code"] == "sign-in"
    assert one.get("/api/me")["guest"]["account"] is False


def test_the_site_of_passkeys_is_that_of_the_public_address(tmp_path):
    server = Server(tmp_path / "tables.db", public_url="https://zoo.example").start()
    lisa = Person(server)
    # Over HTTPS cookies would be sent as usual, as behind a proxy; here the client sends them by hand.
    lisa.http.headers["cookie"] = f"menagerie_csrf={lisa.csrf}"
    answer = lisa.request("/api/me", {"name": "Lisa"})
    cookie = answer.headers["set-cookie"]
    assert all(flag in cookie for flag in ("HttpOnly", "Secure", "SameSite=lax", "Path=/"))
    token = re.search(rf"{COOKIE}=([^;]+)", cookie)
    assert token is not None
    lisa.http.headers["cookie"] += f"; {COOKIE}={token[1]}"
    options = lisa.post("/api/me/passkey/begin", {})
    assert options["rp"]["id"] == "zoo.example"
    wrong = Passkey(f"http://127.0.0.1:{server.port}", "zoo.example")
    assert lisa.refused("/api/me/passkey", wrong.make(options))["code"] == "sign-in"
    made = Passkey("https://zoo.example", "zoo.example").make(lisa.post("/api/me/passkey/begin", {}))
    kept = lisa.request("/api/me/passkey", made)
    assert kept.is_success, kept.text
    assert "Secure" in kept.headers["set-cookie"]
    lisa.close()
    server.stop()


# Everything else.


def test_without_a_csrf_token_or_from_another_site_nothing_happens(kept):
    ida = kept("Ida")
    for path, body in (
        ("/api/me/keep", {"password": GOOD}),
        ("/api/me/delete", {"name": "Ida"}),
        ("/api/me/sign-out-everywhere", {}),
        ("/api/me/device", {}),
        ("/api/sign-in/password", {"name": "Ida", "password": GOOD}),
        ("/api/sign-in/device", {"code": "abcdefgh"}),
    ):
        assert ida.http.post(path, json=body).json()["code"] == "csrf"
        evil = ida.request(path, body, headers={"origin": "http://evil.example"})
        assert evil.json()["code"] == "origin"
    assert ida.get("/api/me")["guest"]["account"]


def test_secrets_are_neither_logged_nor_stored(tmp_path):
    server = Server(str(tmp_path / "tables.db")).start()
    lisa = Person(server, "Lisa")
    secret = "three geese behind the gate"
    codes = lisa.post("/api/me/keep", {"password": secret})["codes"]
    device = lisa.post("/api/me/device", {})["code"]
    token = lisa.http.cookies[COOKIE]
    phone = Person(server)
    assert phone.refused("/api/sign-in/password", {"name": "Lisa", "password": "a wrong one"})["code"] == "sign-in"
    assert phone.refused("/api/sign-in/password", {"name": "Lisa", "password": 7})["code"] == "bad"
    for one in (lisa, phone):
        one.close()
    assert server.stop() == 0
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        stored = "\n".join(connection.iterdump())
    connection.close()
    for hidden in (secret, "a wrong one", token, *codes, *[code.replace("-", "") for code in (*codes, device.lower())]):
        assert hidden not in stored
        assert hidden not in server.log
    assert "$argon2id$" in stored


def test_bodies_that_do_not_fit_are_refused_in_a_sentence(person):
    one = person("Odd")
    for path, body in (
        ("/api/me/keep", {}),
        ("/api/me/keep", {"password": ""}),
        ("/api/me/keep", {"password": "x" * 1001}),
        ("/api/me/passkey", {"id": "!", "client_data": "a", "attestation": "b"}),
        ("/api/sign-in/password", {"name": "A", "password": "b", "also": 1}),
        ("/api/sign-in/device", {"code": "x" * 101}),
    ):
        refused = one.refused(path, body)
        assert (refused["status"], refused["code"]) == (400, "bad"), path
    for path in ("codes", "password", "prove", "passkeys/abc/remove"):
        body = {"password": GOOD} if path in ("password", "prove") else {}
        assert one.refused(f"/api/me/{path}", body)["code"] == "not-now"
    nobody = person()
    for path in ("keep", "device", "sign-out", "sign-out-everywhere", "delete"):
        body = {"keep": {"password": GOOD}, "delete": {"name": "x"}}.get(path, {})
        assert nobody.refused(f"/api/me/{path}", body)["code"] == "guest"
