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


def bank(state: Position) -> tuple[Squirrel, ...]:
    """The squirrels that the bank sells: the top of the deck and those in the kitchen."""
    return (state.next_squirrel(), *state.kitchen)


def must_hire(state: Position) -> bool:
    """Rule 7.6: a family without a squirrel has to get one."""
    return not state.squirrels[state.operator]


def may_force(state: Position) -> bool:
    """Rule 7.6.1: it has none, and the treasury does not reach for the bank's cheapest (of a J: for its 4J side)."""
    return must_hire(state) and not affordable(state)


def affordable(state: Position) -> list[Squirrel]:
    """The squirrels of the bank that the treasury can pay for."""
    money = state.treasury[state.operator]
    return [card for card in bank(state) if squirrels.dearest_needed(card) <= money]


def sells_freely(state: Position) -> bool:
    """The site: cards are sold before a forced purchase, not in it (11.8)."""
    return must_hire(state) and not state.rules.forced_is_strict


def complete(state: Position, action: BuySquirrel) -> None:
    """The purchase from the bank: the treasury pays, then the owner, then the bank at the price of a debt."""
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
        # The site looks for room before squirrels that wait for PATCH have left.
        state.stack[-1] = CLOSING
    state.stack.append(CLEAN_UP)


def card_of(state: Position, action: BuySquirrel) -> Squirrel:
    """The squirrel that is bought."""
    return state.next_squirrel() if action.card < 0 else state.pieces.squirrels[action.card]


def emergency_sales(state: Position, seat: int) -> list[Sell]:
    """Rule 7.6.1 C: one card at a time, never so that the buying family's PARENTS pass on."""
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
    """Rule 7.6.1 C: the owner sells cards one by one until the squirrel can be paid."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def begin(self, state: Position, seat: int, action: BuySquirrel) -> None:
        """The squirrel is chosen. Where nothing is missing the purchase itself tells it all."""
        state.forced = action
        state.stack.append(self)
        if state.log is not None and self.missing(state) > 0:
            name = Hired(card_of(state, action), action.face, False, False, False).name
            family = state.pieces.families[state.operator]
            state.log.append(events.Short(seat, family, name, self.missing(state)))

    def missing(self, state: Position) -> int:
        """What is still to be raised."""
        assert state.forced is not None
        price = squirrels.price_of(card_of(state, state.forced), state.forced.face)
        return price - state.treasury[state.operator] - state.cash[state.owner(state.operator)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = list(emergency_sales(state, seat))
        return actions

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Any of several like cards."""
        if not isinstance(action, Sell) or action.half or len(action.cards) != 1 or action.cards[0] == PARENTS:
            return False
        if action.cards[0] not in state.holdings[action.family].places[seat]:
            return False
        return any(not sell.half and sell.family == action.family for sell in emergency_sales(state, seat))

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Sell):
            return Refusal(f"Sell a card: {self.missing(state)} $N are missing.", "7.6.1")
        if cards.units_of(action) != 1:
            return Refusal("In a forced purchase cards are sold one by one.", "7.6.1")
        refusal = cards.refuse_sale(state, seat, action)
        if refusal is not None:
            return refusal
        if action.family == state.operator:
            return Refusal("That would give away the parents of the family that buys.", "7.6.1")
        return Refusal("Sell a single card: the parents pass on by themselves once somebody has more.", "7.6.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Sell)
        cards.sell(state, seat, action, False)

    def settle(self, state: Position) -> bool:
        """Enough, or nothing left to sell: the bank covers the rest."""
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
        return f"Forced purchase: sell a card; {self.missing(state)} $N are missing."


FORCED_SALE: Final = ForcedSale()


@final
class Squirrels(any_time.FamilyStep):
    """Rule 7.6: buy squirrels from deck, kitchen and other families; a family has to have one."""

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
        """Deck and kitchen, with money or by force."""
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
        """Squirrels of other families, one of each sort."""
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
        """Any of several like squirrels or cards."""
        if isinstance(action, AskFor):
            return self.refuse_ask(state, action) is None
        if isinstance(action, Sell):
            return sells_freely(state) and refuse_site_sale(state, seat, action) is None
        return any_time.accepts(state, action)

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is PASS:
            return Refusal("A family has to have a squirrel at the end of its turn.", "7.6")
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
            refusal = Refusal("Choose the squirrel first: cards are sold when a forced purchase has begun.", "7.6.1")
        usual = Refusal("Buy a squirrel from deck, kitchen or another family, or pass.", "7.6")
        return not_now(state, action, usual) if refusal is None else refusal

    def refuse_buying(self, state: Position) -> Refusal | None:
        """What forbids any purchase."""
        if state.patched(state.operator) is not None:
            return Refusal("A family with a patched squirrel buys no squirrels: take off PATCH first.", "10.18")
        if not state.has_room(state.operator):
            name = state.pieces.families[state.operator].name
            return Refusal(f"The {name} have {state.limit()} squirrels, and this phase allows no more.", "3")
        return None

    def why_not_bank(self, state: Position, action: BuySquirrel) -> Refusal:
        """Deck and kitchen."""
        refusal = self.refuse_buying(state)
        if refusal is not None:
            return refusal
        card = card_of(state, action)
        if action.card >= 0 and card not in state.kitchen:
            return Refusal(f"The {card.id} is not in the kitchen.", "7.6")
        if action.card < 0 and card.kind.index != action.kind:
            return Refusal(f"On top of the deck lies a {card.kind.code}.", "7.6")
        price = squirrels.price_of(card, action.face)
        money = state.treasury[state.operator]
        if action.forced:
            return self.why_not_forced(state, price)
        if not may_force(state):
            return Refusal(f"The squirrel costs {price} $N; the treasury has {money}.", "7.6")
        if state.rules.forced_is_strict:
            force = str(action).replace("buy", "force", 1)
            return Refusal(f"The squirrel costs {price} $N; the treasury has {money}. Force it: {force}.", "7.6")
        return Refusal("Sell cards first: the bank helps only when nothing is left to sell.", "7.6.1")

    def why_not_forced(self, state: Position, price: int) -> Refusal:
        """A forced purchase."""
        if not state.rules.forced_is_strict:
            return Refusal("On the site the owner pays what is missing: sell cards if need be, and buy.", "7.6.1")
        if not must_hire(state):
            return Refusal("A forced purchase is for a family without squirrels.", "7.6.1")
        if price <= state.treasury[state.operator]:
            return Refusal("The treasury can pay for this squirrel: buy it without force.", "7.6.1")
        card = affordable(state)[0]
        where = "in the kitchen" if card in state.kitchen else "on top of the deck"
        reason = f"The treasury can pay for the {card.kind.code} {where}, so no squirrel is bought by force."
        return Refusal(reason, "7.6.1")

    def refuse_ask(self, state: Position, action: AskFor) -> Refusal | None:
        """Other families."""
        refusal = self.refuse_buying(state)
        if refusal is not None:
            return refusal
        other = squirrels.employer(state, action.card)
        name = state.pieces.families[action.family].name
        if other != action.family:
            such = " such" if state.squirrels[action.family] else ""
            return Refusal(f"The {name} have no{such} squirrel to sell.", "7.6")
        if other == state.operator:
            return Refusal(f"This squirrel works for the {name} already.", "7.6")
        for hired in state.squirrels[other]:
            if hired.card.index == action.card and not squirrels.sellable(state, hired):
                return Refusal("A squirrel with a patch or on its last run is not for sale.", "7.6")
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
        """Over after a forced purchase, or when nothing more can be bought."""
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
        """A squirrel that has to be bought, where there is one way only."""
        if state.rules.explicit_passes:
            return False
        seat = state.owner(state.operator)
        return self.take_only_choice(state, seat)

    def may_buy(self, state: Position) -> bool:
        """Room for a squirrel, perhaps once PATCH is taken off; treasury and tickets reach for the cheapest one."""
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
        """Whether this money buys any squirrel, from the bank or from another family."""
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
        if must_hire(state):
            return f"The {family} need a squirrel: buy one."
        if state.patched(state.operator) is not None:
            return f"Take off PATCH to buy squirrels for the {family}, or pass."
        return f"Buy squirrels for the {family}, or pass."


def can_complete(state: Position, seat: int, price: int) -> bool:
    """The site: the owner can add what is missing, or has nothing left to sell."""
    if state.treasury[state.operator] + state.cash[seat] >= price:
        return True
    return not emergency_sales(state, seat)


def site_sales(state: Position, seat: int) -> list[Sell]:
    """The site: sales before a forced purchase, in blocks, but never a card more than the dearest squirrel needs."""
    sells: list[Sell] = []
    for family in state.families:
        if state.cell[family] != NOT_LAUNCHED and state.holdings[family].units[seat]:
            for sell in cards.sales(state, seat, family):
                if refuse_site_sale(state, seat, sell) is None:
                    sells.append(sell)
    return sells


def refuse_site_sale(state: Position, seat: int, action: Sell) -> Refusal | None:
    """What the site does not let a player sell for a forced purchase."""
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
        return Refusal("Fewer cards are enough for the dearest squirrel.", "7.6.1")
    holdings = state.holdings[family]
    if family == state.operator and holdings.units[seat] - units < holdings.strongest_other(seat):
        return Refusal("That would give away the parents of the family that buys.", "7.6.1")
    return None


@final
class Closing(any_time.FamilyStep):
    """Rule 7.1: the last moment of a turn, for powers and tickets."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        any_time.options(state, actions)
        actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        usual = Refusal("Buy or use powers, cash a ticket, or end the turn with pass.", "7.1")
        return not_now(state, action, usual)

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
        """A family that took off its PATCH may need a squirrel after all. A mere ticket is no reason to ask: in the
        next round it is worth more."""
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
        return f"Powers of the {state.pieces.families[state.operator].name}, or pass to end their turn."


SQUIRRELS: Final = Squirrels()
CLOSING: Final = Closing()
