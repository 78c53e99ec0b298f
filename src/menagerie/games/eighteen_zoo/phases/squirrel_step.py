"""The squirrel step of an operating turn, and the forced purchase (rules 7.6 and 7.6.1)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, squirrels
from menagerie.games.eighteen_zoo.actions import PASS, TAKE_OFF_PATCH, AskFor, BuySquirrel, Sell
from menagerie.games.eighteen_zoo.catalogue import sell_key
from menagerie.games.eighteen_zoo.phases import any_time, auto_pass, cards, deals
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.wrong_step import not_now
from menagerie.games.eighteen_zoo.pieces import PARENTS, UNITS, Squirrel
from menagerie.games.eighteen_zoo.state import NOT_LAUNCHED, Hired, Position

FORCE_PROMPTS: Final = {
    True: "Force a purchase for the {}, or ask another family.",
    False: "Force a purchase for the {}.",
}
"""By whether another family can be asked for a squirrel."""
MUST_SELL: Final = "Sell cards to buy a squirrel for the {}."
NO_SQUIRREL_PROMPTS: Final = {
    (True, True): "No squirrel is affordable yet. Use a power or ticket, or pass.",
    (True, False): "No squirrel is affordable yet. Use a power or pass.",
    (False, True): "No squirrel is affordable yet. Cash a ticket or pass.",
    (False, False): "No squirrel is affordable. Pass.",
}
"""By whether a power can be used or acquired, and whether a ticket can be cashed."""
CLOSING_PROMPTS: Final = {
    (True, True): "Use or buy powers, or end the {}' turn.",
    (True, False): "Use a power or end the {}' turn.",
    (False, True): "Buy a power or end the {}' turn.",
    (False, False): "End the {}' turn.",
}
"""By whether a power can be used and acquired."""


def bank(state: Position) -> tuple[Squirrel, ...]:
    """Return the squirrels that the bank sells: the top of the deck and those in the kitchen."""
    return (state.next_squirrel(), *state.kitchen)


def must_hire(state: Position) -> bool:
    """Rule 7.6: return whether the operating family must get a squirrel."""
    return not state.squirrels[state.operator]


def may_force(state: Position) -> bool:
    """Rule 7.6.1: return whether it has none and can't afford the bank's cheapest (of a J the 4J side)."""
    return must_hire(state) and not affordable(state)


def affordable(state: Position) -> list[Squirrel]:
    """Return the squirrels of the bank that the treasury can afford."""
    money = state.treasury[state.operator]
    return [card for card in bank(state) if squirrels.dearest_needed(card) <= money]


def sells_freely(state: Position) -> bool:
    """Return whether cards are sold before a forced purchase, as on the site, not in it (11.8)."""
    return must_hire(state) and not state.rules.forced_is_strict


def complete(state: Position, action: BuySquirrel) -> None:
    """Buy from the bank: the treasury pays, then the leader, then the bank, which makes a debt."""
    family = state.operator
    seat = state.owner(family)
    card = card_of(state, action)
    price = squirrels.price_of(card, action.face)
    missing = price - state.treasury[family]
    if missing > 0:
        state.helped = True
        state.treasury[family] = 0
        paid = min(missing, state.cash[seat])
        state.cash[seat] -= paid
        state.debts[seat] += 2 * (missing - paid)
        if state.log is not None:
            state.log.append(events.Helped(seat, state.pieces.families[family], paid, missing - paid))
    else:
        state.treasury[family] -= price
    squirrels.hire(state, family, card, action.face, False)
    if state.rules.explicit_passes and not SQUIRRELS.may_buy(state):
        # The site checks for room before squirrels that PATCH could save have left.
        state.stack[-1] = CLOSING
    state.stack.append(CLEAN_UP)


def card_of(state: Position, action: BuySquirrel) -> Squirrel:
    """Return the squirrel that is bought."""
    return state.next_squirrel() if action.card < 0 else state.pieces.squirrels[action.card]


def emergency_sales(state: Position, seat: int) -> list[Sell]:
    """Rule 7.6.1: list sales of one card, but none that gives away the buying family's parents."""
    sells: list[Sell] = []
    for family in state.families:
        if state.cell[family] == NOT_LAUNCHED:
            continue
        holdings = state.holdings[family]
        held = holdings.places[seat]
        if not held:
            continue
        if len(held) > 1 or held[0] != PARENTS:
            single = held[0] if held[0] != PARENTS else held[1]
            if family != state.operator or holdings.units[seat] - 1 >= holdings.strongest_other(seat):
                sells.append(state.catalogue.sells[sell_key(family, 1 << single, False)])
        elif family != state.operator and holdings.strongest_other(seat) >= UNITS[PARENTS]:
            sells.append(state.catalogue.sells[sell_key(family, 1 << PARENTS, True)])
    return sells


@final
class ForcedSale(Phase[Position]):
    """Rule 7.6.1: sell cards one by one until the squirrel can be paid for."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def begin(self, state: Position, seat: int, action: BuySquirrel) -> None:
        """Begin when the squirrel is chosen. If no money is missing, the purchase itself is log enough."""
        state.forced = action
        state.stack.append(self)
        if state.log is not None and self.missing(state) > 0:
            name = Hired(card_of(state, action), action.face, False, False, False).name
            family = state.pieces.families[state.operator]
            state.log.append(events.Short(seat, family, name, self.missing(state)))

    def missing(self, state: Position) -> int:
        """Return how much money is still missing."""
        assert state.forced is not None
        price = squirrels.price_of(card_of(state, state.forced), state.forced.face)
        return price - state.treasury[state.operator] - state.cash[state.owner(state.operator)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = list(emergency_sales(state, seat))
        return actions

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Accept any of several identical cards."""
        if not isinstance(action, Sell) or action.half or len(action.cards) != 1 or action.cards[0] == PARENTS:
            return False
        if action.cards[0] not in state.holdings[action.family].places[seat]:
            return False
        return any(not sell.half and sell.family == action.family for sell in emergency_sales(state, seat))

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Sell):
            return Refusal(self.prompt(state, seat), "7.6.1")
        if cards.units_of(action) != 1:
            return Refusal("In a forced purchase, sell one card at a time.", "7.6.1")
        refusal = cards.refuse_sale(state, seat, action)
        if refusal is not None:
            return refusal
        if action.family == state.operator:
            return Refusal("That would give away the buying family's parents. Sell another card.", "7.6.1")
        return Refusal("Sell a single card. The parents change hands automatically.", "7.6.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Sell)
        cards.sell(state, seat, action, False)

    def settle(self, state: Position) -> bool:
        """Complete the purchase once there is enough, or nothing left to sell."""
        seat = state.owner(state.operator)
        if self.missing(state) > 0:
            choices = emergency_sales(state, seat)
            if len(choices) > 1:
                return False
            if choices:
                cards.sell(state, seat, choices[0], False)
                return True
        assert state.forced is not None
        action = state.forced
        state.forced = None
        state.stack.pop()
        complete(state, action)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return f"Sell a card. You still need {self.missing(state)} $N."


FORCED_SALE: Final = ForcedSale()


@final
class Squirrels(any_time.FamilyStep):
    """Rule 7.6: buy squirrels from deck, kitchen and other families; a family must have one."""

    # What is possible.

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        if state.patched(state.operator) is None:
            self.list_bank(state, seat, actions)
            self.list_others(state, actions)
        if sells_freely(state):
            actions += site_sales(state, seat)
        any_time.options(state, actions)
        if not must_hire(state):
            actions.append(PASS)
        return actions

    def list_bank(self, state: Position, seat: int, actions: list[Action]) -> None:
        """List deck and kitchen, with money or as forced purchases."""
        money = state.treasury[state.operator]
        if not state.has_room(state.operator):
            return
        force = may_force(state)
        ready = state.catalogue
        for card in bank(state):
            kitchen = card in state.kitchen
            kind = card.kind.index
            for face, price in enumerate(card.kind.prices):
                if price > money and force and state.rules.forced_is_strict:
                    actions.append(ready.force_kitchen[card.index][face] if kitchen else ready.force_deck[kind][face])
                elif price <= money or (force and can_complete(state, seat, price)):
                    actions.append(ready.from_kitchen[card.index][face] if kitchen else ready.from_deck[kind][face])

    def list_others(self, state: Position, actions: list[Action]) -> None:
        """List squirrels of other families, one of each kind."""
        family = state.operator
        money = state.treasury[family]
        if not money or not state.has_room(family):
            return
        for other in state.families:
            if other == family:
                continue
            names: list[str] = []
            for hired in state.squirrels[other]:
                if not squirrels.sellable(state, hired) or hired.name in names:
                    continue
                if deals.lowest_price(state, hired.card.index) <= money:
                    names.append(hired.name)
                    actions.append(state.catalogue.ask[other][hired.card.index])

    # What is not listed.

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Accept any of several identical squirrels or cards."""
        if isinstance(action, AskFor):
            return self.refuse_ask(state, action) is None
        if isinstance(action, Sell):
            return sells_freely(state) and refuse_site_sale(state, seat, action) is None
        return any_time.accepts(state, action)

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is PASS:
            return Refusal("The family needs a squirrel before its turn ends. Buy one.", "7.6")
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        if isinstance(action, BuySquirrel):
            return self.why_not_bank(state, action)
        refusal: Refusal | None = None
        if isinstance(action, AskFor):
            refusal = self.refuse_ask(state, action)
        elif isinstance(action, Sell) and sells_freely(state):
            refusal = refuse_site_sale(state, seat, action)
        elif isinstance(action, Sell) and may_force(state):
            refusal = Refusal("Choose the squirrel first. Then you sell cards if you need to.", "7.6.1")
        return not_now(state, action, Refusal(self.prompt(state, seat), "7.6")) if refusal is None else refusal

    def refuse_buying(self, state: Position) -> Refusal | None:
        """Return what prevents any purchase."""
        if state.patched(state.operator) is not None:
            return Refusal("A family can't buy squirrels while one wears PATCH. Take PATCH off first.", "10.18")
        if not state.has_room(state.operator):
            name = state.pieces.families[state.operator].name
            return Refusal(f"The {name} already have {state.limit()} squirrels, the limit in this phase.", "3")
        return None

    def why_not_bank(self, state: Position, action: BuySquirrel) -> Refusal:
        """Return why a squirrel can't be bought from deck or kitchen."""
        refusal = self.refuse_buying(state)
        if refusal is not None:
            return refusal
        card = card_of(state, action)
        if action.card >= 0 and card not in state.kitchen:
            return Refusal(f"Squirrel {card.id} isn't in the kitchen.", "7.6")
        if action.card < 0 and card.kind.index != action.kind:
            return Refusal(f"The squirrel on top of the deck is a {card.kind.code}.", "7.6")
        price = squirrels.price_of(card, action.face)
        money = state.treasury[state.operator]
        if action.forced:
            return self.why_not_forced(state, price)
        if not may_force(state):
            return Refusal(f"The squirrel costs {price} $N. The treasury has {money}.", "7.6")
        if state.rules.forced_is_strict:
            return Refusal(f"The treasury has only {money} of {price} $N. Force the purchase instead.", "7.6")
        return Refusal("Sell cards first. The bank helps only if you have nothing left to sell.", "7.6.1")

    def why_not_forced(self, state: Position, price: int) -> Refusal:
        """Return why the purchase can't be forced."""
        if not state.rules.forced_is_strict:
            return Refusal("With the site's rules, sell cards if you need to, then buy normally.", "7.6.1")
        if not must_hire(state):
            return Refusal("Only a family without squirrels can force a purchase.", "7.6.1")
        if price <= state.treasury[state.operator]:
            return Refusal("The treasury can afford it. Buy it normally.", "7.6.1")
        card = affordable(state)[0]
        if card in state.kitchen:
            return Refusal(f"The treasury can afford the {card.kind.code} in the kitchen. Buy that one.", "7.6.1")
        return Refusal(f"The treasury can afford the {card.kind.code} from the deck. Buy that one.", "7.6.1")

    def refuse_ask(self, state: Position, action: AskFor) -> Refusal | None:
        """Return why the family can't ask another for this squirrel."""
        refusal = self.refuse_buying(state)
        if refusal is not None:
            return refusal
        other = squirrels.employer(state, action.card)
        name = state.pieces.families[action.family].name
        if other != action.family:
            if not state.squirrels[action.family]:
                return Refusal(f"The {name} have no squirrels to sell.", "7.6")
            return Refusal(f"The {name} don't have that squirrel. Choose one of theirs.", "7.6")
        if other == state.operator:
            return Refusal(f"The {name} already have this squirrel. Ask another family.", "7.6")
        for hired in state.squirrels[other]:
            if hired.card.index == action.card and not squirrels.sellable(state, hired):
                return Refusal("You can't buy a squirrel with PATCH or on its last run.", "7.6")
        if deals.lowest_price(state, action.card) > state.treasury[state.operator]:
            return deals.no_better_offer(state, action.card)
        return None

    # What happens then.

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is PASS:
            state.stack[-1] = CLOSING
            if state.log is not None:
                state.log.append(events.HiringEnded(state.pieces.families[state.operator]))
        elif isinstance(action, BuySquirrel):
            if action.forced:
                FORCED_SALE.begin(state, seat, action)
            else:
                complete(state, action)
        elif isinstance(action, AskFor):
            deals.ask(state, action.card)
        elif isinstance(action, Sell):
            cards.sell(state, seat, action, False)
        else:
            any_time.play(state, action)

    def settle(self, state: Position) -> bool:
        """End the step after a forced purchase, or if nothing more can be bought."""
        if state.helped:
            state.stack.pop()
            return True
        if must_hire(state):
            return self.hire_the_only_one(state)
        if self.may_buy(state):
            return False
        state.stack[-1] = CLOSING
        return True

    def hire_the_only_one(self, state: Position) -> bool:
        """Buy the squirrel that the family needs if there is only one way."""
        if state.rules.explicit_passes:
            return False
        seat = state.owner(state.operator)
        return self.take_only_choice(state, seat)

    def may_buy(self, state: Position) -> bool:
        """Return whether there is room for a squirrel, perhaps without PATCH, and money for the cheapest."""
        family = state.operator
        if state.helped:
            return False
        if state.patched(family) is None or state.rules.site:
            if not state.has_room(family):
                return False
        elif not state.rules.buys_after_patch or not squirrels.has_room_without_patch(state, family):
            return False
        money = auto_pass.money(state, family)
        if self.is_enough(state, money):
            return True
        return state.rules.asks_for_powers and self.is_enough(state, money + auto_pass.gold(state, family))

    def is_enough(self, state: Position, money: int) -> bool:
        """Return whether this money buys any squirrel, from the bank or from another family."""
        for card in bank(state):
            if squirrels.cheapest(card) <= money:
                return True
        for other in state.families:
            if other == state.operator:
                continue
            for hired in state.squirrels[other]:
                if squirrels.sellable(state, hired) and deals.lowest_price(state, hired.card.index) <= money:
                    return True
        return False

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        family = state.pieces.families[state.operator].name
        legal = self.legal(state, seat)
        asks = any(isinstance(action, AskFor) for action in legal)
        buys = any(isinstance(action, BuySquirrel) and not action.forced for action in legal)
        if must_hire(state):
            if any(isinstance(action, BuySquirrel) and action.forced for action in legal):
                return FORCE_PROMPTS[asks].format(family)
            return f"You must buy a squirrel for the {family}." if asks or buys else MUST_SELL.format(family)
        if state.patched(state.operator) is not None:
            return f"Take PATCH off to buy squirrels for the {family}, or pass."
        if asks or buys:
            return f"Buy squirrels for the {family}, or pass."
        return NO_SQUIRREL_PROMPTS[any_time.Help(legal).key]


def can_complete(state: Position, seat: int, price: int) -> bool:
    """Return whether, on the site, the leader can add what is missing or has nothing left to sell."""
    if state.treasury[state.operator] + state.cash[seat] >= price:
        return True
    return not emergency_sales(state, seat)


def site_sales(state: Position, seat: int) -> list[Sell]:
    """List sales before a forced purchase on the site: in blocks, but no card more than the dearest squirrel needs."""
    sells: list[Sell] = []
    for family in state.families:
        if state.cell[family] != NOT_LAUNCHED and state.holdings[family].units[seat]:
            for sell in cards.sales(state, seat, family):
                if refuse_site_sale(state, seat, sell) is None:
                    sells.append(sell)
    return sells


def refuse_site_sale(state: Position, seat: int, action: Sell) -> Refusal | None:
    """Return why the site doesn't let a player sell this for a forced purchase."""
    refusal = cards.refuse_sale(state, seat, action)
    if refusal is not None:
        return refusal
    family = action.family
    units = cards.units_of(action)
    value = state.value(family)
    needed = 0
    for card in bank(state):
        needed = max(needed, squirrels.dearest_needed(card))
    if (units - 1) * value + state.cash[seat] + state.treasury[state.operator] >= needed:
        return Refusal("You don't need to sell that many.", "7.6.1")
    holdings = state.holdings[family]
    if family == state.operator and holdings.units[seat] - units < holdings.strongest_other(seat):
        return Refusal("That would give away the buying family's parents. Sell another card.", "7.6.1")
    return None


@final
class Closing(any_time.FamilyStep):
    """Rule 7.1: use powers and tickets at the end of a turn."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        any_time.options(state, actions)
        actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        return not_now(state, action, Refusal(self.prompt(state, seat), "7.1"))

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is PASS:
            state.stack.pop()
            if state.log is not None:
                state.log.append(events.TurnEnded(state.pieces.families[state.operator]))
        else:
            any_time.play(state, action)
            if action is TAKE_OFF_PATCH and state.rules.buys_after_patch:
                state.stack[-1] = SQUIRRELS

    def settle(self, state: Position) -> bool:
        """End the turn if no power can be used or acquired.

        A family that took PATCH off may need a squirrel after all. A ticket alone is no reason to ask: it will be worth
        more in the next round.
        """
        if state.helped:
            state.stack.pop()
            return True
        if must_hire(state):
            state.stack[-1] = SQUIRRELS
            return True
        if state.rules.explicit_passes:
            return False
        actions: list[Action] = []
        any_time.options(state, actions, False)
        if actions:
            return False
        state.stack.pop()
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        other = any_time.Help(self.legal(state, seat))
        return CLOSING_PROMPTS[other.uses, other.acquires].format(state.pieces.families[state.operator].name)


SQUIRRELS: Final = Squirrels()
CLOSING: Final = Closing()
