"""The menu of titles: a few questions, then a game."""

from __future__ import annotations

from typing import Any

import menagerie
from menagerie.bots import kinds, line_of, offered, usual
from menagerie.core.game import Game
from menagerie.core.registry import catalog
from menagerie.terminal.learn import learn
from menagerie.terminal.match import Match, Thinking, seat_players
from menagerie.terminal.play import Play
from menagerie.terminal.screen import Screen
from menagerie.terminal.setups import describe_first_game, describe_players


def menu(screen: Screen) -> int:
    """Ask what to play, with how many and against whom, and play it. Return the exit code."""
    try:
        game = _ask_title(screen, catalog())
        if game is None:
            return 0
        players = _ask_players(screen, game)
        options = _ask_first_game(screen, game, players)
        bots = [_ask_bot(screen, game)] * (players - 1) if players > 1 else []
    except (EOFError, KeyboardInterrupt):
        screen.say("\nGoodbye.", "quiet")
        return 0
    state = menagerie.load(game.id).new(players=players, **options)
    match = Match(state, seat_players(players, [], bots), Thinking())
    return Play(match, screen).run()


def _ask_title(screen: Screen, games: list[Game]) -> Game | None:
    _list_titles(screen, games)
    while True:
        line = screen.ask().lower()
        if line in ("quit", "exit"):
            return None
        wanted = line.removeprefix("learn ").strip()
        found = [game for number, game in enumerate(games, start=1) if wanted == str(number)]
        found = found or [game for game in games if wanted and (wanted in game.id or wanted in game.name.lower())]
        if len(found) != 1:
            screen.say(f"Type a number from 1 to {len(games)}, or part of one title's name.", "error")
        elif wanted == line:
            return found[0]
        else:
            learn(menagerie.load(found[0].id), screen)
            _list_titles(screen, games)


def _list_titles(screen: Screen, games: list[Game]) -> None:
    screen.say("What do you want to play?", "title")
    screen.say()
    for number, game in enumerate(games, start=1):
        screen.say(f"  {number}  {game.name}, {describe_players(game)}")
        screen.say(f"     {game.about.values.get('line', '')}", "quiet")
    screen.say()
    screen.say("Type a number or a name. Type learn and a number for how to play, or quit.", "prompt")


def _ask_players(screen: Screen, game: Game) -> int:
    least, most = game.players[0], game.players[-1]
    if least == most:
        return least
    screen.say(f"How many players, {least} to {most}? (Enter: {usual_players(game)})", "prompt")
    while True:
        line = screen.ask()
        if not line:
            return usual_players(game)
        if line.isdecimal() and int(line) in game.players:
            return int(line)
        screen.say(f"{game.name} is {describe_players(game)}.", "error")


def _ask_first_game(screen: Screen, game: Game, players: int) -> dict[str, Any]:
    """Return the newcomers' options if the player wants them. Not asked where the defaults suit everyone."""
    if players not in game.first_game:
        return {}
    suggested = describe_first_game(game, players)
    screen.say(f"Your first game? We suggest {suggested}. Use it: yes or no? (Enter: no)", "prompt")
    while True:
        line = screen.ask().lower()
        if line and "yes".startswith(line):
            return game.first_game[players]
        if "no".startswith(line):
            return {}
        screen.say("Type yes or no.", "error")


def _ask_bot(screen: Screen, game: Game) -> str:
    choices = ", ".join([f"{kind} ({line_of(kind)})" if line_of(kind) else kind for kind in offered(game)])
    screen.say(f"Against which bots: {choices}? (Enter: {usual(game)})", "prompt")
    while True:
        line = screen.ask().lower()
        if not line:
            return usual(game)
        found = [kind for kind in kinds(game) if kind.startswith(line)]
        if len(found) == 1:
            return found[0]
        screen.say(f"One of {', '.join(kinds(game))}.", "error")


def usual_players(game: Game) -> int:
    """Return two if the title can be played with two."""
    return 2 if 2 in game.players else game.players[0]
