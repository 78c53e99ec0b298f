"""How often a person may do what others notice."""

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
        """Refuse a hint."""
        if not self._hints.take(guest.id):
            raise Refused("busy", "That is a lot of hints; wait a little.", retry=5)

    def check_remark(self, guest: Guest) -> None:
        """Refuse a chat message."""
        if not self._remarks.take(guest.id):
            raise Refused("busy", "You say a lot; wait a little.", retry=5)

    def check_undo(self, guest: Guest) -> None:
        """Refuse to undo."""
        if not self._undos.take(guest.id):
            raise Refused("busy", "You take back very often; wait a little.", retry=5)

    def check_sign(self, guest: Guest) -> None:
        """Refuse a standing order, a vote or a raised hand."""
        if not self._signs.take(guest.id):
            raise Refused("busy", "You change your mind very often; wait a little.", retry=5)

    def check_question(self, guest: str) -> None:
        """Refuse a question to the others."""
        if not self._questions.take(guest):
            raise Refused("busy", "You ask the others very often; wait a little.", retry=15)
