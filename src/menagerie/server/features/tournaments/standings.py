"""Compute standings: points and tie-breaks, from meetings and their results.

Points are counted in 24ths, so that thirds and quarters are exact: beating two of three others at a table gives two
thirds of a point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

POINT: Final = 24
"""One point, for beating everyone at a table or for a bye."""
MISSED: Final = POINT // 2
"""For a round before someone entered."""


class Entrant(msgspec.Struct, frozen=True):
    """A person who is or was in a tournament."""

    guest: str
    number: int
    first: int = 1
    """The first round in which they are paired."""
    last: int | None = None
    """The last one, if they have left."""
    reason: str | None = None
    """Why the host has removed them."""

    def plays(self, round: int) -> bool:
        """Return whether they are paired in a round."""
        return self.first <= round and (self.last is None or round <= self.last)


class Meeting(msgspec.Struct, frozen=True):
    """The people at one table of a round, by seat. One alone has a bye."""

    round: int
    guests: tuple[str, ...]
    points: tuple[int, ...] | None = None
    """Each person's points; None while they play."""

    def against(self, guest: str) -> list[str]:
        """Return the others."""
        return [other for other in self.guests if other != guest]


class Standing(msgspec.Struct, frozen=True):
    """A person's standing."""

    place: int
    guest: str
    points: int
    buchholz: int
    sonneborn: int
    """In 24ths of 24ths."""
    wins: int
    share: int
    """Per thousand of the points available at tables, without byes."""
    games: int


def points_for(ranking: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """Return everyone's points by seat: the share of the others they beat, and half for those they tied with."""
    points, behind = [0] * players, players
    for place in ranking:
        behind -= len(place)
        for seat in place:
            points[seat] = POINT * (2 * behind + len(place) - 1) // (2 * (players - 1))
    return tuple(points)


def totals(entrants: Iterable[Entrant], meetings: Iterable[Meeting]) -> dict[str, int]:
    """Return the points of these people so far. Rounds before someone entered count half."""
    found = {entrant.guest: (entrant.first - 1) * MISSED for entrant in entrants}
    for meeting in meetings:
        for guest, points in zip(meeting.guests, meeting.points or (), strict=False):
            if guest in found:
                found[guest] += points
    return found


def standings(entrants: Sequence[Entrant], meetings: Sequence[Meeting], robin: bool = False) -> list[Standing]:
    """Return everyone, the leader first; those equal in everything share a place. Tie-breaks in order: Buchholz (in a
    round robin, where it is the same for all, Sonneborn-Berger), wins, share of the points at tables."""
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
    # A round without an opponent counts as one against a player with the same points.
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
