"""What a table looks like: scenes, how they change, and overlays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing, OutgoingArray


class Piece(OutgoingArray):
    """Something on a part of a scene, drawn at `translate(x, y) rotate(turn)` of that part."""

    layer: int
    """Higher layers are above lower ones. Within a layer the order of first appearance counts."""
    x: float
    y: float
    turn: float
    """In degrees."""
    body: str
    """SVG in the piece's own coordinates."""
    label: str
    """What it is, for screen readers and tooltips."""
    part: str


class Part(OutgoingArray):
    """A part of a scene, with its own coordinates from 0, 0 to its width and height."""

    width: float
    height: float
    purpose: Literal["mine", "common", "other", "reference"]
    """Whether it belongs to the viewer's seat, is shared by all, belongs to another seat, or is for reference."""
    least: float
    """The smallest readable scale, in CSS pixels per unit."""
    seat: int | None
    """Its owner. Null if there is none."""
    group: str
    """Parts of one group are placed together."""
    tight: float | UnsetType = UNSET
    """The smallest scale on small screens, where its text is enlarged."""


class SceneChanges(Outgoing):
    """A scene as differences from another one."""

    set: dict[str, Piece]
    """By id the pieces that changed or are new."""
    del_: Sequence[str]
    """The ids of removed pieces."""
    defs: dict[str, str]
    """By id the new shapes."""
    parts: dict[str, Part] | UnsetType = UNSET
    """All parts, if they changed."""
    seat: int | UnsetType | None = UNSET
    """The viewer's seat, if that changed."""


class Scene(Outgoing):
    """Everything a client needs to draw a table from scratch."""

    seat: int | None
    """The viewer's seat. Null for spectators."""
    style: str
    """The address of the title's style sheet."""
    defs: dict[str, str]
    """By id the shapes that pieces use, each a `<symbol>`."""
    layout: str
    """The title that composes this table (`title` of `/api/arrangement`). Empty: its parts are arranged as they fit."""
    parts: dict[str, Part]
    """By name, in reading order."""
    set: dict[str, Piece]
    """All pieces by id. Ids are unique in the scene, so that a piece can move from part to part."""
    del_: Sequence[str]
    """Empty."""


class Place(OutgoingArray):
    """The place of a part on a screen."""

    x: float
    y: float
    scale: float
    """Pixels per unit."""


class Card(OutgoingArray):
    """The ground of some parts: a rectangle of the screen."""

    x: float
    y: float
    width: float
    height: float
    ground: str
    """A class of the title's style sheet."""
    surface: str
    """The pattern over it, a shape of the scene without `surface-` before its name. Empty: none."""
    seat: int | None
    """Whose board it is. Null: no one's."""


class Arrangement(Outgoing):
    """The places of a scene's parts on a screen: all inside it, without overlaps."""

    places: dict[str, Place]
    cards: Sequence[Card]
    """What lies below the parts."""
    composed: bool
    """Whether the title composes its table on such a screen: then nothing depends on what is asked about."""
    ground: str
    """The class of the table itself. Empty: that of all tables."""
    surface: str
    """The pattern over it."""


class OverlayPiece(OutgoingArray):
    """A drawing above the scene."""

    x: float
    y: float
    body: str
    """SVG in the units of the part."""
    part: str
    about: str
    """The id of a piece. The drawing is shown while that piece is pointed at; without an id, while no such piece is."""


class Overlay(Outgoing):
    """An overlay of a table."""

    name: str
    words: Sequence[str]
    """The same in sentences."""
    pieces: dict[str, OverlayPiece]


class Overlays(Outgoing):
    """The overlays of a table at a moment, as the viewer may know them."""

    n: int
    overlays: Sequence[Overlay]


class Space(OutgoingArray):
    """A square of a piece that is made of squares."""

    row: int
    column: int


class Shape(Outgoing):
    """A piece made of squares, as a cell of a chart."""

    words: str
    spaces: Sequence[Space]


class Chart(Outgoing):
    """A table of words and numbers. The first cell of a row names the row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | float | Shape]]
    note: str
    """A sentence below the table."""
    total: bool
    """Whether the last row is the sum of the others."""


class Sheet(Outgoing):
    """Whatever is too long to draw at a moment, as charts, as the viewer may know it."""

    n: int
    sheet: Sequence[Chart]
