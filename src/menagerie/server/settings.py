"""What a server can be started with."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """How much of everything one guest, table or message may have. docs/server.md explains them."""

    body: int = 64 * 1024
    """Bytes of a request body or a websocket message."""
    tables_per_guest: int = 20
    bot_tables_per_guest: int = 3
    """Unfinished tables at which nobody but bots sits."""
    replays_per_guest: int = 50
    uploads_per_minute: float = 10
    """Record files, whether they can be used or not."""
    reviews_per_guest: int = 3
    """Reviews under way or waiting."""
    messages_per_second: float = 10
    messages_burst: int = 40
    posts_per_second: float = 4
    posts_burst: int = 40
    gets_per_second: float = 40
    gets_burst: int = 400
    sockets_per_guest: int = 8
    sockets_per_address: int = 16
    """For those who watch without a name."""
    new_guests_per_minute: float = 30
    """From one address."""
    hints_per_minute: float = 20
    remarks_per_minute: float = 30
    undos_per_minute: float = 60
    questions_per_minute: float = 12
    """How often somebody may ask the others for something."""
    moves_per_minute: float = 30
    """How often somebody may sit down or leave."""
    listed_per_guest: int = 3
    """How many tables of one owner everybody finds in a list."""
    unjoined_seconds: float = 7 * 24 * 3600.0
    """Seconds after which a table that nobody has joined is removed."""
    onlookers_per_table: int = 50
    idle_onlooker: float = 2 * 3600.0
    """Seconds after which an onlooker who asks for nothing is sent away."""
    away_seconds: float = 60
    """Seconds after which a bot may go on for a player who is not connected, if the others agree."""
    backlog: int = 200
    """Messages that a slow client may be behind."""
    backlog_bytes: int = 4 * 1024 * 1024
    """The same in bytes."""
    connections_per_address: int = 200
    """Of all kinds; a trusted proxy may have more."""
    request_seconds: float = 15
    """How long a connection may take until it has sent the head of a request."""
    body_seconds: float = 60
    """How long it may take to send the body."""
    answer_seconds: float = 180
    """How long it may take to get and read the answer."""
    silence_seconds: float = 20
    """How often a websocket is asked whether it still lives, and how long it may take to answer."""


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str | Path
    """An SQLite file, which is made if it is not there, or an address like postgresql://NAME@HOST/DATABASE."""
    limits: Limits = field(default_factory=Limits)
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    """Processes in which bots think; none are started before a bot is needed."""
    bot_seconds: float = 2.0
    """How long a bot may think about one decision."""
    review_seconds: float = 0.5
    """How long a review may think about one choice."""
    bot_pause: float = 0.4
    """The least time between two decisions of bots, so that people can follow."""
    idle_events: int = 200_000
    """How many events the tables have together that nobody looks at and that stay in memory all the same, at about
    1.5 KiB each; other tables are read again when they are needed."""
    origins: tuple[str, ...] = ()
    """Further origins that may use the server, such as the public name of a proxy in front of it."""
    hosts: tuple[str, ...] = ()
    """Further names by which browsers may call the server; addresses, localhost, this machine's own name and the hosts
    of `origins` always may."""
    proxies: tuple[str, ...] = ()
    """The addresses of proxies in front of the server: they are believed about whom they speak for."""
    internal: str = ""
    """Where other processes on the same PostgreSQL database reach this one: HOST:PORT, or HOST alone for any port. Only
    they may be able to. Without it 127.0.0.1: all are on this machine."""
    secure_cookies: bool = False
    """Send cookies over HTTPS only."""
