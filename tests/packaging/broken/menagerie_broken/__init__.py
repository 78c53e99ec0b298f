"""What a package can do wrong."""

import tempfile
from pathlib import Path
from typing import Final

from menagerie import Game
from menagerie.bots import Bot

NO_GAME: Final = 7


def _game(text: str) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "title.toml").write_text(text)
        return Game(Path(folder))


PLAYABLE: Final = 'name = "Mine"\nplayers = [2, 2]\nrules_version = 1\nlongest = 9\n'
LISTED: Final = 'line = "l"\ndifficulty = "d"\ndesigner = "d"\npublisher = "p"\nminutes = [1, 2]\nyear = 2000\n'

BARE: Final = _game(f'id = "bare"\n{PLAYABLE}')
TAKEN: Final = _game(f'id = "zooloretto-mini"\n{PLAYABLE}')
UNDRAWN: Final = _game(f'id = "undrawn"\nsymbol = "unicorn"\n{PLAYABLE}{LISTED}')


class AnotherRandom(Bot):
    """Has a name that is taken."""

    kind = "random"
