"""The draft of powers before Monday (rule 5)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo.actions import CASH_TICKET, PASS, BuyPower
from menagerie.games.eighteen_zoo.phases.deals import cash_ticket
from menagerie.games.eighteen_zoo.phases.wrong_step import not_now
from menagerie.games.eighteen_zoo.powers.buying import buy_power, powers_for_sale, refuse_power
from menagerie.games.eighteen_zoo.state import Position


@final
class Draft(Phase[Position]):
    """Buy one power or pass, once each, in reverse turn order."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.order[-1 - state.turn]]

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions = powers_for_sale(state, seat)
        if state.tickets[seat] and state.rules.tickets_any_time:
            actions.append(CASH_TICKET)
        actions.append(PASS)
        return actions

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """Accept other prices and more than three powers in games recorded at the site (11.25)."""
        return state.rules.site and isinstance(action, BuyPower) and refuse_power(state, seat, action, True) is None

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is CASH_TICKET:
            if not state.rules.tickets_any_time:
                return Refusal("You can't cash tickets in the draft.", "11.7")
            return Refusal("You have no tickets left.", "4.4")
        refusal = refuse_power(state, seat, action) if isinstance(action, BuyPower) else None
        if refusal is not None:
            return refusal
        return not_now(state, action, Refusal("Buy one of the powers for sale, or pass.", "5.1"))

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is CASH_TICKET:
            cash_ticket(state, seat)
            return
        if isinstance(action, BuyPower):
            buy_power(state, seat, action)
        elif state.log is not None:
            state.log.append(events.Passed(seat))
        state.turn += 1
        if state.turn == state.players:
            state.stack.pop()

    def prompt(self, state: Position, seat: int) -> str:
        return "Buy one power or pass."


DRAFT: Final = Draft()
