"""Flamingo Race: a title that lives in a package of its own."""

from pathlib import Path
from typing import Final

from menagerie import Game

from .title import FlamingoRace

GAME: Final[Game] = FlamingoRace(Path(__file__).parent)
