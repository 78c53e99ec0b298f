"""Tables where people meet: guests, seats, storage, live updates, bots' seats."""

from menagerie.server.running import run

__all__ = ["run"]
