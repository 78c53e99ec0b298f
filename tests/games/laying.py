"""Laying positions as text in tests of rules (docs/positions.md)."""

from __future__ import annotations

from textwrap import dedent

import menagerie
from menagerie import State
from menagerie.core.position import FIRST_LINE


def laid(title: str, text: str, seed: int = 1) -> State:
    """The table that these lines describe; what they leave out is as in a new game from this seed."""
    return menagerie.load(title).from_position(f"{FIRST_LINE}\n{dedent(text)}", seed)
