"""Dr. Potamus' Incredible Escape: outwit the robot keepers and leave the zoo together, 1 to 4 players."""

from pathlib import Path
from typing import Final

from menagerie.core.game import Game
from menagerie.games.zoo_escape.title import ZooEscape

GAME: Final[Game] = ZooEscape(Path(__file__).parent)
