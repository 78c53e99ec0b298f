"""A recorded game as a page to step through, in a notebook or a file, without a server.

A picture has a few hundred lines, most of them the same as a moment before. So the page contains every line once, and
for every moment what replaces what.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError
from menagerie.core.event import Event
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS

_PAGE: Final = Path(__file__).with_name("replaying.html")
HEIGHT: Final = 560
"""The height of the frame in a notebook, in pixels."""

Splice = tuple[int, int, list[int]]
"""The place, the number of lines removed, and the numbers of the lines inserted."""


def widget(record: Record) -> str:
    """Return the page in a frame for a notebook, or why the record doesn't replay."""
    try:
        shown = page(record)
    except MenagerieError as error:
        return f"<p>The record cannot be shown: {escape(str(error))}</p>"
    return f'<iframe srcdoc="{escape(shown)}" style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>'


def page(record: Record, theme: str = "light") -> str:
    """Return the whole document: what a spectator sees after every decision, with its log. Raises BadRecord."""
    game, state = record.game, record.begin()
    state.names = tuple([record.names.get(seat, letter) for seat, letter in enumerate(LETTERS)])
    numbers: dict[str, int] = {}
    before: list[int] = []
    splices: list[list[Splice]] = []
    told = ["Start of the game."]
    log: list[Event] = []

    def look() -> None:
        nonlocal before
        lines = game.scene(state).svg(theme).split("\n")
        now = [numbers.setdefault(line, len(numbers)) for line in lines]
        splices.append(_splices(before, now))
        before = now

    look()
    for _ in record.follow(state, log=log):
        look()
        told.append(" ".join([event.tell(state.names) for event in log]))
        log.clear()
    data = json.dumps({"lines": list(numbers), "moments": splices, "told": told}, separators=(",", ":"))
    name = f"{game.name}, {len(record.decisions)} decisions"
    text = _PAGE.read_text(encoding="utf-8")
    return text.replace("{title}", escape(name)).replace("{data}", data.replace("</", "<\\/"))


def _splices(before: list[int], now: list[int]) -> list[Splice]:
    """Return what replaces what, from the end to the start, so that no place moves."""
    if len(before) != len(now):
        first = _common(before, now)
        last = _common(before[first:][::-1], now[first:][::-1])
        return [(first, len(before) - first - last, now[first : len(now) - last])]
    return [(at, 1, [now[at]]) for at in range(len(now) - 1, -1, -1) if before[at] != now[at]]


def _common(one: list[int], other: list[int]) -> int:
    """Return how many are the same from the start."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return number
    return min(len(one), len(other))
