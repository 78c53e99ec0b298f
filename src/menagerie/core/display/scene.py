"""A table as a picture: an ordered set of pieces, each under an id that stays the same for the whole game.

The pieces lie on parts (a board, a market, a map), each with coordinates of its own: where the parts themselves lie
depends on the screen, and `arranging` says where. From one scene come the notebook picture, `menagerie draw`, replays
and the browser table. An id never tells what is hidden: a face-down piece is named by its place, not by its face.

Most of a table is as it was a moment ago, and looks the same from every seat. So a part says which values decide
what it shows (`Canvas.show`), and is drawn again only if one of them is another; what is drawn once is the unit
of differences too. Where all seats see everything, one scene does for all of them (`Scene.seen_from`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from menagerie.core.display.arranging import COMMON, MINE, OTHER, READABLE, Part, Place, arrange
from menagerie.core.display.layout import Arrangement, Card, Layout
from menagerie.core.seats import LETTERS
from menagerie.core.state import State

Number = int | float
"""What the browser is sent as it was given: compiled, `float` alone would make 12.0 of 12."""

_HERE: Final = Path(__file__).parent
_DRAWN: Final = 4096
"""How many shapes are remembered: most of a table is drawn again and again as it was."""
PAINTED: Final = 20
"""Smaller drawings are silhouettes: their tones would blur."""


@cache
def symbol(name: str) -> str:
    """One of our drawings, a `<symbol>` in a box of 64 units."""
    return (_HERE / "symbols" / f"{name}.svg").read_text(encoding="utf-8").strip()


@cache
def surface(name: str) -> str:
    """What a board is made of, a `<pattern>` of faint marks that lies over its colour."""
    return (_HERE / "surfaces" / f"{name}.svg").read_text(encoding="utf-8").strip()


@cache
def look() -> str:
    """The style sheet that all tables share: colours as custom properties, and the classes that scenes use."""
    return (_HERE / "look.css").read_text(encoding="utf-8")


@lru_cache(_DRAWN)
def use(name: str, x: float, y: float, size: float, classes: str = "") -> str:
    """A drawing at a place, in a square of that size. The scene must `need` it."""
    if size < PAINTED:
        classes = f"{classes} plain".strip()
    extra = f' class="{classes}"' if classes else ""
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{extra}/>'


def text(content: object, x: float, y: float, classes: str = "t") -> str:
    """A line of text."""
    return _line(str(content), x, y, classes)


@lru_cache(_DRAWN)
def _line(content: str, x: float, y: float, classes: str) -> str:
    return f'<text class="{classes}" x="{x:g}" y="{y:g}">{escape(content)}</text>'


@lru_cache(_DRAWN)
def label(x: float, y: float, body: str) -> str:
    """Something around x, y that is to be read: on a composed table it is about as large on a small board as on a large
    one, in pixels as it is drawn."""
    return f'<g transform="translate({x:g} {y:g})"><g class="label">{body}</g></g>'


@lru_cache(_DRAWN)
def rect(x: float, y: float, width: float, height: float, classes: str, radius: float = 0) -> str:
    """A rectangle."""
    corner = f' rx="{radius:g}"' if radius else ""
    return f'<rect class="{classes}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}/>'


@lru_cache(_DRAWN)
def paved(name: str, x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """A surface over a rectangle. The scene must `pave` it."""
    corner = f' rx="{radius:g}"' if radius else ""
    return f'<rect fill="url(#surface-{name})" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}/>'


_PATTERNS: Final = (
    "",
    "M-13 2L2 -13M-12 8L8 -12M-8 12L12 -8M-2 13L13 -2",
    "",
    "M-13 2L2 -13M-8 12L12 -8M-2 13L13 -2M-13 -2L2 13M-12 -8L8 12M2 -13L13 -2",
    "M-14 -6q7 -6 14 0t14 0M-14 2q7 -6 14 0t14 0M-14 10q7 -6 14 0t14 0",
)
"""The seats' patterns beside their colours: solid, stripes, dots, cross-hatch, waves."""


@lru_cache(_DRAWN)
def badge(seat: int, x: float, y: float) -> str:
    """A seat's sign: its colour, its letter and its pattern on a disc of 30 units around x, y."""
    dots = "".join(
        f'<circle class="pat-dot" cx="{i}" cy="{j}" r="1.3"/>'
        for i, j in ((-11, -5), (11, -5), (-11, 5), (11, 5), (0, 12.5), (0, -12.5))
    )
    pattern = dots if seat == 2 else f'<path class="pat" d="{_PATTERNS[seat]}"/>' if _PATTERNS[seat] else ""
    ink = "on-seat-dark" if seat == 2 else "on-seat"
    return (
        f'<g transform="translate({x:g} {y:g})"><circle class="seat-{seat}" r="15"/>{pattern}'
        f'<circle class="seat-{seat}" r="10"/><text class="{ink} m" y="7">{LETTERS[seat]}</text></g>'
    )


class Piece(NamedTuple):
    """Something on the table: its drawing around its own origin, and where on its part that origin lies. As a tuple it
    is what the browser is sent.

    Pieces on a higher layer lie above those on a lower one. The label is read by screen readers and shown on hover.
    """

    layer: int
    x: float
    y: float
    turn: float
    body: str
    label: str = ""
    part: str = ""

    def transform(self, place: Place) -> str:
        """Where it lies, as an SVG transform, if its part lies there."""
        x, y = place.x + self.x * place.scale, place.y + self.y * place.scale
        scale = f" scale({place.scale:g})" if place.scale != 1 else ""
        turn = f" rotate({self.turn:g})" if self.turn else ""
        return f"translate({round(x, 2):g} {round(y, 2):g}){scale}{turn}"


Pieces = dict[str, Piece]
"""Pieces by their ids."""

SHOWN: Final = 2048
"""How many parts are remembered as they were drawn, of all tables together; of those before them as many again."""


class _Shown:
    """What was drawn lately. It is asked for every part of every scene, by several threads: so there are no locks, and
    nothing is put in order; when it is full, what was not needed since the last time goes."""

    def __init__(self) -> None:
        self._lately: dict[Hashable, Pieces] = {}
        self._before: dict[Hashable, Pieces] = {}

    def get(self, key: Hashable) -> Pieces | None:
        """The pieces that were drawn for a key."""
        pieces = self._lately.get(key)
        if pieces is None:
            pieces = self._before.get(key)
            if pieces is not None:
                self.keep(key, pieces)
        return pieces

    def keep(self, key: Hashable, pieces: Pieces) -> None:
        """Remember them."""
        if len(self._lately) >= SHOWN:
            self._before, self._lately = self._lately, {}
        self._lately[key] = pieces

    def clear(self) -> None:
        """Remember nothing."""
        self._before, self._lately = {}, {}


_shown: Final = _Shown()


def forget() -> None:
    """Draw everything again."""
    _shown.clear()


@cache
def _symbols(names: tuple[str, ...]) -> dict[str, str]:
    return {name: symbol(name) for name in names}


@cache
def _surfaces(names: tuple[str, ...]) -> dict[str, str]:
    return {f"surface-{name}": surface(name) for name in names}


_BLANK: Final[Pieces] = {}


class Change:
    """How a part differs from what it was: the pieces that are new or changed, and those that do not lie there any
    more."""

    __slots__ = ("gone", "pieces", "written")

    def __init__(self, pieces: Pieces, gone: list[str]) -> None:
        self.pieces = pieces
        self.gone = gone
        self.written: bytes | None = None
        """The pieces as sent to one viewer, so that they needn't be written again for viewers who see the same."""


_NONE: Final = Change({}, [])


class Canvas:
    """Where the pieces of one part are put."""

    __slots__ = ("name", "pieces", "sheets")

    def __init__(self, name: str) -> None:
        self.name = name
        self.pieces: Pieces = {}
        """What is put on it, and not shown by values."""
        self.sheets: list[Pieces] = [self.pieces]
        """All that lies on it, as it was put together; what is shown as before is the same sheet as before."""

    def put(
        self, id: str, body: str, x: Number = 0, y: Number = 0, *, turn: Number = 0, layer: int = 0, label: str = ""
    ) -> None:
        """Lay a piece on this part."""
        if id in self.pieces:
            raise ValueError(f"two pieces with the id {id!r}")
        self.pieces[id] = Piece(layer, x, y, turn, body, label, self.name)

    def show(self, put: Callable[..., None], state: State, *which: Hashable, by: Hashable) -> None:
        """Have `put(canvas, state, *which)` lay its pieces, unless it has laid them for the same `by` before.

        `by` is all of the state that can be seen of them: values that never change, compared by what they are. What
        seldom changes is best shown together by a `put` that itself shows it piece by piece.
        """
        key = (put, self.name, which, by)
        pieces = _shown.get(key)
        if pieces is None:
            blank = Canvas(self.name)
            put(blank, state, *which)
            pieces = blank.together()
            _shown.keep(key, pieces)
        self.sheets.append(pieces)

    def ids(self) -> list[str]:
        """The ids of all that lies here."""
        return [id for sheet in self.sheets for id in sheet]

    def together(self) -> Pieces:
        """All that lies here as one sheet."""
        found = self.pieces
        for sheet in self.sheets[1:]:
            for id in found.keys() & sheet.keys():
                raise ValueError(f"two pieces with the id {id!r}")
            found = found | sheet
        return found

    def changes_since(self, before: Canvas) -> Change:
        """How this part differs from when it was like that."""
        olds, news = before.sheets, self.sheets
        was, now = _BLANK, _BLANK
        for at in range(max(len(olds), len(news))):
            old = olds[at] if at < len(olds) else _BLANK
            new = news[at] if at < len(news) else _BLANK
            if old is not new:  # mostly one of all
                was = was | old if was else old
                now = now | new if now else new
        if not was and not now:
            return _NONE
        changed = {name: piece for name, piece in now.items() if was.get(name) != piece}
        return Change(changed, [] if was.keys() <= now.keys() else [name for name in was if name not in now])


class Scene:
    """A table as one seat may see it.

    A title whose table is of one piece gives its width and height: then all lies on one part, called `table`. Shapes
    that all scenes of a game have in common can be given ready (`defs`); then none are added.
    """

    def __init__(
        self,
        width: Number = 0,
        height: Number = 0,
        style: str = "",
        *,
        open_to_all: bool = False,
        defs: dict[str, str] | None = None,
    ) -> None:
        self.style = style
        self.open_to_all = open_to_all
        """Whether all seats see all of this and have a board, so that `seen_from` gives what other seats see."""
        self.defs: dict[str, str] = {} if defs is None else defs
        self.parts: dict[str, Part] = {}
        """In reading order: shared parts, the viewer's board, the others'."""
        self.canvases: dict[str, Canvas] = {}
        """What lies on each part."""
        self.layout: Layout | None = None
        """How the title composes its table, if it does."""
        self._since: list[tuple[dict[str, Canvas], dict[str, Change]]] = []
        """What this was last compared with, and how each part differs: found once for all, from whichever seat."""
        if width and height:
            self.part("table", width, height)

    def part(
        self,
        name: str,
        width: Number,
        height: Number,
        purpose: str = COMMON,
        *,
        least: Number = READABLE,
        seat: int | None = None,
        group: str = "",
        tight: Number = 0,
    ) -> Canvas:
        """A part of the table; what is put on it lies between 0, 0 and its width and height."""
        if name in self.parts:
            raise ValueError(f"two parts with the name {name!r}")
        self.parts[name] = Part(width, height, purpose, least, seat, group, tight)
        canvas = self.canvases[name] = Canvas(name)
        return canvas

    def seen_from(self, seat: int | None) -> Scene:
        """The same table from another seat, if it is open to all: their own board comes first."""
        assert self.open_to_all
        scene = Scene(style=self.style, open_to_all=True, defs=self.defs)
        scene.parts = _own_first(tuple(self.parts.items()), seat or 0)
        scene.canvases = self.canvases
        scene.layout = self.layout
        scene._since = self._since
        return scene

    @property
    def pieces(self) -> Pieces:
        """All pieces by their ids."""
        found: Pieces = {}
        for name in self.parts:
            for sheet in self.canvases[name].sheets:
                for id in found.keys() & sheet.keys():
                    raise ValueError(f"two pieces with the id {id!r}")
                found |= sheet
        return found

    def need(self, *names: str) -> None:
        """Make drawings available to `use`."""
        self.defs |= _symbols(names)

    def pave(self, *names: str) -> None:
        """Make surfaces available to `paved`."""
        self.defs |= _surfaces(names)

    def define(self, id: str, fragment: str) -> None:
        """Make a shape of the title's own available; the fragment bears this id."""
        self.defs.setdefault(id, fragment)

    def put(
        self, id: str, body: str, x: Number = 0, y: Number = 0, *, turn: Number = 0, layer: int = 0, label: str = ""
    ) -> None:
        """Lay a piece on the first part."""
        first = next(iter(self.canvases.values()))
        first.put(id, body, x, y, turn=turn, layer=layer, label=label)

    def changes_since(self, before: Scene | None) -> dict[str, object]:
        """What a browser that shows `before` must be sent: pieces to set and pieces that went."""
        if before is None:
            return {"set": self.pieces, "del": []}
        changes, gone = self.changes_by_part(before)
        changed: Pieces = {}
        for change in changes:
            changed |= change.pieces
        return {"set": changed, "del": gone}

    def changes_by_part(self, before: Scene) -> tuple[list[Change], list[str]]:
        """The same part by part, of those where something is new, in the order in which they are read; and all pieces
        that went."""
        if not self._since or self._since[0][0] is not before.canvases:
            self._since[:] = [(before.canvases, self._compare(before))]
        found = self._since[0][1]
        changes = [found[name] for name in self.parts if found[name].pieces]
        left = [found[name].gone if name in found else before.canvases[name].ids() for name in before.parts]
        if not any(left):
            return changes, []
        new = {id for change in changes for id in change.pieces}
        return changes, [id for ids in left for id in ids if id not in new]

    def _compare(self, before: Scene) -> dict[str, Change]:
        blank = Canvas("")
        return {name: canvas.changes_since(before.canvases.get(name, blank)) for name, canvas in self.canvases.items()}

    def svg(self, theme: str = "light", width: float = 1200, height: float = 800) -> str:
        """The whole picture as a document of its own, arranged for a screen of that size."""
        places, cards = self.arranged(width, height)
        x, y, wide, high = (0, 0, int(width), int(height)) if cards else _extent(self.parts, places)
        layers = sorted(self.pieces.items(), key=lambda item: item[1].layer)
        body = "".join(card_drawn(card) for card in cards)
        body += "\n".join(self._group(id, piece, places[piece.part]) for id, piece in layers)
        defs = "\n".join(self.defs.values())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {wide:g} {high:g}" '
            f'class="{self.classes} {theme}" role="img">\n<style>{look()}{self.style}</style>\n<defs>{defs}</defs>\n'
            f'<rect class="{self.ground}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>\n{body}\n</svg>\n'
        )

    @property
    def classes(self) -> str:
        """The classes of a picture of it, but for the theme."""
        return "scene composed" if self.layout else "scene"

    @property
    def ground(self) -> str:
        """The classes of what the parts lie on."""
        return f"table {self.layout.ground}" if self.layout else "table"

    def arranged(self, width: float, height: float, parts: dict[str, Part] | None = None) -> Arrangement:
        """Return where all or some parts lie on a screen of that size: as the title composes them, or as they fit."""
        parts = self.parts if parts is None else parts
        composed = None if self.layout is None else self.layout.arrange(parts, width, height)
        return composed or Arrangement(arrange(parts, width, height), [])

    @staticmethod
    def _group(id: str, piece: Piece, place: Place) -> str:
        title = f"<title>{escape(piece.label)}</title>" if piece.label else ""
        scale = f'style="--scale: {place.scale:g}"'
        return f'<g id="{escape(id)}" {scale} transform="{piece.transform(place)}">{title}{piece.body}</g>'


@lru_cache(256)
def _own_first(parts: tuple[tuple[str, Part], ...], own: int) -> dict[str, Part]:
    """Return the parts in reading order: shared parts, the viewer's board, the others'."""
    common = [(name, part) for name, part in parts if part.seat is None]
    boards = [(name, part) for name, part in parts if part.seat is not None]
    boards.sort(key=lambda board: (board[1].seat != own, board[1].seat))
    mine = [(name, part._replace(purpose=MINE if part.seat == own else OTHER)) for name, part in boards]
    return dict(common + mine)


def card_drawn(card: Card) -> str:
    """The ground of a slot."""
    body = rect(card.x, card.y, card.width, card.height, f"card {card.ground}")
    return body + (paved(card.surface, card.x, card.y, card.width, card.height) if card.surface else "")


def _extent(parts: dict[str, Part], places: dict[str, Place]) -> tuple[int, int, int, int]:
    """What the parts cover of a screen, with a margin around it."""
    left = int(min(place.x for place in places.values())) - 8
    top = int(min(place.y for place in places.values())) - 8
    right = int(max(place.x + parts[name].width * place.scale for name, place in places.items())) + 9
    bottom = int(max(place.y + parts[name].height * place.scale for name, place in places.items())) + 9
    return left, top, right - left, bottom - top


class Drawing(Protocol):
    """A title's module `drawing`."""

    def scene(self, state: State, seat: int | None) -> Scene:
        """Return the table as that seat may see it; None for a spectator."""
