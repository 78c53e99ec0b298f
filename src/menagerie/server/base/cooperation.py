"""Tell whether a title's players are a team."""

from __future__ import annotations

from functools import cache

from menagerie.core.game import Game


@cache
def is_cooperative(game: Game) -> bool:
    """Return whether all seats of this title win or lose together."""
    return game.gives_advice and game.advice().cooperative
