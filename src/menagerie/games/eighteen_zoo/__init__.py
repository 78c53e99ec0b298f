"""18ZOO by Paolo Russo: an 18xx of squirrels, families and powers, 2 to 5 players."""

from pathlib import Path
from typing import Final

from menagerie.core.game import Game
from menagerie.games.eighteen_zoo.title import EighteenZoo

GAME: Final[Game] = EighteenZoo(Path(__file__).parent)
