"""Why a player can't use a blue power now in a stock round (rules 4.3 and 10.1 to 10.6)."""

from __future__ import annotations

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import Whatsup
from menagerie.games.eighteen_zoo.pieces import Squirrel
from menagerie.games.eighteen_zoo.powers.owners import holder, mat_of
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position


def refuse_hand(state: Position, seat: int, power: int) -> Refusal | None:
    """Return why a player can't use this power, if it isn't theirs."""
    if power in state.hands[seat]:
        return None
    name = state.catalogue.power_names[power]
    player, family = holder(state, power), mat_of(state, power)
    if player != NO_ONE:
        return Refusal(f"{name} is in {state.names[player]}'s hand. You can only use your own powers.", "4.3")
    if family != NO_ONE:
        return Refusal(
            f"{name} belongs to the {state.pieces.families[family].name}. You can only use your own powers.", "4.3"
        )
    return Refusal(f"{name} isn't in your hand.", "4.3")


def refuse_use(state: Position, power: int) -> Refusal | None:
    """Return why a power can't be used without naming a family: only MIDAS and GREEK are."""
    if power == box.MIDAS:
        return None if state.midas == NO_ONE else Refusal("MIDAS is already announced.", "10.2")
    if not state.pieces.powers[power].blue:
        name = state.catalogue.power_names[power]
        return Refusal(f"{name} is a green power. A family can acquire and use it in its operating turn.", "4.3")
    if power == box.LEPRECHAUN_POT_OF_GOLD:
        return Refusal("LEPRECHAUN POT OF GOLD pays automatically when a stock round begins.", "10.4")
    if power != box.IT_S_ALL_GREEK_TO_ME:
        name = state.catalogue.power_names[power]
        return Refusal(f"{name} needs a family that it can help. Choose one.", f"10.{power + 1}")
    if state.greek:
        return Refusal("You already get another turn after this one.", "10.5")
    if state.bought or state.sold_now or (state.rules.greek_for_all and state.launched_now):
        return None
    return Refusal("First sell or buy something this turn.", "10.5")


def whatsup_card(state: Position, action: Whatsup) -> Squirrel:
    """Return the squirrel that WHATSUP buys."""
    return state.next_squirrel() if action.card < 0 else state.pieces.squirrels[action.card]


def refuse_whatsup(state: Position, seat: int, action: Whatsup) -> Refusal | None:
    """Rule 10.6: return why WHATSUP can't be used like this."""
    missing = refuse_hand(state, seat, box.WHATSUP)
    if missing is not None:
        return missing
    family = action.family
    name = state.pieces.families[family].name
    if state.cell[family] == NOT_LAUNCHED or state.owner(family) != seat:
        return Refusal(f"You don't lead the {name}. Use WHATSUP for a family that you lead.", "10.6")
    card = whatsup_card(state, action)
    if action.card >= 0 and (card not in state.kitchen or not state.rules.whatsup_any):
        return Refusal("WHATSUP only buys the squirrel on top of the deck.", "10.6")
    if action.card < 0 and action not in state.catalogue.whatsup_deck[family][card.kind.index]:
        return Refusal(f"The squirrel on top of the deck is a {card.kind.code}.", "10.6")
    if not state.has_room(family):
        return Refusal(f"The {name} already have {state.limit()} squirrels, the limit in this phase.", "10.6")
    if state.patched(family) is not None and not state.rules.site:
        return Refusal(f"The {name} can't buy squirrels while one wears PATCH.", "10.18")
    price = squirrels.price_of(card, action.face)
    if price > state.treasury[family]:
        return Refusal(f"The squirrel costs {price} $N. The treasury has {state.treasury[family]}.", "10.6")
    return None
