"""Blue powers, which players use on their turns in stock rounds (rules 4.3 and 10.1 to 10.6): why not now."""

from __future__ import annotations

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import Whatsup
from menagerie.games.eighteen_zoo.pieces import Squirrel
from menagerie.games.eighteen_zoo.powers.owners import whose
from menagerie.games.eighteen_zoo.state import NOBODY, NOT_LAUNCHED, Position


def refuse_hand(state: Position, seat: int, power: int) -> Refusal | None:
    """Players use the powers in their own hands."""
    if power in state.hands[seat]:
        return None
    name = state.catalogue.power_names[power]
    owned = whose(state, power)
    return Refusal(
        f"{name} {owned}; you use the powers in your own hand." if owned else f"You do not have {name}.", "4.3"
    )


def refuse_use(state: Position, power: int) -> Refusal | None:
    """MIDAS and GREEK; the others are used by families, on a family, or never."""
    if power == box.MIDAS:
        return None if state.midas == NOBODY else Refusal("MIDAS has been announced already.", "10.2")
    if not state.pieces.powers[power].blue:
        name = state.catalogue.power_names[power]
        return Refusal(f"{name} is a green power: a family acquires it in its turn, and uses it then.", "4.3")
    if power == box.LEPRECHAUN_POT_OF_GOLD:
        return Refusal("LEPRECHAUN POT OF GOLD pays 2 $N by itself when a stock round begins.", "10.4")
    if power != box.IT_S_ALL_GREEK_TO_ME:
        name = state.catalogue.power_names[power]
        return Refusal(f"{name} is used for a family: choose one that it can help now.", f"10.{power + 1}")
    if state.greek:
        return Refusal("Another turn is already to follow this one.", "10.5")
    if state.bought or state.sold_now or (state.rules.greek_for_all and state.launched_now):
        return None
    return Refusal("Sell or buy something in this turn first.", "10.5")


def whatsup_card(state: Position, action: Whatsup) -> Squirrel:
    """The squirrel that WHATSUP buys."""
    return state.next_squirrel() if action.card < 0 else state.pieces.squirrels[action.card]


def refuse_whatsup(state: Position, seat: int, action: Whatsup) -> Refusal | None:
    """Rule 10.6."""
    missing = refuse_hand(state, seat, box.WHATSUP)
    if missing is not None:
        return missing
    family = action.family
    name = state.pieces.families[family].name
    if state.cell[family] == NOT_LAUNCHED or state.owner(family) != seat:
        return Refusal(f"WHATSUP is for a family that you lead, and the {name} are not yours.", "10.6")
    card = whatsup_card(state, action)
    if action.card >= 0 and (card not in state.kitchen or not state.rules.whatsup_any):
        return Refusal("WHATSUP buys the squirrel on top of the deck.", "10.6")
    if action.card < 0 and action not in state.catalogue.whatsup_deck[family][card.kind.index]:
        return Refusal(f"On top of the deck lies a {card.kind.code}.", "10.6")
    if not state.has_room(family):
        return Refusal(f"The {name} have as many squirrels as the phase allows.", "10.6")
    if state.patched(family) is not None and not state.rules.site:
        return Refusal("A family with a patched squirrel buys no squirrels.", "10.18")
    price = squirrels.price_of(card, action.face)
    if price > state.treasury[family]:
        return Refusal(f"The squirrel costs {price} $N; the treasury has {state.treasury[family]}.", "10.6")
    return None
