"""Who asks, where somebody has to be known."""

from __future__ import annotations

from menagerie.server.database import Guest
from menagerie.server.errors import Refused


def known(guest: Guest | None) -> Guest:
    """The guest, where one is needed."""
    if guest is None:
        raise Refused("guest", "Choose a name first.")
    return guest
