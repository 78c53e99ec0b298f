"""A forecast of 18ZOO: how the families' coming turns will go, as far as the current board shows.

Everything lies open but the powers to come, so that what is reckoned here is the same for every seat.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.advice import Weights
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.phases.operating import DIVIDEND, SQUEEZE_PAYS, aids_of, runners_of
from menagerie.games.eighteen_zoo.phases.squirrel_step import CLOSING, SQUIRRELS
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.powers.buying import LEPRECHAUN_PAYS
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT
from menagerie.games.eighteen_zoo.running.best import most
from menagerie.games.eighteen_zoo.running.harvest import WHEAT_NUTS, Aids
from menagerie.games.eighteen_zoo.running.nearness import nearness
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Hired, Position

# What counts, by number.
CASH: Final = 0
TICKETS: Final = 1
CARDS: Final = 2
GROWTH: Final = 3
DIVIDENDS: Final = 4
TREASURY: Final = 5
INCOME: Final = 6
HIRING: Final = 7
RISK: Final = 8
THREAT: Final = 9
TRACK: Final = 10
NEARNESS: Final = 11
POWERS: Final = 12
NAMES: Final = (
    "cash", "tickets", "cards", "growth", "dividends", "treasury", "income", "hiring", "risk", "threat", "track",
    "nearness", "powers",
)  # fmt: skip

_STEP: Final = 2
"""Where the step of a family's turn lies on the stack: above the timeline and the round."""
_LONGER: Final = 2
"""The number of the 4S among the runners: how far track leads is seen by its run."""
_SUGAR_NUTS: Final = 10
"""What A TIP OF SUGAR is thought to bring at least, as track grows."""
_NEVER: Final = 1000
"""Longer than any deck."""
_BY_THEMSELVES: Final = (box.SHINING_GOLD, box.WINGS, box.A_TIP_OF_SUGAR)
"""Powers whose effect a family feels as soon as it has them: the runs show what they are worth."""


@final
class Figures:
    """The shapes of the forecast, from the title's weights."""

    __slots__ = ("alarm", "cash", "gain", "powers", "resale", "room", "track_nuts", "track_turns")

    def __init__(self, weights: Weights) -> None:
        self.cash: Final = (weights.of("k1"), weights.of("k2"), weights.of("k3"), 1.0)
        """What 1 $N is worth that can be spent from stock round 1, 2, 3 on, or never."""
        self.gain: Final = weights.of("g")
        """Nuts that runs gain from turn to turn."""
        self.alarm: Final = weights.of("alarm")
        """If this many squirrels are bought before, the fear that a squirrel retires is halved."""
        self.room: Final = weights.of("room")
        """With this much room for cards all money can be spent."""
        self.resale: Final = weights.of("resale")
        """The part of a green power's price that a player expects back from a family."""
        self.powers: Final = [weights.of(f"power_{name.lower()}") for name in box.POWER_IDS]
        self.track_nuts: Final = weights.of("track_nuts")
        """This many nuts of a longer run count as 1 $N for an animal."""
        self.track_turns: Final = weights.of("track_turns")
        """With this many turns to come there is time for longer runs."""


@final
class Prospect:
    """One launched family on its way through the rounds to come."""

    __slots__ = ("cell", "extra", "family", "has_squirrel", "nuts", "pools", "stays", "turns", "units")

    def __init__(self, state: Position, family: int) -> None:
        self.family: Final = family
        self.units: Final = state.holdings[family].units
        self.cell = state.cell[family]
        self.turns = 0
        """Its turns still to come, the present one included as long as nothing is shared."""
        team = state.squirrels[family]
        self.has_squirrel: Final = len(team) > 0
        self.stays: Final = max([_cards_until_it_retires(state, hired) for hired in team], default=0)
        """How many squirrels can be hired from the deck before its last one has to go."""
        runners = runners_of(state, team)
        if not team:
            runners = (state.next_squirrel().kind.faces[0],)
        self.nuts, self.pools = most(state.board, family, runners, aids_of(state, family))
        """What its squirrels bring now; without one what the next to be had would bring."""
        self.extra = 0
        """What powers would add to these nuts."""
        if family == _favourite(state, state.owner(family)):
            self.extra = _nuts_of_powers(state, family, runners, self.nuts)


def _favourite(state: Position, seat: int) -> int:
    """Return the family that will get a player's powers: of those with room for one, that of which the player
    holds most."""
    best, most_worth = NO_ONE, 0
    for family in state.families:
        if state.owner(family) == seat and len(state.mats[family]) < POWER_LIMIT:
            worth = state.holdings[family].units[seat] * 100 + state.value(family)
            if worth > most_worth:
                best, most_worth = family, worth
    return best


def _nuts_of_powers(state: Position, family: int, runners: tuple[Runner, ...], nuts: int) -> int:
    """Return what powers would add to a family's runs: those in its leader's hand, and WHEAT that is not sown yet."""
    hand = state.hands[state.owner(family)]
    extra = 0
    if box.WHEAT in hand or box.WHEAT in state.mats[family]:
        extra += WHEAT_NUTS * len(runners)
    if box.A_TIP_OF_SUGAR in hand:
        aids = aids_of(state, family)
        longer, _ = most(state.board, family, runners, Aids(aids.r_value, aids.wings, True, aids.barrels))
        extra += max(longer - nuts, _SUGAR_NUTS)
    return extra


def _cards_until_it_retires(state: Position, hired: Hired) -> int:
    """Return how many squirrels can be hired from the deck before this one has to go."""
    if hired.last_run or hired.patched:
        return 0
    kind = hired.card.kind.index
    for phase in state.pieces.phases[state.phase_number + 1 :]:
        if kind in phase.retire or kind in phase.last_run:
            count = 0
            while state.pieces.squirrels[state.deck[state.dealt + count]].kind.index < phase.kind:
                count += 1
            return count
    return _NEVER


@final
class Forecast:
    """What counts for every seat; families are evaluated once for all seats."""

    __slots__ = ("_figures", "_left", "_state", "amounts")

    def __init__(self, state: Position, figures: Figures) -> None:
        self._state: Final = state
        self._figures: Final = figures
        self.amounts: Final = [[0.0] * state.players for _ in NAMES]
        """By what counts and seat."""
        rounds = [slot.index for slot in state.pieces.slots if slot.kind == "operating"]
        self._left: Final = len([slot for slot in rounds if slot >= state.slot]) / len(rounds)
        """How much of the game is left, counted in operating rounds."""
        prospects = [Prospect(state, family) for family in state.families if state.cell[family] != NOT_LAUNCHED]
        self._go_through_rounds(prospects)
        for prospect in prospects:
            self._add_cards(prospect)
            self._add_leader(prospect)
        self._add_forced_purchases(prospects)
        for seat in range(state.players):
            self._add_player(seat)

    # The rounds to come.

    def _go_through_rounds(self, prospects: list[Prospect]) -> None:
        """Let every family have its turns, until the last round or until a reputation ends the game."""
        state = self._state
        slots = state.pieces.slots
        cells = state.pieces.cells
        for slot in range(state.slot, len(slots)):
            kind = slots[slot].kind
            if kind == "operating":
                for prospect in prospects:
                    if slot > state.slot or self._is_to_share(prospect.family):
                        self._take_turn(prospect, slots[slot].day, slot == state.slot)
                if state.ending or [one for one in prospects if cells[one.cell].ends_game]:
                    return
            elif kind == "stock":
                for prospect in prospects:
                    if state.holdings[prospect.family].all_with_players(slots[slot].day == box.DAYS):
                        prospect.cell = cells[prospect.cell].up

    def _is_to_share(self, family: int) -> bool:
        """Return whether a family has not shared its harvest yet in the present round."""
        state = self._state
        if state.operated >> family & 1:
            return False
        return family != state.operator or not self._is_hiring()

    def _is_hiring(self) -> bool:
        """Return whether the operating family has shared its harvest."""
        step = self._state.stack[_STEP]
        return step is SQUIRRELS or step is CLOSING

    def _take_turn(self, prospect: Prospect, day: int, is_now: bool) -> None:
        """Play a turn: the token goes left without a squirrel or run, and right with enough nuts."""
        state = self._state
        cell = state.pieces.cells[prospect.cell]
        is_running = is_now and prospect.family == state.operator
        nuts = float(prospect.nuts)
        if is_running and state.stack[_STEP] is DIVIDEND:
            nuts = float(state.nuts)
        elif not is_running and (nuts or prospect.turns):
            nuts += self._figures.gain * (prospect.turns + 1) + prospect.extra
        first = prospect.turns == 0
        prospect.turns += 1
        if first and not prospect.has_squirrel:
            prospect.cell = cell.left
            return
        if nuts <= 0:
            if is_running:
                prospect.cell = cell.left
            return
        if nuts >= cell.threshold:
            prospect.cell = cell.right
            cell = state.pieces.cells[cell.right]
        worth = self._figures.cash[day]
        dividends = self.amounts[DIVIDENDS]
        for seat, units in enumerate(prospect.units):
            dividends[seat] += worth * units * cell.dividend
        dividends[state.owner(prospect.family)] += worth * cell.bonus

    # Families.

    def _add_cards(self, prospect: Prospect) -> None:
        """What the animals of a family are worth to all who hold some: now, at the end, with squirrels and track."""
        state = self._state
        cells = state.pieces.cells
        value = state.value(prospect.family)
        end = cells[prospect.cell]
        column = max(1, cells[end.right].value - end.value)
        hires = self._hires(prospect)
        longer = 0.0
        if prospect.turns:
            time = min(1.0, prospect.turns / self._figures.track_turns)
            runner = state.pieces.runners[_LONGER]
            nuts, _ = most(state.board, prospect.family, (runner,), aids_of(state, prospect.family))
            longer = time * nuts / self._figures.track_nuts
        amounts = self.amounts
        for seat, units in enumerate(prospect.units):
            if units:
                amounts[CARDS][seat] += units * value
                amounts[GROWTH][seat] += units * (end.value - value)
                amounts[HIRING][seat] += units * hires * column
                amounts[TRACK][seat] += units * longer

    def _hires(self, prospect: Prospect) -> int:
        """Return how many more squirrels the treasury reaches for, one in a turn."""
        state = self._state
        family = prospect.family
        if state.patched(family) is not None:
            return 0
        turns = prospect.turns
        if family == state.operator and self._is_hiring() and not state.hired_new:
            turns += 1
        room = state.limit()
        for hired in state.squirrels[family]:
            if not hired.last_run:
                room -= 1
        money = state.treasury[family]
        count = 0
        while count < turns and count < room:
            money -= squirrels.cheapest(state.pieces.squirrels[state.deck[state.dealt + count]])
            if money < 0:
                break
            count += 1
        return count

    def _add_leader(self, prospect: Prospect) -> None:
        """Count what concerns only the leader of a family."""
        state = self._state
        family = prospect.family
        leader = state.owner(family)
        amounts = self.amounts
        amounts[TREASURY][leader] += state.treasury[family]
        for power in state.mats[family]:
            if power not in _BY_THEMSELVES:
                amounts[POWERS][leader] += self._figures.powers[power] * self._left
        if not prospect.turns and not self._is_asked(family):
            return
        pays = prospect.pools + (SQUEEZE_PAYS if prospect.pools and box.A_SQUEEZE in state.mats[family] else 0)
        amounts[INCOME][leader] += pays * prospect.turns
        if prospect.turns:
            amounts[NEARNESS][leader] += nearness(state.board, family).tiles

    def _is_asked(self, family: int) -> bool:
        """Return whether it is this family's turn."""
        return self._state.operating and family == self._state.operator

    # Squirrels that have to be bought.

    def _add_forced_purchases(self, prospects: list[Prospect]) -> None:
        """What leaders fear to pay for squirrels. Families come to the deck one after another, so that who needs one
        later pays for a later one: of several families in need, a leader's own among them, only the first gets the
        cheap squirrel. The further off a need is, the less it is feared."""
        state = self._state
        at = state.dealt
        for prospect in self._in_need(prospects):
            family = prospect.family
            leader = state.owner(family)
            if prospect.has_squirrel:
                at = max(at, state.dealt + prospect.stays + 1)
                missing = max(0, self._price(at) - state.treasury[family])
                self.amounts[RISK][leader] += missing / (1.0 + prospect.stays / self._figures.alarm)
            else:
                price = min([self._price(at), *[squirrels.cheapest(card) for card in state.kitchen]])
                self.amounts[THREAT][leader] += max(0, price - state.treasury[family])
            at += 1

    def _in_need(self, prospects: list[Prospect]) -> list[Prospect]:
        """Return the families that have no squirrel, in the order of their turns, then those that will have none,
        the sooner the earlier."""
        state = self._state
        order = state.operating_order()
        needs: list[tuple[int, int, int]] = []
        for number, prospect in enumerate(prospects):
            family = prospect.family
            is_asked = self._is_asked(family)
            if prospect.stays >= _NEVER or not (prospect.turns or is_asked):
                continue
            place = -1 if is_asked else order.index(family)
            if state.operating and state.operated >> family & 1:
                place += len(order)  # its next turn is in the next round
            needs.append((prospect.stays if prospect.has_squirrel else -1, place, number))
        needs.sort()
        return [prospects[number] for _, _, number in needs]

    def _price(self, at: int) -> int:
        """Return what the card at this place of the deck costs; at its end lie J squirrels."""
        state = self._state
        return squirrels.cheapest(state.pieces.squirrels[state.deck[min(at, len(state.deck) - 1)]])

    # Players.

    def _add_player(self, seat: int) -> None:
        state = self._state
        amounts = self.amounts
        amounts[CASH][seat] += state.cash[seat] * self._worth_of_money(seat) - state.debts[seat]
        amounts[TICKETS][seat] += state.tickets[seat] * state.pieces.slots[-1].ticket
        for power in state.hands[seat]:
            amounts[POWERS][seat] += self._figures.powers[power] * self._left
            card = state.pieces.powers[power]
            if not card.blue and self._is_wanted(seat, card.cost):
                amounts[CASH][seat] += self._figures.resale * card.cost * self._figures.cash[max(1, state.day)]
            if power == box.LEPRECHAUN_POT_OF_GOLD:
                for day in range(state.day, box.DAYS):
                    amounts[POWERS][seat] += LEPRECHAUN_PAYS * self._figures.cash[day]

    def _is_wanted(self, seat: int, price: int) -> bool:
        """Return whether a family of this player can pay this for a power; in the draft, the one that will be
        launched."""
        state = self._state
        if state.day < 1:
            return True
        family = _favourite(state, seat)
        return family != NO_ONE and state.treasury[family] >= price

    def _worth_of_money(self, seat: int) -> float:
        """Return what 1 $N brings: more as long as cards can be bought with it that rise."""
        state = self._state
        day = state.day
        if day and not state.operating and not state.passed >> seat & 1:
            day -= 1  # this stock round is still to come for the player
        more = self._figures.cash[day] - 1.0
        room = state.card_limit - state.cards_held(seat)
        return 1.0 + more * max(0.0, min(1.0, room / self._figures.room))
