"""Group players of a round with three or more at a table: by standing, with few repeated meetings.

Neighbours in the standings sit together at first. Then two people of different tables swap as long as that means fewer
repeated meetings or, if equally many, closer points. If meetings still repeat, the search restarts from other
groupings, and the best result is used."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, combinations
from typing import Final

from menagerie.server.features.tournaments.pairing import Pairing, byes, met, seated
from menagerie.server.features.tournaments.standings import Entrant, Meeting, totals

_AGAIN: Final = 1 << 24
"""The cost of a repeated meeting, more than any difference of points."""
_TRIES: Final = 12
"""How many groupings to start from. With more than a few tables, hardly anyone meets again after the first."""


def sizes(people: int, most: int, least: int) -> list[int]:
    """Return the sizes of the tables: as few tables as possible, filled evenly. Empty if a table would have too few."""
    tables = -(-people // most)
    if tables == 0 or people // tables < max(2, least):
        return []
    small, more = divmod(people, tables)
    return [small + 1] * more + [small] * (tables - more)


def groups(entrants: Sequence[Entrant], meetings: Sequence[Meeting], most: int, least: int) -> list[Pairing]:
    """Return the next round for these people, the top table first, byes last."""
    total, had = totals(entrants, meetings), byes(meetings)
    order = sorted(entrants, key=lambda entrant: (-total[entrant.guest], entrant.number))
    guests = [entrant.guest for entrant in order]
    alone: list[str] = []
    while guests and not sizes(len(guests), most, least):
        lowest = min(reversed(guests), key=lambda guest: had[guest])
        guests.remove(lowest)
        alone.append(lowest)
    tables = _best(guests, sizes(len(guests), most, least), met(meetings), total)
    return [*[seated(table, meetings) for table in tables], *[(guest,) for guest in alone]]


def _best(
    guests: list[str], sizes: Sequence[int], before: Counter[frozenset[str]], total: dict[str, int]
) -> list[list[str]]:
    """Return the best of several attempts, the first of which starts with neighbours together. The result is the same
    on every process."""

    def cost(table: list[str]) -> int:
        pairs = list(combinations(table, 2))
        again = sum([before[frozenset(pair)] for pair in pairs])
        return again * _AGAIN + sum([(total[one] - total[other]) ** 2 for one, other in pairs])

    chance, found, least = random.Random(len(before)), [], -1
    order = list(guests)
    for _ in range(_TRIES):
        tables = _filled(order, sizes)
        _improve(tables, cost)
        costs = sum([cost(table) for table in tables])
        if least < 0 or costs < least:
            found, least = tables, costs
        if least < _AGAIN:
            break
        chance.shuffle(order)
    return sorted(found, key=lambda table: min([guests.index(guest) for guest in table]))


def _filled(guests: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    ends = list(accumulate(sizes))
    return [list(guests[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _improve(tables: list[list[str]], cost: Callable[[list[str]], int]) -> None:
    """Swap two people as long as it helps. The cost falls every time, so it ends."""
    improved = True
    while improved:
        improved = False
        for one, other in combinations(tables, 2):
            for at in range(len(one)):
                for then in range(len(other)):
                    costs = cost(one) + cost(other)
                    one[at], other[then] = other[then], one[at]
                    if cost(one) + cost(other) < costs:
                        improved = True
                    else:
                        one[at], other[then] = other[then], one[at]
