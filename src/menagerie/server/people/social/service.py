"""All that the server knows of people among themselves, in one place."""

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
    """Friends and blocks, invitations, reports, and who is here."""

    relationships: Relationships
    invitations: Invitations
    moderation: Moderation
    last_seen: LastSeen
    moderators: Moderators
    texts: Texts

    @staticmethod
    def of(database: Database, moderators: Sequence[str]) -> SocialService:
        """What a database holds of it; `moderators`: whom the settings name."""
        moderation, bound = Moderation(database), Moderators(database, moderators)
        texts = Texts(moderation, bound)
        return SocialService(
            Relationships(database), Invitations(database), moderation, LastSeen(database), bound, texts
        )

    def come(self, guest: Guest, table: str) -> frozenset[str]:
        """Somebody comes to a table: friends may know; and those whose words do not reach them. Waits for the disk:
        call it in a thread."""
        if guest.account:
            self.last_seen.see(guest.id, table)
        return self.relationships.unheard(guest.id, table)

    def check_ask(self, guest: Guest) -> None:
        """Refuse someone who may not ask for friends, or ask friends to tables: without a name for good, the friend
        could be anybody of that name. Waits for the disk: call it in a thread."""
        if not guest.account:
            raise Refused("not-now", "Friends need a name that is theirs: make your name an account first.")
        self.moderation.check_begin(guest.id)

    def places_for(self, guest: Guest, table: str, owner: str, people: Set[str]) -> Places:
        """Which seats of a table at which these people sit somebody may take, apart from whether they are free; raises
        Refused. Waits for the disk: call it in a thread."""
        self.moderation.check_begin(guest.id)
        if guest.id != owner and self.relationships.strangers(guest.id) & {owner, *people}:
            # In words that fit a table that has filled up as well: nobody is told of a block.
            raise Refused("not-now", "This table takes nobody else at the moment; you can watch.")
        mine: tuple[Seat, ...] = ()
        kept: dict[int, str] = {}
        for one in self.invitations.to(table):
            if one.guest == guest.id:
                mine = one.seats
            elif one.keeps:
                kept |= {seat.seat: seat.name for seat in one.seats}
        return Places(mine, kept)


class Places(NamedTuple):
    """The seats that are meant for somebody, and those that wait for others, with their names."""

    mine: tuple[Seat, ...]
    kept: dict[int, str]
