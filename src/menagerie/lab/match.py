"""What is to be played, and the course of a game: bots on the same deals, from every seat, with CPU clocks.

The lineup of a game is the bots in the order given, the last of them on all seats that are left; every deal is played
once with every rotation of it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from menagerie import bots
from menagerie.core.errors import BadSetup
from menagerie.core.event import Event
from menagerie.core.game import Game
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.lab import outcome
from menagerie.lab.entrants import Entrant
from menagerie.lab.variants import OWN, Variant


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played."""

    title: str
    players: int
    entrants: tuple[Entrant, ...]
    games: int
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    content: Variant = OWN
    """What is printed on the pieces."""

    @property
    def game(self) -> Game:
        """The title, with this content."""
        return self.content.game(self.title)

    @property
    def lineup(self) -> tuple[Entrant, ...]:
        """Who sits down: the last entrant on all seats that are left."""
        return self.entrants + (self.entrants[-1],) * (self.players - len(self.entrants))

    @property
    def is_together(self) -> bool:
        """Return whether there are no opponents."""
        return outcome.is_together(self.game, self.players)

    def key(self) -> str:
        """Identify a match, whatever its number of games: results of the same match continue."""
        names = [entrant.name for entrant in self.entrants]
        limits = [(entrant.seconds, entrant.playouts) for entrant in self.entrants]
        content = [self.game.content_digest] if self.content.files else []
        files = [entrant.digest() for entrant in self.entrants if entrant.file is not None]
        return json.dumps([self.title, self.players, names, limits, self.seed, self.options, *content, *files])

    def seats(self, number: int) -> list[Entrant]:
        """Who sits where in the game of this number."""
        shift = number % self.players
        return [self.lineup[(seat + shift) % self.players] for seat in range(self.players)]

    def deal(self, number: int) -> int:
        """The seed of the game of this number: the same for all rotations of the seats, whatever the content."""
        text = f"{self.title} {self.players} {self.seed} {number // self.players if len(self.entrants) > 1 else number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def check(self) -> None:
        """Whether it can be played; raises BadSetup."""
        game = self.game
        game.new(players=self.players, seed=0, **self.options)
        if len(self.entrants) > self.players:
            seats = counted(self.players, "seat", "seats")
            raise BadSetup(f"There are {len(self.entrants)} bots for {seats}.")
        if self.games < 1:
            raise BadSetup(f"At least one game must be played, not {self.games}.")
        if self.is_together and len(self.entrants) > 1:
            raise BadSetup(f"In {game.name} all win or lose together here: give one bot, which plays all seats.")


class Course:
    """One game of a match, decision by decision."""

    def __init__(self, match: Match, number: int) -> None:
        self.game = match.game
        self.entrants = match.seats(number)
        self.cpu = [0.0] * match.players
        """What each seat's thinking took, in seconds."""
        self.turns = [0] * match.players
        self._deal = match.deal(number)
        self._advice = outcome.advice_of(self.game)
        self._before = -1
        self.state = self.game.new(players=match.players, seed=self._deal, **match.options)
        self._seated = [entrant.make(self._deal + seat) for seat, entrant in enumerate(self.entrants)]

    def decide(self, look: Callable[[State, int], None] | None = None, log: list[Event] | None = None) -> None:
        """Let the next seat make its decision; `look` is shown the state before, and who is to decide."""
        state, advice = self.state, self._advice
        seat = state.to_act[0] if advice is None else bots.first_to_act(advice, state, self._deal + state.ply)
        if look is not None:
            look(state, seat)
        clock = self.entrants[seat].clock(self._seated[seat], self.game)
        start = time.thread_time()
        action = bots.decide(self._seated[seat], state, seat, clock)
        self.cpu[seat] += time.thread_time() - start
        state.play(action, seat, log)
        if advice is None:
            self.turns[seat] += seat != self._before
            self._before = seat
        elif state.is_over or advice.is_quiet(state, seat):
            self.turns[seat] += 1

    def won(self) -> list[float]:
        """What each seat has won of a game that is over."""
        return outcome.won(self.state)
