"""Make ids that can be read aloud."""

from __future__ import annotations

import secrets
from typing import Final

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id(letters: int) -> str:
    """Return an id that can't be guessed and is easy to read aloud."""
    return "".join([secrets.choice(_ALPHABET) for _ in range(letters)])
