"""The old name of `menagerie.bots.batch`, kept until version 2."""

import warnings

from menagerie.bots.batch import game_seed as game_seed

warnings.warn("menagerie.bots.herd is now called menagerie.bots.batch.", DeprecationWarning, stacklevel=2)
