"""Overlays shown over the table on request, with their meaning in words. They belong to the moment shown.

A title offers them in a module `display/overlays.py` with `NAMES` and `overlays(state, seat)`. An overlay may only use
what the viewing seat may know, so it is the same in every world that the seat can imagine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from menagerie.core.display.scene import Piece

if TYPE_CHECKING:
    from menagerie.core.state import State


class Overlay:
    """Drawings above the scene, and sentences. Drawings use what the scene's `need` made available."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name = name
        """The label of its button, one word."""
        self.words = tuple(words)
        """What it shows and what that means, a sentence each."""
        self.pieces: dict[str, Piece] = {}
        self.about: dict[str, str] = {}
        """For each drawing its piece. It is shown while the player points at that piece; drawings about no
        piece are shown while the player points at none."""

    def put(self, id: str, body: str, x: float = 0, y: float = 0, *, part: str, about: str = "") -> None:
        """Add a drawing over a part of the scene."""
        if id in self.pieces:
            raise ValueError(f"two drawings with the id {id!r}")
        self.pieces[id] = Piece(0, x, y, 0, body, part=part)
        if about:
            self.about[id] = about

    def wire(self) -> dict[str, Any]:
        """What the browser is sent."""
        pieces = {
            id: [piece.x, piece.y, piece.body, piece.part, self.about.get(id, "")] for id, piece in self.pieces.items()
        }
        return {"name": self.name, "words": list(self.words), "pieces": pieces}


class Overlaying(Protocol):
    """A title's module `overlays`."""

    NAMES: tuple[str, ...]

    def overlays(self, state: State, seat: int | None) -> Sequence[Overlay]:
        """Return the table's overlays for that seat, one for each name; None for a spectator."""
