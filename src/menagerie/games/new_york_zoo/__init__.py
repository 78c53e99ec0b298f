"""New York Zoo by Uwe Rosenberg: enclosures, animals and attractions, 1 to 5 players."""

from pathlib import Path
from typing import Final

from menagerie.core.game import Game
from menagerie.games.new_york_zoo.title import NewYorkZoo

GAME: Final[Game] = NewYorkZoo(Path(__file__).parent)
