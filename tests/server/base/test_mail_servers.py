"""Test mail servers of all kinds: with TLS from the start or later, with a password, and with bad manners."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import logging
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from menagerie.server.base.mailer import LOG, Mailer, NotSent
from menagerie.server.base.settings import Settings

LOCAL = ipaddress.ip_address("127.0.0.1")


class Box:
    """Keeps the emails it gets, and who has signed in."""

    def __init__(self) -> None:
        self.letters: list[bytes] = []
        self.known: list[tuple[bytes, bytes]] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.letters.append(envelope.content)
        return "250 taken"

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        if address.startswith("nobody"):
            return "550 no such person"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    def authenticator(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.known.append((data.login, data.password))
        return AuthResult(success=(data.login, data.password) == (b"zoo", b"a word"), handled=False)


class Rude(SMTP):
    """Takes emails, but is unfriendly at the end of a session."""

    async def smtp_QUIT(self, _arg: str) -> None:
        await self.push("451 not now")


class RudeController(Controller):
    def factory(self) -> SMTP:
        return Rude(self.handler, **self.SMTP_kwargs)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a certificate for 127.0.0.1 made here, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "zoo.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(LOCAL)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form, secret = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = tmp_path_factory.mktemp("certificate") / "zoo.pem"
    file.write_bytes(key.private_bytes(pem, form, secret) + made.public_bytes(pem))
    return file


@pytest.fixture
def serve(certificate: Path):
    """Start mail servers."""
    started: list[Controller] = []

    def start(security: str, kind: type[Controller] = Controller, **more: Any) -> tuple[Box, dict[str, Any]]:
        box = Box()
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        if security == "tls":
            more |= {"ssl_context": context}
        elif security == "starttls":
            more |= {"tls_context": context, "require_starttls": True}
        made = kind(box, hostname="127.0.0.1", port=port, **more)
        made.start()
        started.append(made)
        return box, {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_security": security}

    yield start
    for one in started:
        one.stop(no_assert=True)


def send(to: str = "lisa@zoo.example", **settings: Any) -> None:
    mailer = Mailer(Settings(database="", mail_from="zoo@zoo.example", public_url="https://zoo.example", **settings))
    asyncio.run(mailer.send(to, "Hello", "A letter."))


def signing_in(box_settings: dict[str, Any], password: str = "a word") -> dict[str, Any]:
    return box_settings | {"smtp_user": "zoo", "smtp_password": password}


def with_sign_in(security: str) -> dict[str, Any]:
    """Return a mail server that requires signing in; where all is encrypted it doesn't notice that it is."""
    return {"auth_required": True} if security == "starttls" else {"auth_require_tls": False}


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_emails_are_sent_encrypted_and_signed_in(serve, certificate, monkeypatch, security):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    box = Box()
    more = with_sign_in(security) | {"authenticator": box.authenticator}
    took, settings = serve(security, **more)
    send(**signing_in(settings))
    assert b"A letter." in took.letters[0]
    assert set(box.known) == {(b"zoo", b"a word")}
    with pytest.raises(NotSent) as problem:
        send(**signing_in(settings, "another word"))
    assert problem.value.is_certain
    assert len(took.letters) == 1


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_nothing_is_sent_to_a_mail_server_with_an_unknown_certificate(serve, security):
    box, settings = serve(security)
    with pytest.raises(NotSent) as problem:
        send(**settings)
    assert problem.value.is_certain
    assert box.letters == []


def test_required_starttls_is_never_skipped(serve):
    box, settings = serve("none")
    with pytest.raises(NotSent):
        send(**settings | {"smtp_security": "starttls"})
    assert box.letters == []


def test_an_accepted_email_is_sent_whatever_the_mail_server_says_to_quit(serve):
    box, settings = serve("none", RudeController)
    send(**settings)
    assert len(box.letters) == 1


def test_a_refused_recipient_is_not_named_in_the_log(serve, caplog):
    box, settings = serve("none")
    with caplog.at_level(logging.INFO, LOG.name), pytest.raises(NotSent) as problem:
        send("nobody@zoo.example", **settings)
    assert problem.value.is_certain
    assert box.letters == []
    assert "An email could not be sent" in caplog.text
    assert "nobody@zoo.example" not in caplog.text


def test_a_mail_server_that_hangs_up_early_has_not_taken_the_email():
    """It takes the connection and hangs up."""

    async def work() -> None:
        async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        where = {"smtp_host": "127.0.0.1", "smtp_port": server.sockets[0].getsockname()[1], "smtp_security": "none"}
        mailer = Mailer(Settings(database="", mail_from="zoo@zoo.example", **where))
        with pytest.raises(NotSent) as problem:
            await mailer.send("lisa@zoo.example", "Hello", "A letter.")
        server.close()
        assert problem.value.is_certain

    asyncio.run(work())
