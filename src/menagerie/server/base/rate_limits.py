"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

REMEMBERED: Final = 20_000
"""How many buckets are kept; who was forgotten begins with a full one."""


TOGETHER: Final = 4
"""How many times as much as one guest all guests of one address may have."""


@lru_cache(REMEMBERED)
def network(address: str) -> str:
    """Whose address it is, as far as one can tell. Of IPv6 everybody has 2**64 addresses: what they have in common
    counts. An IPv4 address counts as itself, also where it is written as one of IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


class Proxies:
    """The proxies that are trusted: addresses, and networks like 10.0.0.0/8."""

    def __init__(self, named: Sequence[str]) -> None:
        self._networks = [ip_network(one) for one in named]

    def hold(self, address: str) -> bool:
        """Whether an address is that of one of them."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in one for one in self._networks)


def is_network(text: str) -> bool:
    """Whether that is an address, or a network."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second; everything done takes one."""

    __slots__ = ("_burst", "_level", "_rate", "_when")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._when = time.monotonic()

    def take(self) -> bool:
        """Whether there was a token."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._when) * self._rate)
        self._when = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each guest, address or whatever else is counted."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether that one may go on."""
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst)
        self._buckets[who] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take()


class Uploads:
    """Games that are played through once more for somebody. Names cost nothing: all guests of one address together may
    have a few times as many as one guest."""

    def __init__(self, per_minute: float) -> None:
        self._guests = Buckets(per_minute / 60, per_minute)
        self._networks = Buckets(TOGETHER * per_minute / 60, TOGETHER * per_minute)

    def take(self, guest: str, network: str) -> bool:
        """Whether that guest may have one more."""
        return self._guests.take(guest) and self._networks.take(network)
