"""Zooloretto Mini by Michael Schacht: push your luck with trucks of tiles, 2 to 5 players."""

from pathlib import Path
from typing import Final

from menagerie.core.game import Game
from menagerie.games.zooloretto_mini.title import ZoolorettoMini

GAME: Final[Game] = ZoolorettoMini(Path(__file__).parent)
