"""Everything there is to know about a state, and everything that a seat is shown of it."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

from menagerie.core.game import Game
from menagerie.core.state import State

NAMES = ("Lisa", "Tom", "Mia", "Ben", "Zoe")


def everything(state: State) -> dict[str, Any]:
    """All that there is to know about a state."""
    return {
        "views": [state.view(seat) for seat in (*range(state.players), None)],
        "secrets": state.secrets(),
        "history": [(seat, str(action)) for seat, action in state.history],
        "to_act": state.to_act,
        "legal": [[str(action) for action in state.legal(seat)] for seat in range(state.players)],
        "scores": state.scores,
    }


def known_to(state: State, seat: int | None) -> str:
    """All that a seat is ever shown, as one text."""
    shown: dict[str, Any] = {"view": state.view(seat), "to_act": state.to_act}
    if seat is not None:
        shown["legal"] = [str(action) for action in state.legal(seat)]
        shown["prompt"] = state.prompt(seat)
    shown["sheet"] = state.game.sheet(state, seat).data()
    if has_pictures(state.game):
        shown["scene"] = state.game.scene(state, seat).changes_since(None)
        if seat is not None:
            shown["trials"] = [trial.wire() for trial in state.game.trials(state, seat)]
        if seat in state.to_act:
            shown["choices"] = [choice.wire() for choice in state.game.choices(state, seat)]
    return json.dumps(shown, sort_keys=True)


def has_pictures(game: Game) -> bool:
    """Whether the title can be drawn and pointed at."""
    return type(game).scene != Game.scene or _has_display(type(game).__module__.rpartition(".")[0])


@cache
def _has_display(package: str) -> bool:
    return bool(package) and find_spec(f"{package}.display") is not None


def play_some(state: State, seed: int, decisions: int) -> None:
    """Play a few random decisions."""
    chance = Random(seed)
    for _ in range(decisions):
        if state.is_over:
            return
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
