"""Merge, export and delete the data that parts of the server keep about a person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection


class PersonData:
    """What one part keeps about people. By default nothing.

    Each method works in the caller's transaction: a person is merged or deleted everywhere, or not at all."""

    def merge(self, connection: Connection, guest: str, account: str) -> None:
        """Move a guest's data to the account that they signed in to."""

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return a person's stored data by name, for the file that they can download."""
        return {}

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete the data of a person who deletes their account."""
