"""Define the kinds of table events: one class for each, with everything particular to it.

A class says how its event is stored, how it changes a table and its clocks, what it adds to the log, and what remains
when a person is deleted. A new kind is a new class, listed in `KINDS`. No code outside compares the names of kinds."""

from __future__ import annotations

from typing import Final

from menagerie.server.store import table_rows
from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.table.event_kinds import decisions, endings, orders, people, questions, talk, timing

_ALL: Final[tuple[type[EventContent], ...]] = (
    *table_rows.KINDS,
    decisions.Played,
    decisions.OrderPlayed,
    decisions.Undone,
    decisions.Redealt,
    orders.OrderGiven,
    orders.OrderWithdrawn,
    orders.OrderEnded,
    questions.Asked,
    questions.Answered,
    questions.Voted,
    timing.TimeRanOut,
    timing.OnHoliday,
    endings.Forfeited,
    endings.Aborted,
    endings.Rematch,
    people.Sat,
    people.Left,
    people.Declined,
    people.NamesErased,
    talk.HandMoved,
    talk.CoachRead,
    talk.Noted,
)
KINDS: Final[dict[str, type[EventContent]]] = {kind.kind: kind for kind in _ALL}
"""All kinds by name."""


def read(event: TableEvent) -> EventContent:
    """Return an event's content. An unknown kind is read as a sentence for the log."""
    return kind_of(event).read(event.data)


def kind_of(event: TableEvent) -> type[EventContent]:
    """Return the class of an event's kind."""
    return KINDS.get(event.kind, talk.Noted)


def private() -> list[str]:
    """Return the names of the kinds that only the event's seat may see."""
    return [name for name, kind in KINDS.items() if kind.is_private]


def naming() -> list[str]:
    """Return the names of the kinds that contain a guest's name."""
    return [name for name, kind in KINDS.items() if kind.says_names]


def early_ends() -> list[str]:
    """Return the names of the kinds after which a player doesn't finish the game."""
    return [name for name, kind in KINDS.items() if kind.is_early_end]


def is_decision(event: TableEvent) -> bool:
    """Return whether an event is a decision in the game."""
    return kind_of(event).is_decision
