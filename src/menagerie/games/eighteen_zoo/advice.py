"""What bots know about 18ZOO: a forecast of the families' coming turns, and decisions worth considering."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.advice import Advice, Weights
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import (
    ACCEPT,
    CASH_TICKET,
    DECLINE,
    RUN_NOTHING,
    Acquire,
    AskFor,
    DaysOff,
    LayTile,
    Offer,
    Patch,
    PowerAt,
    Share,
    UsePower,
    Whatsup,
)
from menagerie.games.eighteen_zoo.forecast import NAMES, Figures, Forecast
from menagerie.games.eighteen_zoo.map.ground import HOME, POOL, R, Y, lay_hex, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF
from menagerie.games.eighteen_zoo.phases import any_time, building
from menagerie.games.eighteen_zoo.phases.deals import NAME_PRICE, SPLIT_TICKET
from menagerie.games.eighteen_zoo.phases.operating import DIVIDEND, TRACK_STEP
from menagerie.games.eighteen_zoo.phases.rounds import LAST_CALL
from menagerie.games.eighteen_zoo.phases.squirrel_step import CLOSING, SQUIRRELS, bank, must_hire
from menagerie.games.eighteen_zoo.phases.stock import STOCK_TURN
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.running.nearness import FAR, nearness
from menagerie.games.eighteen_zoo.state import NO_ONE, Position

# The prior for tiles: what they lead to counts by the tiles still missing, what they lie on by these.
_STOP: Final = 3.0
_POOL: Final = 0.5
_BRANCH: Final = 0.5
_PRICE: Final = 0.2


@final
class TitleAdvice(Advice):
    """A judge of tables of 18ZOO."""

    def __init__(self, game: Game, weights: Weights) -> None:
        super().__init__(game, weights)
        self._weights: Final = [weights.of(name) for name in NAMES]
        self._won: Final = weights.of("won")
        self._points: Final = weights.of("points")
        self._rival: Final = weights.of("rival")
        self._lays: Final = int(weights.of("lays"))
        self._figures: Final = Figures(weights)

    # Worth.

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        if state.is_over:
            return {"points": float(state.score(seat)), "won": 1.0 if seat in state.winners else 0.0}
        amounts = Forecast(state, self._figures).amounts
        return {name: amounts[i][seat] for i, name in enumerate(NAMES) if amounts[i][seat]}

    def worth(self, state: State, seat: int) -> float:
        return self._worths(state)[seat]

    def _worths(self, state: State) -> list[float]:
        """Return the worth of every seat, from one forecast."""
        assert isinstance(state, Position)
        if state.is_over:
            winners = state.winners
            return [
                self._points * state.score(seat) + (self._won if seat in winners else 0.0)
                for seat in range(state.players)
            ]
        amounts = Forecast(state, self._figures).amounts
        worths = [0.0] * state.players
        for i, weight in enumerate(self._weights):
            of_seats = amounts[i]
            for seat in range(state.players):
                worths[seat] += weight * of_seats[seat]
        return worths

    def value(self, state: State, seat: int) -> float:
        """One's own worth less that of the best other. What was only begun, an offer or a ticket to be shared out, is
        worth what comes of it."""
        assert isinstance(state, Position)
        if state.stack and (state.stack[-1] is NAME_PRICE or state.stack[-1] is SPLIT_TICKET):
            if seat in state.to_act:
                return self._best_outcome(state, seat)
        worths = self._worths(state)
        others = [worths[other] for other in range(state.players) if other != seat]
        return worths[seat] - self._rival * max(others)

    def _best_outcome(self, state: Position, seat: int) -> float:
        phase = state.stack[-1]
        values: list[float] = []
        for action in self.candidates(state, seat):
            after = state.copy()
            after.carry_out(phase, seat, action)
            values.append(self.value(after, seat))
        return max(values)

    # Turns and rounds.

    def is_quiet(self, state: State, seat: int) -> bool:
        """At the end of a stock turn or of a family's turn, also where the same seat has the next one."""
        assert isinstance(state, Position)
        if seat not in state.to_act or state.past is None:
            return True
        last = state.past.action
        phase = state.stack[-1]
        if phase is STOCK_TURN:
            busy = state.bought or state.sold_now != 0
            return not busy and not (last is CASH_TICKET or isinstance(last, (DaysOff, UsePower, Whatsup)))
        if phase is TRACK_STEP:
            return state.lays == 0 and not (
                any_time.concerns(last) or last is ACCEPT or last is DECLINE or isinstance(last, (Offer, Share))
            )
        return phase is LAST_CALL

    def stage(self, state: State) -> int:
        """Operating rounds are played to their end, stock rounds to the end of the operating round after them."""
        assert isinstance(state, Position)
        stage = 1
        for slot in state.pieces.slots[: state.slot]:
            if slot.kind == "operating":
                stage += 1
        return stage

    def shown(self, state: State) -> int:
        """Return powers are shown; nothing else is hidden."""
        assert isinstance(state, Position)
        number = 0
        for power in state.power_deck[: state.powers_seen]:
            number = number * 31 + power + 1
            number %= 1_000_003
        return number

    def progress(self, state: State) -> float:
        assert isinstance(state, Position)
        return state.slot / (len(state.pieces.slots) - 1)

    # What is worth considering.

    def candidates(self, state: State, seat: int) -> list[Action]:
        assert isinstance(state, Position)
        phase = state.stack[-1]
        listing = state.listing(phase, seat)
        if len(listing) == 1:
            return listing
        if phase is NAME_PRICE:
            return [listing[0], listing[-1]]
        if phase is SPLIT_TICKET:
            return [listing[-1]]  # all of a ticket's money goes to the family that needs it
        kept: list[Action] = []
        lays: list[LayTile] = []
        for action in listing:
            if isinstance(action, LayTile):
                lays.append(action)
            elif self._is_sensible(state, seat, action):
                kept.append(action)
        if not lays:
            return kept or listing
        best = self._promising(state, lays)
        return best + kept

    def _is_sensible(self, state: Position, seat: int, action: Action) -> bool:
        phase = state.stack[-1]
        if action is CASH_TICKET:
            return phase is SQUIRRELS and self._needs_tickets(state, seat)
        if action is RUN_NOTHING:
            return False
        if action is ACCEPT:
            return self._can_spare(state)
        if isinstance(action, AskFor):
            family = squirrels.employer(state, action.card)
            return state.owner(family) == seat and len(state.squirrels[family]) > 1
        if isinstance(action, Acquire):
            return action.power in state.hands[seat]
        if isinstance(action, Patch):
            return len(state.retiring) > 0
        if isinstance(action, (PowerAt, UsePower)):
            return not (phase is DIVIDEND or phase is SQUIRRELS or phase is CLOSING)
        return True

    def _needs_tickets(self, state: Position, seat: int) -> bool:
        """Return whether a forced purchase would cost cards or a debt: neither treasury nor cash reach."""
        price = min([squirrels.cheapest(card) for card in bank(state)])
        return must_hire(state) and state.treasury[state.operator] + state.cash[seat] < price

    def _can_spare(self, state: Position) -> bool:
        """Return whether the request is not a family's last squirrel."""
        if state.asking >= POWERS_FROM or state.asking == NO_ONE:
            return True
        return len(state.squirrels[squirrels.employer(state, state.asking)]) > 1

    # Tiles.

    def _promising(self, state: Position, lays: list[LayTile]) -> list[Action]:
        """Return the tiles that are tried: those that make stops richer or lead towards new ones."""
        family = state.newcomer if state.newcomer != NO_ONE else state.operator
        ranked: list[tuple[float, int]] = []
        for number, action in enumerate(lays):
            ranked.append((-self._promise(state, family, building.code_of(state, action)), number))
        ranked.sort()
        return [lays[number] for _, number in ranked[: self._lays]]

    def _promise(self, state: Position, family: int, code: int) -> float:
        """Return a cheap guess at what a tile is good for."""
        board = state.board
        ground = board.ground
        at = lay_hex(code)
        kind = ground.hexes[at].kind
        missing = nearness(board, family).missing
        track = ground.tiles.tiles[lay_tile(code)].turned[lay_rotation(code)]
        before = board.spots[at].track
        old = 0 if before is None else before.exits
        arrivals = board.reach(family).arrivals[at]
        least = FAR
        for edge in EDGES_OF[track.exits & ~old & ~arrivals]:
            onward = ground.across[at * 6 + edge]
            if onward >= 0:
                least = min(least, missing[onward // 6])
        promise = 0.0
        if kind in (Y, HOME, R):
            promise += _STOP
        elif kind == POOL:
            promise += _POOL
        if track.exits.bit_count() > 2:
            promise += _BRANCH
        return promise + FAR - least - _PRICE * ground.hexes[at].cost
