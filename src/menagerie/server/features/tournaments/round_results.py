"""Read the results of a round's tables from their events."""

from __future__ import annotations

from collections.abc import Sequence, Set

from menagerie.server.features.tournaments.standings import points_for
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import ABSENT


def points(ranking: Sequence[Sequence[int]], players: int, out: Set[int]) -> tuple[int, ...]:
    """Return everyone's points by seat. Those who are `out` have lost, however the game ended."""
    places = [[seat for seat in place if seat not in out] for place in ranking]
    ordered = [place for place in places if place]
    got = points_for([*ordered, sorted(out)] if out else ordered, players)
    return tuple([0 if seat in out else value for seat, value in enumerate(got)])


def of_ended(table: Table) -> tuple[int, ...]:
    """Return everyone's points at a finished table. Players who lost early come last."""
    return points(table.outcome().ranking, table.facts.players, table.forfeited)


def how(table: Table) -> str | None:
    """Return how the result came about, if not by playing."""
    reasons = {table.lost[seat] for seat in table.forfeited}
    return "never came" if ABSENT in reasons else "left" if reasons else None


def absent(table: Table, excused: Set[str]) -> set[int]:
    """Return the players who never came: it is their turn, and they haven't made a decision. The `excused` may still
    come."""
    came = {seat for seat, _ in table.decisions}
    return {seat for seat in table.to_act if seat not in came and table.seats[seat].guest not in excused}
