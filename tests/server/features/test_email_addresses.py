"""Test email addresses of accounts: a real mail server receives the emails."""

from __future__ import annotations

import asyncio
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue

import pytest
from aiosmtpd.controller import Controller

from menagerie.server.base.errors import Refused
from menagerie.server.base.mailer import Mailer, clean_address
from menagerie.server.base.settings import Settings
from tests.server.features.test_accounts import GOOD
from tests.server.http.test_restart import wait_for
from tests.server.support.people import PATIENCE, Person, Server

pytestmark = pytest.mark.one_store


class Post:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.letters: Queue[EmailMessage] = Queue()
        self.raw = b""
        """The last email, byte by byte."""
        self.controller = Controller(self, hostname="127.0.0.1", port=0)

    async def handle_DATA(self, _server, _session, envelope):
        self.raw = envelope.content
        self.letters.put(message_from_bytes(envelope.content, EmailMessage, policy=policy.default))
        return "250 taken"

    def next(self) -> EmailMessage:
        return self.letters.get(timeout=PATIENCE)


@pytest.fixture(scope="module")
def post():
    box = Post()
    # Port 0 is any port, which the controller can't wait for, so pick one that is free now.
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        box.controller.port = free.getsockname()[1]
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory, post):
    """A server that sends email, with links to itself."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    running = Server(
        tmp_path_factory.mktemp("server") / "tables.db",
        limits={"keeps_per_minute": 1000, "letters_per_hour": 1000},
        smtp_host="127.0.0.1",
        smtp_port=post.controller.port,
        smtp_security="none",
        mail_from="Menagerie <zoo@zoo.example>",
        public_url=f"http://127.0.0.1:{port}",
    )
    running.port = port
    running.start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


def keeper(person, name):
    one = person(name)
    one.post("/api/me/keep", {"password": GOOD})
    return one


def link_in(letter: EmailMessage, page: str) -> str:
    found = re.search(rf"http://127\.0\.0\.1:\d+{page}#letter=(\S+)", letter.get_content())
    assert found is not None, letter.get_content()
    return found[1]


def confirmed(person, post, name, email):
    one = keeper(person, name)
    one.post("/api/me/mail", {"email": email})
    one.post("/api/me/mail/confirm", {"code": link_in(post.next(), "/me")})
    return one


def test_an_address_is_confirmed_by_a_link_that_works_once(person, post):
    lisa = keeper(person, "Lisa")
    assert lisa.get("/api/me/account")["can"]["mail"] is True
    lisa.post("/api/me/mail", {"email": " Lisa@Zoo.Example "})
    assert lisa.get("/api/me/account")["account"]["email"] == {"address": "lisa@zoo.example", "confirmed": False}
    letter = post.next()
    assert (letter["To"], letter["From"]) == ("lisa@zoo.example", "Menagerie <zoo@zoo.example>")
    assert "Hello Lisa," in letter.get_content()
    code = link_in(letter, "/me")
    person().post("/api/me/mail/confirm", {"code": code})  # on a phone, where no one is signed in
    assert lisa.get("/api/me/account")["account"]["email"]["confirmed"] is True
    assert person().refused("/api/me/mail/confirm", {"code": code})["code"] == "sign-in"
    lisa.post("/api/me/mail/remove", {})
    assert "was removed" in post.next().get_content()
    assert lisa.get("/api/me/account")["account"]["email"] is None


def test_a_link_for_an_address_that_was_replaced_confirms_nothing(person, post):
    ben = keeper(person, "Ben")
    ben.post("/api/me/mail", {"email": "first@zoo.example"})
    first = link_in(post.next(), "/me")
    ben.post("/api/me/mail", {"email": "second@zoo.example"})
    post.next()
    assert ben.refused("/api/me/mail/confirm", {"code": first})["code"] == "sign-in"
    assert ben.get("/api/me/account")["account"]["email"] == {"address": "second@zoo.example", "confirmed": False}


@pytest.mark.both_stores
def test_an_email_brings_a_person_back_once_within_half_an_hour(server, person, post):
    anna = confirmed(person, post, "Anna", "anna@zoo.example")
    phone = person()
    assert phone.post("/api/sign-in/letter/send", {"email": "anna@zoo.example"}) == {"ok": True}
    code = link_in(post.next(), "/sign-in")
    assert phone.post("/api/sign-in/letter", {"code": code})["guest"]["id"] == anna.id
    assert person().refused("/api/sign-in/letter", {"code": code})["code"] == "sign-in"
    phone.post("/api/me/password", {"password": "a new word for an old zoo"})
    assert post.next()["Subject"] == "Your Menagerie account was changed"
    person().post("/api/sign-in/letter/send", {"email": "ANNA@zoo.example"})
    late = link_in(post.next(), "/sign-in")
    server.days.pass_by(30 * 60 + 1)
    assert person().refused("/api/sign-in/letter", {"code": late})["code"] == "sign-in"


def test_a_change_of_an_account_is_reported_to_the_old_address(person, post):
    nora = confirmed(person, post, "Nora", "nora@zoo.example")
    nora.post("/api/me/password", {"password": "a new word for an old zoo"})
    letter = post.next()
    assert letter["To"] == "nora@zoo.example"
    assert "The password of your account was changed." in letter.get_content()
    nora.post("/api/me/codes", {})
    assert "New recovery codes were made" in post.next().get_content()
    nora.post("/api/me/mail", {"email": "thief@evil.example"})
    letters = {letter["To"]: letter.get_content() for letter in (post.next(), post.next())}
    assert "was changed to thief@evil.example." in letters["nora@zoo.example"]


def test_a_link_to_the_old_address_is_worthless_after_a_change(person, post):
    xena = confirmed(person, post, "Xena", "xena@zoo.example")
    for path, body in (("password", {"password": "a new word for an old zoo"}), ("mail/remove", {})):
        person().post("/api/sign-in/letter/send", {"email": "xena@zoo.example"})
        link = link_in(post.next(), "/sign-in")
        xena.post(f"/api/me/{path}", body)
        assert post.next()["Subject"] == "Your Menagerie account was changed"
        refused = person().refused("/api/sign-in/letter", {"code": link})
        assert refused["error"] == "This link has expired or was already used."


def test_addresses_are_not_revealed_and_unconfirmed_ones_get_nothing(person, post):
    carl = keeper(person, "Carl")
    carl.post("/api/me/mail", {"email": "carl@zoo.example"})
    post.next()
    dora = confirmed(person, post, "Dora", "dora@zoo.example")
    stranger = person()
    answers = [
        stranger.post("/api/sign-in/letter/send", {"email": email})
        for email in ("nobody@zoo.example", "carl@zoo.example", "dora@zoo.example")
    ]
    assert answers == [{"ok": True}] * 3
    letter = post.next()  # the only one
    assert letter["To"] == "dora@zoo.example"
    # A link to confirm an address signs no one in, nor the other way round.
    code = link_in(letter, "/sign-in")
    assert stranger.refused("/api/me/mail/confirm", {"code": code})["code"] == "sign-in"
    assert stranger.post("/api/sign-in/letter", {"code": code})["guest"]["id"] == dora.id
    assert post.letters.empty()


def test_an_invalid_address_is_refused():
    injected = "lisa@zoo.example\nBcc: x@y.de"
    for text in ("lisa", "lisa@zoo", "a@b@c.de", injected, "<x@y.de>", "lisa @zoo.example", "é@zoo.de"):
        with pytest.raises(Refused, match="not an email address"):
            clean_address(text)
    assert clean_address(" Lisa+zoo@sub.zoo.example") == "lisa+zoo@sub.zoo.example"


def test_emails_are_limited(tmp_path, post):
    server = Server(
        tmp_path / "tables.db",
        limits={"letters_per_hour": 2},
        smtp_host="127.0.0.1",
        smtp_port=post.controller.port,
        smtp_security="none",
        mail_from="zoo@zoo.example",
        public_url="http://127.0.0.1:1",
    ).start()
    lisa = Person(server)
    for _ in range(2):
        lisa.post("/api/sign-in/letter/send", {"email": "x@zoo.example"})
    assert lisa.refused("/api/sign-in/letter/send", {"email": "x@zoo.example"})["code"] == "busy"
    lisa.post("/api/me", {"name": "Lisa"})
    lisa.post("/api/me/keep", {"password": GOOD})  # another account doesn't help a spammer
    assert lisa.refused("/api/me/mail", {"email": "another@zoo.example"})["code"] == "busy"
    lisa.close()
    server.stop()


def test_a_mail_server_that_does_not_answer_is_reported_in_a_sentence(tmp_path):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = free.getsockname()[1]
    settings = {"smtp_host": "127.0.0.1", "smtp_port": nobody, "mail_from": "zoo@zoo.example"}
    server = Server(tmp_path / "tables.db", public_url="http://127.0.0.1:1", **settings).start()
    lisa = Person(server, "Lisa")
    lisa.post("/api/me/keep", {"password": GOOD})
    refused = lisa.refused("/api/me/mail", {"email": "lisa@zoo.example"})
    assert (refused["status"], refused["error"]) == (503, "The email couldn't be sent. Try again in a few minutes.")
    lisa.close()
    server.stop()
    assert "An email could not be sent" in server.log
    assert "lisa@zoo.example" not in server.log


def test_the_words_of_a_refusing_mail_server_are_not_in_the_log(person, post, server, monkeypatch):
    async def refuse(_server, _session, _envelope, address, _options):
        return f"550 nobody here is called {address}"

    lisa = keeper(person, "Lisa who is refused")
    monkeypatch.setattr(post, "handle_RCPT", refuse, raising=False)
    assert lisa.refused("/api/me/mail", {"email": "refused@zoo.example"})["status"] == 503
    wait_for(lambda: "INFO An email could not be sent: SMTPRecipientsRefused, code 550" in server.log)
    assert "refused@zoo.example" not in server.log


def test_without_a_mail_server_nothing_of_e_mail_is_offered(tmp_path):
    server = Server(tmp_path / "tables.db", smtp_host="mail.zoo.example").start()  # public_url is missing
    lisa = Person(server, "Lisa")
    lisa.post("/api/me/keep", {"password": GOOD})
    assert lisa.get("/api/me/account")["can"]["mail"] is False
    assert lisa.get("/api/sign-in")["can"]["mail"] is False
    for path in ("/api/me/mail", "/api/sign-in/letter/send"):
        assert lisa.refused(path, {"email": "lisa@zoo.example"})["error"] == "This server doesn't send email."
    lisa.close()
    server.stop()


def test_mail_programs_can_use_the_unsubscribe_link_however_long_it_is(post):
    link = f"https://zoo.example/api/notices/off/{'x' * 200}"
    settings = Settings(
        smtp_host="127.0.0.1",
        smtp_port=post.controller.port,
        smtp_security="none",
        mail_from="Menagerie <zoo@zoo.example>",
        public_url="https://zoo.example",
    )
    asyncio.run(Mailer(settings).send("lisa@zoo.example", "Your turn", "Hello", {"List-Unsubscribe": f"<{link}>"}))
    assert post.next()["Message-ID"].endswith("@zoo.example>")
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in post.raw
