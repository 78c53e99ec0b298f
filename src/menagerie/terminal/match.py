"""A game with its players: whose turn it is, what bots decide, what happened, saving and undo."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

from menagerie import bots
from menagerie.bots import Clock, Hint, advise, decide, first_to_act
from menagerie.core import position
from menagerie.core.action import Action
from menagerie.core.errors import BadSetup
from menagerie.core.event import Event
from menagerie.core.orders import Book, Ended
from menagerie.core.record import SUFFIX, Record
from menagerie.core.seats import LETTERS
from menagerie.core.state import State, Step
from menagerie.lab.entrants import Entrant

_BOT_MARK: Final = " (bot)"
"""The end of a bot's name in a record, so that a continued game has the same players."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player in a seat: a person, or a kind of bot."""

    seat: int
    name: str = ""
    bot: str = ""

    @property
    def label(self) -> str:
        """Return the name for lists of players: the letter first."""
        return f"{LETTERS[self.seat]} {self.name or _bot_name(self.bot) or 'you'}"

    @property
    def in_story(self) -> str:
        """Return the name for sentences: never the letter alone, because A would read as an article."""
        return self.name or f"{_bot_name(self.bot) or 'Player'} {LETTERS[self.seat]}"

    @property
    def in_record(self) -> str:
        """Return the name for the record's header; empty for a nameless seat."""
        return f"{self.bot}{_BOT_MARK}" if self.bot else self.name

    @staticmethod
    def from_record(seat: int, name: str) -> Player:
        """Return the player named in a record's header."""
        if name.endswith(_BOT_MARK):
            return Player(seat, bot=name.removesuffix(_BOT_MARK))
        return Player(seat, name)


def _bot_name(bot: str) -> str:
    """Return what `keeper:0.2s` is called on screen: `Ranger:0.2s`; empty for a person."""
    kind, colon, settings = bot.partition(":")
    return f"{bots.name_of(kind)}{colon}{settings}" if bot else ""


def seat_players(players: int, names: list[str], bots: list[str]) -> list[Player]:
    """Return the players: people in the first seats, bots in the last."""
    people = players - len(bots)
    if people < 0:
        raise BadSetup(f"There are {len(bots)} bots for {players} seats.")
    if len(names) > people:
        raise BadSetup(f"There are {len(names)} names, but {people} of the {players} seats for people.")
    persons = [Player(seat, names[seat] if seat < len(names) else "") for seat in range(people)]
    return persons + [Player(people + number, bot=kind) for number, kind in enumerate(bots)]


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long bots may think: seconds, playouts, or both. Playouts alone make their play the same every time."""

    seconds: float | None = 2.0
    playouts: int | None = None

    def clock(self, wanted: float | None) -> Clock:
        """Return a clock for a bot that wants to think so long about a turn."""
        if self.seconds is None or wanted is None:
            return Clock(self.seconds, self.playouts)
        return Clock(min(self.seconds, wanted), self.playouts)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A sentence of the log, and the decision it belongs to."""

    decision: int
    sentence: str


class Match:
    """A game in progress in this terminal."""

    def __init__(self, state: State, players: list[Player], thinking: Thinking) -> None:
        self.players = players
        self.state = state
        state.names = tuple(self.names)
        self.thinking = thinking
        self.story: list[StoryLine] = []
        self.orders = Book()
        """The standing orders of the people here."""
        self.saved_at = -1
        """How many decisions the last saved record had."""
        self._before: list[State] = []
        self._seconds: list[float] = []
        self._started = time.monotonic()
        self._date = datetime.now(UTC).isoformat(timespec="seconds")
        self._advice = state.game.advice() if state.game.gives_advice else None
        self._first: tuple[Step | None, int] | None = None
        """The seat that had better decide after this step, once that was computed."""
        self._entrants = {player.seat: Entrant.parse(player.bot) for player in players if player.bot}
        self._bots = {seat: entrant.make(0) for seat, entrant in self._entrants.items()}
        self.hear: Callable[[State, int, list[Event]], None] = lambda state, seat, events: None
        """Called with every decision: the table then, the seat, and what happened."""

    @staticmethod
    def of(record: Record, at: int | None, players: list[Player], thinking: Thinking) -> Match:
        """Return a match that continues a recorded game after that many decisions (None: after the last)."""
        at = len(record.decisions) if at is None else at
        match = Match(record.begin(), players, thinking)
        match._date = record.started or match._date
        events: list[Event] = []
        before = match.state.copy()
        for _ in record.follow(match.state, at, events):
            match._remember(before, events)
            before = match.state.copy()
            events.clear()
        match._seconds = record.seconds[:at]
        if match._seconds:
            match._started = time.monotonic() - match._seconds[-1]
        if at == len(record.decisions):
            match.saved_at = at
        return match

    @property
    def names(self) -> list[str]:
        """Return the players' names for sentences."""
        return [player.in_story for player in self.players]

    @property
    def labels(self) -> list[str]:
        """Return the players for a list."""
        return [player.label for player in self.players]

    @property
    def person_to_act(self) -> int | None:
        """Return the seat of the person to ask now; None if no person is to act, or bots must decide first."""
        seat = self._next()
        return None if seat is None or self.players[seat].bot else seat

    def _next(self) -> int | None:
        """Return the seat that decides now: bots before people, or the best choice if a team chooses who goes first."""
        acting = self.state.to_act
        its_bots = [seat for seat in acting if self.players[seat].bot]
        if len(acting) < 2 or not its_bots or self._advice is None or not self._advice.cooperative:
            return next(iter([*its_bots, *acting]), None)
        if self._first is None or self._first[0] is not self.state.past:
            self._first = (self.state.past, first_to_act(self._advice, self.state, self.state.ply))
        return self._first[1]

    def play(self, action: Action | str, seat: int) -> list[str]:
        """Play a decision and return what happened. Raises IllegalAction."""
        before = self.state.copy()
        events: list[Event] = []
        self.state.play(action, seat, events)
        self.hear(self.state, seat, events)
        return self._remember(before, events)

    def _remember(self, before: State, events: list[Event]) -> list[str]:
        """Remember the state before a decision, its time, and what happened, which is returned."""
        self._before.append(before)
        if len(self._seconds) == len(self._before) - 1:
            self._seconds.append(time.monotonic() - self._started)
        told = [event.tell(self.names) for event in events]
        self.story += [StoryLine(self.state.ply, sentence) for sentence in told]
        return told

    def follow_orders(self) -> bool:
        """Follow the first standing order that applies. Return False if none does."""
        found = self.orders.next(self.state, self.orders.given)
        if found is None:
            return False
        given, answer = found
        if isinstance(answer, Ended):
            ply = self.state.ply
            self.orders.end(given.seat, given.order.id, ply, answer.why)
            self.story.append(
                StoryLine(ply, f"{self.names[given.seat]}'s order is over ({given.order.short}). {answer.why}")
            )
            return True
        first = len(self.story)
        self.play(answer, given.seat)
        self.orders.played[self.state.ply] = given
        if len(self.story) > first:
            told = self.story[first]
            self.story[first] = StoryLine(told.decision, f"{told.sentence} (by standing order)")
        return True

    def bot_to_act(self) -> Player | None:
        """Return the bot that decides now."""
        seat = self._next()
        return None if seat is None or not self.players[seat].bot else self.players[seat]

    def let_bot_play(self, player: Player) -> list[str]:
        """Let a bot decide. Return what happened."""
        return self.play(self._ask(player.seat), player.seat)

    def hint(self, seat: int) -> Hint:
        """Return what the best bot would do, and why."""
        return advise(self.state, seat, self.thinking.clock(None), self._chance(seat).getrandbits(64))

    def _ask(self, seat: int) -> Action:
        """Return a bot. Its chance follows from game, seat and moment, so a continued or undone game has the same bots.
        A limit in a bot's name overrides the limit of all."""
        bot, limit = self._bots[seat], self._entrants[seat]
        bot.chance = self._chance(seat)
        own = Clock(limit.seconds, limit.playouts) if limit.has_limit else None
        return decide(bot, self.state, seat, own or self.thinking.clock(bot.seconds(self.state.game)))

    def _chance(self, seat: int) -> Random:
        return Random(f"{self.state.setup.seed} {seat} {self.state.ply}")

    def since_last_decision_of(self, seat: int) -> list[str]:
        """Return what happened since (and by) the seat's last own decision, standing orders aside."""
        history = enumerate(self.state.history, start=1)
        own = [number for number, (who, _) in history if who == seat and number not in self.orders.played]
        last = own[-1] if own else 0
        return [told.sentence for told in self.story if told.decision >= last]

    def undo(self) -> bool:
        """Undo to before a person's last decision. Return False if there was no such decision."""
        history = self.state.history
        keep = len(history) - 1
        while keep >= 0 and self.players[history[keep][0]].bot:
            keep -= 1
        if keep < 0:
            return False
        self.state = self._before[keep]
        del self._before[keep:]
        del self._seconds[keep:]
        self.story = [told for told in self.story if told.decision <= keep]
        self.orders.take_back(keep)
        self.saved_at = -1
        return True

    # Saving.

    @property
    def is_saved(self) -> bool:
        """Return whether nothing would be lost by leaving now."""
        return self.state.ply in (0, self.saved_at)

    @property
    def has_record(self) -> bool:
        """Return whether the game began with a deal, not from a position."""
        return self.state.setup.seed >= 0

    def record(self) -> Record:
        """Return the game so far as a record."""
        named = {player.seat: player.in_record for player in self.players if player.in_record}
        record = Record.of(self.state, named)
        record.started = self._date
        if len(self._seconds) == len(record.decisions):
            record.seconds = list(self._seconds)
        return record

    def save(self, path: Path) -> Path:
        """Write the record, or the present position of a game that began from one. Add the suffix if missing."""
        target = path if path.suffix else path.with_suffix(self._suffix)
        if self.has_record:
            self.record().save(target)
        else:
            position.save(self.state, target)
        self.saved_at = self.state.ply
        return target

    def default_file(self) -> Path:
        """Return a new file name in the current folder."""
        return Path(f"{self.state.game.id}-{datetime.now():%Y-%m-%d-%H%M%S}{self._suffix}")

    @property
    def _suffix(self) -> str:
        return SUFFIX if self.has_record else position.SUFFIX
