"""A moment of a game as an illustration, drawn by the title: some parts of the table, with light around what the words
are about.

Used for cards about how to play and figures in the rules. Numbers in their words are in braces and looked up (`facts`),
so that they are right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, Final

from menagerie.core.content import Entry
from menagerie.core.display.arranging import Part, Place
from menagerie.core.display.facts import Facts
from menagerie.core.display.layout import Arrangement
from menagerie.core.display.scene import Piece, Scene, card_drawn, look
from menagerie.core.record import Record
from menagerie.core.state import State

SIZE: Final = (640, 440)
"""The screen that a picture's parts are arranged for."""
_MARGIN: Final = 14
"""The margin around them for the light."""

_USED: Final = re.compile(r'(?:href="#|url\(#)([^")]+)')
_LIGHT: Final = (
    '<filter id="lamplight" x="-0.25" y="-0.25" width="1.5" height="1.5">'
    '<feMorphology in="SourceAlpha" operator="dilate" radius="7" result="wide"/>'
    '<feMorphology in="SourceAlpha" operator="dilate" radius="5" result="near"/>'
    '<feFlood class="lamp-edge"/><feComposite in2="wide" operator="in" result="edge"/>'
    '<feFlood class="lamp"/><feComposite in2="near" operator="in" result="light"/>'
    '<feMerge><feMergeNode in="edge"/><feMergeNode in="light"/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
)
"""Around a piece of any outline: first a dark rim, then light, then the piece itself."""
_LIGHT_STYLE: Final = ".lamp { flood-color: var(--lamp); } .lamp-edge { flood-color: #6b4a00; }"


@dataclass(frozen=True, kw_only=True)
class Illustration:
    """A moment, what is shown of it, and its words."""

    words: str
    state: State
    """The moment shown."""
    seat: int | None
    """The viewer's seat."""
    parts: tuple[str, ...]
    """The names of the parts shown; `*` stands for any characters."""
    lit: tuple[str, ...]
    """The pieces that the words are about."""
    lines: tuple[str, ...]
    """What a terminal shows of the table's text: the starts of lines, which are shown with the indented lines below."""
    window: tuple[int, ...]
    """The section shown of a single large part: x, y, width and height."""

    @cached_property
    def scene(self) -> Scene:
        """Return the whole table at that moment."""
        return self.state.game.scene(self.state, self.seat)

    @property
    def shows(self) -> str:
        """Return the picture in words for screen readers: what is lit."""
        labels = [self.scene.pieces[id].label for id in self.lit]
        return "; ".join(dict.fromkeys([label for label in labels if label]))

    @cached_property
    def shown(self) -> dict[str, Part]:
        """Return the parts shown."""
        return {
            name: part
            for pattern in self.parts
            for name, part in self.scene.parts.items()
            if fnmatchcase(name, pattern)
        }

    @cached_property
    def _arrangement(self) -> Arrangement:
        if self.window:
            return Arrangement(_through(self.window, self.parts[0]), [])
        return self.scene.arranged(*SIZE, self.shown)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Return what the picture shows of that screen: x, y, width and height."""
        return _extent(self.shown, self._arrangement) if not self.window else (0, 0, *_window_size(self.window))

    def picture(self, theme: str = "light") -> str:
        """Return the picture as an SVG document."""
        scene, chosen, (places, cards) = self.scene, self.shown, self._arrangement
        x, y, width, height = self.box
        shown = [(id, piece) for id, piece in scene.pieces.items() if piece.part in chosen]
        shown.sort(key=lambda item: (item[1].layer, item[0] in self.lit))  # no neighbour covers the light
        body = "".join([card_drawn(card) for card in cards])
        body += "\n".join([self._drawn(id, piece, places[piece.part]) for id, piece in shown])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" '
            f'class="{scene.classes} {theme}" role="img">\n<style>{look()}{scene.style}{_LIGHT_STYLE}</style>\n'
            f"<defs>{_needed(scene.defs, body)}{_LIGHT}</defs>\n"
            f'<rect class="{scene.ground}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>\n'
            f"{body}\n</svg>\n"
        )

    def _drawn(self, id: str, piece: Piece, place: Place) -> str:
        light = ' filter="url(#lamplight)"' if id in self.lit else ""
        scale = f'style="--scale: {place.scale:g}"'
        return f'<g {scale} transform="{piece.transform(place)}"{light}>{piece.body}</g>'

    def text(self) -> str:
        """Return the moment as text for a terminal."""
        return "\n".join([line for beginning in self.lines for line in _from(str(self.state), beginning)])


def _through(window: tuple[int, ...], part: str) -> dict[str, Place]:
    scale = _window_size(window)[0] / window[2]
    return {part: Place(-window[0] * scale, -window[1] * scale, scale)}


def _window_size(window: tuple[int, ...]) -> tuple[float, float]:
    """Arrange the parts as large as fits the screen of a picture."""
    scale = min(SIZE[0] / window[2], SIZE[1] / window[3])
    return window[2] * scale, window[3] * scale


def _extent(parts: dict[str, Part], arrangement: Arrangement) -> tuple[float, float, float, float]:
    """Return what the parts and their grounds cover of the screen, with a margin."""
    places, cards = arrangement
    boxes = [(x, y, parts[name].width * scale, parts[name].height * scale) for name, (x, y, scale) in places.items()]
    boxes += [card[:4] for card in cards]
    left = min(x for x, _, _, _ in boxes) - _MARGIN
    top = min(y for _, y, _, _ in boxes) - _MARGIN
    right = max(x + width for x, _, width, _ in boxes) + _MARGIN
    bottom = max(y + height for _, y, _, height in boxes) + _MARGIN
    return left, top, right - left, bottom - top


def _needed(defs: dict[str, str], body: str) -> str:
    """Return only the drawings that the picture uses, directly or indirectly, to keep it small."""
    found: dict[str, str] = {}
    waiting = _USED.findall(body)
    while waiting:
        id = waiting.pop()
        if id in defs and id not in found:
            found[id] = defs[id]
            waiting += _USED.findall(defs[id])
    return "\n".join(found.values())


def _from(table: str, beginning: str) -> list[str]:
    """Return the line that starts so, and the indented lines after it up to a blank line."""
    found: list[str] = []
    margin = 0
    for line in table.splitlines():
        words = line.lstrip(" >")
        set_in = len(line) - len(words)
        if found and (not words or (words[0].isalpha() and set_in <= margin)):
            break
        if not found and words.startswith(beginning):
            margin = set_in
            found.append(line)
        elif found:
            found.append(line)
    return found


# Reading.


def moment(record: Record, name: str, entry: Entry) -> State:
    """Return the moment `at` of a recorded game; raises BadContent if it has none."""
    at = entry.number("at")
    if not 0 <= at <= len(record.decisions):
        raise entry.wrong("at", f"a moment of {name}, 0 to {len(record.decisions)}")
    return record.at(at)


def values(state: State, entry: Entry) -> dict[str, Any]:
    """Read an entry's illustration, by the attributes of `Illustration`."""
    seat = "ABCDE".index(entry.text("seat")) if entry.has("seat") else None
    return {
        "words": Facts(state, seat).fill(entry.text("words"), entry),
        "state": state,
        "seat": seat,
        "parts": tuple(entry.texts("parts")),
        "lit": tuple(entry.texts("lit")),
        "lines": tuple(entry.texts("lines")),
        "window": tuple(entry.numbers("window", 4)) if entry.has("window") else (),
    }
