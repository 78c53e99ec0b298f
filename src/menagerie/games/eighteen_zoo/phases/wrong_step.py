"""Answers to decisions whose place is another part of the game: when they can be made, and what is asked now."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo.actions import (
    AskFor,
    BuyCard,
    BuyPower,
    BuySquirrel,
    Launch,
    LayTile,
    Sell,
    Station,
    UsePower,
)
from menagerie.games.eighteen_zoo.state import Position


def not_now(state: Position, action: Action, otherwise: Refusal) -> Refusal:
    """When such a decision can be made; `otherwise` if there is nothing particular to say."""
    found = _in_operating_round(action) if state.operating else _outside(state, action)
    return otherwise if found is None else found


def _in_operating_round(action: Action) -> Refusal | None:
    if isinstance(action, (BuyCard, Launch, Sell)):
        return Refusal("Cards are bought and sold in stock rounds, not in the turn of a family.", "6")
    if isinstance(action, BuyPower):
        return Refusal("The bank sells powers in stock rounds; a family in its turn acquires those of players.", "7.1")
    if isinstance(action, LayTile):
        return Refusal("Tiles are laid first in a family's turn, before station, run and squirrels.", "7.1")
    if isinstance(action, Station):
        return Refusal("A station is built after the track and before the run.", "7.1")
    if isinstance(action, (BuySquirrel, AskFor)):
        return Refusal("Squirrels have their own step in a family's turn, right after the dividend.", "7.1")
    return None


def _outside(state: Position, action: Action) -> Refusal | None:
    if isinstance(action, (LayTile, Station)):
        return Refusal("Tiles and stations are built in operating rounds, by the family whose turn it is.", "7.1")
    if isinstance(action, (BuySquirrel, AskFor)):
        return Refusal("Squirrels are bought in operating rounds, by the family whose turn it is.", "7.6")
    if state.day == 0:
        if isinstance(action, (BuyCard, Launch, Sell)):
            return Refusal("Families are launched from Monday on; now buy a power, or pass.", "5.1")
        if isinstance(action, UsePower):
            return Refusal("Powers are used from Monday on; now buy one of those for sale, or pass.", "5.1")
    return None
