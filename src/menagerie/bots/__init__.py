"""Players made of code. They are only ever given imagined states: what is hidden from a seat, its bot cannot see."""

from menagerie.bots.bot import Bot, Clock, decide
from menagerie.bots.kinds import kinds, make

__all__ = ["Bot", "Clock", "decide", "kinds", "make"]
