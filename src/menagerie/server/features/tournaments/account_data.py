"""What of tournaments belongs to someone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from menagerie.server.features.tournaments import records
from menagerie.server.people.accounts.person_data import PersonData


class TournamentData(PersonData):
    """The tournaments that someone made or entered. At its next look the runner takes out people who are gone."""

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return these tournaments."""
        return {"tournaments": records.of_person(connection, guest)}
