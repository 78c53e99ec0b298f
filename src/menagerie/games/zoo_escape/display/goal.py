"""The way out, step by step: find Parts, take them to the Workshop, build, board, leave through a Gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from menagerie.core.seats import joined
from menagerie.games.zoo_escape.board import EDGE_PLACES, NAMES
from menagerie.games.zoo_escape.pieces import GATE
from menagerie.games.zoo_escape.scoring import ESCAPED

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position

MISSING: Final = 0
CARRIED: Final = 1
DELIVERED: Final = 2
"""Where the first Part of a kind is."""


class Step(NamedTuple):
    """A step of the way out."""

    name: str
    stands: str
    """How it stands, as short as can be: `2/3`."""
    told: str
    """The same in words."""
    is_done: bool
    words: str
    """What is to be done, for who is told what comes next."""


def kinds(state: Position) -> list[int]:
    """By kind of Part how far the team has come with it."""
    carried = 0
    for cards in state.carried:
        carried |= cards
    return [
        DELIVERED if state.machine_parts & mask else CARRIED if carried & mask else MISSING
        for mask in state.pieces.of_kind
    ]


def gates(state: Position) -> list[str]:
    """The Gates that have been turned up."""
    return [NAMES[place] for place in EDGE_PLACES if state.up >> place & 1 and state.zoo[place].feature == GATE]


def steps(state: Position) -> list[Step]:
    """All of them, in order."""
    stages, names, every = kinds(state), state.pieces.kinds, len(state.pieces.kinds)
    found = every - stages.count(MISSING)
    brought = stages.count(DELIVERED)
    missing = joined([name for name, stage in zip(names, stages, strict=True) if stage == MISSING])
    in_hands = joined([name for name, stage in zip(names, stages, strict=True) if stage == CARRIED])
    open_gates, aboard = gates(state), state.loaded.bit_count()
    way_out = f"leave through the Gate on {' or '.join(open_gates)}" if open_gates else "find a Gate on the edge"
    gate = open_gates[0] if open_gates else "?"
    return [
        Step(
            "Find",
            f"{found}/{every}",
            f"{found} of {every}",
            found == every,
            f"ransack buildings for Parts ({missing})",
        ),
        Step(
            "Bring",
            f"{brought}/{every}",
            f"{brought} of {every}",
            brought == every,
            f"take the Parts to the Workshop ({in_hands})",
        ),
        Step("Build", "", "done" if state.is_built else "not yet", state.is_built, "build the Machine in the Workshop"),
        Step(
            "Board",
            f"{aboard}/{state.team}",
            f"{aboard} of {state.team}",
            aboard == state.team,
            "all aboard the Machine",
        ),
        Step("Gate", gate, f"on {gate}" if open_gates else "not found yet", state.ending == ESCAPED, way_out),
    ]


def next_step(state: Position) -> int:
    """The number of the first step that is not done; that of the last if all are."""
    every = steps(state)
    return next((number for number, step in enumerate(every) if not step.is_done), len(every) - 1)


def line(state: Position) -> str:
    """All of it in a line of text."""
    every = steps(state)
    told = ", ".join([f"{step.name.lower()} {step.told}" for step in every])
    return f"Way out: {told}" + ("" if every[-1].is_done else f"; next: {every[next_step(state)].words}")
