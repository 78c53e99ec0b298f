"""The titles as environments for agents that learn: PettingZoo, Gymnasium, and with `menagerie.envs.spiel` OpenSpiel.

>>> import menagerie.envs
>>> env = menagerie.envs.aec("zooloretto-mini", players=3)

See docs/environments.md. `episode` is the game underneath them all. An environment must not know a title, nor a
library other than the one it is for.
"""

from menagerie import _extras

_extras.need("envs", "environments")

from menagerie.envs.aec import aec  # noqa: E402 # after the sentence about what is missing
from menagerie.envs.batch import Batch  # noqa: E402
from menagerie.envs.episode import check_stamp, stamp  # noqa: E402
from menagerie.envs.parallel import parallel  # noqa: E402
from menagerie.envs.single import register as _register  # noqa: E402

_register()

__all__ = ["Batch", "aec", "check_stamp", "parallel", "stamp"]
