"""Refusals of decisions that belong to another part of the game: when they can be made."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    AskFor,
    BuyCard,
    BuyPower,
    BuySquirrel,
    DaysOff,
    Launch,
    LayTile,
    Sell,
    Station,
    UsePower,
    Whatsup,
)
from menagerie.games.eighteen_zoo.powers.green import for_players
from menagerie.games.eighteen_zoo.state import Position


def not_now(state: Position, action: Action, otherwise: Refusal) -> Refusal:
    """Return when such a decision can be made; `otherwise` if there is nothing particular to say."""
    found = _in_operating_round(state, action) if state.operating else _outside(state, action)
    return otherwise if found is None else found


def _in_operating_round(state: Position, action: Action) -> Refusal | None:
    if isinstance(action, (BuyCard, Launch, Sell)):
        return Refusal("Buy and sell cards in stock rounds, not in a family's turn.", "6")
    if isinstance(action, BuyPower):
        return Refusal("The bank sells powers in stock rounds. Families acquire them from players.", "7.1")
    if isinstance(action, DaysOff):
        return for_players(state.catalogue.power_names[box.DAYS_OFF])
    if isinstance(action, Whatsup):
        return for_players(state.catalogue.power_names[box.WHATSUP])
    if isinstance(action, LayTile):
        return Refusal("Tiles are laid in the track step, first in a family's turn.", "7.1")
    if isinstance(action, Station):
        return Refusal("Stations are built after the track step and before the run.", "7.1")
    if isinstance(action, (BuySquirrel, AskFor)):
        return Refusal("Squirrels are bought after the dividend.", "7.1")
    return None


def _outside(state: Position, action: Action) -> Refusal | None:
    if isinstance(action, (LayTile, Station)):
        return Refusal("Build tiles and stations in operating rounds, in a family's turn.", "7.1")
    if isinstance(action, (BuySquirrel, AskFor)):
        return Refusal("Buy squirrels in operating rounds, in a family's turn.", "7.6")
    if state.day == 0:
        if isinstance(action, Launch):
            return Refusal("Families are launched from Monday on. Buy a power or pass.", "5.1")
        if isinstance(action, (BuyCard, Sell)):
            return Refusal("Cards are bought and sold from Monday on. Buy a power or pass.", "5.1")
        if isinstance(action, (UsePower, DaysOff, Whatsup)):
            return Refusal("Powers are used from Monday on. Buy a power or pass.", "5.1")
    return None
