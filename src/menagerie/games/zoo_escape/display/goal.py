"""The way out, step by step: find Parts, bring them to the Workshop, build, board, leave through a Gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from menagerie.core.seats import either, joined
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
    short: str
    """How far it is, as short as possible: `2/3`."""
    progress: str
    """The same in words."""
    is_done: bool
    task: str
    """What to do, as an imperative without a full stop."""


def kinds(state: Position) -> list[int]:
    """Return by kind of Part how far the team has come with it."""
    carried = 0
    for cards in state.carried:
        carried |= cards
    return [
        DELIVERED if state.machine_parts & mask else CARRIED if carried & mask else MISSING
        for mask in state.pieces.of_kind
    ]


def gates(state: Position) -> list[str]:
    """Return the Gates that have been revealed."""
    return [NAMES[place] for place in EDGE_PLACES if state.up >> place & 1 and state.zoo[place].feature == GATE]


def steps(state: Position) -> list[Step]:
    """Return all steps, in order."""
    stages, names, every = kinds(state), state.pieces.kinds, len(state.pieces.kinds)
    found = every - stages.count(MISSING)
    brought = stages.count(DELIVERED)
    missing = joined([name for name, stage in zip(names, stages, strict=True) if stage == MISSING])
    in_hands = joined([name for name, stage in zip(names, stages, strict=True) if stage == CARRIED])
    open_gates, aboard = gates(state), state.loaded.bit_count()
    way_out = f"leave through the Gate on {either(open_gates)}" if open_gates else "find a Gate on the edge"
    gate = open_gates[0] if open_gates else "?"
    return [
        Step(
            "Find",
            f"{found}/{every}",
            f"{found} of {every}",
            found == every,
            f"ransack Buildings for Parts ({missing})",
        ),
        Step(
            "Bring",
            f"{brought}/{every}",
            f"{brought} of {every}",
            brought == every,
            f"bring the Parts to the Workshop ({in_hands})",
        ),
        Step("Build", "", "done" if state.is_built else "not yet", state.is_built, "build the Machine in the Workshop"),
        Step(
            "Board",
            f"{aboard}/{state.team}",
            f"{aboard} of {state.team}",
            aboard == state.team,
            "get every Animal aboard the Machine",
        ),
        Step("Gate", gate, f"on {gate}" if open_gates else "not found yet", state.ending == ESCAPED, way_out),
    ]


def next_step(state: Position) -> int:
    """Return the number of the first step that is not done, or of the last step if all are."""
    every = steps(state)
    return next((number for number, step in enumerate(every) if not step.is_done), len(every) - 1)


def line(state: Position) -> str:
    """Return all steps in a line of text."""
    every = steps(state)
    progress = ", ".join([f"{step.name} {step.progress}" for step in every])
    if every[-1].is_done:
        return f"Way out: {progress}."
    return f"Way out: {progress}. Next: {every[next_step(state)].task}."
