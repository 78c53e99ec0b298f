"""A player's turn in a stock round (rule 6)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, market, squirrels
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    CASH_TICKET,
    PASS,
    BuyCard,
    BuyPower,
    DaysOff,
    Launch,
    Sell,
    UsePower,
    Whatsup,
)
from menagerie.games.eighteen_zoo.holdings import turned_number
from menagerie.games.eighteen_zoo.nearby import may_come_next, nearby, next_family
from menagerie.games.eighteen_zoo.phases import cards
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import cash_ticket
from menagerie.games.eighteen_zoo.phases.launch import HOME_TILE
from menagerie.games.eighteen_zoo.phases.wrong_step import not_now
from menagerie.games.eighteen_zoo.pieces import PARENTS
from menagerie.games.eighteen_zoo.powers.blue import refuse_hand, refuse_use, refuse_whatsup, whatsup_card
from menagerie.games.eighteen_zoo.powers.buying import buy_power, powers_for_sale, refuse_power
from menagerie.games.eighteen_zoo.powers.owners import discard_power
from menagerie.games.eighteen_zoo.state import NOBODY, NOT_LAUNCHED, Position


@final
class StockTurn(Phase[Position]):
    """Sell, then buy one thing; blue powers and tickets at any moment; or pass."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.order[state.turn]]

    # What is possible.

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        if not state.bought:
            self.list_sales(state, seat, actions)
            if actions and must_sell(state, seat) and not state.rules.may_stay_above_limit:
                return actions
            if not (state.rules.site and must_sell(state, seat)):
                self.list_purchases(state, seat, actions)
            actions += powers_for_sale(state, seat)
        self.list_uses(state, seat, actions)
        if state.tickets[seat]:
            actions.append(CASH_TICKET)
        actions.append(PASS)
        return actions

    def list_sales(self, state: Position, seat: int, actions: list[Action]) -> None:
        """Rule 6.2."""
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED and not state.sold_now >> family & 1:
                if state.holdings[family].units[seat]:
                    actions += cards.sales(state, seat, family)

    def list_purchases(self, state: Position, seat: int, actions: list[Action]) -> None:
        """Rules 6.3 and 6.4."""
        coming = may_come_next(state)
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED:
                self.list_cards(state, seat, family, actions)
            elif family in coming:
                for option, launch in enumerate(state.pieces.launches):
                    affordable = 2 * launch.value <= state.cash[seat]
                    if affordable and refuse_launch(state, seat, family, option) is None:
                        actions.append(state.catalogue.launch[family][option])

    def list_cards(self, state: Position, seat: int, family: int, actions: list[Action]) -> None:
        """One card of each sort: lounge, kitchen, kitchen face down."""
        if state.value(family) > state.cash[seat] or state.sold[seat] >> family & 1:
            return  # none of them, and nobody asks for the words of a refusal
        holdings = state.holdings[family]
        for card in holdings.in_lounge[:1]:
            if cards.refuse_purchase(state, seat, family, card, False) is None:
                actions.append(state.catalogue.buy_card[family][0][card])
        for card in self.sorts_in_kitchen(state, family):
            if cards.refuse_purchase(state, seat, family, card, True) is None:
                actions.append(state.catalogue.buy_card[family][1][card])

    def sorts_in_kitchen(self, state: Position, family: int) -> tuple[int, ...]:
        """The first card, and the first that lies face down."""
        place = state.holdings[family].in_kitchen
        if not place or not state.turned or state.rules.bundles_protected:
            return place[:1]
        fresh = [card for card in place if turned_number(family, card) not in state.turned]
        turned = [card for card in place if turned_number(family, card) in state.turned]
        return tuple(fresh[:1] + turned[:1])

    def list_uses(self, state: Position, seat: int, actions: list[Action]) -> None:
        """Blue powers (rule 4.3)."""
        for power in state.hands[seat]:
            if power == box.DAYS_OFF:
                for family in state.families:
                    if state.cell[family] != NOT_LAUNCHED:
                        actions.append(state.catalogue.days_off[family])
            elif power == box.WHATSUP:
                self.list_whatsup(state, seat, actions)
            elif power in state.catalogue.use and refuse_use(state, power) is None:
                actions.append(state.catalogue.use[power])

    def list_whatsup(self, state: Position, seat: int, actions: list[Action]) -> None:
        """Rule 10.6."""
        top = state.next_squirrel()
        for family in state.families:
            if state.cell[family] == NOT_LAUNCHED or state.owner(family) != seat or not state.has_room(family):
                continue
            if state.patched(family) is not None and not state.rules.site:
                continue
            for face, price in enumerate(top.kind.prices):
                if price <= state.treasury[family]:
                    actions.append(state.catalogue.whatsup_deck[family][top.kind.index][face])
            if state.rules.whatsup_any:
                for card in state.kitchen:
                    if card.kind.prices[0] <= state.treasury[family]:
                        actions.append(state.catalogue.whatsup_kitchen[family][card.index])

    def has_choice(self, state: Position, seat: int) -> bool:
        """Whether there is anything to do but pass. On the site a power on offer is enough, affordable or not."""
        if state.tickets[seat]:
            return True
        uses: list[Action] = []
        self.list_uses(state, seat, uses)
        if uses:
            return True
        if state.bought:
            return False
        if state.rules.explicit_passes and state.on_offer:
            return True
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED and not state.sold_now >> family & 1:
                if cards.can_sell_some(state, seat, family):
                    return True
        if powers_for_sale(state, seat):
            return True
        self.list_purchases(state, seat, uses)
        return len(uses) > 0

    # What is not.

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Of like cards one is listed, and any may be named."""
        return isinstance(action, (Sell, BuyCard)) and self.refusal(state, seat, action) is None

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """The site checks on its screen only which families and powers may be bought, and at what price (11.25)."""
        if not state.rules.site or not isinstance(action, (Launch, BuyPower)):
            return False
        return self.refuse_purchase(state, seat, action, True) is None

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        found = self.refusal(state, seat, action)
        assert found is not None
        return found

    def refusal(self, state: Position, seat: int, action: Action) -> Refusal | None:
        """What stands against this decision; None if nothing does."""
        if action is PASS:
            return self.refuse_pass(state, seat)
        if action is CASH_TICKET:
            if not state.tickets[seat]:
                return Refusal("You have no ticket left.", "4.4")
            return self.refuse_pass(state, seat)
        if isinstance(action, Sell):
            return self.refuse_sale(state, seat, action)
        if isinstance(action, (BuyCard, Launch, BuyPower)):
            return self.refuse_purchase(state, seat, action)
        if isinstance(action, (UsePower, DaysOff, Whatsup)):
            must = self.refuse_pass(state, seat)
            return must if must is not None else self.refuse_power_use(state, seat, action)
        usual = Refusal("Sell cards, buy a card or a power, use a blue power, cash a ticket, or pass.", "6")
        return not_now(state, action, usual)

    def refuse_pass(self, state: Position, seat: int) -> Refusal | None:
        """Rule 6.2.3: above the limit cards have to be sold at once."""
        if state.rules.may_stay_above_limit or state.bought or not must_sell(state, seat):
            return None
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED and not state.sold_now >> family & 1:
                if cards.can_sell_some(state, seat, family):
                    return Refusal(f"You hold more than {state.card_limit} cards: sell first.", "6.2.3")
        return None

    def refuse_sale(self, state: Position, seat: int, action: Sell) -> Refusal | None:
        """Rule 6.2: before the purchase, each family once in a turn."""
        if state.bought:
            return Refusal("Cards are sold before the purchase of the turn, not after it.", "6")
        if state.sold_now >> action.family & 1:
            name = state.pieces.families[action.family].name
            return Refusal(f"You have sold cards of the {name} in this turn; each family is sold once in it.", "6.2")
        return cards.refuse_sale(state, seat, action)

    def refuse_purchase(self, state: Position, seat: int, action: Action, recorded: bool = False) -> Refusal | None:
        """Rules 6.3 to 6.5: one purchase in a turn."""
        if state.bought:
            return Refusal("You have bought something in this turn; one purchase is allowed.", "6")
        must = self.refuse_pass(state, seat)
        if must is not None:
            return must
        if isinstance(action, BuyPower):
            return refuse_power(state, seat, action, recorded)
        if isinstance(action, Launch):
            return refuse_launch(state, seat, action.family, action.option, recorded)
        assert isinstance(action, BuyCard)
        return cards.refuse_purchase(state, seat, action.family, action.card, action.kitchen)

    def refuse_power_use(self, state: Position, seat: int, action: Action) -> Refusal | None:
        """Blue powers."""
        if isinstance(action, UsePower):
            return refuse_hand(state, seat, action.power) or refuse_use(state, action.power)
        if isinstance(action, DaysOff):
            if state.cell[action.family] == NOT_LAUNCHED:
                name = state.pieces.families[action.family].name
                return Refusal(f"The {name} have not been launched; DAYS OFF is for a launched family.", "10.1")
            return refuse_hand(state, seat, box.DAYS_OFF)
        assert isinstance(action, Whatsup)
        return refuse_whatsup(state, seat, action)

    # What happens then.

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is PASS:
            if state.log is not None:
                busy = state.bought or state.sold_now != 0
                state.log.append(events.Finished(seat) if busy else events.Passed(seat))
            state.stack.pop()
        elif action is CASH_TICKET:
            cash_ticket(state, seat)
        elif isinstance(action, Sell):
            state.sold[seat] |= 1 << action.family
            state.sold_now |= 1 << action.family
            cards.sell(state, seat, action, True)
        elif isinstance(action, BuyCard):
            state.bought = True
            cards.buy(state, seat, action.family, action.card, action.kitchen)
        elif isinstance(action, BuyPower):
            state.bought = True
            buy_power(state, seat, action)
        elif isinstance(action, Launch):
            launch(state, seat, action.family, action.option)
        else:
            self.use(state, seat, action)

    def use(self, state: Position, seat: int, action: Action) -> None:
        """A blue power is used."""
        if isinstance(action, UsePower):
            if action.power == box.MIDAS:
                state.midas = seat
            else:
                state.greek = True
            if state.log is not None:
                state.log.append(events.UsedPower(seat, None, action.name, ""))
        elif isinstance(action, DaysOff):
            if state.log is not None:
                where = f"for the {state.pieces.families[action.family].name}"
                state.log.append(events.UsedPower(seat, None, action.name, where))
            discard_power(state, seat, box.DAYS_OFF)
            market.right(state, action.family)
        elif isinstance(action, Whatsup):
            card = whatsup_card(state, action)
            if state.log is not None:
                where = f"for the {state.pieces.families[action.family].name}"
                state.log.append(events.UsedPower(seat, None, state.catalogue.power_names[box.WHATSUP], where))
            discard_power(state, seat, box.WHATSUP)
            state.treasury[action.family] -= squirrels.price_of(card, action.face)
            squirrels.hire(state, action.family, card, action.face, True)
            state.stack.append(CLEAN_UP)

    def settle(self, state: Position) -> bool:
        """The turn of a player who can do nothing ends by itself, and a sale that is the only way out is made."""
        seat = state.order[state.turn]
        if not self.has_choice(state, seat):
            state.stack.pop()
            return True
        if state.bought or state.rules.explicit_passes or not must_sell(state, seat):
            return False
        actions = self.legal(state, seat)
        if len(actions) > 1:
            return False
        self.play(state, seat, actions[0])
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        if must_sell(state, seat) and not state.bought:
            return f"You hold more than {state.card_limit} cards: sell some."
        if state.bought:
            return "Use a power, cash a ticket, or end your turn with pass."
        return "Sell cards, then buy one card or power; or pass."


def must_sell(state: Position, seat: int) -> bool:
    """Rule 6.2.3: above the card limit."""
    return state.cards_held(seat) > state.card_limit


# Launching (rule 6.3).


def refuse_launch(state: Position, seat: int, family: int, option: int, recorded: bool = False) -> Refusal | None:
    """Why this family may not be launched at this value. What the site checks on its screen only is let pass in games
    `recorded` there. An option below 0 is a value at which nobody is ever launched."""
    name = state.pieces.families[family].name
    if option < 0:
        return Refusal(f"The {name} are launched at one of the coloured cells: {_launch_values(state)}.", "6.3")
    launch = state.pieces.launches[option]
    if family not in state.families:
        return Refusal(f"The {name} are not on this map.", "2.2")
    if state.cell[family] != NOT_LAUNCHED:
        return Refusal(f"The {name} have been launched already.", "6.3")
    if 2 * launch.value > state.cash[seat]:
        return Refusal(f"The parents cost {2 * launch.value} $N; you have {state.cash[seat]}.", "6.3")
    if state.cards_held(seat) >= state.card_limit:
        return Refusal(f"You hold {state.cards_held(seat)} cards, and the limit is {state.card_limit}.", "6.4.2")
    if recorded:
        return None
    if launch.cell not in state.pieces.phases[state.phase_number].launch_cells:
        return Refusal(f"In this phase families are launched at {_launch_values(state)}, not at {launch.value}.", "6.3")
    allowed = nearby(state)
    if allowed and family not in allowed:
        names = " or ".join([state.pieces.families[other].name for other in allowed if other != NOBODY])
        return Refusal(f"The {name} cannot be launched yet: next in line are the {names}.", "6.3.1")
    return None


def _launch_values(state: Position) -> str:
    """The launch values of the phase: `5, 6 or 7`."""
    cells = state.pieces.phases[state.phase_number].launch_cells
    values = [str(state.pieces.cells[cell].value) for cell in cells]
    return f"{', '.join(values[:-1])} or {values[-1]}"


def launch(state: Position, seat: int, family: int, option: int) -> None:
    """Rule 6.3: reputation, payment, HOME station; the tiles come next."""
    choice = state.pieces.launches[option]
    if state.launched and not state.direction:
        state.direction = 1 if next_family(state, state.last_launched, 1) == family else -1
    state.launched += 1
    state.last_launched = family
    market.put(state, family, choice.cell)
    state.cash[seat] -= 2 * choice.value
    state.treasury[family] += 2 * choice.value + choice.bonus
    state.holdings[family] = state.holdings[family].buy(seat, PARENTS, state.order)
    state.board.place(family, state.board.ground.homes[family])
    state.stations_left[family] = state.stations_left[family][1:]
    state.bought = True
    state.launched_now = True
    state.newcomer = family
    state.option = option
    state.extra_tiles = choice.extra_tiles
    if state.log is not None:
        state.log.append(events.Launched(seat, state.pieces.families[family], choice.value, choice.bonus))
    state.stack.append(HOME_TILE)


STOCK_TURN: Final = StockTurn()
