"""What a table looks like: scenes, how they change, and what can be laid over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing, OutgoingArray


class Piece(OutgoingArray):
    """Something that lies on a part of a scene, drawn at `translate(x, y) rotate(turn)` of that part."""

    layer: int
    """Higher layers lie above lower ones. Within a layer the order of first appearance counts."""
    x: float
    y: float
    turn: float
    """In degrees."""
    body: str
    """SVG in the piece's own coordinates."""
    label: str
    """What it is, for screen readers and for hovering."""
    part: str


class Part(OutgoingArray):
    """A part of a scene, with coordinates of its own from 0, 0 to its width and height."""

    width: float
    height: float
    purpose: Literal["mine", "common", "other", "reference"]
    """Whether it belongs to the seat that looks, is shared by all, belongs to another seat, or is there to look up."""
    least: float
    """The smallest scale, in CSS pixels a unit, at which it can be read."""
    seat: int | None
    """Whose it is. Null: nobody's."""
    group: str
    """Parts of one group lie together."""
    tight: float | UnsetType = UNSET
    """The smallest scale where room is scarce: what is written there grows then."""


class SceneChanges(Outgoing):
    """A scene as differences from another one."""

    set: dict[str, Piece]
    """By id the pieces that changed or are new."""
    del_: Sequence[str]
    """The ids of the pieces that went."""
    defs: dict[str, str]
    """By id the shapes that are new."""
    parts: dict[str, Part] | UnsetType = UNSET
    """All parts, if they changed."""
    seat: int | UnsetType | None = UNSET
    """Whose eyes see it, if that changed."""


class Scene(Outgoing):
    """Everything that a client needs to draw a table from nothing."""

    seat: int | None
    """Whose eyes see it. Null: a spectator's."""
    style: str
    """The address of the style sheet of the title."""
    defs: dict[str, str]
    """By id the shapes that pieces use, each a `<symbol>`."""
    parts: dict[str, Part]
    """By name, in the order in which they are read."""
    set: dict[str, Piece]
    """All pieces by id. Ids are unique in the scene, so that a piece can move from part to part."""
    del_: Sequence[str]
    """Empty."""


class Place(OutgoingArray):
    """Where a part lies on a screen."""

    x: float
    y: float
    scale: float
    """Pixels a unit."""


class Arrangement(Outgoing):
    """Where the parts of a scene lie on a screen: all inside it, and none above another."""

    places: dict[str, Place]


class OverlayPiece(OutgoingArray):
    """A drawing above the scene."""

    x: float
    y: float
    body: str
    """SVG in the units of the part."""
    part: str
    about: str
    """The id of a piece. The drawing is shown while that piece is pointed at; without one, while no such piece is."""


class Overlay(Outgoing):
    """Something that can be laid over a table."""

    name: str
    words: Sequence[str]
    """The same in sentences."""
    pieces: dict[str, OverlayPiece]


class Overlays(Outgoing):
    """What can be laid over a table at a moment, as the viewer may know it."""

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
    """A table of words and numbers. The first cell of a row says what the row is about."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | float | Shape]]
    note: str
    """A sentence below the table."""
    total: bool
    """Whether the last row is the sum of the others."""


class Sheet(Outgoing):
    """What is too long to be drawn at a moment, as charts, as the viewer may know it."""

    n: int
    sheet: Sequence[Chart]
