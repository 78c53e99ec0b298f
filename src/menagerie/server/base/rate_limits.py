"""Limit how often something may be done."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

REMEMBERED: Final = 20_000
"""How many buckets are kept. A forgotten one starts full again."""


TOGETHER: Final = 4
"""How many times a guest's limit all guests of one address share."""


@lru_cache(REMEMBERED)
def network(address: str) -> str:
    """Return the network an address belongs to. In IPv6 each user has 2**64 addresses, so only the common part counts.
    An IPv4 address counts as itself, even when written as IPv6."""
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
    """The trusted proxies: addresses, and networks such as 10.0.0.0/8."""

    def __init__(self, named: Sequence[str]) -> None:
        self._networks = [ip_network(one) for one in named]

    def hold(self, address: str) -> bool:
        """Return whether an address is one of them."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in one for one in self._networks)


def is_network(text: str) -> bool:
    """Return whether a text is an address or a network."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second. Each action takes one."""

    __slots__ = ("_burst", "_level", "_rate", "_when")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._when = time.monotonic()

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._when) * self._rate)
        self._when = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each guest, address or other key."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Take a token for a key; return whether there was one."""
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst)
        self._buckets[who] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take()


class Uploads:
    """Limits games to be replayed. Guests cost nothing to create, so all guests of one address share a few times the
    limit of one guest."""

    def __init__(self, per_minute: float) -> None:
        self._guests = Buckets(per_minute / 60, per_minute)
        self._networks = Buckets(TOGETHER * per_minute / 60, TOGETHER * per_minute)

    def take(self, guest: str, network: str) -> bool:
        """Count one more for a guest; return whether it is allowed."""
        return self._guests.take(guest) and self._networks.take(network)
