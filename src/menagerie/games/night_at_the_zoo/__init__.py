"""Night at the Zoo by Tomáš Holek: lead the runaway animals home over tiles you draft, 1 to 4 players."""

from pathlib import Path
from typing import Final

from menagerie.core.game import Game
from menagerie.games.night_at_the_zoo.title import NightAtTheZoo

GAME: Final[Game] = NightAtTheZoo(Path(__file__).parent)
