"""Describe what a feature adds to the rest of the server."""

from __future__ import annotations

from dataclasses import dataclass

from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.table.listener import TableListener
from menagerie.server.table.policy import TablePolicy


@dataclass(frozen=True)
class Feature:
    """A feature as `services.assembly` lists it: its rules for tables, what it stores and does when something happens
    there, and the personal data it keeps. The parts below know no feature by name."""

    policy: TablePolicy | None = None
    listener: TableListener | None = None
    person_data: PersonData | None = None
