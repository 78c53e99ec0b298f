"""Check what is asked of a new tournament, with a sentence for anything impossible."""

from __future__ import annotations

import math
from typing import Final

from menagerie.core.errors import BadSetup, UnknownGame
from menagerie.core.game import Game
from menagerie.core.registry import load
from menagerie.server.base import clock
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.base.errors import Refused
from menagerie.server.base.ids import new_id
from menagerie.server.features.tournaments.pairing import robin_rounds
from menagerie.server.features.tournaments.records import Tournament
from menagerie.server.protocol.incoming import NewTournament
from menagerie.server.store.guests import Guest
from menagerie.server.table import time_controls

FEWEST: Final = 4
MOST: Final = 64
"""The most players."""
AHEAD: Final = 366 * 24 * 3600.0
"""How far ahead a start may be."""


def tournament(guest: Guest, wish: NewTournament) -> Tournament:
    """Return the requested tournament; raise Refused with the reason if it isn't possible."""
    game = _game(wish.title)
    _check_players(game, wish)
    _check_system(wish)
    now = clock.now()
    if wish.starts is not None and not now < wish.starts < now + AHEAD:
        raise Refused("setup", "The start must be in the future, within a year. Choose another date.")
    return Tournament(
        id=new_id(16),
        name=wish.name,
        owner=guest.id,
        title=game.id,
        options=wish.options,
        players=wish.players,
        system=wish.system,
        rounds=wish.rounds,
        pace=wish.pace,
        overtime=wish.overtime,
        public=wish.public,
        starts=wish.starts,
        late=wish.late,
        deadline=None if wish.hours is None else wish.hours * 3600.0,
        automatic=wish.automatic,
        status="open",
        round=0,
        begun=None,
        reason=None,
        created=now,
    )


def _game(title: str) -> Game:
    try:
        game = load(title)
    except UnknownGame as error:
        raise Refused("setup", str(error)) from None
    if is_cooperative(game):
        raise Refused("setup", f"In {game.name} all players win or lose together. Choose another game.")
    return game


def _check_players(game: Game, wish: NewTournament) -> None:
    most = max(game.players)
    if not 2 <= wish.players <= most:
        raise Refused(
            "setup", f"{game.name} tournaments have 2 to {most} players per table. Choose a number in that range."
        )
    # If not all tables can be full, some have fewer seats.
    for players in range(max(2, min(game.players)), wish.players + 1):
        try:
            game.setup(players, 1, game.rules_version, wish.options)
        except BadSetup as error:
            raise Refused("setup", str(error)) from None
        time_controls.check_rule(wish.overtime, time_controls.read(wish.pace), game, players)


def _check_system(wish: NewTournament) -> None:
    if wish.system != "robin":
        return
    if wish.players != 2:
        raise Refused("setup", "A round robin needs tables of two. Choose Swiss for larger ones.")
    if wish.rounds is not None:
        raise Refused(
            "setup", "In a round robin the number of rounds follows from the number of players. Leave it empty."
        )
    if wish.late:
        raise Refused("setup", "A round robin doesn't allow late entry. Turn it off or choose Swiss.")


def rounds(tournament: Tournament, people: int) -> int:
    """Return the number of rounds for so many people. With more, some would have to meet again."""
    most = robin_rounds(people)
    if tournament.system == "robin":
        return most
    return min(most, tournament.rounds or math.ceil(math.log2(people)))
