"""Players made of code. They are only ever given imagined states: what is hidden from a seat, its bot cannot see."""

from menagerie.bots.bot import Bot, Clock, decide
from menagerie.bots.hints import Hint, advise
from menagerie.bots.kinds import kinds, make, offered, strongest, usual
from menagerie.bots.team import first_to_act
from menagerie.bots.turn_bot import TurnBot

__all__ = [
    "Bot",
    "Clock",
    "Hint",
    "TurnBot",
    "advise",
    "decide",
    "first_to_act",
    "kinds",
    "make",
    "offered",
    "strongest",
    "usual",
]
