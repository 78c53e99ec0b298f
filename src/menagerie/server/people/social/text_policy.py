"""Check every text that other people can read: names, reasons, chat.

Every command with such a text calls this. It checks the spelling, whether a name belongs to someone else, and whether
the author may write at all."""

from __future__ import annotations

from menagerie.server.people.accounts.name_policy import check_marks, proper
from menagerie.server.people.social.moderation import Moderation
from menagerie.server.people.social.moderators import Moderators
from menagerie.server.protocol.incoming import clean
from menagerie.server.store.guests import Guest


class Texts:
    """Checks people's texts. Its methods wait for the disk, so call them in a thread."""

    def __init__(self, moderation: Moderation, moderators: Moderators) -> None:
        self._moderation = moderation
        self._moderators = moderators

    def own_name(self, guest: Guest | None, text: str) -> str:
        """Return the name that a guest wants; raise Refused. Silenced people keep the name they have."""
        name = proper(text)
        if guest is None or name != guest.name:
            self._moderators.check_name(guest, name)
            if guest is not None:
                self._moderation.check_talk(guest.id)
        return name

    def name(self, guest: Guest, text: str, what: str = "A name") -> str:
        """Return the name that a guest gives something else, or a person at the same screen; raise Refused."""
        name = proper(text, what)
        self._moderators.check_name(guest, name)
        self._moderation.check_talk(guest.id)
        return name

    def words(self, guest: Guest, text: str, what: str, length: int) -> str:
        """Return what a guest writes; raise Refused."""
        said = clean(text, what, length)
        check_marks(said, what)
        self._moderation.check_talk(guest.id)
        return said
