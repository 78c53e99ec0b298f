"""Choose or change a player's name."""

from __future__ import annotations

import asyncio
from typing import Final

from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.features.accounts.authentication import Asker, Authentication
from menagerie.server.people.accounts.guests import Guests
from menagerie.server.people.social.text_policy import Texts
from menagerie.server.play.seating import Seating
from menagerie.server.store.guests import Guest


class OwnName:
    """Gives names to guests, a limited number per network and minute."""

    def __init__(
        self, authentication: Authentication, guests: Guests, seating: Seating, texts: Texts, limits: Limits
    ) -> None:
        self._authentication: Final = authentication
        self._guests: Final = guests
        self._seating: Final = seating
        self._texts: Final = texts
        self._arrivals: Final = Buckets(limits.new_guests_per_minute / 60, limits.new_guests_per_minute)

    async def choose(self, asker: Asker, wanted: str) -> tuple[Guest, str | None]:
        """Return the guest with the new name, and the token of a new guest. An account must confirm its identity first,
        because people sign in by name. Raises Refused."""
        guest = asker.guest
        name = await asyncio.to_thread(self._texts.own_name, guest, wanted)
        if guest is None:
            if not self._arrivals.take(asker.network):
                raise Refused("busy", "Too many new players from your network. Wait a minute.", retry=60)
            return await self._guests.add(name, asker.device)
        if guest.account and name != guest.name:
            await self._authentication.proved(asker)
        renamed = await self._seating.rename(guest, name)
        self._guests.forget(guest.id)  # on all devices
        return renamed, None
