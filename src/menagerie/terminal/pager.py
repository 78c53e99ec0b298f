"""Text longer than the terminal, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.terminal.screen import Screen


def split(lines: Sequence[str], room: int) -> list[list[str]]:
    """Return the lines as pages of a maximum length. A page ends at an empty line if its second half has one."""
    pages: list[list[str]] = []
    left = list(lines)
    while len(left) > room:
        gaps = [at for at in range(room // 2, room + 1) if not left[at].strip()]
        end = gaps[-1] if gaps else room
        pages.append(left[:end])
        left = left[end + 1 if gaps else end :]
    return [*pages, left]


def turn(at: int, of: int, screen: Screen, what: str) -> int | None:
    """Return the page or card that the typed line asks for; None to stop."""
    last = at == of
    screen.say(f"Enter: {'done' if last else f'the next {what}'}; back; a number; quit.", "prompt")
    while True:
        try:
            line = screen.ask().lower()
        except (EOFError, KeyboardInterrupt):
            return None
        if line in ("quit", "exit", "q") or (not line and last):
            return None
        if not line or line in ("next", "n"):
            return min(at + 1, of)
        if line in ("back", "b"):
            return max(at - 1, 1)
        if line.isdecimal() and 1 <= int(line) <= of:
            return int(line)
        screen.say(f"Enter, back, a number from 1 to {of}, or quit.", "error")
