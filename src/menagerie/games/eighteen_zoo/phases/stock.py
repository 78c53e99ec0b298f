"""A player's turn in a stock round (rule 6)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS, either
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
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position

PROMPTS: Final = {
    (True, True, True): "Sell cards, then buy one card or power, or pass.",
    (True, True, False): "Sell cards, then buy one card, or pass.",
    (True, False, True): "Sell cards, then buy one power, or pass.",
    (True, False, False): "Sell cards or pass.",
    (False, True, True): "Buy one card or power, or pass.",
    (False, True, False): "Buy one card or pass.",
    (False, False, True): "Buy one power or pass.",
}
"""By whether cards can be sold, cards bought and powers bought."""
SALE_PROMPTS: Final = {
    (True, True, True): "Sell more, then buy one card or power, or end your turn.",
    (True, True, False): "Sell more, then buy one card, or end your turn.",
    (True, False, True): "Sell more, then buy one power, or end your turn.",
    (True, False, False): "Sell more or end your turn.",
    (False, True, True): "Buy one card or power, or end your turn.",
    (False, True, False): "Buy one card or end your turn.",
    (False, False, True): "Buy one power or end your turn.",
}
"""The same after a sale."""
PASS_PROMPTS: Final = {
    (True, True): "Use a power, cash a ticket or pass.",
    (True, False): "Use a power or pass.",
    (False, True): "Cash a ticket or pass.",
    (False, False): "Pass.",
}
"""By whether a power can be used and a ticket cashed."""
END_PROMPTS: Final = {
    (True, True): "Use a power, cash a ticket or end your turn.",
    (True, False): "Use a power or end your turn.",
    (False, True): "Cash a ticket or end your turn.",
    (False, False): "End your turn.",
}
"""The same after a sale or purchase."""


@final
class StockTurn(Phase[Position]):
    """Sell, then buy one thing, or pass; use blue powers and cash tickets at any time."""

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
        """List sales (rule 6.2)."""
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED and not state.sold_now >> family & 1:
                if state.holdings[family].units[seat]:
                    actions += cards.sales(state, seat, family)

    def list_purchases(self, state: Position, seat: int, actions: list[Action]) -> None:
        """List launches and purchases of cards (rules 6.3 and 6.4)."""
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
        """List one card of each kind: lounge, kitchen, kitchen face down."""
        if state.value(family) > state.cash[seat] or state.sold[seat] >> family & 1:
            return  # none can be bought, so no refusal has to be worded
        holdings = state.holdings[family]
        for card in holdings.in_lounge[:1]:
            if cards.refuse_purchase(state, seat, family, card, False) is None:
                actions.append(state.catalogue.buy_card[family][0][card])
        for card in self.sorts_in_kitchen(state, family):
            if cards.refuse_purchase(state, seat, family, card, True) is None:
                actions.append(state.catalogue.buy_card[family][1][card])

    def sorts_in_kitchen(self, state: Position, family: int) -> tuple[int, ...]:
        """Return the first card, and the first that is face down."""
        place = state.holdings[family].in_kitchen
        if not place or not state.turned or state.rules.bundles_protected:
            return place[:1]
        fresh = [card for card in place if turned_number(family, card) not in state.turned]
        turned = [card for card in place if turned_number(family, card) in state.turned]
        return tuple(fresh[:1] + turned[:1])

    def list_uses(self, state: Position, seat: int, actions: list[Action]) -> None:
        """List uses of blue powers (rule 4.3)."""
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
        """List uses of WHATSUP (rule 10.6)."""
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
        """Return whether there is more to do than pass. On the site any power for sale is enough."""
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
        """Accept any of several identical cards, of which one is listed."""
        return isinstance(action, (Sell, BuyCard)) and self.refusal(state, seat, action) is None

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """Accept what the site forbids on its screen only: some families, powers and prices (11.25)."""
        if not state.rules.site or not isinstance(action, (Launch, BuyPower)):
            return False
        return self.refuse_purchase(state, seat, action, True) is None

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        found = self.refusal(state, seat, action)
        assert found is not None
        return found

    def refusal(self, state: Position, seat: int, action: Action) -> Refusal | None:
        """Return why this decision is refused, or None if it is legal."""
        if action is PASS:
            return self.refuse_pass(state, seat)
        if action is CASH_TICKET:
            if not state.tickets[seat]:
                return Refusal("You have no tickets left.", "4.4")
            return self.refuse_pass(state, seat)
        if isinstance(action, Sell):
            return self.refuse_sale(state, seat, action)
        if isinstance(action, (BuyCard, Launch, BuyPower)):
            return self.refuse_purchase(state, seat, action)
        if isinstance(action, (UsePower, DaysOff, Whatsup)):
            must = self.refuse_pass(state, seat)
            return must if must is not None else self.refuse_power_use(state, seat, action)
        return not_now(state, action, Refusal(self.prompt(state, seat), "6"))

    def refuse_pass(self, state: Position, seat: int) -> Refusal | None:
        """Rule 6.2.3: return a player above the card limit must sell first."""
        if state.rules.may_stay_above_limit or state.bought or not must_sell(state, seat):
            return None
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED and not state.sold_now >> family & 1:
                if cards.can_sell_some(state, seat, family):
                    return Refusal(f"You hold more than {state.card_limit} cards. Sell some first.", "6.2.3")
        return None

    def refuse_sale(self, state: Position, seat: int, action: Sell) -> Refusal | None:
        """Rule 6.2: before the purchase, each family once in a turn."""
        if state.bought:
            return Refusal("You can't sell after buying. Sell first in your next turn.", "6")
        if state.sold_now >> action.family & 1:
            name = state.pieces.families[action.family].name
            return Refusal(f"You already sold {name} this turn. Sell all cards of a family at once.", "6.2")
        return cards.refuse_sale(state, seat, action)

    def refuse_purchase(self, state: Position, seat: int, action: Action, recorded: bool = False) -> Refusal | None:
        """Rules 6.3 to 6.5: one purchase in a turn."""
        if state.bought:
            return Refusal("You already bought something this turn. One purchase per turn.", "6")
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
        """Return why a blue power can't be used."""
        if isinstance(action, UsePower):
            return refuse_hand(state, seat, action.power) or refuse_use(state, action.power)
        if isinstance(action, DaysOff):
            if state.cell[action.family] == NOT_LAUNCHED:
                name = state.pieces.families[action.family].name
                return Refusal(f"The {name} aren't launched yet. Use DAYS OFF on a launched family.", "10.1")
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
        """Use a blue power."""
        if isinstance(action, UsePower):
            if action.power == box.MIDAS:
                state.midas = seat
            else:
                state.greek = True
            if state.log is not None:
                state.log.append(events.UsedPower(seat, None, action.name))
        elif isinstance(action, DaysOff):
            if state.log is not None:
                target = state.pieces.families[action.family]
                state.log.append(events.UsedPower(seat, None, action.name, target))
            discard_power(state, seat, box.DAYS_OFF)
            market.right(state, action.family)
        elif isinstance(action, Whatsup):
            card = whatsup_card(state, action)
            if state.log is not None:
                target = state.pieces.families[action.family]
                state.log.append(events.UsedPower(seat, None, state.catalogue.power_names[box.WHATSUP], target))
            discard_power(state, seat, box.WHATSUP)
            state.treasury[action.family] -= squirrels.price_of(card, action.face)
            squirrels.hire(state, action.family, card, action.face, True)
            state.stack.append(CLEAN_UP)

    def settle(self, state: Position) -> bool:
        """End the turn of a player who can do nothing, and make a forced sale that leaves no choice."""
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
        legal = self.legal(state, seat)
        if must_sell(state, seat) and not state.bought and any(isinstance(action, Sell) for action in legal):
            return f"Sell cards. You hold more than the limit of {state.card_limit}."
        sells = any(isinstance(action, Sell) for action in legal)
        cards_to_buy = any(isinstance(action, (BuyCard, Launch)) for action in legal)
        powers_to_buy = any(isinstance(action, BuyPower) for action in legal)
        if sells or cards_to_buy or powers_to_buy:
            prompts = SALE_PROMPTS if state.sold_now else PROMPTS
            return prompts[sells, cards_to_buy, powers_to_buy]
        uses = any(isinstance(action, (UsePower, DaysOff, Whatsup)) for action in legal)
        short_prompts = END_PROMPTS if state.bought or state.sold_now else PASS_PROMPTS
        return short_prompts[uses, state.tickets[seat] > 0]


def must_sell(state: Position, seat: int) -> bool:
    """Rule 6.2.3: return whether a player is above the card limit."""
    return state.cards_held(seat) > state.card_limit


# Launching (rule 6.3).


def refuse_launch(state: Position, seat: int, family: int, option: int, recorded: bool = False) -> Refusal | None:
    """Return why this family can't be launched at this value: what money can't change first.

    `recorded`: what the site checks on its screen only is let pass. An option below 0 is a value at which no family is
    ever launched.
    """
    name = state.pieces.families[family].name
    if family not in state.families:
        return Refusal(f"The {name} aren't on this map.", "2.2")
    if state.cell[family] != NOT_LAUNCHED:
        return Refusal(f"The {name} are already launched.", "6.3")
    allowed = nearby(state)
    if allowed and family not in allowed and not recorded:
        names = either([state.pieces.families[other].name for other in allowed if other != NO_ONE])
        return Refusal(f"The {name} can't be launched yet. Next in line: {names}.", "6.3.1")
    if option < 0:
        return Refusal(f"That isn't a launch value. Choose {_launch_values(state)}.", "6.3")
    launch = state.pieces.launches[option]
    if launch.cell not in state.pieces.phases[state.phase_number].launch_cells and not recorded:
        return Refusal(f"You can't launch at {launch.value} in this phase. Choose {_launch_values(state)}.", "6.3")
    if state.cards_held(seat) >= state.card_limit:
        return Refusal(f"You've reached the limit of {state.card_limit} cards.", "6.4.2")
    if 2 * launch.value > state.cash[seat]:
        return Refusal(f"The parents cost {2 * launch.value} $N. You have {state.cash[seat]}.", "6.3")
    return None


def _launch_values(state: Position) -> str:
    """Return the launch values of the phase: `5, 6 or 7`."""
    cells = state.pieces.phases[state.phase_number].launch_cells
    return either([str(state.pieces.cells[cell].value) for cell in cells])


def launch(state: Position, seat: int, family: int, option: int) -> None:
    """Rule 6.3: set the reputation, take the payment and place the HOME station; the tiles come next."""
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
