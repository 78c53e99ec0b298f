"""Friends, invitations, and what moderators see."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.base import Outgoing


class Person(Outgoing):
    """A person in a list."""

    id: str
    """Identifies them in requests."""
    name: str


class Friend(Person):
    """A friend of mine."""

    here: bool
    """Whether they are online."""
    table: str | None
    """The address of the public table where they are."""
    plays: str | None
    """The title played there."""


class Friends(Outgoing):
    """My friends, friend requests to me, and whom I have blocked or muted."""

    account: bool
    """Whether I have an account, which friends need."""
    friends: Sequence[Friend]
    asking: Sequence[Person]
    """Requests to me."""
    asked: Sequence[Person]
    """My requests."""
    asked_names: Sequence[str]
    """The names that I have asked for, as I typed them, whether or not such accounts exist."""
    blocked: Sequence[Person]
    muted: Sequence[Person]


class InvitationAddress(Outgoing):
    """An invitation as others can open it."""

    address: str
    warning: str | None
    """Why they can't, if so."""
    code: str
    """The address of its QR code."""


class ReportedLine(Outgoing):
    """A chat message near the reported one."""

    name: str
    text: str
    at: float
    meant: bool
    """Whether it is the reported one."""
    theirs: bool
    """Whether the reported person wrote it."""


class ModeratorStep(Outgoing):
    """A moderator's decision."""

    step: str
    """`warn`, `silence`, `suspend`, `lift` or `close`."""
    why: str
    until: float | None
    at: float
    by: str
    report: str | None


class Report(Outgoing):
    """A report, with earlier decisions about the same person."""

    id: str
    at: float
    by: str
    name: str
    """The person's name then."""
    called: str
    """The person's name now."""
    table: str | None
    reason: str
    context: Sequence[ReportedLine]
    closed: bool
    steps: Sequence[ModeratorStep]


class Reports(Outgoing):
    """Reports, the newest first."""

    reports: Sequence[Report]
