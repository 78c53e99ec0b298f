"""People among themselves: friends, invitations, and what moderators see."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.base import Outgoing


class Person(Outgoing):
    """Somebody in a list."""

    id: str
    """Names them in requests."""
    name: str


class Friend(Person):
    """A friend of mine."""

    here: bool
    """Whether they are here now."""
    table: str | None
    """The address of the public table where they are."""
    plays: str | None
    """The title that is played there."""


class Friends(Outgoing):
    """My friends, those who want to be, and whom I have blocked or muted."""

    account: bool
    """Whether I have an account, which friends need."""
    friends: Sequence[Friend]
    asking: Sequence[Person]
    """Those who ask me."""
    asked: Sequence[Person]
    """Those whom I have asked."""
    asked_names: Sequence[str]
    """The names that I have asked for, as I typed them, whether there are such accounts or not."""
    blocked: Sequence[Person]
    muted: Sequence[Person]


class InvitationAddress(Outgoing):
    """An invitation as others can open it."""

    address: str
    warning: str | None
    """What is wrong if they cannot."""
    code: str
    """The address of the same as a QR code."""


class ReportedLine(Outgoing):
    """A line of chat around what was reported."""

    name: str
    text: str
    at: float
    meant: bool
    """Whether it is the line that was reported."""
    theirs: bool
    """Whether the person who was reported said it."""


class ModeratorStep(Outgoing):
    """What a moderator has done."""

    step: str
    """`warn`, `silence`, `suspend`, `lift` or `close`."""
    why: str
    until: float | None
    at: float
    by: str
    report: str | None


class Report(Outgoing):
    """A report, with what was done about the same person."""

    id: str
    at: float
    by: str
    name: str
    """What the person was called then."""
    called: str
    """And now."""
    table: str | None
    reason: str
    context: Sequence[ReportedLine]
    closed: bool
    steps: Sequence[ModeratorStep]


class Reports(Outgoing):
    """Reports, the newest first."""

    reports: Sequence[Report]
