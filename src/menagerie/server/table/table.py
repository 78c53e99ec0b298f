"""Hold one table in memory, as the sum of its events. It can be discarded and rebuilt from them at any time.

Nothing here waits, stores or sends: `registry` calls `apply` once an event is durable."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec
from mypy_extensions import mypyc_attr

from menagerie import bots
from menagerie.core import seed_commitment
from menagerie.core.errors import MenagerieError
from menagerie.core.event import Event
from menagerie.core.game import Game
from menagerie.core.orders import Book, Given
from menagerie.core.record import Record
from menagerie.core.registry import load
from menagerie.core.seats import LETTERS, listed
from menagerie.core.state import State
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.base.errors import Refused
from menagerie.server.protocol.outgoing.log import Entry
from menagerie.server.protocol.outgoing.table import SharedDeal
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat, names
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table import event_kinds, lessons, time_controls, timeout_outcome
from menagerie.server.table.clocks import Clocks, Stretch
from menagerie.server.table.deals import Deal, Deals
from menagerie.server.table.drawings import Drawings
from menagerie.server.table.event_kinds.decisions import Decision
from menagerie.server.table.event_kinds.endings import Rematch
from menagerie.server.table.game_history import GameHistory
from menagerie.server.table.open_questions import OpenQuestions
from menagerie.server.table.table_log import TableLog
from menagerie.server.table.values import ChapterEvent, Imported, Tried

if TYPE_CHECKING:
    from menagerie.server.table.policy import TablePolicy

KEYS: Final = 256
"""How many keys of clients are remembered. Older ones are in the store."""


@mypyc_attr(allow_interpreted_subclasses=True)  # for tests that replace the table
class Table:
    """One table: its seats, the game and its past, and clocks, orders, requests and log."""

    def __init__(
        self,
        facts: TableFacts,
        seats: Sequence[Seat],
        events: Sequence[TableEvent] = (),
        begin: State | None = None,
        stops: Sequence[Stretch] = (),
    ) -> None:
        """`facts` and `seats` are those of the start; `begin` is the state then, if it isn't a new game. `stops`: when
        the server was down, which costs no player time."""
        self.facts = facts
        self.lock = asyncio.Lock()
        """Held while adding an event."""
        self.epoch = 0
        """The epoch of this process's lease on the table: see `ownership`."""
        self.remembered: set[str] = set()
        """What listeners remember about the table while it is in memory: see `listener`."""
        self.policies: Sequence[TablePolicy] = ()
        """The features' policies; none if the table is only read."""
        self.seats = list(seats)
        self.seats_stored: list[Seat] | None = None
        """The stored seats, if names of deleted people were left out in reading."""
        self.names = names(seats)
        """The players' names by seat, all different. The state uses the same ones."""
        self.game: Game = load(facts.title)
        self.coach = lessons.coach(self.game, facts.lesson)
        """The coach, if a lesson is taught here."""
        self.is_deal_open = facts.deal is None
        """Whether the deal may be shown because no one else plays it. Otherwise its policy decides."""
        self.seq = 0
        """The number of the last event. Kept from clients, since it would reveal others' secret orders."""
        self._public: list[int] = []
        """The numbers of the events that everyone may see: see `number`."""
        self.private: dict[int, int] = {}
        """By seat, the last event that only that seat may see."""
        self.orders = Book()
        """The standing orders."""
        self.status = facts.status
        """`open`, `playing`, `over` or `replay`."""
        self.deals = Deals(facts.seed, 0 if self.coach is None else self.coach.lesson.begins)
        self._log = TableLog()
        self.questions = OpenQuestions()
        self.stood_in: set[int] = set()
        """The seats whose players left during the game, where the table's bot plays."""
        self.keys: dict[str, TableEvent] = {}
        self.since = facts.created
        self.clock = [0.0] * facts.players
        pace = time_controls.read(facts.pace)
        team = facts.players > 1 and is_cooperative(self.game)
        self.clocks = None if pace is None else Clocks(pace, seats, team, stops)
        """The time each player has left; None if there is no clock."""
        self.lost: dict[int, str] = {}
        """The seats that lost before the end, in order, with the reason: see `timeout_outcome`."""
        self.aborted = ""
        """Why the game ended without a result, if it did."""
        self._comments: list[tuple[int, str]] = []
        """The record's comments: after how many decisions, and the text."""
        self.rematch: Rematch | None = None
        """The table of the rematch, if there is one."""
        self.drawings = Drawings(self.game)
        self.last_events: list[Event] = []
        """The events of the last decision."""
        self.history = GameHistory(_beginning(facts) if begin is None else begin)
        self.history.rename(self.names)
        for event in events:
            self.apply(event)

    # Reading.

    @property
    def id(self) -> str:
        """The table's id."""
        return self.facts.id

    @property
    def state(self) -> State:
        """Return the current state of the game."""
        return self.history.state

    @property
    def n(self) -> int:
        """Return the number of decisions in effect."""
        return self.history.n

    @property
    def decisions(self) -> list[tuple[int, str]]:
        """Return the decisions in effect, each with its seat."""
        return self.history.decisions

    @property
    def log(self) -> list[Entry]:
        """Return the lines of the log."""
        return self._log.lines

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may decide now; none before the game has started."""
        return self.state.to_act if self.status == "playing" else ()

    def held_by(self, guest: str | None) -> tuple[int, ...]:
        """Return the seats of a guest and of the people at the same screen."""
        return () if guest is None else tuple([seat.seat for seat in self.seats if seat.holder == guest])

    def claims(self, guest: str | None) -> tuple[int, ...]:
        """Return the seats that a guest may reclaim from bots."""
        return tuple([seat for seat in self.owned_by(guest) if self.seats[seat].bot and self.may_come_back(seat)])

    def owned_by(self, guest: str | None) -> tuple[int, ...]:
        """Return the seats that belong to a guest, including those with a bot standing in."""
        return () if guest is None else tuple([seat.seat for seat in self.seats if seat.guest == guest])

    def may_come_back(self, seat: int) -> bool:
        """Return whether a bot gives a seat back: not if it has lost or has no time left."""
        return seat not in self.lost and (self.clocks is None or not self.clocks.is_spent(seat))

    def people(self) -> set[str]:
        """Return the guests who sit here."""
        return {seat.holder for seat in self.seats if seat.holder is not None}

    def owners(self) -> set[str]:
        """Return the guests who own a seat, whether or not a bot stands in."""
        return {seat.guest for seat in self.seats if seat.guest is not None}

    @property
    def lost_by_time(self) -> frozenset[int]:
        """Return the seats that lost on time. A team loses together."""
        return frozenset([seat for seat, why in self.lost.items() if why == timeout_outcome.TIME])

    @property
    def forfeited(self) -> frozenset[int]:
        """Return the seats that lost because their players left or never came."""
        return frozenset(self.lost) - self.lost_by_time

    def out_of_it(self) -> set[str]:
        """Return the guests who have lost with all their seats and are no longer asked anything."""
        lost = {self.seats[seat].guest for seat in self.lost} - {None}
        return {str(guest) for guest in lost if set(self.owned_by(guest)) <= self.lost.keys()}

    def voters(self, seat: int) -> set[str]:
        """Return the people who vote on a seat whose time ran out: the others who haven't lost."""
        return self.owners() - self.out_of_it() - {self.seats[seat].guest or ""}

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended: by its rules, because all others have lost, or without a result."""
        return self.state.is_over or (self.status == "over" and bool(self.lost or self.aborted))

    def outcome(self) -> timeout_outcome.Outcome:
        """Return the outcome, with players who lost early in last place."""
        return self.outcome_with(self.state, self.lost)

    def outcome_with(self, state: State, lost: timeout_outcome.Lost) -> timeout_outcome.Outcome:
        """Return the outcome if the game ended in this state with these seats lost."""
        if self.aborted:
            return timeout_outcome.Outcome((), (tuple(range(self.facts.players)),), self.aborted)
        return timeout_outcome.outcome(state, self.seats, lost, timeout_outcome.called(self.seats, self.names, lost))

    @property
    def stand_in(self) -> str:
        """Return the kind of bot that stands in for players who left or are away. No player can choose it during the
        game."""
        return self.facts.stand_in or bots.usual(self.game)

    def whom(self, seat: int) -> str:
        """Return whose place a bot would take: the letter of an abandoned seat, or the names of the absent players."""
        held = self.held_by(self.seats[seat].holder)
        if not held:
            return f"seat {LETTERS[seat]}"
        return f"{listed(held, self.names)}, who {'is' if len(held) == 1 else 'are'} away"

    @property
    def number(self) -> int:
        """Return how many events everyone may see. Clients get this instead of `seq`."""
        return len(self._public)

    def number_of(self, seq: int) -> int:
        """Return `number` as it was right after an event."""
        return bisect_right(self._public, seq)

    def seq_for(self, seats: Sequence[int]) -> int:
        """Return the last event that the holder of these seats may see. Others' orders stay secret."""
        public, private = self._public[-1] if self._public else 0, self.private
        return max([public, *[private.get(seat, 0) for seat in seats]]) if private else public

    def standing_orders(self) -> list[Given]:
        """Return the orders to follow now. Orders rest while a bot stands in for their seat."""
        if self.status != "playing":
            return []
        return [given for given in self.orders.given if self.seats[given.seat].holder == given.by]

    def shared_deal(self) -> SharedDeal | None:
        """Return the description of the deal if others play it, too."""
        name = self.facts.deal
        found = [] if name is None else [policy.about_deal(name) for policy in self.policies]
        return next((about for about in found if about is not None), None)

    def is_settled(self) -> bool:
        """Return whether everything dealt here may be known: the game is over, or was never played here."""
        return self.status in ("over", "replay")

    @property
    def is_scripted(self) -> bool:
        """Return whether this is a lesson in which every decision is fixed."""
        return self.coach is not None and not self.coach.lesson.is_game

    @property
    def script(self) -> tuple[int, str] | None:
        """Return the lesson's own next decision: the seat, and the decision."""
        return None if self.coach is None or self.status != "playing" else self.coach.script(self.n)

    def moment(self, n: int) -> State:
        """Return the state after so many decisions. Do not change it."""
        return self.history.moment(n)

    @property
    def imported(self) -> Imported | None:
        """Return where the game comes from, if it was played elsewhere."""
        if self.status != "replay":
            return None
        return Imported() if self.facts.imported is None else msgspec.json.decode(self.facts.imported, type=Imported)

    def record(self) -> Record:
        """Return the game so far, with names, times, and the promise about its seed."""
        record = Record.of(self.state, dict(enumerate(self.names)))
        record.seconds = [max(0.0, at - self.facts.created) for at in self.history.times]
        if (imported := self.imported) is not None:
            record.source, record.started = imported.source, imported.started
            record.commitment, record.salt = imported.commitment, imported.salt
        else:
            record.commitment = seed_commitment.commitment(self.deals.last_seed, self.facts.salt)
            record.salt = self.facts.salt
            record.started = datetime.fromtimestamp(self.facts.created, UTC).isoformat(timespec="seconds")
        if self.clocks is not None:
            record.comments[0] = [time_controls.sentence(self.facts.pace, self.facts.overtime)]
        for n, told in self._comments:
            record.comments.setdefault(n, []).append(told)
        if (self.lost or self.aborted) and self.is_over:
            ended = self.aborted or timeout_outcome.result_in_letters(self.state, self.seats, self.lost)
            record.comments.setdefault(self.n, []).append(ended)
        for tie in timeout_outcome.ties(self.state, self.lost):
            record.comments.setdefault(self.n, []).append(tie.sentence(LETTERS))
        return record

    def free_undo(self, seats: Sequence[int]) -> int | None:
        """Return the moment to which the holder of these seats may undo without asking."""
        first = self.deals.dealt_at
        if self.status != "playing" or not seats or self.n == first:
            return None
        # Players of a shared deal or a rated game can't undo past revealed information or a bot's answer.
        is_bound = self.facts.rated or self.facts.deal is not None
        for other in self.seats:
            may_decide = other.holder is not None or self.may_come_back(other.seat)
            if is_bound or (other.guest is not None and other.seat not in seats and may_decide):
                break
        else:
            return first  # no one else has a say
        return self.history.own_since(first, seats)

    def is_revealed_since(self, n: int) -> bool:
        """Return whether undoing to a moment would leave a player knowing what comes: something hidden was revealed
        since, or a later redeal would be undone."""
        if self.is_scripted:  # chance is fixed and known here
            return False
        return not self.history.is_open_since(n) or self.deals.is_after(n)

    def is_stale(self, number: int, seat: int | None = None) -> bool:
        """Return whether the table has changed since it had that `number`, in a way that matters to that seat."""
        return number > self.number or self.history.is_changed(self._public[number - 1] if number else 0, seat)

    def stamp(self, n: int) -> int:
        """Return a stamp that distinguishes a moment from every other of this table, undone or not."""
        return self.history.stamp(n)

    # Talking.

    @property
    def talks(self) -> bool:
        """Return whether several people play as a team here and may want to talk before its turn ends."""
        return self.game.has_discussion and self.status == "playing" and len(self.people()) > 1

    # Deciding.

    def try_decision(self, seat: int, notation: str, before: State | None = None) -> Tried:
        """Return what a decision would lead to, now or in the state `before`, without changing the table. Raises
        IllegalAction."""
        return _try(self.state if before is None else before, seat, notation, State.play)

    def apply(self, event: TableEvent, tried: Tried | None = None) -> None:
        """Apply a stored event. A decision in `tried` isn't played a second time."""
        content = event_kinds.read(event)
        self.seq = event.seq
        if self.clocks is not None:
            self.clocks.apply(event, content)
        self.drawings.forget_present()
        if event.key is not None:
            self.keys[event.key] = event
            if len(self.keys) > KEYS:
                del self.keys[next(iter(self.keys))]
        if content.is_private:
            assert event.seat is not None
            self.private[event.seat] = event.seq
        else:
            self._public.append(event.seq)
        if isinstance(content, Decision):
            self._decide(event, content.decision, tried)
        content.apply(self, event)

    def add_log_line(self, event: TableEvent, sentence: str, *, in_record: bool = False) -> None:
        """Add a line to the log about something other than a decision; some also go into the game's record."""
        self._log.add(self.n, event, sentence)
        if in_record:
            self._comments.append((self.n, sentence))

    def _decide(self, event: TableEvent, notation: str, tried: Tried | None) -> None:
        seat = event.seat
        assert seat is not None
        if tried is None:
            try:
                tried = _try(self.state, seat, notation, State.replay)
            except MenagerieError as error:
                raise Refused(
                    "not-now", f"This game cannot be shown. Decision {self.n + 1} is not legal: {error}"
                ) from None
        self.history.add(seat, tried, event.seq, event.at)
        self.clock[seat] += max(0.0, event.at - self.since)
        self.since = event.at
        self.last_events = [one.event for one in tried.events]
        self.drawings.forget_film()
        if self.coach is not None:
            self.coach.hear(tried.state, seat, self.last_events)
        # The decision as the title writes it. Older events have the client's spelling.
        self._log.add_decision(self.n, event, tried.decision, tried.events, self.names)
        self.questions.decided(seat)

    def redeal(self, seed: int, tables: tuple[str, ...]) -> None:
        """Deal hidden information again."""
        self.deals.add(Deal(self.n, seed, tables))
        self.history.redeal(seed)
        self.drawings.forget_moments()

    def go_back(self, to: int, event: TableEvent) -> None:
        """Undo all decisions after a moment."""
        self.history.go_back(to, event.seq)
        self.deals.go_back(to)
        self._comments = [(min(n, to), told) for n, told in self._comments]
        self.orders.take_back(to)
        self._log.go_back(to)
        self.last_events = []
        self.drawings.forget_film()
        self.since = event.at
        self.questions.forget_past()

    # Sitting down and leaving.

    def seats_with(self, *seats: Seat) -> list[Seat]:
        """Return the seats with these changes."""
        changed = {seat.seat: seat for seat in seats}
        return [changed.get(seat.seat, seat) for seat in self.seats]

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Change who sits at some seats. Every moment of the game gets the new names; existing log lines keep the old
        ones."""
        self.seats_stored = None
        self._note_stand_ins(seats)
        for seat in seats:
            if seat.holder != self.seats[seat.seat].holder:
                self.questions.overdue.pop(seat.seat, None)
        owned = self.owners()
        self.seats = self.seats_with(*seats)
        ask = self.questions.ask
        if ask is not None and ask.asked.by in owned - self.owners():
            self.questions.ask = None
        before, self.names = self.names, names(self.seats)
        if self.names == before:
            return
        self.history.rename(self.names)
        self.drawings.forget_moments()

    def _note_stand_ins(self, seats: Sequence[Seat]) -> None:
        """Note where bots stand in: during the game a bot takes a seat for good only after a player left or another bot
        failed."""
        for seat in seats:
            if seat.kind == self.seats[seat.seat].kind == "bot":
                continue
            if self.status == "playing" and seat.bot is not None and seat.guest is None:
                self.stood_in.add(seat.seat)
            else:
                self.stood_in.discard(seat.seat)

    def set_status(self, status: str) -> None:
        """Note that the game has started or is over."""
        self.facts, self.status = msgspec.structs.replace(self.facts, status=status), status
        if status != "playing":
            self.questions.forget()

    def set_owner(self, guest: str) -> None:
        """Note the new owner."""
        self.facts = msgspec.structs.replace(self.facts, owner=guest)


def _try(before: State, seat: int, notation: str, carry_out: Callable[..., None]) -> Tried:
    """Return what a decision leads to."""
    after = before.copy()
    events: list[ChapterEvent] = []
    carry_out(after, notation, seat, lambda state, event: events.append(ChapterEvent(event, state.chapter())))
    assert after.past is not None
    return Tried(str(after.past.action), after, events)


def _beginning(facts: TableFacts) -> State:
    """Return the state before the first decision."""
    return Record(facts.title, facts.players, facts.seed, facts.rules_version, dict(facts.options)).begin()
