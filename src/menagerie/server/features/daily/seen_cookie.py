"""Keep the deals that guests have tried in a browser, in a cookie there.

A guest is a browser. Anyone could play a deal as a guest, then sign in without bringing the guest along, and play
ranked while knowing everything. The cookie says that this browser has seen the deal. Clearing it still works, but only
accounts are ranked."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from menagerie.server.features.daily.shared_deals import DayDeal

MOST: Final = 20
"""How many deals are remembered: those that can still be played, and more."""
_WRITTEN: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.[a-z0-9-]{1,40}\.[a-z0-9]{1,20}")


class SeenDeals(msgspec.Struct, frozen=True):
    """Deals, and the guests who have tried them."""

    deals: tuple[tuple[str, str], ...] = ()
    """The oldest first: a deal's name, and a guest."""

    @staticmethod
    def read(text: str) -> SeenDeals:
        """Return the content of a cookie. A malformed one is empty."""
        written = [one for one in text[:2000].split("_") if _WRITTEN.fullmatch(one)]
        return SeenDeals(tuple([(one.rpartition(".")[0], one.rpartition(".")[2]) for one in written[-MOST:]]))

    def text(self) -> str:
        """Return the cookie."""
        return "_".join([f"{deal}.{guest}" for deal, guest in self.deals])

    def by_other(self, deal: DayDeal, guest: str) -> str | None:
        """Return another guest who has tried a deal here, if any."""
        return next((other for name, other in self.deals if name == _called(deal) and other != guest), None)

    def noting(self, deal: DayDeal, guest: str) -> SeenDeals:
        """Return the cookie's content with one more attempt."""
        new = (_called(deal), guest)
        return SeenDeals((*[one for one in self.deals if one != new], new)[-MOST:])


def _called(deal: DayDeal) -> str:
    return f"{deal.day}.{deal.title}"
