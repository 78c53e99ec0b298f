"""Pair players of a round with two at a table: Swiss, or round robin.

Swiss: of all pairings it finds the one that is best in this order: no second bye before everyone had one; as few
repeated meetings as possible; the bye goes to the lowest; no one sits first or last three times more often than the
other; points at a table differ as little as possible; everyone sits first as often as last; players who met someone of
another score in the last round don't do so again; the upper half of a score group meets the lower half. A
minimum-weight matching finds it, so nothing better exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from menagerie.server.features.tournaments.standings import Entrant, Meeting, totals

Pairing = tuple[str, ...]
"""The people at a table, by seat. One alone has a bye."""
_BYE: Final = ""
_STEP: Final = 1 << 32
"""Each reason outweighs all later ones, even summed over all tables."""


def met(meetings: Sequence[Meeting]) -> Counter[frozenset[str]]:
    """Return how often each two people have met."""
    return Counter([frozenset(pair) for meeting in meetings for pair in combinations(meeting.guests, 2)])


def byes(meetings: Sequence[Meeting]) -> Counter[str]:
    """Return how many byes each has had."""
    return Counter([meeting.guests[0] for meeting in meetings if len(meeting.guests) == 1])


def lateness(meetings: Sequence[Meeting]) -> Counter[str]:
    """Return how far each has sat in late seats (above zero) or early ones."""
    late: Counter[str] = Counter()
    for meeting in meetings:
        for seat, guest in enumerate(meeting.guests):
            late[guest] += 2 * seat - (len(meeting.guests) - 1)
    return late


def seated(guests: Sequence[str], meetings: Sequence[Meeting]) -> Pairing:
    """Return the seating: earlier seats for those who sat late so far or, among equals, the last time."""
    late = lateness(meetings)
    last: dict[str, int] = {}
    for meeting in meetings:
        last |= {guest: seat for seat, guest in enumerate(meeting.guests) if len(meeting.guests) > 1}
    return tuple(sorted(guests, key=lambda guest: (-late[guest], -last.get(guest, 0))))


def swiss(entrants: Sequence[Entrant], meetings: Sequence[Meeting]) -> list[Pairing]:
    """Return the next round for these people, the top table first, a bye last."""
    import networkx  # slow to load, and rarely needed

    total = totals(entrants, meetings)
    order = sorted(entrants, key=lambda entrant: (-total[entrant.guest], entrant.number))
    guests = [entrant.guest for entrant in order]
    graph = networkx.Graph()
    costs = _costs(guests, total, meetings)
    # The library maximizes, so invert the costs.
    most = max(costs.values(), default=0) + 1
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=most - cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [sorted(pair, key=[*guests, _BYE].index) for pair in found]
    pairs.sort(key=lambda pair: (pair[1] == _BYE, guests.index(pair[0])))
    return [seated(pair, meetings) if pair[1] != _BYE else (pair[0],) for pair in pairs]


def _costs(guests: list[str], total: dict[str, int], meetings: Sequence[Meeting]) -> dict[tuple[str, str], int]:
    """Return the cost of each two people meeting."""
    before, floated, place = met(meetings), _floated(meetings), _place_in_group(guests, total)
    late, had, costs = lateness(meetings), byes(meetings), {}
    for one, other in combinations(guests, 2):
        apart = abs(total[one] - total[other])
        floats = (one in floated) + (other in floated) if apart else 0
        again, fold = before[frozenset((one, other))], _fold(one, other, place)
        uneven = _imbalance(late[one], late[other])
        costs[one, other] = _weighed(0, again, 0, _is_extreme(late[one], late[other]), apart**2, uneven, floats, fold)
    if len(guests) % 2:
        for at, guest in enumerate(guests):
            costs[guest, _BYE] = _weighed(had[guest], 0, len(guests) - 1 - at, 0, 0, 0, 0, 0)
    return costs


def _weighed(*reasons: int) -> int:
    """Return the combined cost of all reasons, the gravest first."""
    weight = 0
    for reason in reasons:
        weight = weight * _STEP + reason
    return weight


def _is_extreme(one: int, other: int) -> bool:
    """Return whether two people have both sat first, or both last, twice more often, so that one would a third time."""
    return one * other > 0 and min(abs(one), abs(other)) >= 2


def _imbalance(one: int, other: int) -> int:
    """Return how far two people are from equally many first and last seats after the best seating."""
    return min((one - 1) ** 2 + (other + 1) ** 2, (one + 1) ** 2 + (other - 1) ** 2)


def _floated(meetings: Sequence[Meeting]) -> set[str]:
    """Return who met someone of another score in the last round."""
    last = max([meeting.round for meeting in meetings], default=0)
    earlier: Counter[str] = Counter()
    for meeting in meetings:
        if meeting.round < last:
            earlier.update(dict(zip(meeting.guests, meeting.points or (), strict=False)))
    return {
        guest
        for meeting in meetings
        if meeting.round == last
        for guest in meeting.guests
        if any(earlier[guest] != earlier[other] for other in meeting.guests)
    }


def _place_in_group(guests: list[str], total: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Return a person's place among those with the same points, and their number."""
    sizes, seen, place = Counter([total[guest] for guest in guests]), Counter[int](), {}
    for guest in guests:
        place[guest] = (seen[total[guest]], sizes[total[guest]])
        seen[total[guest]] += 1
    return place


def _fold(one: str, other: str, place: dict[str, tuple[int, int]]) -> int:
    """Return how far two people are from a meeting of the first of the upper half with the first of the lower half."""
    (at, size), (then, _) = place[one], place[other]
    return abs(abs(then - at) - size // 2)


def robin_rounds(players: int) -> int:
    """Return how many rounds a round robin takes."""
    return players - 1 + players % 2


def robin(entrants: Sequence[Entrant], round: int) -> list[Pairing]:
    """Return a round in which all initial entrants meet new opponents: those whose numbers, counted around, have the
    same sum. A player whose opponent has left or doesn't exist has a bye. No one sits first more than once more often
    than last."""
    ordered = sorted(entrants, key=lambda entrant: entrant.number)
    places = len(ordered) + len(ordered) % 2
    guests = [entrant.guest if entrant.plays(round) else _BYE for entrant in ordered]
    guests += [_BYE] * (places - len(guests))
    turning, pairs = places - 1, []
    for one in range(turning):
        other = (round - one) % turning
        if one == other:
            last = places - 1
            pairs.append((one, last) if one < places // 2 else (last, one))
        elif one < other:
            pairs.append((one, other) if (one + other) % 2 else (other, one))
    found = [tuple([guests[seat] for seat in pair if guests[seat] != _BYE]) for pair in pairs]
    return sorted([pair for pair in found if pair], key=len, reverse=True)
