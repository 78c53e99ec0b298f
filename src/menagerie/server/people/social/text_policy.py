"""The one gate for every text that other people can read: names, reasons, chat.

Every command that takes such a text has it pass here. It is checked how the text is written, whether a name belongs to
someone else, and whether the author may say anything for now.
"""

from __future__ import annotations

from menagerie.server.people.accounts.name_policy import check_marks, proper
from menagerie.server.people.social.moderation import Moderation
from menagerie.server.people.social.moderators import Moderators
from menagerie.server.protocol.incoming import clean
from menagerie.server.store.guests import Guest


class Texts:
    """Lets texts of people pass, or refuses them. Its methods wait for the disk: call them in a thread."""

    def __init__(self, moderation: Moderation, moderators: Moderators) -> None:
        self._moderation = moderation
        self._moderators = moderators

    def own_name(self, guest: Guest | None, text: str) -> str:
        """What somebody wants to be called; raises Refused. Whoever says nothing for now keeps the name they have."""
        name = proper(text)
        if guest is None or name != guest.name:
            self._moderators.check_name(guest, name)
            if guest is not None:
                self._moderation.check_talk(guest.id)
        return name

    def name(self, guest: Guest, text: str, what: str = "A name") -> str:
        """What somebody calls something else, or another person at the same screen; raises Refused."""
        name = proper(text, what)
        self._moderators.check_name(guest, name)
        self._moderation.check_talk(guest.id)
        return name

    def words(self, guest: Guest, text: str, what: str, length: int) -> str:
        """What somebody says; raises Refused."""
        said = clean(text, what, length)
        check_marks(said, what)
        self._moderation.check_talk(guest.id)
        return said
