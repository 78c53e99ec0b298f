"""The old name of `menagerie.testing.walks`, kept for programs until version 2."""

import warnings

from menagerie.testing.walks import Beginning as Beginning
from menagerie.testing.walks import ByHand as ByHand
from menagerie.testing.walks import GameByChance as GameByChance
from menagerie.testing.walks import Opening as Opening
from menagerie.testing.walks import Recorded as Recorded
from menagerie.testing.walks import Way as Way
from menagerie.testing.walks import pick_for as pick_for
from menagerie.testing.walks import picked as picked
from menagerie.testing.walks import ways_within as ways_within

warnings.warn("menagerie.testing.ways is now called menagerie.testing.walks.", DeprecationWarning, stacklevel=2)
