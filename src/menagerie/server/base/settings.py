"""Define a server's settings, each with its type, default and purpose.

This is the only list of them. `http.configuration` derives the keys of the settings file, the environment variables and
the flags from it, and `menagerie serve --settings` shows it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from menagerie._places import data_folder

FIRST_PORT: Final = 8460


def setting(default: Any, purpose: str, least: float = 0, **more: Any) -> Any:
    """Return a setting: its default, its purpose, the least allowed number, and further fields of
    `http.configuration.SettingEntry`."""
    return field(default=default, metadata={"purpose": purpose, "least": least, **more})


def default_database() -> Path:
    """Return the default place of the tables."""
    return data_folder() / "tables.db"


@dataclass(frozen=True)
class Limits:
    """The limits for one guest, table or message."""

    body: int = setting(64 * 1024, "bytes of a request body or a websocket message", 1024)
    tables_per_guest: int = setting(20, "unfinished tables per guest", 1)
    bot_tables_per_guest: int = setting(3, "unfinished tables per guest where only bots play")
    replays_per_guest: int = setting(50, "replays per guest")
    uploads_per_minute: float = setting(
        10, "record files per guest and minute, valid or not, and games played on with; four times as many per address"
    )
    reviews_per_guest: int = setting(3, "reviews per guest, running or waiting")
    messages_per_second: float = setting(10, "messages per websocket and second")
    messages_burst: int = setting(40, "messages per websocket at once", 1)
    posts_per_second: float = setting(4, "requests per guest or address and second that change something")
    posts_burst: int = setting(40, "such requests at once", 1)
    gets_per_second: float = setting(
        40, "requests per guest or address and second that only read; half as many per address for slow drawings"
    )
    gets_burst: int = setting(400, "such requests at once", 1)
    sockets_per_guest: int = setting(8, "websockets per guest", 1)
    sockets_per_address: int = setting(16, "websockets per address, for spectators without a name")
    new_guests_per_minute: float = setting(30, "new guests per address and minute")
    keeps_per_minute: float = setting(
        12, "attempts per address and minute to create an account, and device codes per guest"
    )
    letters_per_hour: float = setting(5, "emails per hour to one email address, and requested from one network address")
    hints_per_minute: float = setting(20, "hints per guest and minute")
    remarks_per_minute: float = setting(30, "chat messages per guest and minute")
    undos_per_minute: float = setting(60, "undos per guest and minute")
    questions_per_minute: float = setting(12, "requests to the other players per guest and minute")
    moves_per_minute: float = setting(30, "times per guest and minute to sit down, leave, change a seat or rename")
    signs_per_minute: float = setting(
        60, "times per guest and minute to raise a hand, or give or withdraw a standing order"
    )
    listed_per_guest: int = setting(3, "listed tables per owner")
    unjoined_seconds: float = setting(7 * 24 * 3600.0, "seconds until a table that no one has joined is removed")
    onlookers_per_table: int = setting(50, "spectators per table")
    idle_onlooker: float = setting(2 * 3600.0, "seconds until an idle spectator is disconnected")
    away_seconds: float = setting(60, "seconds until a bot may replace a disconnected player, if the others agree")
    backlog: int = setting(200, "messages that a slow client may fall behind", 1)
    backlog_bytes: int = setting(4 * 1024 * 1024, "bytes that a slow client may fall behind", 1024)
    connections_per_address: int = setting(
        200, "connections of all kinds per address; trusted proxies may have more", 1
    )
    request_seconds: float = setting(15, "seconds for a connection to send the head of a request", 0.1)
    body_seconds: float = setting(60, "seconds to send the body of a request", 0.1)
    answer_seconds: float = setting(180, "seconds to receive and read an answer", 0.1)
    silence_seconds: float = setting(20, "seconds between pings of a websocket, and for its answer", 0.1)


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    database: str | Path = field(
        default_factory=default_database,
        metadata={"purpose": "an SQLite file, or an address like postgresql://NAME@HOST/DATABASE", "secret": True},
    )
    limits: Limits = field(default_factory=Limits)
    database_seconds: float = setting(30, "seconds to wait for PostgreSQL at the start")
    host: str = setting("127.0.0.1", "the address to listen on: by default this machine only, 0.0.0.0 for all")
    port: int | None = setting(
        None, f"the port to listen on: by default the first free one from {FIRST_PORT}", most=65_535
    )
    browser: bool | None = setting(None, "open the table in the browser: by default if there is a desktop")
    public_url: str = setting(
        "",
        "the public address, such as https://zoo.example: its name and origin are allowed; with https, "
        "cookies are sent "
        "over HTTPS only, and browsers use nothing else",
        is_origin=True,
    )
    imprint_url: str = setting("", "the address of your imprint, linked in the footer")
    privacy_url: str = setting("", "the address of your privacy policy, linked in the footer")
    terms_url: str = setting("", "the address of your terms of use, linked in the footer")
    names: tuple[str, ...] = setting((), "further host names by which browsers may call the server")
    moderators: tuple[str, ...] = setting((), "names of the accounts that handle reports at /moderation")
    origins: tuple[str, ...] = setting(
        (), "further origins whose pages may use the server, such as https://zoo.example", is_origin=True
    )
    proxies: tuple[str, ...] = setting((), "addresses or networks of trusted proxies", is_network=True)
    internal_host: str = setting(
        "127.0.0.1",
        "on PostgreSQL: the address at which the server's other processes reach this one",
    )
    internal_port: int | None = setting(
        None, "on PostgreSQL: the port for that, which must be closed to everyone else: by default any", most=65_535
    )
    guest_days: int = setting(
        0, "days until a guest without an account who hasn't come back is deleted: 0 keeps all guests"
    )
    workers: int = setting(max(1, min(4, (os.cpu_count() or 2) - 1)), "processes for bots", 1)
    bot_seconds: float = setting(2.0, "seconds for a bot to decide", 0.01)
    bot_pause: float = setting(0.4, "least seconds between two decisions of bots, so that people can follow")
    review_seconds: float = setting(0.5, "seconds for a review to judge one decision", 0.01)
    log: str = setting(
        "plain", "the format of the log: plain lines for people, or a JSON object per line", one_of=("plain", "json")
    )
    metrics_port: int | None = setting(None, "the port for Prometheus metrics: by default none", most=65_535)
    metrics_host: str = setting("127.0.0.1", "the address for Prometheus metrics")
    smtp_host: str = setting("", "the mail server: without one the server sends no email")
    smtp_port: int = setting(587, "the port of the mail server", 1, most=65_535)
    smtp_security: str = setting(
        "starttls", "the encryption of the connection to the mail server", one_of=("starttls", "tls", "none")
    )
    smtp_user: str = setting("", "the user name at the mail server, if it needs one")
    smtp_password: str = setting("", "the password at the mail server; best set in the environment", secret=True)
    mail_from: str = setting("", "the sender of emails, such as Menagerie <zoo@zoo.example>; needs public_url, too")
    notice_seconds: float = setting(60, "seconds to collect news before absent players are notified")
    private_receivers: bool = setting(
        False,
        "allow webhooks and push services at private addresses and without HTTPS: only for a private network",
    )
    idle_events: int = setting(
        200_000, "table events to keep in memory while no one is watching, at about 1.5 KiB each"
    )

    @property
    def legal_links(self) -> tuple[tuple[str, str], ...]:
        """Return the footer's links: texts and addresses."""
        links = (("Imprint", self.imprint_url), ("Privacy", self.privacy_url), ("Terms", self.terms_url))
        return tuple([link for link in links if link[1]])

    @property
    def is_secure(self) -> bool:
        """Return whether the server is used over HTTPS."""
        return self.public_url.startswith("https://")

    @property
    def all_origins(self) -> tuple[str, ...]:
        """Return the origins whose pages may use the server, besides the one that a request is sent to."""
        return (*self.origins, origin_of(self.public_url)) if self.public_url else self.origins

    @property
    def all_names(self) -> tuple[str, ...]:
        """Return the names by which browsers may call the server, besides its usual ones."""
        found = [urlsplit(origin).hostname or "" for origin in self.all_origins]
        return (*[name.lower() for name in self.names], *found)


def origin_of(address: str) -> str:
    """Return the origin of an address as browsers write it: scheme, host, and a port other than the default. Empty if
    it isn't the address of a whole site."""
    try:
        parts = urlsplit(address)
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        port = "" if parts.port in (None, usual) else f":{parts.port}"
    except ValueError:
        return ""
    if usual is None or not parts.hostname or parts.username is not None or parts.path not in ("", "/"):
        return ""
    if parts.query or parts.fragment:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}"
