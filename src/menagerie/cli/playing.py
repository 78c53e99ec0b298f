"""Commands to play: in the browser, in the terminal, and bots against bots."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from menagerie import _extras
from menagerie.cli.arguments import (
    Add,
    count,
    game_of,
    listed,
    not_negative,
    options_of,
    positive,
    record_of,
    say_engine,
    state_of_position,
)
from menagerie.core.errors import BadSetup, MenagerieError

if TYPE_CHECKING:
    from menagerie.core.game import Game
    from menagerie.core.record import Record
    from menagerie.core.state import State
    from menagerie.terminal.match import Player, Thinking


def serve(chosen: argparse.Namespace) -> int:
    """Serve the table in the browser, which `menagerie` without a command does too."""
    try:
        _extras.need("table", "the browser table")
        from menagerie.server.http import configuration, start

        flags = {name: getattr(chosen, name, None) for name in ("config", *configuration.entries())}
        found = configuration.choose(flags, os.environ)
        settings = configuration.settings_of(found)
    except MenagerieError:
        say_engine()
        raise
    if chosen.show_settings:
        say_engine()
        print("\n".join(configuration.lines(found)))
        return 0
    if settings.log == "json":
        return start.serve_for_programs(settings)
    say_engine()
    start.serve(settings)
    return 0


def terminal(chosen: argparse.Namespace) -> int:
    """Show the menu of titles."""
    from menagerie.terminal.menu import menu
    from menagerie.terminal.screen import choose_screen

    return menu(choose_screen())


def play(chosen: argparse.Namespace) -> int:
    """Play a game in this terminal."""
    from menagerie.terminal.match import Match
    from menagerie.terminal.play import Play
    from menagerie.terminal.screen import choose_screen

    thinking = _thinking(chosen)
    if chosen.record and chosen.position:
        raise BadSetup("A game begins from a record or from a position: use --from or --position, not both.")
    if chosen.record:
        record = record_of(chosen)
        match = Match.of(record, chosen.at, _players_of(record, chosen), thinking)
        file = Path(chosen.record) if chosen.at is None else None
        return Play(match, choose_screen(), file).run()
    if chosen.at is not None:
        raise BadSetup("--at needs --from, the record to continue.")
    if chosen.position:
        state = _position_of(chosen)
        chosen.players = state.players
        _, names, bots = _seats(chosen, state.game)
        return Play(Match(state, _seated(state.players, names, bots), thinking), choose_screen()).run()
    game = game_of(chosen)
    players, names, bots = _seats(chosen, game)
    state = game.new(players=players, seed=chosen.seed, **options_of(chosen))
    return Play(Match(state, _seated(players, names, bots), thinking), choose_screen()).run()


def _position_of(chosen: argparse.Namespace) -> State:
    """Return the position to start from."""
    state = state_of_position(chosen.position, chosen.content, chosen.seed)
    if chosen.title not in (None, state.game.id):
        raise BadSetup(f"{chosen.position} is a position of {state.game.id}, not of {chosen.title}.")
    if chosen.players not in (None, state.players):
        raise BadSetup(f"{chosen.position} is a position of {state.players} players.")
    if chosen.option:
        raise BadSetup("A position has its own options. Leave out --option.")
    return state


def watch(chosen: argparse.Namespace) -> int:
    """Let bots play each other."""
    from menagerie.bots import usual
    from menagerie.terminal import show
    from menagerie.terminal.match import Match
    from menagerie.terminal.screen import choose_screen

    game = game_of(chosen)
    bots = listed(chosen.bots) or [usual(game)]
    players = max(game.players[0], len(bots)) if chosen.players is None else chosen.players
    if len(bots) > players:
        raise BadSetup(f"There are {len(bots)} bots for {players} seats.")
    bots = [bots[seat % len(bots)] for seat in range(players)]
    state = game.new(players=players, seed=chosen.seed, **options_of(chosen))
    match = Match(state, _seated(players, [], bots), _thinking(chosen))
    screen = choose_screen()
    show.watch(match, screen, chosen.pause)
    if chosen.save:
        screen.say(f"Saved as {match.save(Path(chosen.save))}.")
    return 0


def _seats(chosen: argparse.Namespace, game: Game) -> tuple[int, list[str], list[str]]:
    """Return how many players there are, the names of people, and the bots. What isn't given follows from the rest."""
    from menagerie.bots import usual
    from menagerie.terminal.menu import usual_players

    names = listed(chosen.names)
    people = max(1, len(names))
    bots = [] if chosen.bots in (None, "none") else listed(chosen.bots)
    if chosen.players is not None:
        players = chosen.players
    elif chosen.bots is None:
        players = max(usual_players(game), people)
    else:
        players = max(game.players[0], people + len(bots))
    if chosen.bots is None:
        bots = [usual(game)] * (players - people)
    return players, names, bots


def _seated(players: int, names: list[str], bots: list[str]) -> list[Player]:
    from menagerie.terminal.match import seat_players

    for name in names:
        if not name.isprintable():
            raise BadSetup(f"The name {name!r} cannot be printed.")
    return seat_players(players, names, bots)


def _players_of(record: Record, chosen: argparse.Namespace) -> list[Player]:
    """Return the players named in the record, unless others are asked for."""
    from menagerie.terminal.match import Player

    if chosen.players not in (None, record.players):
        raise BadSetup(f"{chosen.record} is a game of {record.players} players.")
    if chosen.seed is not None or chosen.option:
        raise BadSetup("A continued game takes its seed and options from its record. Leave out --seed and --option.")
    names, bots = listed(chosen.names), [] if chosen.bots == "none" else listed(chosen.bots)
    if chosen.bots is not None or names:
        return _seated(record.players, names, bots)
    return [Player.from_record(seat, record.names.get(seat, "")) for seat in range(record.players)]


def _thinking(chosen: argparse.Namespace) -> Thinking:
    from menagerie.terminal.match import Thinking

    if chosen.think is None and chosen.playouts is None:
        return Thinking()
    return Thinking(chosen.think, chosen.playouts)


# Their arguments.


def add_commands(add: Add) -> None:
    """Add the commands to the parser."""
    _add_serve(add)
    add(terminal, "choose a title from a menu and play it in the terminal", "terminal")
    _add_play(add)
    _add_watch(add)


def _add_serve(add: Add) -> None:
    command = add(
        serve,
        "serve the table in the browser, for you or for others",
        "serve\nserve --port 8000\nserve --host 0.0.0.0 --port 8000 --database tables.db\n"
        "serve --database postgresql://lisa@127.0.0.1/zoo\nserve --config server.toml --settings",
    )
    command.add_late = partial(_add_settings, command)


def _add_settings(command: argparse.ArgumentParser) -> None:
    from menagerie.server.http import configuration

    command.add_argument("--settings", dest="show_settings", action="store_true", help="list all settings and exit")
    command.add_argument("--config", metavar="FILE", help="a settings file")
    for name, entry in configuration.entries().items():
        # The many limits would hide the rest; --settings lists them too.
        purpose = argparse.SUPPRESS if name.startswith("limits.") else entry.purpose.replace("%", "%%")
        if entry.kind is bool:
            command.add_argument(entry.flag, dest=name, action=argparse.BooleanOptionalAction, help=purpose)
        else:
            command.add_argument(entry.flag, dest=name, metavar=_METAVARS[entry.kind], help=purpose)


_METAVARS: Final[dict[type, str]] = {int: "N", float: "NUMBER", str: "TEXT", tuple: "TEXT,..."}


def _add_play(add: Add) -> None:
    command = add(
        play,
        "play in the terminal, against bots or with several people",
        "play {0}\n"
        "play {0} --players 3 --bots keeper,visitor --seed 7\n"
        "play {0} --names Lisa,Ben --bots none\n"
        "play --position table.txt\n"
        "play --from game.zoo\n"
        "play --from game.zoo --at 20",
    )
    command.add_late = partial(_add_play_arguments, command)


def _add_play_arguments(command: argparse.ArgumentParser) -> None:
    _add_setup(command)
    command.add_argument("--names", metavar="NAME,...", help="names of the people in the first seats")
    command.add_argument("--position", metavar="FILE", help="start from a position written by `menagerie position`")
    command.add_argument("--from", dest="record", metavar="FILE", help="continue a recorded game")
    command.add_argument("--at", type=count, metavar="N", help="from the moment after N decisions")


def _add_watch(add: Add) -> None:
    command = add(
        watch,
        "watch bots play each other",
        "watch {0} --players 4 --bots director,keeper\n"
        "watch {0} --pause 1\n"
        "watch {0} --seed 7 --playouts 50 --save game.zoo",
    )
    command.add_late = partial(_add_watch_arguments, command)


def _add_watch_arguments(command: argparse.ArgumentParser) -> None:
    _add_setup(command)
    command.add_argument(
        "--pause", type=not_negative, default=0.0, metavar="SECONDS", help="show the table after every decision"
    )
    command.add_argument("--save", metavar="FILE", help="save the record")


def _add_setup(command: argparse.ArgumentParser) -> None:
    """Add what a new game is made of."""
    from menagerie.bots import kinds

    command.add_argument("title", metavar="TITLE", nargs="?", help="menagerie titles lists them")
    command.add_argument("--players", type=count, metavar="N", help="how many; by default two")
    command.add_argument(
        "--bots",
        metavar="KIND,...",
        help=f"bots for the last seats: {', '.join(kinds())}; with playouts (montecarlo:400) or seconds "
        "(keeper:0.2s), to change how long they think",
    )
    command.add_argument("--seed", type=count, metavar="N", help="the same seed deals the same game")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    command.add_argument("--content", metavar="DIR", help="read the title's content from this folder")
    command.add_argument(
        "--think", type=positive, metavar="SECONDS", help="the most time for a bot's turn; by default 2"
    )
    command.add_argument(
        "--playouts", type=count, metavar="N", help="limit bots by count instead of time, for the same play every time"
    )
