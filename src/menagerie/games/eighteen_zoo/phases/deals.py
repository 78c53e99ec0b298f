"""Deals between leaders, and how a ticket is split (rules 4.4, 7.1 and 7.6.2)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, squirrels
from menagerie.games.eighteen_zoo.actions import ACCEPT, CASH_TICKET, DECLINE, Offer, Share
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.state import NO_ONE, Position

REFUSALS: Final = 2
"""After this many refusals in a turn an owner isn't asked again."""
NEVER: Final = 100_000


def best_refused(state: Position, thing: int) -> int:
    """Return the highest price refused for this in this turn, or -1; NEVER after two refusals."""
    best = -1
    count = 0
    for other, price in state.declined:
        if other == thing:
            count += 1
            best = max(best, price)
    return NEVER if count >= REFUSALS else best


def lowest_price(state: Position, thing: int) -> int:
    """Return the lowest price that can be offered: powers can be free, and a second offer must be higher."""
    least = 0 if thing >= POWERS_FROM else 1
    return max(least, best_refused(state, thing) + 1)


def no_better_offer(state: Position, thing: int) -> Refusal:
    """Return why the family can't ask for this, or not again."""
    refused = best_refused(state, thing)
    what = name_of(state, thing)
    if refused == NEVER:
        return Refusal(f"Two offers for {what} were declined. You can't offer again this turn.", "7.6.2")
    if refused >= 0:
        most = highest_price(state, thing)
        return Refusal(f"An offer of {refused} $N for {what} was declined, and you can offer at most {most}.", "7.6.2")
    return Refusal(f"You must pay at least 1 $N for {what}, but the treasury is empty.", "7.6")


def highest_price(state: Position, thing: int) -> int:
    """Return the treasury, or for a power at most its printed price."""
    money = state.treasury[state.operator]
    return min(money, state.pieces.powers[thing - POWERS_FROM].cost) if thing >= POWERS_FROM else money


def seller(state: Position, thing: int) -> int:
    """Return the seat that owns this."""
    if thing < POWERS_FROM:
        return state.owner(squirrels.employer(state, thing))
    for seat in range(state.players):
        if thing - POWERS_FROM in state.hands[seat]:
            return seat
    return NO_ONE


def name_of(state: Position, thing: int) -> str:
    """Return the words for what is asked for: `WINGS`, `the Penguins' 2S`."""
    if thing >= POWERS_FROM:
        return state.catalogue.power_names[thing - POWERS_FROM].rstrip("!")  # it may end a sentence
    family = state.pieces.families[squirrels.employer(state, thing)]
    return f"the {family.name}' {state.pieces.squirrels[thing].kind.code}"


def ask(state: Position, thing: int) -> None:
    """Ask for this; the price comes next, and where only one is possible the offer says everything."""
    state.asking = thing
    state.stack.append(NAME_PRICE)
    if state.log is not None and not price_is_clear(state):
        state.log.append(events.Wanted(state.pieces.families[state.operator], name_of(state, thing)))


def price_is_clear(state: Position) -> bool:
    """Return whether only one price is possible."""
    return lowest_price(state, state.asking) == highest_price(state, state.asking)


def strike(state: Position) -> None:
    """Complete the deal."""
    thing, price, family = state.asking, state.offered, state.operator
    state.treasury[family] -= price
    if thing >= POWERS_FROM:
        seat = seller(state, thing)
        power = thing - POWERS_FROM
        state.cash[seat] += price
        state.hands[seat] = tuple([other for other in state.hands[seat] if other != power])
        state.mats[family] += (power,)
        if state.log is not None:
            name = state.catalogue.power_names[power]
            state.log.append(events.PowerSold(seat, state.pieces.families[family], name, price))
    else:
        _sell_squirrel(state, family, thing, price)
    state.asking = NO_ONE


def _sell_squirrel(state: Position, family: int, card: int, price: int) -> None:
    other = squirrels.employer(state, card)
    state.treasury[other] += price
    moving = squirrels.remove(state, other, card)
    state.squirrels[family] += (moving,)
    if state.log is not None:
        families = state.pieces.families
        state.log.append(events.Hiring(families[family], moving.name, families[other].name, price))


@final
class NamePrice(Phase[Position]):
    """Name the price that the family offers."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        least, most = lowest_price(state, state.asking), highest_price(state, state.asking)
        if most < len(state.catalogue.offer):
            actions: list[Action] = list(state.catalogue.offer[least : most + 1])
            return actions
        return [Offer(price) for price in range(least, most + 1)]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        least, most = lowest_price(state, state.asking), highest_price(state, state.asking)
        what = name_of(state, state.asking)
        return Refusal(f"Offer {least} to {most} $N for {what}.", "7.6.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Offer)
        self.offer(state, seat, action.price, True)

    def offer(self, state: Position, seat: int, price: int, is_known: bool) -> None:
        """Ask the other owner, if there is one and the rules require consent (11.21).

        `is_known`: the log already says what the offer is for.
        """
        state.stack.pop()
        state.offered = price
        other = seller(state, state.asking)
        if other == seat or not state.rules.consent:
            strike(state)
            return
        state.stack.append(CONSENT)
        if state.log is not None:
            what = "" if is_known else name_of(state, state.asking)
            state.log.append(events.Offered(state.pieces.families[state.operator], other, what, price))

    def settle(self, state: Position) -> bool:
        """Offer the only possible price."""
        if not price_is_clear(state):
            return False
        self.offer(state, state.owner(state.operator), lowest_price(state, state.asking), False)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return f"Name a price for {name_of(state, state.asking)}."


@final
class Consent(Phase[Position]):
    """Rule 7.6.2: let the other owner accept or decline."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[seller(state, state.asking)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = [ACCEPT, DECLINE]
        if state.tickets[seat]:
            actions.append(CASH_TICKET)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is CASH_TICKET:
            return Refusal("You have no tickets left.", "4.4")
        return Refusal(f"First accept or decline {state.offered} $N for {name_of(state, state.asking)}.", "7.6.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is CASH_TICKET:
            cash_ticket(state, seat)
            return
        state.stack.pop()
        if action is ACCEPT:
            strike(state)
            return
        state.declined += ((state.asking, state.offered),)
        state.asking = NO_ONE
        if state.log is not None:
            state.log.append(events.Declined(seat))

    def prompt(self, state: Position, seat: int) -> str:
        family = state.pieces.families[state.operator].name
        return f"Accept or decline {state.offered} $N from the {family} for {name_of(state, state.asking)}."


@final
class SplitTicket(Phase[Position]):
    """Rule 4.4: choose how much of a ticket goes to the operating family; its leader keeps the rest."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = list(state.catalogue.share[self.least(state) : state.ticket_value + 1])
        return actions

    def least(self, state: Position) -> int:
        """Return the smallest amount for the family; on the site it is 1 $N (11.7)."""
        return 0 if state.rules.tickets_any_time else 1

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal(
            f"First put {self.least(state)} to {state.ticket_value} $N of the ticket in the treasury.", "4.4"
        )

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Share)
        state.stack.pop()
        state.tickets[seat] -= 1
        kept = state.ticket_value - action.amount
        state.cash[seat] += kept
        state.treasury[state.operator] += action.amount
        if state.log is not None:
            family = state.pieces.families[state.operator]
            state.log.append(events.SplitTicket(seat, family, action.amount, kept))

    def prompt(self, state: Position, seat: int) -> str:
        family = state.pieces.families[state.operator].name
        return f"Choose how much of the {state.ticket_value} $N goes to the {family}."


def cash_ticket(state: Position, seat: int) -> None:
    """Rule 4.4: pay a player for a ticket."""
    state.tickets[seat] -= 1
    state.cash[seat] += state.ticket_value
    if state.log is not None:
        state.log.append(events.CashedTicket(seat, state.ticket_value))


NAME_PRICE: Final = NamePrice()
CONSENT: Final = Consent()
SPLIT_TICKET: Final = SplitTicket()
