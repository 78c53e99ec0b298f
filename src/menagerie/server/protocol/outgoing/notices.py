"""What somebody is told who is not at the table, and how."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.base import Outgoing


class NoticePreferences(Outgoing):
    """What somebody wants to be told, and when not."""

    kinds: dict[str, list[str]]
    """By kind (`turn`, `ask`, `soon`, `over`) the ways: `push`, `mail`, `webhook`."""
    zone: str
    """The time zone of the quiet hours."""
    quiet_from: int | None
    """In minutes of the day."""
    quiet_until: int | None
    digest: int
    """Hours between two letters."""


class NoticeDevice(Outgoing):
    """A device that takes messages."""

    id: str
    device: str
    created: float
    here: bool
    """Whether it is the one that asks."""


class Webhook(Outgoing):
    """A program that is told."""

    form: str
    """`plain`, `discord` or `slack`."""
    address: str


class NoticeWays(Outgoing):
    """Which ways there are."""

    push: str
    """The key for `PushManager.subscribe`."""
    mail: bool
    """Whether the server can send e-mail to me."""
    letters: bool
    """Whether it sends e-mail at all."""
    webhook: bool


class NoticeFailure(Outgoing):
    """Something that could not be told."""

    way: str
    kind: str
    table_id: str
    made: float
    error: str | None
    state: str
    """`waiting`: it is tried again. `failed`: it is not."""


class Notices(Outgoing):
    """How notices stand for me."""

    wishes: NoticePreferences
    devices: Sequence[NoticeDevice]
    webhook: Webhook | None
    can: NoticeWays
    failures: Sequence[NoticeFailure]


class TableNotices(Outgoing):
    """What I am told about one table."""

    kinds: dict[str, list[str]] | None
    """Null: the same as about all. Empty: nothing."""


class WebhookSecret(Outgoing):
    """What messages to a webhook are signed with."""

    secret: str
    """Never shown again."""
