"""What a feature gives to the rest of the server."""

from __future__ import annotations

from dataclasses import dataclass

from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.table.listener import TableListener
from menagerie.server.table.policy import TablePolicy


@dataclass(frozen=True)
class Feature:
    """One feature, as `services.assembly` lists it: what it forbids at tables, what it stores and does when something
    happens there, and what it keeps about people. The parts below it know none of this by name."""

    policy: TablePolicy | None = None
    listener: TableListener | None = None
    person_data: PersonData | None = None
