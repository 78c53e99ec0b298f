"""The sequence of rounds (rules 6.7, 7 and 8)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.event import GameEnded
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, market
from menagerie.games.eighteen_zoo.actions import CASH_TICKET, PASS
from menagerie.games.eighteen_zoo.phases.cards import COUSIN_DAY
from menagerie.games.eighteen_zoo.phases.deals import cash_ticket
from menagerie.games.eighteen_zoo.phases.operating import TRACK_STEP
from menagerie.games.eighteen_zoo.phases.stock import STOCK_TURN
from menagerie.games.eighteen_zoo.pieces import IT_S_ALL_GREEK_TO_ME, LEPRECHAUN_POT_OF_GOLD, MIDAS, POWERS_A_DAY
from menagerie.games.eighteen_zoo.powers.buying import LEPRECHAUN_PAYS
from menagerie.games.eighteen_zoo.powers.owners import discard_power
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position

KITCHEN_PAYS: Final = 2
"""$N that a family gets for each of its cards in the kitchen when an operating round begins."""


@final
class Timeline(Phase[Position]):
    """Rule 8: play three days, each with a stock round and two or three operating rounds."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return ()

    def settle(self, state: Position) -> bool:
        if state.ending and state.operating:
            state.slot = len(state.pieces.slots) - 1
        else:
            state.slot += 1
        slot = state.pieces.slots[state.slot]
        if slot.kind == "end":
            state.operator = NO_ONE
            state.stack.clear()
            if state.log is not None:
                state.log.append(GameEnded(state.scores))
            return True
        if state.log is not None:
            number = int(slot.id.rpartition(".")[2]) if slot.kind == "operating" else 0
            state.log.append(events.RoundBegan(slot.day, number, slot.ticket))
        if slot.kind == "stock":
            self.begin_stock_round(state)
        else:
            self.begin_operating_round(state)
        return True

    def begin_stock_round(self, state: Position) -> None:
        """Rule 6.5: put four more powers on sale; LEPRECHAUN pays (10.4)."""
        first = state.draft_row + POWERS_A_DAY * (state.day - 1)
        state.on_offer += state.power_deck[first : first + POWERS_A_DAY]
        for seat in range(state.players):
            if LEPRECHAUN_POT_OF_GOLD in state.hands[seat]:
                state.cash[seat] += LEPRECHAUN_PAYS
                if state.log is not None:
                    name = state.catalogue.power_names[LEPRECHAUN_POT_OF_GOLD]
                    state.log.append(events.Earned(seat, name, LEPRECHAUN_PAYS))
        state.turn = 0
        state.passed = 0
        state.sold = [0] * state.players
        state.turned = ()
        state.launched_now = False
        state.midas = NO_ONE
        state.called = 0
        begin_stock_turn(state)
        state.stack.append(STOCK_ROUND)
        state.stack.append(STOCK_TURN)

    def begin_operating_round(self, state: Position) -> None:
        """Rule 7: pay for the cards in the kitchen and discard MIDAS (10.2)."""
        if state.midas != NO_ONE:
            discard_power(state, state.midas, MIDAS)
            state.midas = NO_ONE
        for family in state.families:
            cards = len(state.holdings[family].in_kitchen)
            if cards and state.cell[family] != NOT_LAUNCHED:
                state.treasury[family] += KITCHEN_PAYS * cards
                if state.log is not None:
                    state.log.append(events.KitchenIncome(state.pieces.families[family], KITCHEN_PAYS * cards))
        state.operated = 0
        state.operator = NO_ONE
        state.stack.append(OPERATING_ROUND)


def begin_stock_turn(state: Position) -> None:
    """Begin a player's turn."""
    state.sold_now = 0
    state.bought = False
    state.greek = False


@final
class StockRound(Phase[Position]):
    """Take turns until all players pass in a row (rule 6.6)."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return ()

    def settle(self, state: Position) -> bool:
        """Begin the next turn, or end the round."""
        all_seats = (1 << state.players) - 1
        if state.passed != all_seats:
            self.end_turn(state)
        if state.passed == all_seats:
            if state.rules.tickets_any_time and ask_for_tickets(state):
                return True
            self.finish(state)
        return True

    def end_turn(self, state: Position) -> None:
        """Note whether the turn was a pass, and begin the next one."""
        seat = state.order[state.turn]
        if not state.bought and not state.sold_now:
            state.passed |= 1 << seat
        elif state.rules.own_pass_only:
            state.passed &= ~(1 << seat)
        else:
            state.passed = 0
        if state.greek:
            discard_power(state, seat, IT_S_ALL_GREEK_TO_ME)
        elif state.passed != (1 << state.players) - 1:
            state.turn = (state.turn + 1) % state.players
        begin_stock_turn(state)
        if state.passed != (1 << state.players) - 1:
            state.stack.append(STOCK_TURN)

    def finish(self, state: Position) -> None:
        """Rule 6.7: sold-out families rise, cards are turned face up, and cash decides the turn order."""
        state.stack.pop()
        state.turned = ()
        cousin = state.day == COUSIN_DAY
        for family in state.operating_order():
            if state.holdings[family].all_with_players(cousin):
                market.up(state, family)
        state.order = order_by_cash(state)
        if state.log is not None:
            state.log.append(events.TurnOrder(state.order))


def order_by_cash(state: Position) -> tuple[int, ...]:
    """Rule 6.7: return the turn order, richest first, ties as before; MIDAS comes first (10.2)."""
    ordered: list[int] = []
    for seat in state.order:
        at = 0
        while at < len(ordered) and (
            ordered[at] == state.midas or (seat != state.midas and state.cash[ordered[at]] >= state.cash[seat])
        ):
            at += 1
        ordered.insert(at, seat)
    return tuple(ordered)


def ask_for_tickets(state: Position) -> bool:
    """Rule 6.7: before the new turn order, ask players who could overtake another by cashing tickets.

    They are asked again after another player has cashed one.
    """
    for place, seat in enumerate(state.order):
        if state.called >> seat & 1:
            continue
        could_overtake = _could_overtake(state, place, seat)
        if could_overtake or not state.rules.asks_again_for_tickets:
            state.called |= 1 << seat
        if could_overtake:
            state.turn = place
            state.stack.append(LAST_CALL)
            return True
    return False


def _could_overtake(state: Position, place: int, seat: int) -> bool:
    """Return whether tickets could bring this seat ahead of one that is earlier in the new turn order."""
    if not state.tickets[seat] or seat == state.midas:
        return False
    most = state.cash[seat] + state.tickets[seat] * state.ticket_value
    order = order_by_cash(state)
    for other in order[: order.index(seat)]:
        if other != state.midas and most >= state.cash[other]:
            if most > state.cash[other] or place < state.order.index(other):
                return True
    return False


@final
class LastCall(Phase[Position]):
    """Rule 6.7: cash tickets before the turn order is set."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.order[state.turn]]

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [CASH_TICKET, PASS] if state.tickets[seat] else [PASS]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal("The stock round is over. Cash a ticket or keep your tickets.", "6.7")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is CASH_TICKET:
            cash_ticket(state, seat)
            if state.rules.asks_again_for_tickets:
                state.called = 1 << seat
        else:
            state.stack.pop()
            if state.log is not None:
                state.log.append(events.KeptTickets(seat, state.tickets[seat]))

    def settle(self, state: Position) -> bool:
        if state.tickets[state.order[state.turn]]:
            return False
        state.stack.pop()
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return "Cash a ticket to move up in the turn order, or keep it."


@final
class OperatingRound(Phase[Position]):
    """Give each family a turn, the highest reputation first (rule 7)."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return ()

    def settle(self, state: Position) -> bool:
        if state.operator != NO_ONE:
            self.end_turn(state)
        for family in state.operating_order():
            if not state.operated >> family & 1:
                self.begin_turn(state, family)
                return True
        state.stack.pop()
        return True

    def begin_turn(self, state: Position, family: int) -> None:
        """Begin a family's turn."""
        state.operator = family
        state.lays = 0
        state.upgraded = False
        state.laid = ()
        state.has_station = False
        state.barrels = False
        state.ran = False
        state.nuts = 0
        state.income = 0
        state.hired_new = False
        state.helped = False
        state.declined = ()
        state.asking = NO_ONE
        state.stack.append(TRACK_STEP)

    def end_turn(self, state: Position) -> None:
        """End the family's turn and wake its squirrels (10.6)."""
        family = state.operator
        state.operated |= 1 << family
        state.operator = NO_ONE
        for hired in state.squirrels[family]:
            if hired.asleep:
                state.squirrels[family] = tuple([one.awake() for one in state.squirrels[family]])
                return


TIMELINE: Final = Timeline()
STOCK_ROUND: Final = StockRound()
LAST_CALL: Final = LastCall()
OPERATING_ROUND: Final = OperatingRound()
