"""Limit how often a person may do things that others notice."""

from __future__ import annotations

from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.store.guests import Guest


class CommandLimits:
    """Refuses commands that come too often."""

    def __init__(self, limits: Limits) -> None:
        self._hints = Buckets(limits.hints_per_minute / 60, limits.hints_per_minute / 4)
        self._remarks = Buckets(limits.remarks_per_minute / 60, limits.remarks_per_minute)
        self._undos = Buckets(limits.undos_per_minute / 60, limits.undos_per_minute)
        self._signs = Buckets(limits.signs_per_minute / 60, limits.signs_per_minute)
        self._questions = Buckets(limits.questions_per_minute / 60, limits.questions_per_minute)

    def check_hint(self, guest: Guest) -> None:
        """Count a hint, or refuse it."""
        if not self._hints.take(guest.id):
            raise Refused("busy", "Too many hints. Wait a few seconds.", retry=5)

    def check_remark(self, guest: Guest) -> None:
        """Count a chat message, or refuse it."""
        if not self._remarks.take(guest.id):
            raise Refused("busy", "Too many messages. Wait a few seconds.", retry=5)

    def check_undo(self, guest: Guest) -> None:
        """Count an undo, or refuse it."""
        if not self._undos.take(guest.id):
            raise Refused("busy", "Too many undos. Wait a few seconds.", retry=5)

    def check_sign(self, guest: Guest) -> None:
        """Count a standing order, a vote or a raised hand, or refuse it."""
        if not self._signs.take(guest.id):
            raise Refused("busy", "Too many changes. Wait a few seconds.", retry=5)

    def check_question(self, guest: str) -> None:
        """Count a request to the other players, or refuse it."""
        if not self._questions.take(guest):
            raise Refused("busy", "Too many requests. Wait a moment before you ask again.", retry=15)
