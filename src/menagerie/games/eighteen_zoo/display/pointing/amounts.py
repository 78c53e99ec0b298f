"""Decisions that are numbers: how much, and with which number to begin."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.games.eighteen_zoo.actions import Offer, Share
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.state import Position


def amount_of(action: Action) -> int:
    """Return the number that a decision names; -1: none."""
    if isinstance(action, Offer):
        return action.price
    return action.amount if isinstance(action, Share) else -1


def usual_amount(state: Position, amounts: list[int]) -> int:
    """Return the number to begin with: what is asked for at its printed price, if the family can pay that; of a
    ticket all."""
    if state.asking >= 0:
        thing = state.asking
        if thing >= POWERS_FROM:
            printed = state.pieces.powers[thing - POWERS_FROM].cost
        else:
            printed = state.pieces.squirrels[thing].kind.prices[0]
        return max(min(amounts), min(max(amounts), printed))
    return max(amounts)
