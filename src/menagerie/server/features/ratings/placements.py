"""Read from a finished game each seat's place, score, and whose result it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from menagerie.server.store import table_rows
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_rows import Seated, Status
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import places


class Placement(NamedTuple):
    """The result of one seat."""

    seat: int
    guest: str | None
    """Whose result it is; None if a bot sat there from the start."""
    bot: str | None
    """The kind of that bot."""
    place: int
    won: bool
    score: int
    told: str
    how: str
    """`played`, `time`, `left`, or `continued`: a game continued from another one, whose start was known, is listed
    among the finished games and counts for nothing else."""
    kept: dict[str, int]
    """The seat's animals at the end."""


def of(table: Table, events: Sequence[TableEvent]) -> list[Placement]:
    """Return a finished game seat by seat. Players who ran out of time come last if the table's rule says so."""
    state, began, late, gone = table.state, beginners(events), table.lost_by_time, table.forfeited
    ended = table.outcome()
    placed = places(ended.ranking)
    is_continued = table.facts.from_table is not None
    outcomes = []
    for seat in table.seats:
        guest = _person(seat) or _person(began[seat.seat])
        stayed = seat.holder is not None and seat.seat not in gone
        how = "time" if seat.seat in late else "played" if stayed else "left"
        outcome = Placement(
            seat=seat.seat,
            guest=guest,
            bot=None if guest else seat.bot or began[seat.seat].bot,
            place=placed[seat.seat],
            won=seat.seat in ended.winners,
            score=state.score(seat.seat),
            told=state.told_score(seat.seat),
            how="continued" if is_continued else how if guest else "played",
            kept={} if is_continued else state.game.owned_animals(state, seat.seat),
        )
        outcomes.append(outcome)
    return outcomes


def _person(seat: Seat) -> str | None:
    """Return whose result it is. Others at a player's screen are unknown to us."""
    return seat.guest if seat.kind == "person" else None


def beginners(events: Sequence[TableEvent]) -> dict[int, Seat]:
    """Return who sat where at the start. A seat abandoned during the game still counts for them."""
    seats: dict[int, Seat] = {}
    for _, content in table_rows.row_events(events):
        if isinstance(content, Seated):
            seats |= {seat.seat: seat for seat in content.seats}
        elif isinstance(content, Status) and content.status == "playing":
            break
    return seats
