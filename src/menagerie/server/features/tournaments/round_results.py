"""What came of the tables of a round, as their events tell it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from menagerie.server.features.tournaments.standings import points_for
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import ABSENT


def points(ranking: Sequence[Sequence[int]], players: int, out: Set[int]) -> tuple[int, ...]:
    """What everybody gets by seat; those who are `out` have lost, however the game ended."""
    places = [[seat for seat in place if seat not in out] for place in ranking]
    ordered = [place for place in places if place]
    got = points_for([*ordered, sorted(out)] if out else ordered, players)
    return tuple([0 if seat in out else value for seat, value in enumerate(got)])


def of_ended(table: Table) -> tuple[int, ...]:
    """What everybody got at a table whose game is over: those who have lost before its end are last."""
    return points(table.outcome().ranking, table.facts.players, table.forfeited)


def how(table: Table) -> str | None:
    """How the result came about, if not by playing."""
    reasons = {table.lost[seat] for seat in table.forfeited}
    return "never came" if ABSENT in reasons else "left" if reasons else None


def absent(table: Table, excused: Set[str]) -> set[int]:
    """Who has never come: it is their turn, and they have not made one decision. Those who are `excused` may still
    come."""
    came = {seat for seat, _ in table.decisions}
    return {seat for seat in table.to_act if seat not in came and table.seats[seat].guest not in excused}
