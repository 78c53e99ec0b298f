"""Menagerie: zoo board games with exact rules, to play, study and research.

>>> import menagerie
>>> game = menagerie.load("zooloretto-mini")
>>> state = game.new(players=3, seed=7)
"""

from menagerie import _engine

_engine.install()

from menagerie._engine import COMPILED  # noqa: E402
from menagerie.core.action import Action  # noqa: E402
from menagerie.core.display.choosing import why_not  # noqa: E402
from menagerie.core.errors import (  # noqa: E402
    BadContent,
    BadRecord,
    BadSetup,
    IllegalAction,
    MenagerieError,
    UnknownGame,
)
from menagerie.core.event import Event  # noqa: E402
from menagerie.core.game import Game  # noqa: E402
from menagerie.core.playout import play_randomly  # noqa: E402
from menagerie.core.record import Record  # noqa: E402
from menagerie.core.registry import load, titles  # noqa: E402
from menagerie.core.state import State  # noqa: E402
from menagerie.versions import VERSION  # noqa: E402

__version__ = VERSION

__all__ = [
    "COMPILED",
    "Action",
    "BadContent",
    "BadRecord",
    "BadSetup",
    "Event",
    "Game",
    "IllegalAction",
    "MenagerieError",
    "Record",
    "State",
    "UnknownGame",
    "load",
    "play_randomly",
    "titles",
    "why_not",
]
