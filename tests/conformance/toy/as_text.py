"""A table of Pebbles as text. Who does not see a pebble is not told it, and it is dealt when the text is read."""

from __future__ import annotations

from typing import Any

from menagerie.core.position import Form, Section
from menagerie.core.seats import LETTERS

from .pebbles import CHOOSE, PEBBLES, TURN

LARGEST = max(PEBBLES)


def exchange(form: Form, state: Any) -> None:
    """Write the table into a form, or lay it out as a form says."""
    table = form.section("table")
    has_drawn = table.flag("drawn", bool(state.drawn))
    is_over = table.flag("over", state.is_over)
    state.active = table.seat("turn", state.active, state.players, 0)
    left = list(PEBBLES)
    for seat in range(state.players):
        section = form.section(f"player {LETTERS[seat]}")
        state.heaps[seat] = section.numbers("heap", state.heaps[seat])
        _take(section, "heap", left, state.heaps[seat])
        if form.reading or form.seat in (None, seat):
            state.hands[seat] = section.number("hand", 0 if form.reading else state.hands[seat], 0, 0, LARGEST)
            _take(section, "hand", left, [state.hands[seat]] if state.hands[seat] else [])
    if form.reading or form.seat in (None, state.active):
        state.drawn = table.number("pebble", 0 if form.reading else state.drawn, 0, 0, LARGEST)
        _take(table, "pebble", left, [state.drawn] if state.drawn else [])
    bag = table.numbers("bag", state.bag if form.tells_hidden and not form.reading else [])
    if form.reading:
        _take(table, "bag", left, bag)
        _deal(state, left, bag, has_drawn)
        state.stack = [] if is_over else [CHOOSE if has_drawn else TURN]


def _take(section: Section, key: str, left: list[int], pebbles: list[int]) -> None:
    for pebble in pebbles if section.reading else []:
        if pebble not in left:
            raise section.wrong(key, "pebbles that are nowhere else")
        left.remove(pebble)


def _deal(state: Any, left: list[int], bag: list[int], has_drawn: bool) -> None:
    """What the text does not tell: hands, the pebble that was drawn, and the bag."""
    state.rng.shuffle(left)
    for seat in range(state.players):
        if not state.hands[seat]:
            state.hands[seat] = left.pop()
    if has_drawn and not state.drawn:
        state.drawn = left.pop()
    state.bag = left + bag
