"""Bundle everything the server knows about people's relationships."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from menagerie.server.base.errors import Refused
from menagerie.server.people.social.invitations import Invitations
from menagerie.server.people.social.last_seen import LastSeen
from menagerie.server.people.social.moderation import Moderation
from menagerie.server.people.social.moderators import Moderators
from menagerie.server.people.social.relationships import Relationships
from menagerie.server.people.social.text_policy import Texts
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat


class SocialService(NamedTuple):
    """Friends and blocks, invitations, reports, and who is online."""

    relationships: Relationships
    invitations: Invitations
    moderation: Moderation
    last_seen: LastSeen
    moderators: Moderators
    texts: Texts

    @staticmethod
    def of(database: Database, moderators: Sequence[str]) -> SocialService:
        """Return the service for a database. `moderators`: the names in the settings."""
        moderation, bound = Moderation(database), Moderators(database, moderators)
        texts = Texts(moderation, bound)
        return SocialService(
            Relationships(database), Invitations(database), moderation, LastSeen(database), bound, texts
        )

    def come(self, guest: Guest, table: str) -> frozenset[str]:
        """Note that a guest enters a table, which friends may see; return whose chat they must not see. Waits for the
        disk."""
        if guest.account:
            self.last_seen.see(guest.id, table)
        return self.relationships.unheard(guest.id, table)

    def check_ask(self, guest: Guest) -> None:
        """Refuse a suspended person, or a guest without an account, since anyone could use a guest's name. Waits for
        the disk, so call it in a thread."""
        if not guest.account:
            raise Refused("not-now", "You need an account to add friends. Create one on your account page first.")
        self.moderation.check_begin(guest.id)

    def places_for(self, guest: Guest, table: str, owner: str, people: Set[str]) -> Places:
        """Return the seats of a table with these people that a guest may take, free or not; raise Refused. Waits for
        the disk, so call it in a thread."""
        self.moderation.check_begin(guest.id)
        if guest.id != owner and self.relationships.strangers(guest.id) & {owner, *people}:
            # The wording also fits a full table, so that it doesn't reveal a block.
            raise Refused("not-now", "This table isn't open to more players right now. You can watch.")
        mine: tuple[Seat, ...] = ()
        kept: dict[int, str] = {}
        for one in self.invitations.to(table):
            if one.guest == guest.id:
                mine = one.seats
            elif one.keeps:
                kept |= {seat.seat: seat.name for seat in one.seats}
        return Places(mine, kept)


class Places(NamedTuple):
    """The seats reserved for a guest, and those reserved for others, with their names."""

    mine: tuple[Seat, ...]
    kept: dict[int, str]
