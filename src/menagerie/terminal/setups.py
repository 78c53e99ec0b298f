"""What a title can be set up with, in words: for lists of titles."""

from __future__ import annotations

from menagerie.core.game import Game


def describe_first_game(game: Game, players: int) -> str:
    """Return what is suggested for a first game, as it is typed: `level=easy`."""
    suggested = game.first_game[players]
    written = {option.name: option.write(suggested[option.name]) for option in game.options if option.name in suggested}
    return " ".join([f"{name}={value}" for name, value in written.items()])


def describe_players(game: Game) -> str:
    """Return for how many a title is: `for 2 to 5 players`."""
    least, most = game.players[0], game.players[-1]
    return f"for {least} to {most} players" if least != most else f"for {least} players"
