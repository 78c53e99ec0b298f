"""Players made of code, with hints and reviews. They are only ever given imagined states, in which what is hidden from
their seat is invented.

An installed bot runs in the same process all the same: it can be trusted as far as its author. The room must not know
more of a title than its `advice`, nor where a game is played: arenas, tables and terminals ask through `decide`.
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
