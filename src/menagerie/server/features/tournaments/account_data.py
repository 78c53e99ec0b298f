"""Export a person's tournaments."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from menagerie.server.features.tournaments import records
from menagerie.server.people.accounts.person_data import PersonData


class TournamentData(PersonData):
    """A person's tournaments, as host or entrant. The runner removes deleted people the next time it looks."""

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return these tournaments."""
        return {"tournaments": records.of_person(connection, guest)}
