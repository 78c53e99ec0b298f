"""Export and delete a person's friends, blocks, invitations and reports."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from menagerie.server.base.names import ERASED_NAME
from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.social import (
    BOND_ROWS,
    BY_NAME_ROWS,
    INVITATION_ROWS,
    REPORT_ROWS,
    SIGHTING_ROWS,
    STEP_ROWS,
)
from menagerie.server.store.schema.tables import GUEST_ROWS


class SocialData(PersonData):
    """Friends, blocks, invitations and reports."""

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete a person's friends, blocks and invitations. Reports stay without the name, since they are about
        others, too."""
        mine = same_person(guest)
        connection.execute(delete(BY_NAME_ROWS).where(BY_NAME_ROWS.c.person.in_(mine)))
        connection.execute(update(BY_NAME_ROWS).where(BY_NAME_ROWS.c.other.in_(mine)).values(other=None))
        connection.execute(delete(BOND_ROWS).where(BOND_ROWS.c.person.in_(mine) | BOND_ROWS.c.other.in_(mine)))
        asked = INVITATION_ROWS.c.guest.in_(mine) | INVITATION_ROWS.c.inviter.in_(mine)
        connection.execute(delete(INVITATION_ROWS).where(asked))
        connection.execute(delete(SIGHTING_ROWS).where(SIGHTING_ROWS.c.guest.in_(mine)))
        connection.execute(update(REPORT_ROWS).where(REPORT_ROWS.c.about.in_(mine)).values(name=ERASED_NAME))

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return a person's stored data here, but not who has blocked or reported them."""
        mine = same_person(guest)
        relationships = (
            select(BOND_ROWS.c.kind, BOND_ROWS.c.at, GUEST_ROWS.c.name)
            .join(GUEST_ROWS, GUEST_ROWS.c.id == BOND_ROWS.c.other)
            .where(BOND_ROWS.c.person.in_(mine) & ~_asked_by_name())
        )
        by_name = select(BY_NAME_ROWS.c.name, BY_NAME_ROWS.c.at).where(BY_NAME_ROWS.c.person.in_(mine))
        reports = select(*REPORT_ROWS.c["at", "name", "reason"]).where(REPORT_ROWS.c.reporter.in_(mine))
        steps = select(STEP_ROWS.c.at, STEP_ROWS.c.step, STEP_ROWS.c.why, STEP_ROWS.c.until).where(
            STEP_ROWS.c.about.in_(mine) & (STEP_ROWS.c.step != "close")
        )
        found = {"bonds": relationships, "asked_by_name": by_name, "reports": reports, "told_by_moderators": steps}
        return {name: [dict(row._mapping) for row in connection.execute(query)] for name, query in found.items()}


def _asked_by_name() -> ColumnElement[bool]:
    """Return the condition for unanswered requests by name, whose recipients must stay unknown."""
    named = (BY_NAME_ROWS.c.person == BOND_ROWS.c.person) & (BY_NAME_ROWS.c.other == BOND_ROWS.c.other)
    answer = BOND_ROWS.alias()
    both = (answer.c.person == BOND_ROWS.c.other) & (answer.c.other == BOND_ROWS.c.person)
    is_answered = select(answer.c.kind).where(both & (answer.c.kind == "friend")).exists()
    return (BOND_ROWS.c.kind == "friend") & select(BY_NAME_ROWS.c.name).where(named).exists() & ~is_answered
