"""Notices to people who aren't at the table."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.base import Outgoing


class NoticePreferences(Outgoing):
    """A person's notice preferences."""

    kinds: dict[str, list[str]]
    """By kind (`turn`, `ask`, `soon`, `over`) the ways: `push`, `mail`, `webhook`."""
    zone: str
    """The time zone of the quiet hours."""
    quiet_from: int | None
    """In minutes of the day."""
    quiet_until: int | None
    digest: int
    """Hours between two emails."""


class NoticeDevice(Outgoing):
    """A device that receives messages."""

    id: str
    device: str
    created: float
    here: bool
    """Whether it is the current one."""


class Webhook(Outgoing):
    """A program that receives messages."""

    form: str
    """`plain`, `discord` or `slack`."""
    address: str


class NoticeWays(Outgoing):
    """The available ways."""

    push: str
    """The key for `PushManager.subscribe`."""
    mail: bool
    """Whether the server can send me email."""
    letters: bool
    """Whether it sends email at all."""
    webhook: bool


class NoticeFailure(Outgoing):
    """A notice that couldn't be delivered."""

    way: str
    kind: str
    table_id: str
    made: float
    error: str | None
    state: str
    """`waiting`: we'll try again. `failed`: we won't."""


class Notices(Outgoing):
    """My notices."""

    wishes: NoticePreferences
    devices: Sequence[NoticeDevice]
    webhook: Webhook | None
    can: NoticeWays
    failures: Sequence[NoticeFailure]


class TableNotices(Outgoing):
    """My notices about one table."""

    kinds: dict[str, list[str]] | None
    """Null: the general preferences. Empty: none."""


class WebhookSecret(Outgoing):
    """The secret that signs messages to a webhook."""

    secret: str
    """Never shown again."""
