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
    replays_per_guest: int = 50
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
    onlookers_per_table: int = 50
    idle_onlooker: float = 2 * 3600.0
    """Seconds after which an onlooker who asks for nothing is sent away."""
    away_seconds: float = 60
    """Seconds after which a bot may go on for a player who is not connected, if the others agree."""
    backlog: int = 200
    """Messages that a slow client may be behind."""


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
    idle_decisions: int = 200_000
    """How many decisions the tables have together that nobody looks at and that stay in memory all the same, at about
    1.5 KiB each; other tables are read again when they are needed."""
    origins: tuple[str, ...] = ()
    """Further origins that may use the server, such as the public name of a proxy in front of it."""
    secure_cookies: bool = False
    """Send cookies over HTTPS only."""
