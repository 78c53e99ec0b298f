"""A table in memory: what its events add up to. It can be thrown away and made again from them at any time.

Nothing here waits, stores or sends: `registry` hands an event to `apply` once it is durable.
"""

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
"""How many clients' keys are remembered; older ones are found in the store."""


@mypyc_attr(allow_interpreted_subclasses=True)  # for a table that tests make to look like another one
class Table:
    """One table: who sits there, the game and its past, and what lies beside it: clocks, orders, questions, log."""

    def __init__(
        self,
        facts: TableFacts,
        seats: Sequence[Seat],
        events: Sequence[TableEvent] = (),
        begin: State | None = None,
        stops: Sequence[Stretch] = (),
    ) -> None:
        """The seats, and the status in the facts, are those of the beginning; `begin` is the state then, where that is
        no new game. `stops`: when the server did not run, which costs nobody any time."""
        self.facts = facts
        self.lock = asyncio.Lock()
        """Held by whoever is about to add an event."""
        self.epoch = 0
        """Of the lease under which this process has the table: see `ownership`."""
        self.remembered: set[str] = set()
        """What listeners remember about the table while it is in memory: see `listener`."""
        self.policies: Sequence[TablePolicy] = ()
        """What features say about the table; none where it is only read."""
        self.seats = list(seats)
        self.seats_stored: list[Seat] | None = None
        """Who sits there as it is stored, if names of people who are gone were left out in reading."""
        self.names = names(seats)
        """What the players are called, by seat, each differently. The state calls them the same."""
        self.game: Game = load(facts.title)
        self.coach = lessons.coach(self.game, facts.lesson)
        """Who takes the learner through a lesson, if one is taught here."""
        self.is_deal_told = facts.deal is None
        """Whether nobody else plays the same deal and must not know it: its policy says so."""
        self.seq = 0
        """The number of the last event. Nobody outside is told it: it would tell of others' secret orders."""
        self._public: list[int] = []
        """The numbers of the events that everyone may learn of: see `number`."""
        self.private: dict[int, int] = {}
        """By seat the last event that only that seat may learn of."""
        self.orders = Book()
        """The standing orders."""
        self.status = facts.status
        """open, playing, over or replay."""
        self.deals = Deals(facts.seed, 0 if self.coach is None else self.coach.lesson.begins)
        self._log = TableLog()
        self.questions = OpenQuestions()
        self.stood_in: set[int] = set()
        """The seats that were left in the middle of the game and where the table's bot goes on."""
        self.keys: dict[str, TableEvent] = {}
        self.since = facts.created
        self.clock = [0.0] * facts.players
        pace = time_controls.read(facts.pace)
        team = facts.players > 1 and is_cooperative(self.game)
        self.clocks = None if pace is None else Clocks(pace, seats, team, stops)
        """How much time everybody has left; None: as much as they like."""
        self.lost: dict[int, str] = {}
        """The seats that have lost before the end, the first one first, and why: see `timeout_outcome`."""
        self.aborted = ""
        """Why the game was ended without a result, if it was."""
        self._comments: list[tuple[int, str]] = []
        """What the record tells beside decisions: after how many of them, and what."""
        self.rematch: Rematch | None = None
        """The table of the rematch, if there is one."""
        self.drawings = Drawings(self.game)
        self.last_events: list[Event] = []
        """What the last decision told."""
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
        """The game as it is now."""
        return self.history.state

    @property
    def n(self) -> int:
        """How many decisions stand."""
        return self.history.n

    @property
    def decisions(self) -> list[tuple[int, str]]:
        """The decisions that stand, each with its seat."""
        return self.history.decisions

    @property
    def log(self) -> list[Entry]:
        """The lines of the log."""
        return self._log.lines

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now; nobody before the game has begun."""
        return self.state.to_act if self.status == "playing" else ()

    def held_by(self, guest: str | None) -> tuple[int, ...]:
        """The seats of a guest and of the people at that guest's screen."""
        return () if guest is None else tuple([seat.seat for seat in self.seats if seat.holder == guest])

    def claims(self, guest: str | None) -> tuple[int, ...]:
        """The seats that a guest may take back from bots that stand in."""
        return tuple([seat for seat in self.owned_by(guest) if self.seats[seat].bot and self.may_come_back(seat)])

    def owned_by(self, guest: str | None) -> tuple[int, ...]:
        """The seats that belong to a guest, whether a bot stands in or not."""
        return () if guest is None else tuple([seat.seat for seat in self.seats if seat.guest == guest])

    def may_come_back(self, seat: int) -> bool:
        """Whether a bot gives a seat back: not one that is lost, or has no time left."""
        return seat not in self.lost and (self.clocks is None or not self.clocks.is_spent(seat))

    def people(self) -> set[str]:
        """The guests who sit here."""
        return {seat.holder for seat in self.seats if seat.holder is not None}

    def owners(self) -> set[str]:
        """The guests to whom a seat belongs, whether they sit there or a bot stands in."""
        return {seat.guest for seat in self.seats if seat.guest is not None}

    @property
    def lost_by_time(self) -> frozenset[int]:
        """The seats that lost because their time ran out; a team loses together."""
        return frozenset([seat for seat, why in self.lost.items() if why == timeout_outcome.TIME])

    @property
    def forfeited(self) -> frozenset[int]:
        """The seats that lost because their people left, or never came."""
        return frozenset(self.lost) - self.lost_by_time

    def out_of_it(self) -> set[str]:
        """The guests who have lost with all their seats: they are not asked for anything any more."""
        lost = {self.seats[seat].guest for seat in self.lost} - {None}
        return {str(guest) for guest in lost if set(self.owned_by(guest)) <= self.lost.keys()}

    def voters(self, seat: int) -> set[str]:
        """Return the people who decide what becomes of a seat whose time ran out: the others who have not lost."""
        return self.owners() - self.out_of_it() - {self.seats[seat].guest or ""}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its rules, because everybody else has lost, or without a result."""
        return self.state.is_over or (self.status == "over" and bool(self.lost or self.aborted))

    def outcome(self) -> timeout_outcome.Outcome:
        """How the game ended, with those last who have lost before."""
        return self.outcome_with(self.state, self.lost)

    def outcome_with(self, state: State, lost: timeout_outcome.Lost) -> timeout_outcome.Outcome:
        """How it would end in such a state, if these seats have lost."""
        if self.aborted:
            return timeout_outcome.Outcome((), (tuple(range(self.facts.players)),), self.aborted)
        return timeout_outcome.outcome(state, self.seats, lost, timeout_outcome.called(self.seats, self.names, lost))

    @property
    def stand_in(self) -> str:
        """The kind of bot that goes on for who is away or has left. Nobody chooses it in the middle of a game."""
        return self.facts.stand_in or bots.usual(self.game)

    def whom(self, seat: int) -> str:
        """For whom a bot would go on at a seat: for nobody if it was left, else for those who are away."""
        held = self.held_by(self.seats[seat].holder)
        if not held:
            return f"seat {LETTERS[seat]}"
        return f"{listed(held, self.names)}, who {'is' if len(held) == 1 else 'are'} away"

    @property
    def number(self) -> int:
        """How many events there were that everybody may hear of: what people are told instead of `seq`."""
        return len(self._public)

    def number_of(self, seq: int) -> int:
        """The same right after an event."""
        return bisect_right(self._public, seq)

    def seq_for(self, seats: Sequence[int]) -> int:
        """The last event that the holder of these seats may hear of: others' orders are not told."""
        public, private = self._public[-1] if self._public else 0, self.private
        return max([public, *[private.get(seat, 0) for seat in seats]]) if private else public

    def standing_orders(self) -> list[Given]:
        """The orders that are to be followed now: while a bot stands in for somebody, theirs rest."""
        if self.status != "playing":
            return []
        return [given for given in self.orders.given if self.seats[given.seat].holder == given.by]

    def shared_deal(self) -> SharedDeal | None:
        """Return what people read about the deal if others have it, too."""
        name = self.facts.deal
        found = [] if name is None else [policy.about_deal(name) for policy in self.policies]
        return next((about for about in found if about is not None), None)

    def is_settled(self) -> bool:
        """Whether everything that was dealt here may be known: the game is over, or was never played here."""
        return self.status in ("over", "replay")

    @property
    def is_scripted(self) -> bool:
        """Whether a lesson is taught here in which every decision is foreseen."""
        return self.coach is not None and not self.coach.lesson.is_game

    @property
    def script(self) -> tuple[int, str] | None:
        """What the lesson itself decides now: for which seat, and what."""
        return None if self.coach is None or self.status != "playing" else self.coach.script(self.n)

    def moment(self, n: int) -> State:
        """The state after so many decisions. Not to be changed."""
        return self.history.moment(n)

    @property
    def imported(self) -> Imported | None:
        """Where the game comes from, if it was played elsewhere."""
        if self.status != "replay":
            return None
        return Imported() if self.facts.imported is None else msgspec.json.decode(self.facts.imported, type=Imported)

    def record(self) -> Record:
        """The game so far, with names, times, and the promise about its seed."""
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
        """To which moment the holder of these seats may go back without asking."""
        first = self.deals.dealt_at
        if self.status != "playing" or not seats or self.n == first:
            return None
        # Others who are dealt the same could not go back past what has come to light, nor past a bot's answer.
        is_bound = self.facts.rated or self.facts.deal is not None
        for other in self.seats:
            may_decide = other.holder is not None or self.may_come_back(other.seat)
            if is_bound or (other.guest is not None and other.seat not in seats and may_decide):
                break
        else:
            return first  # nobody else has a say
        return self.history.own_since(first, seats)

    def is_told_since(self, n: int) -> bool:
        """Whether going back to a moment would leave somebody with knowledge of what comes: something hidden came to
        light since, or what was dealt anew later would be as it was before."""
        if self.is_scripted:  # there chance is known, and stays as it is
            return False
        return not self.history.is_open_since(n) or self.deals.is_after(n)

    def is_stale(self, number: int, seat: int | None = None) -> bool:
        """Whether the table has changed since it had that `number`, in a way that matters to that seat."""
        return number > self.number or self.history.is_changed(self._public[number - 1] if number else 0, seat)

    def stamp(self, n: int) -> int:
        """What tells a moment from every other that this table has had, undone or not."""
        return self.history.stamp(n)

    # Talking.

    @property
    def talks(self) -> bool:
        """Whether a team of several people plays here that may want to talk before its turn ends."""
        return self.game.has_discussion and self.status == "playing" and len(self.people()) > 1

    # Deciding.

    def try_decision(self, seat: int, notation: str, before: State | None = None) -> Tried:
        """What a decision would lead to, now or in the state `before`; the table itself stays as it is. Raises
        IllegalAction."""
        return _try(self.state if before is None else before, seat, notation, State.play)

    def apply(self, event: TableEvent, tried: Tried | None = None) -> None:
        """Let an event happen that is stored. A decision that was `tried` is not carried out a second time."""
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

    def tell(self, event: TableEvent, sentence: str, *, in_record: bool = False) -> None:
        """Add a line to the log about something other than a decision; some are also in the game's record."""
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
                    "not-now", f"The game cannot be shown: decision {self.n + 1} is not legal: {error}"
                ) from None
        self.history.add(seat, tried, event.seq, event.at)
        self.clock[seat] += max(0.0, event.at - self.since)
        self.since = event.at
        self.last_events = [one.event for one in tried.events]
        self.drawings.forget_film()
        if self.coach is not None:
            self.coach.hear(tried.state, seat, self.last_events)
        # The decision as the title writes it; older events have it as the client spelled it.
        self._log.add_decision(self.n, event, tried.decision, tried.events, self.names)
        self.questions.decided(seat)

    def redeal(self, seed: int, tables: tuple[str, ...]) -> None:
        """Deal again what is hidden."""
        self.deals.add(Deal(self.n, seed, tables))
        self.history.redeal(seed)
        self.drawings.forget_moments()

    def go_back(self, to: int, event: TableEvent) -> None:
        """Undo all that was decided after a moment."""
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
        """Who would sit where with some seats changed."""
        changed = {seat.seat: seat for seat in seats}
        return [changed.get(seat.seat, seat) for seat in self.seats]

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Change who sits at some seats. Every moment of the game then calls the players by their new names; what the
        log has told it has told with the old ones."""
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
        """In the middle of a game a bot comes to a seat for good only where somebody has left, or where
        another bot failed."""
        for seat in seats:
            if seat.kind == self.seats[seat.seat].kind == "bot":
                continue
            if self.status == "playing" and seat.bot is not None and seat.guest is None:
                self.stood_in.add(seat.seat)
            else:
                self.stood_in.discard(seat.seat)

    def set_status(self, status: str) -> None:
        """Note that the game has begun or is over."""
        self.facts, self.status = msgspec.structs.replace(self.facts, status=status), status
        if status != "playing":
            self.questions.forget()

    def set_owner(self, guest: str) -> None:
        """Note to whom the table belongs now."""
        self.facts = msgspec.structs.replace(self.facts, owner=guest)


def _try(before: State, seat: int, notation: str, carry_out: Callable[..., None]) -> Tried:
    """What a decision leads to."""
    after = before.copy()
    events: list[ChapterEvent] = []
    carry_out(after, notation, seat, lambda state, event: events.append(ChapterEvent(event, state.chapter())))
    assert after.past is not None
    return Tried(str(after.past.action), after, events)


def _beginning(facts: TableFacts) -> State:
    """The state before the first decision."""
    return Record(facts.title, facts.players, facts.seed, facts.rules_version, dict(facts.options)).begin()
