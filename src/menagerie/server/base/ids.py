"""Ids that people may have to read aloud."""

from __future__ import annotations

import secrets
from typing import Final

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id(letters: int) -> str:
    """An id that cannot be guessed and can be read aloud."""
    return "".join([secrets.choice(_ALPHABET) for _ in range(letters)])
