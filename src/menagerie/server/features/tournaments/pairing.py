"""Who meets whom in a round where two sit at a table: Swiss, or everybody once.

Swiss: of all ways to pair everybody one that is best in this order: nobody has a second bye before all had one; as few
as possible meet again; the bye goes to the lowest; nobody sits first three times oftener than last, or the other way;
points at a table differ as little as possible; everybody sits first as often as last; who met somebody of another score
in the last round does not so again; the upper half of a score group meets the lower half. A minimum-weight matching
finds it, so nothing better exists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from menagerie.server.features.tournaments.standings import Entrant, Meeting, totals

Pairing = tuple[str, ...]
"""Who sits at a table, by seat; one alone has a bye."""
_BYE: Final = ""
_STEP: Final = 1 << 32
"""Each reason weighs so much more than the next that all tables together do not make up for it."""


def met(meetings: Sequence[Meeting]) -> Counter[frozenset[str]]:
    """How often two people have sat at one table."""
    return Counter([frozenset(pair) for meeting in meetings for pair in combinations(meeting.guests, 2)])


def byes(meetings: Sequence[Meeting]) -> Counter[str]:
    """How often everybody had a bye."""
    return Counter([meeting.guests[0] for meeting in meetings if len(meeting.guests) == 1])


def lateness(meetings: Sequence[Meeting]) -> Counter[str]:
    """Who sat rather late at tables so far (above zero), and who early."""
    late: Counter[str] = Counter()
    for meeting in meetings:
        for seat, guest in enumerate(meeting.guests):
            late[guest] += 2 * seat - (len(meeting.guests) - 1)
    return late


def seated(guests: Sequence[str], meetings: Sequence[Meeting]) -> Pairing:
    """Who sits where: first whoever sat late so far, and of equals who sat later the last time."""
    late = lateness(meetings)
    last: dict[str, int] = {}
    for meeting in meetings:
        last |= {guest: seat for seat, guest in enumerate(meeting.guests) if len(meeting.guests) > 1}
    return tuple(sorted(guests, key=lambda guest: (-late[guest], -last.get(guest, 0))))


def swiss(entrants: Sequence[Entrant], meetings: Sequence[Meeting]) -> list[Pairing]:
    """The next round for these people, the highest table first, a bye last."""
    import networkx  # slow to load, and seldom needed

    total = totals(entrants, meetings)
    order = sorted(entrants, key=lambda entrant: (-total[entrant.guest], entrant.number))
    guests = [entrant.guest for entrant in order]
    graph = networkx.Graph()
    costs = _costs(guests, total, meetings)
    # The library looks for the most: what costs least is worth most.
    most = max(costs.values(), default=0) + 1
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=most - cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [sorted(pair, key=[*guests, _BYE].index) for pair in found]
    pairs.sort(key=lambda pair: (pair[1] == _BYE, guests.index(pair[0])))
    return [seated(pair, meetings) if pair[1] != _BYE else (pair[0],) for pair in pairs]


def _costs(guests: list[str], total: dict[str, int], meetings: Sequence[Meeting]) -> dict[tuple[str, str], int]:
    """What is against each two of them meeting, the graver the larger."""
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
    """What all reasons together weigh, the gravest first."""
    weight = 0
    for reason in reasons:
        weight = weight * _STEP + reason
    return weight


def _is_extreme(one: int, other: int) -> bool:
    """Whether two have both sat first, or both last, two times oftener: one of them would a third time."""
    return one * other > 0 and min(abs(one), abs(other)) >= 2


def _imbalance(one: int, other: int) -> int:
    """How far two are from equally many games at the first and the last seat once they have met, seated as well as can
    be."""
    return min((one - 1) ** 2 + (other + 1) ** 2, (one + 1) ** 2 + (other - 1) ** 2)


def _floated(meetings: Sequence[Meeting]) -> set[str]:
    """Who met somebody of another score in the last round."""
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
    """Which one of the people with the same points somebody is, and how many they are."""
    sizes, seen, place = Counter([total[guest] for guest in guests]), Counter[int](), {}
    for guest in guests:
        place[guest] = (seen[total[guest]], sizes[total[guest]])
        seen[total[guest]] += 1
    return place


def _fold(one: str, other: str, place: dict[str, tuple[int, int]]) -> int:
    """How far two are from meeting as the first of the upper half and the first of the lower half do."""
    (at, size), (then, _) = place[one], place[other]
    return abs(abs(then - at) - size // 2)


def robin_rounds(players: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return players - 1 + players % 2


def robin(entrants: Sequence[Entrant], round: int) -> list[Pairing]:
    """A round in which everybody who was there at the start meets another one than before: those whose numbers add up
    to the same, when counted around. Who would meet somebody who has left, or nobody, has a bye. Nobody sits first more
    than once oftener than last."""
    everybody = sorted(entrants, key=lambda entrant: entrant.number)
    places = len(everybody) + len(everybody) % 2
    guests = [entrant.guest if entrant.plays(round) else _BYE for entrant in everybody]
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
