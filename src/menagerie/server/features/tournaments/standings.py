"""How everybody stands: points and tie-breaks, from who met whom and what came of it.

Points are counted in 24ths, so that thirds and quarters of one are exact: whoever beats two of three others at a table
has two thirds of a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

POINT: Final = 24
"""One point: for beating everybody at a table, or for a bye."""
MISSED: Final = POINT // 2
"""For a round that was played before somebody entered."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who plays, or played, in a tournament."""

    guest: str
    number: int
    first: int = 1
    """The first round for which somebody is paired."""
    last: int | None = None
    """The last one, for who has left."""
    reason: str | None = None
    """Why the maker has taken somebody out."""

    def plays(self, round: int) -> bool:
        """Whether this one is paired for a round."""
        return self.first <= round and (self.last is None or round <= self.last)


class Meeting(msgspec.Struct, frozen=True):
    """People at one table of a round, by seat; one alone has a bye."""

    round: int
    guests: tuple[str, ...]
    points: tuple[int, ...] | None = None
    """What each got; nothing yet while they play."""

    def against(self, guest: str) -> list[str]:
        """The others."""
        return [other for other in self.guests if other != guest]


class Standing(msgspec.Struct, frozen=True):
    """How one stands."""

    place: int
    guest: str
    points: int
    buchholz: int
    sonneborn: int
    """In 24ths of 24ths."""
    wins: int
    share: int
    """What was got at tables, byes left out, per thousand of what could be got."""
    games: int


def points_for(ranking: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """What everybody gets by seat: the share of the others that one has beaten; who shares a place, half of it."""
    points, behind = [0] * players, players
    for place in ranking:
        behind -= len(place)
        for seat in place:
            points[seat] = POINT * (2 * behind + len(place) - 1) // (2 * (players - 1))
    return tuple(points)


def totals(entrants: Iterable[Entrant], meetings: Iterable[Meeting]) -> dict[str, int]:
    """The points of these people so far. Rounds before somebody entered count half."""
    found = {entrant.guest: (entrant.first - 1) * MISSED for entrant in entrants}
    for meeting in meetings:
        for guest, points in zip(meeting.guests, meeting.points or (), strict=False):
            if guest in found:
                found[guest] += points
    return found


def standings(entrants: Sequence[Entrant], meetings: Sequence[Meeting], robin: bool = False) -> list[Standing]:
    """Everybody, the first one first; who is equal in everything shares a place. The tie-breaks, in this order:
    Buchholz (in a round robin, where it is the same for all, Sonneborn-Berger), wins, share of the points at tables."""
    total = totals(entrants, meetings)
    played = [meeting for meeting in meetings if meeting.points is not None]
    lines = [_line(entrant, played, total) for entrant in entrants]
    number = {entrant.guest: entrant.number for entrant in entrants}

    def key(line: Standing) -> tuple[int, ...]:
        return (line.points, line.sonneborn if robin else line.buchholz, line.wins, line.share)

    lines.sort(key=lambda line: ([-value for value in key(line)], number[line.guest]))
    placed: list[Standing] = []
    for at, line in enumerate(lines, start=1):
        shares = bool(placed) and key(placed[-1]) == key(line)
        placed.append(msgspec.structs.replace(line, place=placed[-1].place if shares else at))
    return placed


def _line(entrant: Entrant, played: Sequence[Meeting], total: dict[str, int]) -> Standing:
    guest = entrant.guest
    mine = [meeting for meeting in played if guest in meeting.guests]
    games = [meeting for meeting in mine if len(meeting.guests) > 1]
    # A round without an opponent counts as one against somebody who stands as oneself.
    alone = entrant.first - 1 + len(mine) - len(games)
    buchholz = alone * total[guest]
    sonneborn = got = wins = 0
    for meeting in games:
        others = meeting.against(guest)
        points = (meeting.points or ())[meeting.guests.index(guest)]
        average = sum([total[other] for other in others]) // len(others)
        buchholz += average
        sonneborn += points * average
        got += points
        wins += points == POINT
    share = 1000 * got // (POINT * len(games)) if games else 0
    return Standing(0, guest, total[guest], buchholz, sonneborn, wins, share, len(games))
