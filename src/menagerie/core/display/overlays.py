"""Overlays: what can be laid over the table on request, and what it means in words. It belongs to the moment shown.

A title that has some offers a module `display/overlays.py` with `NAMES` and `overlays(state, seat)`. An overlay tells
only what the seat that looks may know: whoever imagines what is hidden from it otherwise sees the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from menagerie.core.display.scene import Piece

if TYPE_CHECKING:
    from menagerie.core.state import State


class Overlay:
    """Drawings above the scene, and sentences. Drawings use what the scene's `need` has made available."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name = name
        """One word, what its button says."""
        self.words = tuple(words)
        """What it shows and what follows from it, a sentence each."""
        self.pieces: dict[str, Piece] = {}
        self.about: dict[str, str] = {}
        """By drawing the piece of the scene that it is about: it is shown while that one is pointed at, and those that
        are about none are shown while none is."""

    def put(self, id: str, body: str, x: float = 0, y: float = 0, *, part: str, about: str = "") -> None:
        """Lay a drawing over a part of the scene."""
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
        """What can be laid over the table for that seat; None: for an onlooker. One for each of the names."""
