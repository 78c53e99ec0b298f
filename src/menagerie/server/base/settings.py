"""What a server can be started with: every setting with its type, its default and what it is for.

This is the only list of them. `http.configuration` makes the keys of the settings file, the environment variables and
the flags from it, and `menagerie serve --settings` shows it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from menagerie._places import data_folder

FIRST_PORT: Final = 8460


def setting(default: Any, purpose: str, least: float = 0, **more: Any) -> Any:
    """A setting: its default, what it is for, the least that it may be if it is a number, and what else
    `configuring.Entry` asks for."""
    return field(default=default, metadata={"purpose": purpose, "least": least, **more})


def default_database() -> Path:
    """Where the tables are kept if nothing else is said."""
    return data_folder() / "tables.db"


@dataclass(frozen=True)
class Limits:
    """How much of everything one guest, table or message may have."""

    body: int = setting(64 * 1024, "bytes of a request body or a websocket message", 1024)
    tables_per_guest: int = setting(20, "unfinished tables of one guest", 1)
    bot_tables_per_guest: int = setting(3, "unfinished tables of one guest at which nobody but bots sits")
    replays_per_guest: int = setting(50, "replays of one guest")
    uploads_per_minute: float = setting(
        10, "record files of one guest, usable or not, and games played on with; of one address four times as many"
    )
    reviews_per_guest: int = setting(3, "reviews of one guest under way or waiting")
    messages_per_second: float = setting(10, "messages of one websocket")
    messages_burst: int = setting(40, "messages of one websocket at once", 1)
    posts_per_second: float = setting(4, "requests of one guest or address that change something")
    posts_burst: int = setting(40, "such requests at once", 1)
    gets_per_second: float = setting(
        40, "requests of one guest or address that only read; half as many of one address for what takes long to draw"
    )
    gets_burst: int = setting(400, "such requests at once", 1)
    sockets_per_guest: int = setting(8, "websockets of one guest", 1)
    sockets_per_address: int = setting(16, "websockets of one address, for those who watch without a name")
    new_guests_per_minute: float = setting(30, "new guests from one address")
    keeps_per_minute: float = setting(12, "tries to keep a name from one address, and codes for devices of one guest")
    letters_per_hour: float = setting(5, "letters to one e-mail address, and for one address that asks for them")
    hints_per_minute: float = setting(20, "hints for one guest")
    remarks_per_minute: float = setting(30, "how often a guest may say something")
    undos_per_minute: float = setting(60, "how often a guest may take back")
    questions_per_minute: float = setting(12, "how often a guest may ask the others for something")
    moves_per_minute: float = setting(30, "how often a guest may sit down or leave, or change a seat or the own name")
    signs_per_minute: float = setting(60, "how often a guest may raise a hand, or give or withdraw a standing order")
    listed_per_guest: int = setting(3, "tables of one owner that everybody finds in a list")
    unjoined_seconds: float = setting(7 * 24 * 3600.0, "after which a table that nobody has joined is removed")
    onlookers_per_table: int = setting(50, "people who watch a table without playing")
    idle_onlooker: float = setting(2 * 3600.0, "seconds after which an onlooker who asks for nothing is sent away")
    away_seconds: float = setting(60, "after which a bot may go on for who is not connected, if the others agree")
    backlog: int = setting(200, "messages that a slow client may be behind", 1)
    backlog_bytes: int = setting(4 * 1024 * 1024, "the same in bytes", 1024)
    connections_per_address: int = setting(200, "connections of all kinds of one address; a proxy may have more", 1)
    request_seconds: float = setting(15, "that a connection may take until it has sent the head of a request", 0.1)
    body_seconds: float = setting(60, "that it may take to send the body", 0.1)
    answer_seconds: float = setting(180, "that it may take to get and read the answer", 0.1)
    silence_seconds: float = setting(
        20, "after which a websocket is asked whether it still lives, and that it may take to answer", 0.1
    )


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str | Path = field(
        default_factory=default_database,
        metadata={"purpose": "an SQLite file, or an address like postgresql://NAME@HOST/DATABASE", "secret": True},
    )
    limits: Limits = field(default_factory=Limits)
    database_seconds: float = setting(30, "how long a start waits for PostgreSQL to answer")
    host: str = setting("127.0.0.1", "the address to listen on: by default this machine only, 0.0.0.0 for others too")
    port: int | None = setting(
        None, f"the port to listen on: by default the first free one from {FIRST_PORT} on", most=65_535
    )
    browser: bool | None = setting(None, "open the table in the browser: by default if there is a desktop")
    public_url: str = setting(
        "",
        "where people find the server, like https://zoo.example: that name and origin are allowed; with https, cookies "
        "go over HTTPS only, and browsers are told to use nothing else",
        is_origin=True,
    )
    imprint_url: str = setting("", "where your imprint is, for a link at the foot of pages")
    privacy_url: str = setting("", "the same for how you handle personal data")
    terms_url: str = setting("", "the same for your terms of use")
    names: tuple[str, ...] = setting((), "further names by which browsers may call the server")
    moderators: tuple[str, ...] = setting((), "the accounts, by name, who look after reports at /moderation")
    origins: tuple[str, ...] = setting(
        (), "further origins whose pages may use the server, like https://zoo.example", is_origin=True
    )
    proxies: tuple[str, ...] = setting(
        (), "addresses or networks of proxies that are believed about whom they speak for", is_network=True
    )
    internal_host: str = setting(
        "127.0.0.1",
        "on PostgreSQL: the address of this machine at which the other processes of the server reach this one",
    )
    internal_port: int | None = setting(
        None, "the port for that, which nobody else should be able to reach: by default any", most=65_535
    )
    guest_days: int = setting(
        0, "days after which a guest without an account who has not come back is deleted: 0 keeps all guests"
    )
    workers: int = setting(max(1, min(4, (os.cpu_count() or 2) - 1)), "processes in which bots think", 1)
    bot_seconds: float = setting(2.0, "how long a bot may think about one decision", 0.01)
    bot_pause: float = setting(0.4, "the least seconds between two decisions of bots, so that people can follow")
    review_seconds: float = setting(0.5, "how long a review may think about one choice", 0.01)
    log: str = setting(
        "plain", "how the log is written: lines for people, or an object in each", one_of=("plain", "json")
    )
    metrics_port: int | None = setting(
        None, "a port for figures that Prometheus reads: by default there are none", most=65_535
    )
    metrics_host: str = setting("127.0.0.1", "the address to listen on for them")
    smtp_host: str = setting("", "a mail server that takes letters from us: without one nothing of e-mail is shown")
    smtp_port: int = setting(587, "its port", 1, most=65_535)
    smtp_security: str = setting(
        "starttls", "how the connection to it is protected", one_of=("starttls", "tls", "none")
    )
    smtp_user: str = setting("", "the name to sign in with there, if one is needed")
    smtp_password: str = setting("", "the password for that; best in the environment", secret=True)
    mail_from: str = setting("", "from whom letters come, like Menagerie <zoo@zoo.example>; needs public_url, too")
    notice_seconds: float = setting(60, "for which news are gathered before people who are not at a table are told")
    private_receivers: bool = setting(
        False,
        "let webhooks and push services be at private addresses, and without HTTPS: for a network of one's own only",
    )
    idle_events: int = setting(
        200_000, "events of tables that nobody looks at and that stay in memory all the same, at about 1.5 KiB each"
    )

    @property
    def legal_links(self) -> tuple[tuple[str, str], ...]:
        """What stands at the foot of pages: words and addresses."""
        links = (("Imprint", self.imprint_url), ("Privacy", self.privacy_url), ("Terms", self.terms_url))
        return tuple([link for link in links if link[1]])

    @property
    def is_secure(self) -> bool:
        """Whether people come over HTTPS."""
        return self.public_url.startswith("https://")

    @property
    def all_origins(self) -> tuple[str, ...]:
        """The origins whose pages may use the server, besides the one that a request is sent to."""
        return (*self.origins, origin_of(self.public_url)) if self.public_url else self.origins

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names by which browsers may call the server, besides those that it always goes by."""
        found = [urlsplit(origin).hostname or "" for origin in self.all_origins]
        return (*[name.lower() for name in self.names], *found)


def origin_of(address: str) -> str:
    """The origin of an address, as browsers write it: scheme, host, and a port that is not the usual one. Nothing if
    that is no address of a whole site."""
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
