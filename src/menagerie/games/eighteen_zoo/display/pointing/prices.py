"""What a family asks for and what it offers, in one step: the price follows at once, and can be taken back."""

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
    """Whether the family asks for something that can have more than one price."""
    if isinstance(action, AskFor):
        thing = action.card
    elif isinstance(action, Acquire):
        thing = POWERS_FROM + action.power
    else:
        return False
    return lowest_price(state, thing) < highest_price(state, thing)


def sketch(state: Position, seat: int, asking: Action, goes_on: bool) -> Sketch:
    """The prices that can be offered: both decisions are made together. `goes_on`: something else was pointed at."""
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
        reason="Offer a price first, or step back." if goes_on else "",
        rule="7.6.2" if goes_on else "",
    )
