"""Many games that are played side by side, for programs that decide in all of them at once.

`menagerie.envs.Batch` brings the numpy arrays that a batch writes into; here is what is worth compiling. No game knows
of another: the seed of each is made of the batch's seed, its place and how many were played there before it.
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
"""So many bytes of a mask that nobody has looked at lately are cleared together in the time that one takes alone."""

Shares = Callable[[State], Sequence[float]]
"""What a game that is over has brought to each seat."""


def game_seed(seed: int, place: int, number: int) -> int:
    """The seed of a game: of the batch with this seed, at this place, after so many others."""
    return ((seed << 32) + place << 32) + number


@final
class Room:
    """What a batch writes, one row a place. Each is a `memoryview`, of an array that somebody else reads."""

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
        """What the seat sees that is to decide."""
        self.masks: Final = list(masks)
        """What it can choose; the last column is to wait, where any may go first."""
        self.seats: Final = seats
        """Who is to decide."""
        self.rewards: Final = rewards
        """What the last decision has brought, by places, then seats. To be cleared by who reads it."""
        self.done: Final = done
        """Whether the last decision has ended a game, so that another one has begun."""


@final
class Players:
    """Who plays: how many, in which game, and which of the seats bots have."""

    __slots__ = ("opponents", "options", "players", "playouts", "seat")

    def __init__(self, setup: Setup, opponents: Sequence[str], seat: int | None, playouts: int) -> None:
        self.players: Final = setup.players
        self.options: Final = setup.options
        self.opponents: Final = list(opponents)
        """The kinds of bots on the other seats, in their order; none: all seats decide by codes."""
        self.seat: Final = seat
        """The seat that decides by codes, if there are bots; None: another one in every game."""
        self.playouts: Final = playouts
        """How long bots think, so that they think the same on every machine."""

    def seat_in(self, place: int, number: int) -> int:
        """The seat that decides by codes in this game."""
        return (place + number) % self.players if self.seat is None else self.seat


@final
class GameBatch:
    """Games at places `first`, `first + 1` and so on, which write into the rows of a room."""

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
        """Whether points are the reward, and not how the game ends."""
        self._seed: Final = seed
        self._first: Final = first
        count = len(room.observations)
        self._numbers: Final = [-1] * count
        """How many games have ended at each place."""
        self._nothing: Final = bytes(self._decisions)
        self._codes: Final[list[list[int]]] = [[] for _ in range(count)]
        """What each mask allows."""
        self._shown: Final[list[object]] = [None] * count
        """What each observation shows, as the encoding calls it."""
        self._bots: Final[list[list[Bot]]] = [[] for _ in range(count)]
        self._seats: Final = [0] * count
        self._scores: Final[list[tuple[int, ...]]] = [()] * count
        self._games: Final = [self._begin(place) for place in range(count)]
        for place in range(count):
            self._go_on(place)
            self._show(place)

    def step(self, codes: list[int]) -> None:
        """Carry out one code at each place. Whoever brings them has looked at the masks."""
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
        """The next game at this place."""
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
        """Let bots play until somebody is to decide by codes; whether a game has ended on the way."""
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
        if isinstance(bot, RandomBot):  # it looks at the list and at nothing else: no world need be imagined for it
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
        """Change a mask so that it allows these and nothing else. Any: the compiled engine need not look at numbers."""
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
