"""Break the step between two moments of a game into events, with the state at each, as a viewer may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from menagerie.core.display.scene import Scene
from menagerie.core.event import Event
from menagerie.core.state import State
from menagerie.server.protocol.outgoing.log import Caption
from menagerie.server.table.table import Table

T = TypeVar("T")
FEW: Final = 6
"""The most pieces marked at once."""
MOST = 40  # not Final: a test sets it, and a compiled constant would not notice
"""The most steps of an animation. If a decision has more events, several share a step."""


class Frame(NamedTuple):
    """An event, and the state right after it."""

    event: Event
    state: State


def frames(table: Table, n: int) -> list[Frame]:
    """Return what decision number n caused. The last decision's frames are kept, as all viewers are shown them."""
    key = table.stamp(n)
    if table.drawings.frames is not None and table.drawings.frames[0] == key:
        return table.drawings.frames[1]
    found: list[Frame] = []
    seat, decision = table.decisions[n - 1]
    table.moment(n - 1).copy().replay(decision, seat, lambda state, event: found.append(Frame(event, state.copy())))
    if n == table.n:
        table.drawings.frames = (key, found)
    return found


def scenes(table: Table, n: int, eyes: int | None) -> list[Scene]:
    """Return the table at every step except the last, which is the table after the decision."""
    # The last decision's frames are kept for all viewers; earlier ones are built on request.
    draw = table.drawings.scene if n == table.n else table.game.scene
    return [draw(group[-1].state, eyes) for group in groups(frames(table, n))[:-1]]


def captions(table: Table, n: int) -> list[Caption]:
    """Return for each step its text, its player (None if there is none), its sound, and its pieces. The last decision's
    captions are kept for all viewers; do not change them."""
    key, kept = (table.stamp(n), table.names), table.drawings.captions
    if kept is None or kept[0] != key:
        kept = (key, _captions(table, n))
        if n == table.n:
            table.drawings.captions = kept
    return kept[1]


def _captions(table: Table, n: int) -> list[Caption]:
    is_last = n == table.n and table.last_events
    told = table.last_events if is_last else [frame.event for frame in frames(table, n)]
    decider = table.decisions[n - 1][0]
    found: list[Caption] = []
    for group in groups(told):
        sounds = [table.game.sounds.get(type(event).__name__, "") for event in group]
        mover = mover_of(group[0], decider)
        text = " ".join([event.tell(table.names) for event in group])
        sound = next(filter(None, sounds), "")
        about = about_events(table, group)
        found.append(Caption(text=text, lines=len(group), seat=mover, sound=sound, about=about))
    return found


def about(table: Table, n: int) -> list[str] | None:
    """Return the pieces that decision number n was about; of many those of its last event with pieces."""
    seat, decision = table.decisions[n - 1]
    told: list[Event] = []
    table.moment(n - 1).copy().replay(decision, seat, told)
    found = about_events(table, told)
    if found is None or len(set(found)) <= FEW:
        return found
    return next(filter(None, [about_events(table, [event]) for event in reversed(told)]), [])


def about_events(table: Table, events: Sequence[Event]) -> list[str] | None:
    """Return the pieces that some events are about; None if the title doesn't say."""
    named = [pieces for event in events if (pieces := table.game.about_event(event)) is not None]
    return [piece for pieces in named for piece in pieces] if named else None


def mover_of(event: Event, decider: int) -> int | None:
    """Return who acted: the seat that the event names, or the player who decided; None for a figure of the title."""
    return getattr(event, "seat", None if hasattr(event, "keeper") else decider)


def groups(told: Sequence[T]) -> list[Sequence[T]]:
    """Return the events of each step."""
    size = -(-len(told) // MOST) or 1
    return [told[first : first + size] for first in range(0, len(told), size)]
