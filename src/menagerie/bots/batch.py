"""Many games side by side, for programs that decide in all of them at once.

`menagerie.envs.Batch` supplies the numpy arrays that a batch writes into; this module has what is worth compiling.
Games are independent: each one's seed comes from the batch's seed, its place and the number of games played there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, final

from menagerie.bots.bot import Bot, Clock, decide, no_garbage
from menagerie.bots.kinds import make
from menagerie.bots.random_bot import RandomBot
from menagerie.core.action import Action
from menagerie.core.encoding import Encoding
from menagerie.core.game import Game, Setup
from menagerie.core.sequential import Asking
from menagerie.core.state import State

CLEARED_AS_FAST: Final = 200
"""How many bytes of a mask that isn't in the cache can be cleared in the time of clearing one alone."""

Shares = Callable[[State], Sequence[float]]
"""Return the reward of a finished game for each seat."""


def game_seed(seed: int, place: int, number: int) -> int:
    """Return the seed of a game: of the batch with this seed, at this place, after this number of games."""
    return ((seed << 32) + place << 32) + number


@final
class Room:
    """What a batch writes, one row per place, as `memoryview`s of arrays that the caller reads."""

    __slots__ = ("done", "masks", "observations", "rewards", "seats")

    def __init__(
        self,
        observations: Sequence[memoryview],
        masks: Sequence[memoryview],
        seats: memoryview,
        rewards: memoryview[float],
        done: memoryview,
    ) -> None:
        self.observations: Final = list(observations)
        """What the deciding seat sees."""
        self.masks: Final = list(masks)
        """What it can choose. The last column is waiting, where any seat may go first."""
        self.seats: Final = seats
        """The deciding seat."""
        self.rewards: Final = rewards
        """The rewards of the last decision, by place and seat. The reader clears them."""
        self.done: Final = done
        """Whether the last decision ended a game, so that another one has started."""


@final
class Players:
    """The lineup: the game, the number of players, and the bots' seats."""

    __slots__ = ("opponents", "options", "players", "playouts", "seat")

    def __init__(self, setup: Setup, opponents: Sequence[str], seat: int | None, playouts: int) -> None:
        self.players: Final = setup.players
        self.options: Final = setup.options
        self.opponents: Final = list(opponents)
        """The kinds of bots on the other seats in their order; empty if all seats decide by codes."""
        self.seat: Final = seat
        """The seat that decides by codes, if there are bots; None for a different one in every game."""
        self.playouts: Final = playouts
        """How long bots think, counted so that it's the same on every machine."""

    def seat_in(self, place: int, number: int) -> int:
        """Return the seat that decides by codes in this game."""
        return (place + number) % self.players if self.seat is None else self.seat


@final
class GameBatch:
    """Games at places `first`, `first + 1` and so on, which write into the rows of a `Room`."""

    def __init__(
        self, game: Game, players: Players, seed: int, first: int, room: Room, shares: Shares, points: bool
    ) -> None:
        self._game: Final = game
        self._encoding: Final[Encoding] = game.encoding()
        self._decisions: Final[int] = self._encoding.decisions
        self._players: Final = players
        self._room: Final = room
        self._shares: Final = shares
        self._points: Final = points
        """Whether the reward is points rather than the result."""
        self._seed: Final = seed
        self._first: Final = first
        count = len(room.observations)
        self._numbers: Final = [-1] * count
        """The number of finished games at each place."""
        self._nothing: Final = bytes(self._decisions)
        self._codes: Final[list[list[int]]] = [[] for _ in range(count)]
        """What each mask allows."""
        self._shown: Final[list[object]] = [None] * count
        """What each observation shows, in the encoding's terms."""
        self._bots: Final[list[list[Bot]]] = [[] for _ in range(count)]
        self._seats: Final = [0] * count
        self._scores: Final[list[tuple[int, ...]]] = [()] * count
        self._games: Final = [self._begin(place) for place in range(count)]
        for place in range(count):
            self._go_on(place)
            self._show(place)

    def step(self, codes: list[int]) -> None:
        """Carry out one code at each place. The caller must have checked the masks."""
        with no_garbage():
            self._step(codes)

    def _step(self, codes: list[int]) -> None:
        room = self._room
        for place, code in enumerate(codes):
            asking = self._games[place]
            if code == self._decisions:
                asking.wait()
            else:
                asking.decide(self._encoding.listed(asking.state, asking.seat, code))
            room.done[place] = self._go_on(place)
            self._show(place)

    def _begin(self, place: int) -> Asking:
        """Start the next game at this place."""
        who = self._players
        self._numbers[place] += 1
        number = self._numbers[place]
        seed = game_seed(self._seed, self._first + place, number)
        state = self._game.begin(Setup(who.players, seed, who.options, self._game.rules_version))
        seat = who.seat_in(self._first + place, number)
        self._seats[place] = seat
        if who.opponents:
            self._bots[place] = [make(kind, (seed << 3) + at) for at, kind in enumerate(who.opponents)]
        if self._points:
            self._scores[place] = state.scores
        return Asking(state, seat if who.opponents else 0)

    def _go_on(self, place: int) -> bool:
        """Let bots play until a seat must decide by codes. Return whether a game ended on the way."""
        has_bots = bool(self._players.opponents)
        ended = False
        while True:
            asking = self._games[place]
            seat = asking.seat
            if seat < 0:
                self._reward_end(place, asking.state)
                self._games[place] = self._begin(place)
                ended = True
            elif not has_bots or seat == self._seats[place]:
                break
            else:
                asking.decide(self._choice_of_bot(place, asking))
        if self._points and not ended:
            self._reward_points(place, asking.state)
        return ended

    def _choice_of_bot(self, place: int, asking: Asking) -> Action:
        seat = asking.seat
        bot = self._bots[place][seat if seat < self._seats[place] else seat - 1]
        if isinstance(bot, RandomBot):  # it only looks at the listing, so no world needs to be imagined for it
            listing = asking.legal()
            return listing[int(bot.chance.random() * len(listing))]
        return decide(bot, asking.state, seat, Clock(playouts=self._players.playouts))

    def _reward_end(self, place: int, state: State) -> None:
        if self._points:
            self._reward_points(place, state)
            return
        at = place * state.players
        for seat, share in enumerate(self._shares(state)):
            self._room.rewards[at + seat] += share

    def _reward_points(self, place: int, state: State) -> None:
        before, now = self._scores[place], state.scores
        self._scores[place] = now
        at = place * state.players
        for seat in range(state.players):
            if now[seat] != before[seat]:
                self._room.rewards[at + seat] += now[seat] - before[seat]

    def _show(self, place: int) -> None:
        room = self._room
        asking = self._games[place]
        state, seat = asking.state, asking.seat
        room.seats[place] = seat
        self._shown[place] = self._encoding.encode_again(state, seat, room.observations[place], self._shown[place])
        self._allow(place, self._encoding.codes(state, seat))
        room.masks[place][self._decisions] = asking.can_wait

    def _allow(self, place: int, codes: list[Any]) -> None:
        """Change a mask so that it allows only these. Any, so that the compiled engine needn't check the numbers."""
        mask = self._room.masks[place]
        before: list[Any] = self._codes[place]
        if len(before) * CLEARED_AS_FAST < self._decisions:
            for code in before:
                mask[code] = 0
        else:
            mask[: self._decisions] = self._nothing
        for code in codes:
            mask[code] = 1
        self._codes[place] = codes
