"""Which pieces of the scene an event of 18ZOO is about."""

from __future__ import annotations

import re

from menagerie.core.event import Event
from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo import events

_OF_CARDS = (events.BoughtCard, events.SoldCards, events.ParentsPassed)
_OF_POWERS = (events.BoughtPower, events.Earned, events.PowerSold)
_OF_SQUIRRELS = (events.Discarded, events.Patched)


def pieces_of(event: Event) -> tuple[str, ...] | None:
    """Return the hex that is built on, the card that is bought, the token that rises: not the panels that tell of
    it."""
    if isinstance(event, (events.Laid, events.Built)):
        return (f"hex-{event.at}",)
    if isinstance(event, events.Moved):
        return (f"reputation-{event.family.id}",)
    if isinstance(event, _OF_CARDS):
        return (_cards(event.seat, event.family.id),)
    if isinstance(event, events.Launched):
        return (f"reputation-{event.family.id}", _cards(event.seat, event.family.id))
    if isinstance(event, _OF_POWERS):
        return (_power(event.power),)
    if isinstance(event, events.UsedPower):
        return (_power(event.power), "hex-*")
    if isinstance(event, events.Ran):
        return ("run-*",)
    if isinstance(event, events.Hiring):
        return (f"deck>squirrel-{event.squirrel}-*",)
    if isinstance(event, _OF_SQUIRRELS):
        return (f"squirrel-{event.squirrel}-*",)
    if isinstance(event, (events.Distributed, events.Kept, events.KitchenIncome)):
        return (f"mat-{event.family.id}",)
    return ("phase",) if isinstance(event, events.PhaseBegan) else ()


def _cards(seat: int, family: str) -> str:
    return f"cards-{LETTERS[seat]}-{family}"


def _power(name: str) -> str:
    """`IT'S ALL GREEK TO ME` lies on the table as `IT_S_ALL_GREEK_TO_ME`."""
    return f"power-{re.sub('[^A-Z0-9]', '_', name.upper()).strip('_')}"
