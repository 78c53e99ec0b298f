"""What came of a game that is over, seat by seat: told in one place, for matches, simulations and datasets alike."""

from __future__ import annotations

from functools import cache

from menagerie.core.advice import Advice
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.core.state import State


@cache
def advice_of(game: Game) -> Advice | None:
    """What a title knows about playing it well, if it knows anything; read once."""
    try:
        return game.advice()
    except MenagerieError:
        return None


def is_together(game: Game, players: int) -> bool:
    """Return whether all seats win or lose together, or one plays alone: then a game is won or not. Otherwise each seat
    has a fair share of the wins."""
    advice = advice_of(game)
    return players == 1 or (advice is not None and advice.cooperative)


def won(state: State) -> list[float]:
    """What each seat has won: 1 in all where one wins against others."""
    advice = advice_of(state.game)
    if advice is not None:
        return list(advice.result(state))
    winners = state.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]


def margin(state: State, seat: int) -> int | None:
    """Return the points ahead of the best other, or behind; None without opponents."""
    if is_together(state.game, state.players):
        return None
    return state.scores[seat] - max([score for other, score in enumerate(state.scores) if other != seat])
