"""Decisions by pointing: paths of targets in the scene.

The browser knows no game. It lights up the first targets of all paths, narrows as the player picks, and sends the
notation when one path remains. A target is the id of a piece in the scene or a button.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction
from menagerie.core.state import State


def button(label: str) -> str:
    """A target that is not on the table: a button with this label below it."""
    return f"button:{label}"


class Choice(NamedTuple):
    """One decision, and the targets that lead to it."""

    notation: str
    path: tuple[str, ...]
    ghost: str = ""
    """What the table would show, as a fragment in the units of a part. The browser combines choices with ghosts that
    only differ in their last button into one piece that can be rotated."""
    moves: bool = False
    """Whether the first target would move to the last, so that the browser can show it there."""
    part: str = ""
    """The part that the ghost lies on; the first if empty."""
    words: str = ""
    """The decision in words, without codes or full stop (`Load the rhino onto truck 2`)."""
    then: str = ""
    """Its consequences, where they can be known (`you 8 $N, Lions stay at 7`)."""
    amount: int = -1
    """The number of the last button (an offer, a price), if it is one. The browser turns several into a slider."""
    usual: bool = False
    """Whether the slider starts at that number."""
    carries: str = ""
    """A piece that can be dragged onto the last target, if that is not the first target (`moves`)."""
    by_steps: bool = False
    """Whether more steps follow the path, too many to list. The title's `sketch` says what can follow. The notation is
    that of a listed decision that this leads to as well, or empty."""

    def wire(self) -> dict[str, object]:
        """What the browser is sent."""
        sent: dict[str, object] = {"notation": self.notation, "path": list(self.path), "words": self.words}
        if self.then:
            sent["then"] = self.then
        if self.amount >= 0:
            sent["amount"] = self.amount
        if self.usual:
            sent["usual"] = True
        if self.carries:
            sent["carries"] = self.carries
        if self.ghost:
            sent["ghost"] = self.ghost
        if self.moves:
            sent["moves"] = True
        if self.part:
            sent["part"] = self.part
        if self.by_steps:
            sent["by_steps"] = True
        return sent


@dataclass(frozen=True, slots=True)
class Placements:
    """Many decisions at once: a piece that can be placed on a grid in several orientations.

    `fits` has for every orientation a bit map in hexadecimal: bit `row * columns + column` is set where the piece
    may lie with the top left corner of its box there. `notation` is a template with `{turn}` for the orientation's
    name and `{cell}` for that corner's (a letter for the column, a number for the row: C4).
    """

    notation: str
    path: tuple[str, ...]
    columns: int
    x: float
    y: float
    cell: float
    ghosts: dict[str, str] = field(default_factory=dict)
    """For every orientation the piece's drawing, its box's top left corner at the origin."""
    turned: dict[str, str] = field(default_factory=dict)
    """For every orientation, the one after a quarter turn."""
    mirrored: dict[str, str] = field(default_factory=dict)
    """For every orientation its mirror image."""
    fits: dict[str, str] = field(default_factory=dict)
    part: str = ""
    """The part that the grid lies on; the first if empty."""
    words: str = ""
    """What happens with the piece, in words (`Place the 7-space enclosure`)."""

    def wire(self) -> dict[str, object]:
        """What the browser is sent."""
        return {
            "notation": self.notation,
            "path": list(self.path),
            "words": self.words,
            "grid": {"columns": self.columns, "x": self.x, "y": self.y, "cell": self.cell},
            "ghosts": self.ghosts,
            "turned": self.turned,
            "mirrored": self.mirrored,
            "fits": self.fits,
            "part": self.part,
        }


@dataclass(frozen=True, slots=True)
class Sketch:
    """A decision made step by step: its state so far, and how it can continue."""

    words: str
    """What was picked so far and what comes next, in a sentence or two."""
    choices: Sequence[Choice] = ()
    """What can follow, one target each. If the notation is empty, more steps come after it."""
    ghost: str = ""
    """What the table shows of it so far, in the units of `part` (the first if empty)."""
    part: str = ""
    reason: str = ""
    """Why the last target cannot follow; the rest is then about the path before it."""
    rule: str = ""

    def wire(self) -> dict[str, object]:
        """What the browser is sent."""
        return {
            "words": self.words,
            "choices": [choice.wire() for choice in self.choices],
            "ghost": self.ghost,
            "part": self.part,
            "reason": self.reason,
            "rule": self.rule,
        }


class Sketching(Protocol):
    """What a title's module `pointing` adds if it has choices made in steps."""

    def sketch(self, state: State, seat: int, path: Sequence[str]) -> Sketch | None:
        """Return how a decision made in steps can continue after these targets, or None if none starts so."""


class Pointing(Protocol):
    """A title's module `pointing`."""

    def choices(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """Return how each of that seat's legal decisions is made."""

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        """Return the decision, legal or not, that pointing at these pieces means, or None."""

    def words(self, state: State, seat: int, action: Action) -> str:
        """Return a decision in words for a button or a list, without codes or full stop."""

    def can_try(self, state: State, seat: int) -> bool:
        """Return whether there is something to try out now. Called often, so it must be quick."""

    def trials(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """Return open pieces, and where that seat could place them if they were its own, to try out, not to play."""


def shape(state: State, action: Action) -> str:
    """Return a small drawing of a decision's piece for a terminal, or empty if the title has none."""
    drawn = getattr(state.game.pointing(), "shape", None) if state.game.has_pictures else None
    return str(drawn(state, action)) if drawn else ""


def why_not(state: State, seat: int, path: Sequence[str]) -> IllegalAction | None:
    """Return why pointing at these pieces leads to nothing, or None if it leads to a legal decision."""
    phase = state.phase(seat)
    if phase is None:
        return state.not_to_act(seat)
    action = state.game.meant(state, seat, path)
    if action is None:
        return IllegalAction(phase.prompt(state, seat))
    refusal = phase.refuse(state, seat, action)
    return None if refusal is None else IllegalAction(refusal.reason, refusal.rule)
