"""What an observation tells, for tests that read it as a player would."""

from __future__ import annotations

from typing import Any

from menagerie import State


def told(state: State, seat: int = 0) -> dict[str, Any]:
    """What the seat sees, encoded into numbers and read back by the layout."""
    state.changed_by_hand()
    return state.game.observation.decode(state.game.encoding().observe(state, seat).tolist())


def named(part: dict[str, int]) -> dict[str, int]:
    """The names that have a number other than 0."""
    return {name: number for name, number in part.items() if number}


def only(part: dict[str, int]) -> str:
    """The one name that is marked."""
    (name,) = named(part)
    assert part[name] == 1
    return name


def listed(state: State, seat: int = 0) -> set[str]:
    """The decisions that the mask marks, in notation."""
    state.changed_by_hand()
    encoding = state.game.encoding()
    return {encoding.name(code) for code, listed in enumerate(encoding.mask_of(state, seat)) if listed}
