"""Bots, hints and reviews. Bots only ever get imagined states, in which what is hidden from their seat is invented.

Even so, an installed bot runs in the same process, so trust it only as far as its author. This package must not know
more of a title than its `advice`, nor where a game is played: arenas, tables and terminals call `decide`.
"""

from menagerie.bots.bot import Bot, Clock, decide
from menagerie.bots.coop_search import first_to_act
from menagerie.bots.hints import Hint, advise
from menagerie.bots.kinds import (
    about_of,
    is_installed,
    kinds,
    line_of,
    load,
    make,
    name_of,
    offered,
    strongest,
    usual,
    withdraw,
)
from menagerie.bots.turn_bot import TurnBot

__all__ = [
    "Bot",
    "Clock",
    "Hint",
    "TurnBot",
    "about_of",
    "advise",
    "decide",
    "first_to_act",
    "is_installed",
    "kinds",
    "line_of",
    "load",
    "make",
    "name_of",
    "offered",
    "strongest",
    "usual",
    "withdraw",
]
