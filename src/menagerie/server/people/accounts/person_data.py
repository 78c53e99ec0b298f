"""What becomes of the things that parts of the server keep about a person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection


class PersonData:
    """What one part keeps about people. By default it keeps nothing.

    Each method works in the transaction of whoever asks: a person is merged or deleted everywhere, or not at all.
    """

    def merge(self, connection: Connection, guest: str, account: str) -> None:
        """Give an account what a guest had who has signed in to it."""

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return what is stored about a person, by name, for the file that they can ask for."""
        return {}

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete what is stored about a person who leaves for good."""
