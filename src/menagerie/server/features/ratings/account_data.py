"""Export and delete a person's results and ratings."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select

from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.ratings import PROFILE_ROWS, RATING_ROWS, RESULT_ROWS


class RatingData(PersonData):
    """Results, ratings, and whether a profile is hidden."""

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return the results and ratings."""
        found = {"results": RESULT_ROWS, "ratings": RATING_ROWS}
        return {
            name: [
                dict(row._mapping)
                for row in connection.execute(select(relation).where(relation.c.guest.in_(same_person(guest))))
            ]
            for name, relation in found.items()
        }

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete the profile. Results stay without a name, since they are the other players' as well."""
        connection.execute(delete(PROFILE_ROWS).where(PROFILE_ROWS.c.guest == guest))
