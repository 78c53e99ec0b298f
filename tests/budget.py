"""How much a test tries: a little in every run, a lot in the long run before a release."""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

IS_LONG: Final = bool(os.environ.get("MENAGERIE_LONG"))
"""Whether this is the long run (`./menagerie test --long`)."""


def budget(small: T, large: T) -> T:
    """Return `large` in the long run and `small` in any other."""
    return large if IS_LONG else small
