"""The old name of `menagerie.core.seed_commitment`, kept until version 2."""

import warnings

from menagerie.core.seed_commitment import commitment as commitment
from menagerie.core.seed_commitment import new_salt as new_salt
from menagerie.core.seed_commitment import verify as verify

warnings.warn("menagerie.core.fair is now called menagerie.core.seed_commitment.", DeprecationWarning, stacklevel=2)
