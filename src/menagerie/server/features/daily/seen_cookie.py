"""The deals of days that guests have tried in a browser, as a cookie there holds them.

A guest is a browser: whoever plays a deal as a guest and signs in afterwards, without bringing the guest along, would
play the try that counts knowing everything. The cookie says that this browser has seen the deal. Whoever clears it can
still do so: that is what ranking accounts alone makes worth little.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from menagerie.server.features.daily.shared_deals import DayDeal

MOST: Final = 20
"""So many deals are remembered: those that can still be played, and more."""
_WRITTEN: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.[a-z0-9-]{1,40}\.[a-z0-9]{1,20}")


class SeenDeals(msgspec.Struct, frozen=True):
    """Deals, and the guests who have tried them."""

    deals: tuple[tuple[str, str], ...] = ()
    """The oldest first: what a deal is called, and a guest."""

    @staticmethod
    def read(text: str) -> SeenDeals:
        """What a cookie says. Whatever is wrong with it counts for nothing."""
        written = [one for one in text[:2000].split("_") if _WRITTEN.fullmatch(one)]
        return SeenDeals(tuple([(one.rpartition(".")[0], one.rpartition(".")[2]) for one in written[-MOST:]]))

    def text(self) -> str:
        """The same for a cookie."""
        return "_".join([f"{deal}.{guest}" for deal, guest in self.deals])

    def by_other(self, deal: DayDeal, guest: str) -> str | None:
        """Another guest than this one who has tried a deal here."""
        return next((other for name, other in self.deals if name == _called(deal) and other != guest), None)

    def noting(self, deal: DayDeal, guest: str) -> SeenDeals:
        """With one more try."""
        new = (_called(deal), guest)
        return SeenDeals((*[one for one in self.deals if one != new], new)[-MOST:])


def _called(deal: DayDeal) -> str:
    return f"{deal.day}.{deal.title}"
