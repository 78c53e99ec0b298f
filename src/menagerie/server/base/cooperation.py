"""Whether the players of a title are a team."""

from __future__ import annotations

from functools import cache

from menagerie.core.game import Game


@cache
def is_cooperative(game: Game) -> bool:
    """Whether all seats of this title win or lose together."""
    return game.gives_advice and game.advice().cooperative
