"""The old name of `menagerie.core.sequential`, kept until version 2."""

import warnings

from menagerie.core.sequential import NOBODY as NOBODY
from menagerie.core.sequential import Asking as Asking

warnings.warn("menagerie.core.asking is now called menagerie.core.sequential.", DeprecationWarning, stacklevel=2)
