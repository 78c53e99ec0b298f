"""What a family asks for and what it offers, chosen together."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, Sketch, button
from menagerie.games.eighteen_zoo.actions import Acquire, AskFor, Offer
from menagerie.games.eighteen_zoo.display.pointing.amounts import usual_amount
from menagerie.games.eighteen_zoo.display.wording import words
from menagerie.games.eighteen_zoo.phases.deals import highest_price, lowest_price
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.state import Position


def names_price(state: Position, action: Action) -> bool:
    """Return whether the family asks for something that can have more than one price."""
    if isinstance(action, AskFor):
        thing = action.card
    elif isinstance(action, Acquire):
        thing = POWERS_FROM + action.power
    else:
        return False
    return lowest_price(state, thing) < highest_price(state, thing)


def sketch(state: Position, seat: int, asking: Action, has_more: bool) -> Sketch:
    """Return the prices that can be offered. `has_more`: something else was pointed at after the question."""
    asked = state.copy()
    asked.play(asking, seat)
    offers = [action for action in asked.legal(seat) if isinstance(action, Offer)]
    usual = usual_amount(asked, [offer.price for offer in offers])
    return Sketch(
        asked.prompt(seat),
        [
            Choice(
                f"{asking}\n{offer}",
                (button(words(asked, seat, offer)),),
                words=words(asked, seat, offer),
                amount=offer.price,
                usual=offer.price == usual,
            )
            for offer in offers
        ],
        reason="First name a price, or step back." if has_more else "",
        rule="7.6.2" if has_more else "",
    )
