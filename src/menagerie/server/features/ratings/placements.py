"""How a finished game ended for everybody who played: places, scores, and whose result each seat's is."""

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
    """What a game was for one seat."""

    seat: int
    guest: str | None
    """Whose result it is; nobody's where a bot sat from the beginning."""
    bot: str | None
    """The kind of that bot."""
    place: int
    won: bool
    score: int
    told: str
    how: str
    """played, time or left; or continued: a game that goes on from a moment of another one, whose beginning was known,
    is among those that one has finished, and counts for nothing else."""
    kept: dict[str, int]
    """The animals of this seat in the end."""


def of(table: Table, events: Sequence[TableEvent]) -> list[Placement]:
    """A game that is over, seat by seat. Whose time ran out is last if the table's rule says so."""
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
    """Whose result it is: who plays at somebody else's screen is nobody that we know."""
    return seat.guest if seat.kind == "person" else None


def beginners(events: Sequence[TableEvent]) -> dict[int, Seat]:
    """Who sat where when the game began: a seat that was left in the middle of it stays theirs as far as results go."""
    seats: dict[int, Seat] = {}
    for _, content in table_rows.row_events(events):
        if isinstance(content, Seated):
            seats |= {seat.seat: seat for seat in content.seats}
        elif isinstance(content, Status) and content.status == "playing":
            break
    return seats
