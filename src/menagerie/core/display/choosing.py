"""How a decision is made by pointing: paths of targets in the scene.

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
    """What the table would show, as a fragment in the units of a part. Of several choices that differ in their last
    button only, and have ghosts, the browser makes one piece that can be turned."""
    moves: bool = False
    """Whether the first target would go to the last: the browser can show it there."""
    part: str = ""
    """The part that the ghost lies on; none: the first."""
    words: str = ""
    """The decision for a person: no codes, and no full stop (`Load the rhino onto truck 2`)."""
    then: str = ""
    """What comes of it, where that can be known (`you 8 $N, Lions stay at 7`)."""
    amount: int = -1
    """If the last button is a number (an offer, a price): which; of several the browser makes a slider."""
    usual: bool = False
    """Whether that number is the one to begin with."""
    carries: str = ""
    """A piece that can be dragged onto the last target, if that is not the first target (`moves`)."""
    by_steps: bool = False
    """Whether more is asked after the path, step by step: too much to be listed. The title's `sketch` tells what can
    follow. The notation is that of a listed decision which this leads to as well, or empty."""

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
    """Many decisions at once: a piece that can be laid on a grid in several orientations.

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
    """For every orientation the one that a quarter turn makes of it."""
    mirrored: dict[str, str] = field(default_factory=dict)
    """For every orientation its mirror image."""
    fits: dict[str, str] = field(default_factory=dict)
    part: str = ""
    """The part that the grid lies on; none: the first."""
    words: str = ""
    """What is done with the piece, for a person (`Lay the 7-space enclosure`)."""

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
    """A decision that is made step by step: how far it is, and how it can go on."""

    words: str
    """What was picked so far and what is asked next, as a sentence or two."""
    choices: Sequence[Choice] = ()
    """What can follow, one target each; where the notation is empty more steps come after it."""
    ghost: str = ""
    """What the table shows of it so far, in the units of `part` (none: the first)."""
    part: str = ""
    reason: str = ""
    """Why the last target cannot follow; then the rest tells of the path before it."""
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
    """What a title's module `pointing` adds if it has choices that are made by steps."""

    def sketch(self, state: State, seat: int, path: Sequence[str]) -> Sketch | None:
        """How a decision goes on after these targets; None: nothing begins so that is made by steps."""


class Pointing(Protocol):
    """A title's module `pointing`."""

    def choices(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """How each legal decision of that seat is made."""

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        """The decision that somebody has in mind who points at these pieces, legal or not; None: none in particular."""

    def words(self, state: State, seat: int, action: Action) -> str:
        """A decision of that seat for a person: what stands on a button or in a list, without codes and full stop."""

    def can_try(self, state: State, seat: int) -> bool:
        """Whether there is something to try out now: asked often, so it must be quick."""

    def trials(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """Pieces in sight, and where that seat could lay them if they were its own: to try, not to play."""


def shape(state: State, action: Action) -> str:
    """What a decision about a piece looks like in a few letters of a terminal; nothing where its title draws none."""
    drawn = getattr(state.game.pointing(), "shape", None) if state.game.has_pictures else None
    return str(drawn(state, action)) if drawn else ""


def why_not(state: State, seat: int, path: Sequence[str]) -> IllegalAction | None:
    """Why nothing comes of pointing at these pieces; None if a legal decision does."""
    phase = state.phase(seat)
    if phase is None:
        return state.not_to_act(seat)
    action = state.game.meant(state, seat, path)
    if action is None:
        return IllegalAction(phase.prompt(state, seat))
    refusal = phase.refuse(state, seat, action)
    return None if refusal is None else IllegalAction(refusal.reason, refusal.rule)
