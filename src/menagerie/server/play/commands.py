"""What people do at a table: decide, take back, agree, talk, ask why and ask for a hint."""

from __future__ import annotations

import asyncio
import hmac
import math
from collections.abc import Awaitable, Sequence
from typing import Any

from menagerie.core.display.choosing import why_not
from menagerie.core.display.consequences import is_open
from menagerie.core.errors import IllegalAction
from menagerie.core.seats import LETTERS, counted, listed
from menagerie.core.state import State
from menagerie.server.base.errors import Refused, not_yours, stale
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.people.social.service import SocialService
from menagerie.server.play.time.overtime import Overtime
from menagerie.server.protocol import incoming
from menagerie.server.show.hub import Hub
from menagerie.server.store import chat
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat, names
from menagerie.server.table import event_kinds
from menagerie.server.table.event_kinds.decisions import OrderPlayed, Played, Redealt, Undone
from menagerie.server.table.event_kinds.orders import OrderGiven, OrderWithdrawn
from menagerie.server.table.event_kinds.people import Sat
from menagerie.server.table.event_kinds.questions import Answered, Asked
from menagerie.server.table.event_kinds.talk import CoachRead, HandMoved
from menagerie.server.table.open_questions import SIT, TAKEOVER, UNDO
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.values import Tried

Answer = dict[str, Any]
Change = (
    incoming.Play
    | incoming.Undo
    | incoming.Order
    | incoming.Takeover
    | incoming.Return
    | incoming.Sit
    | incoming.Agree
    | incoming.Vote
    | incoming.Hand
    | incoming.Read
)
"""The commands that become events of the table."""


class Commands:
    """Carries out commands. What has begun is to be finished, even if nobody waits for it any more: see `whole`."""

    def __init__(self, tables: Tables, social: SocialService, bot_pool: BotPool, hub: Hub, limits: Limits) -> None:
        self._tables = tables
        self._social = social
        self._bot_pool = bot_pool
        self._hub = hub
        self._overtime = Overtime(tables)
        self._hints = Buckets(limits.hints_per_minute / 60, limits.hints_per_minute / 4)
        self._remarks = Buckets(limits.remarks_per_minute / 60, limits.remarks_per_minute)
        self._undos = Buckets(limits.undos_per_minute / 60, limits.undos_per_minute)
        self._signs = Buckets(limits.signs_per_minute / 60, limits.signs_per_minute)
        self._questions = Buckets(limits.questions_per_minute / 60, limits.questions_per_minute)

    async def do(self, guest: Guest | None, table_id: str, command: incoming.AnyCommand) -> Answer:
        """Carry out a command for a guest; raises Refused."""
        if isinstance(command, incoming.Ping):
            return {}
        if guest is None:
            raise Refused("guest", "Choose a name first.")
        table = self._tables.at_hand(table_id) or await self._tables.get(table_id)
        if table.held_by(guest.id):
            # Who plays without a connection is not away either.
            self._tables.presence.seen(table.id, guest.id)
        if isinstance(command, incoming.Play):  # most are
            return await self._change(guest, table.id, command)
        match command:
            case incoming.Chat():
                return await self._chat(guest, table, command)
            case incoming.Why():
                return self.why(guest, table, command)
            case incoming.Draw():
                return self.draw(guest, table, command)
            case incoming.Try():
                return self.trials(guest, table, command)
            case incoming.Hint():
                return await self._hint(guest, table, command)
        return await self._change(guest, table.id, command)

    async def _change(self, guest: Guest, table_id: str, command: Change) -> Answer:
        """Carry out a command that becomes an event: one at a time, and what is sent again only once."""
        key = f"{guest.id} {command.key}"  # so that nobody can use another's key
        async with self._tables.hold(table_id) as table:
            done = table.keys.get(key)
            if done is not None:
                return _answer(table, done)
            if table.clocks is not None:
                await self._overtime.look(table)  # whose time has run out is late, whatever they want to do
            match command:
                case incoming.Play():
                    return await self._play(guest, table, command, key)
                case incoming.Undo():
                    return await self._undo(guest, table, command, key)
                case incoming.Order():
                    return await self._order(guest, table, command, key)
                case incoming.Takeover():
                    return await self._take_over(guest, table, command, key)
                case incoming.Return():
                    return await self._come_back(guest, table, command, key)
                case incoming.Sit():
                    return await self._sit(guest, table, command, key)
                case incoming.Agree():
                    return await self._agree(guest, table, command, key)
                case incoming.Vote():
                    return await self._vote(guest, table, command, key)
                case incoming.Hand():
                    return await self._hand(guest, table, command, key)
                case incoming.Read():
                    return await self._read(guest, table, command, key)

    async def _answer_after(
        self, table: Table, events: list[TableEvent], key: str | None, tried: Tried | None = None
    ) -> Answer:
        """Let events happen; the answer for the client."""
        try:
            return _answer(table, await self._tables.advance(table, events, tried))
        except Refused:
            # Another process was first. If it stored the same command, this was a retry, and is no loss.
            table = await self._tables.get(table.id)
            done = table.keys.get(key or "")
            if done is None:
                raise
            return _answer(table, done)

    # Decisions.

    async def _play(self, guest: Guest, table: Table, command: incoming.Play, key: str) -> Answer:
        """A decision of a person."""
        if command.seat not in table.held_by(guest.id):
            if table.clocks is not None and command.seat in table.owned_by(guest.id):
                raise Refused("not-now", "Your time ran out: a bot goes on for you.")
            raise not_yours()
        decisions = command.decision.split("\n")
        if table.coach is not None and not table.is_stale(command.seq, command.seat):
            _check_lesson(table, decisions)
        if len(decisions) > 1:
            return await self._play_together(table, command, decisions, key)
        return await self.decide(table, command.seat, command.decision, command.seq, key)

    async def _play_together(self, table: Table, command: incoming.Play, decisions: list[str], key: str) -> Answer:
        """Decisions that were made in one step: all are stored at once, or none is."""
        _check_playing(table)
        if table.is_stale(command.seq, command.seat):
            raise stale(table.number)
        state = table.state
        events: list[TableEvent] = []
        for decision in decisions:
            if events and not is_open(table.state, state):
                # Else a refusal of the next one would tell what nobody has seen yet.
                raise Refused("not-now", "Something comes to light in between: send one decision at a time.")
            after = _tried(state, command.seat, decision)
            assert after.past is not None
            self._check_talk(table, command.seat, after)
            events.append(self._tables.event(table, Played(str(after.past.action)), command.seat, None, after))
            state = after
        return await self._answer_after(table, _keyed([*events, *self._tables.ending(table, state)], key), key)

    async def decide(
        self, table: Table, seat: int, decision: str, seq: int, key: str | None, order: str = ""
    ) -> Answer:
        """A decision of a seat of a table whose lock is held; `order`: the standing order that made it."""
        _check_playing(table)
        if table.is_stale(seq, seat):
            raise stale(table.number)
        try:
            tried = table.try_decision(seat, decision)
        except IllegalAction as error:
            raise Refused("illegal", error.reason, rule=error.rule) from None
        self._check_talk(table, seat, tried.state)
        content = OrderPlayed(tried.decision, order) if order else Played(tried.decision)
        ending = self._tables.ending(table, tried.state)
        event = self._tables.event(table, content, seat, None if ending else key, tried.state)
        events = _keyed([event, *ending], key) if ending else [event]
        return await self._answer_after(table, events, key, tried)

    def _check_talk(self, table: Table, seat: int, after: State) -> None:
        """Refuse a decision that would end the team's turn while someone who is here wants to talk."""
        if not table.questions.hands:
            return
        assert after.past is not None
        raised = {
            guest: held for guest, held in table.questions.raised(table).items() if guest not in self._away(table)
        }
        if raised and table.game.closes_discussion(table.state, seat, after.past.action):
            people = listed(list(raised.values()), table.names)
            wants, whose = ("wants", "the hand is") if len(raised) == 1 else ("want", "the hands are")
            raise Refused("talk", f"{people} {wants} to talk first: this can be done when {whose} down.")

    async def _order(self, guest: Guest, table: Table, command: incoming.Order, key: str) -> Answer:
        """Give a standing order for a seat, or withdraw it."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        _check_playing(table)
        if table.is_scripted:
            raise Refused("not-now", "There are no standing orders in a lesson.")
        self._check_signs(guest)
        stands = table.orders.find(command.seat, command.order) is not None
        if not command.give:
            if not stands:
                raise Refused("not-now", "That order does not stand any more.")
            event = self._tables.event(table, OrderWithdrawn(command.order), command.seat, key)
            return await self._answer_after(table, [event], key)
        order = table.game.order(command.order)
        if order is None:
            raise Refused("missing", f"{table.game.name} has no such standing order.")
        if stands or not order.can_be_given(table.state, command.seat):
            raise Refused("not-now", "That order stands already." if stands else "That order cannot be given now.")
        event = self._tables.event(table, OrderGiven(order.id, guest.id), command.seat, key)
        return await self._answer_after(table, [event], key)

    def _check_signs(self, guest: Guest) -> None:
        if not self._signs.take(guest.id):
            raise Refused("busy", "You change your mind very often; wait a little.", retry=5)

    async def _undo(self, guest: Guest, table: Table, command: incoming.Undo, key: str) -> Answer:
        """Go back to an earlier moment, or ask the others for it."""
        held = table.held_by(guest.id)
        if not held:
            raise not_yours()
        _check_playing(table)
        if table.is_stale(command.seq):
            raise stale(table.number)
        if command.to >= table.n:
            raise Refused("not-now", f"There is nothing after decision {command.to} to take back.")
        if command.to < table.deals.dealt_at:
            what = (
                f"The game was dealt anew after decision {table.deals.dealt_at}; nothing before that can be taken back."
            )
            raise Refused("not-now", what)
        if not self._undos.take(guest.id):
            raise Refused("busy", "You take back very often; wait a little.", retry=5)
        free = table.free_undo(held)
        for policy in self._tables.policies:
            policy.check_undo(table, guest, command.to, free)
        if free is not None and command.to >= free:
            seat = table.line[-1][0] if table.line[-1][0] in held else held[0]
            return await self._answer_after(table, self._going_back(table, command.to, seat, key), key)
        asked = Asked(UNDO, guest.id, table.names[held[0]], to=command.to)
        return await self._ask(table, asked, held[0], key)

    def _going_back(self, table: Table, to: int, seat: int | None, key: str | None) -> list[TableEvent]:
        """Take back what was decided since; and deal anew, so that nobody has learnt what comes."""
        then = table.moment(to)
        undo = self._tables.event(table, Undone(to), seat, None, then)
        if not table.is_told_since(to):
            return [incoming.replace(undo, key=key)]
        deal = table.deals.new(to)
        return [undo, self._tables.event(table, Redealt(deal.seed, deal.tables), None, key, then)]

    # What needs the others' agreement.

    async def _take_over(self, guest: Guest, table: Table, command: incoming.Takeover, key: str) -> Answer:
        """Let a bot go on for a seat that was left or whose person is away, or ask the others for it."""
        held = table.held_by(guest.id)
        if not held and guest.id != table.facts.owner:
            raise not_yours()
        if table.status != "playing" or command.seat >= table.facts.players:
            raise Refused("not-now", "There is no seat to take over.")
        for policy in self._tables.policies:
            policy.check_takeover(table)
        self._check_away(table, command.seat)
        away = self._away(table)
        if table.people() - away <= {guest.id}:
            return await self._put_bot(table, command.seat, [], key)
        name = table.names[held[0]] if held else guest.name
        asked = Asked(TAKEOVER, guest.id, name, seat=command.seat, agreed=tuple(sorted(away)))
        return await self._ask(table, asked, held[0] if held else None, key)

    def _away(self, table: Table) -> set[str]:
        """The guests who own a seat and have not been here for so long that nobody need wait for their decisions."""
        return {guest for guest in table.owners() if self._tables.presence.is_away(table.id, guest)}

    def _is_empty(self, table: Table, seat: int) -> bool:
        """Whether nobody is at a seat just now: it was left, or its person is not connected."""
        sitting = table.seats[seat]
        if sitting.holder is None:
            return sitting.kind == "open"
        return not self._tables.presence.is_here(table.id, sitting.holder)

    def _check_away(self, table: Table, seat: int) -> None:
        """Refuse a bot for a seat where somebody is, or was a moment ago."""
        presence, sitting, name = self._tables.presence, table.seats[seat], table.names[seat]
        if sitting.kind == "open":
            return
        if sitting.holder is None:
            raise Refused("not-now", f"A bot plays at seat {LETTERS[seat]} already.")
        if table.clocks is not None:
            raise Refused(
                "not-now",
                f"{name} has a clock at this table ({table.clocks.pace.told()}): no bot can go on before it runs out.",
            )
        if presence.is_here(table.id, sitting.holder):
            raise Refused("not-now", f"{name} is here; a bot can only go on for somebody who is away.")
        if presence.is_away(table.id, sitting.holder):
            return
        left = max(1, math.ceil(presence.patience - presence.absence(table.id, sitting.holder)))
        again = f"ask again in {counted(left, 'second', 'seconds')}"
        sentence = f"{name} has not been away for {presence.patience:g} seconds yet; {again}."
        raise Refused("not-now", sentence, retry=left)

    async def _put_bot(self, table: Table, seat: int, before: list[TableEvent], key: str | None) -> Answer:
        """Let the table's bot sit down; who is away keeps the seat, and everybody at the same screen is away too."""
        bot = table.stand_in
        if table.seats[seat].kind == "open" and all(one.kind == "bot" or one.seat == seat for one in table.seats):
            await self._tables.check_bot_tables(table.facts.owner)
        told = f"A bot ({bot}) goes on for {table.whom(seat)}."
        held = table.held_by(table.seats[seat].holder)
        stands_in = [incoming.replace(table.seats[one], bot=bot) for one in held]
        seated = self._tables.seating(table, *(stands_in or [Seat(seat, "bot", None, bot, bot)]))
        sits = self._tables.event(table, Sat(told), seat, None if before else key)
        return await self._answer_after(table, [*before, seated, sits], key)

    async def _come_back(self, guest: Guest, table: Table, command: incoming.Return, key: str) -> Answer:
        """Take my seat back from the bot that stood in, and those of the people at my screen."""
        if command.seat in table.held_by(guest.id):
            raise Refused("not-now", "You sit there already.")
        claims = table.claims(guest.id)
        if command.seat not in claims:
            if command.seat in table.owned_by(guest.id):
                raise Refused("not-now", "Your time ran out: the bot plays to the end.")
            raise not_yours()
        _check_playing(table)
        back = [incoming.replace(table.seats[seat], bot=None) for seat in claims]
        back_at = "is back at seat" if len(claims) == 1 else "are back at seats"
        told = f"{listed(claims, names(table.seats_with(*back)))} {back_at} {listed(claims, LETTERS)}."
        sits = self._tables.event(table, Sat(told), claims[0], key)
        return await self._answer_after(table, [self._tables.seating(table, *back), sits], key)

    async def _sit(self, guest: Guest, table: Table, command: incoming.Sit, key: str) -> Answer:
        """Play on at a seat that was left and where a bot goes on, if those who sit here and are not away agree."""
        if not hmac.compare_digest(command.link.encode(), table.facts.link.encode()):
            raise Refused("seat", "You need the table's link to sit down there.")
        if table.held_by(guest.id) or table.claims(guest.id):
            raise Refused("not-now", "You have a seat at this table already.")
        _check_playing(table)
        if command.seat not in table.stood_in:
            raise Refused("not-now", "You can only play on where a bot goes on for somebody who has left.")
        for policy in self._tables.policies:
            policy.check_sit(table, guest)
            await policy.take_seat(table, guest)
        await asyncio.to_thread(self._social.places_for, guest, table.id, table.facts.owner, table.owners())
        away = self._away(table)
        asked = Asked(SIT, guest.id, guest.name, seat=command.seat, agreed=tuple(sorted(away)))
        if not table.people() - away:
            return await self._replace_bot(table, asked, [], key)
        return await self._ask(table, asked, None, key)

    async def _replace_bot(self, table: Table, asked: Asked, before: list[TableEvent], key: str | None) -> Answer:
        """Somebody sits down where a bot went on."""
        assert asked.seat is not None
        if asked.seat not in table.stood_in or table.held_by(asked.by):
            told = f"Seat {LETTERS[asked.seat]} is not free for {asked.name} any more."
            event = self._tables.event(table, Sat(told), asked.seat)
            return await self._answer_after(table, [*before, event], key)
        seat = Seat(asked.seat, "person", asked.by, asked.name)
        told = f"{names(table.seats_with(seat))[asked.seat]} plays on at seat {LETTERS[asked.seat]}; the bot goes."
        sits = self._tables.event(table, Sat(told), asked.seat, None if before else key)
        return await self._answer_after(table, [*before, self._tables.seating(table, seat), sits], key)

    async def _ask(self, table: Table, asked: Asked, seat: int | None, key: str) -> Answer:
        # Nobody can be kept from asking by a question to somebody who is away.
        if table.questions.ask is not None and not table.questions.silent(table) & self._away(table):
            raise Refused(
                "not-now", f"{table.questions.ask.asked.name} is asking for something already; answer that first."
            )
        if not self._questions.take(asked.by):
            raise Refused("busy", "You ask the others very often; wait a little.", retry=15)
        return await self._answer_after(table, [self._tables.event(table, asked, seat, key)], key)

    async def _agree(self, guest: Guest, table: Table, command: incoming.Agree, key: str) -> Answer:
        """Answer what somebody asked; when all have agreed it happens."""
        _check_playing(table)
        ask = table.questions.ask
        if ask is None or ask.number != command.ask:
            raise Refused("not-now", "That is not being asked any more.")
        if guest.id not in table.questions.silent(table):
            raise Refused("seat", "You are not being asked.")
        seat = (*table.held_by(guest.id), *table.claims(guest.id))[0]
        answer = self._tables.event(table, Answered(guest.id, command.agree), seat, key)
        if not command.agree or self._awaited(table, ask.asked) - {guest.id}:
            return await self._answer_after(table, [answer], key)
        return await self._carry_out(table, ask.asked, [answer], key)

    def _awaited(self, table: Table, asked: Asked) -> set[str]:
        """The guests without whose answer nothing happens. Who sits where is decided without those who are away."""
        return (
            table.questions.silent(table) if asked.what == UNDO else table.questions.silent(table) - self._away(table)
        )

    async def look_again(self) -> None:
        """Do what was asked where those who have not answered are away by now; end what nobody needs any more."""
        for table in list(self._tables.loaded.values()):
            if table.questions.hands:
                await self._lower_hands(table)
            if table.questions.ask is None or table.questions.ask.asked.what == UNDO:
                continue
            async with table.lock:
                if table.questions.ask is None or table is not self._tables.loaded.get(table.id):
                    continue
                asked = table.questions.ask.asked
                if asked.seat is None:
                    continue
                is_void = asked.what == TAKEOVER and not self._is_empty(table, asked.seat)
                if is_void or not self._awaited(table, asked):
                    await self._carry_out(table, asked, [], None)

    async def _carry_out(self, table: Table, asked: Asked, before: list[TableEvent], key: str | None) -> Answer:
        """Do what all have agreed to."""
        if asked.what == TAKEOVER:
            assert asked.seat is not None
            if self._is_empty(table, asked.seat):
                return await self._put_bot(table, asked.seat, before, key)
            told = f"{table.names[asked.seat]} is here; no bot is needed."
            event = self._tables.event(table, Sat(told), asked.seat, None)
            return await self._answer_after(table, [*before, event], key)
        if asked.what == SIT:
            return await self._replace_bot(table, asked, before, key)
        assert asked.to is not None
        held = table.held_by(asked.by)
        undo = self._going_back(table, asked.to, held[0] if held else None, None)
        return await self._answer_after(table, [*before, *undo], key)

    # Time.

    async def _vote(self, guest: Guest, table: Table, command: incoming.Vote, key: str) -> Answer:
        """Say what is to become of somebody whose time ran out."""
        seat = next((seat for seat, asked in table.questions.overdue.items() if asked.number == command.ask), None)
        if seat is None or table.status != "playing":
            raise Refused("not-now", "That is not being asked any more.")
        if guest.id not in table.voters(seat):
            raise Refused("seat", "You are not being asked.")
        self._check_signs(guest)
        events = await self._overtime.votes(table, guest.id, seat, command.choice, key)
        return await self._answer_after(table, events, key)

    # Lessons.

    async def _read(self, guest: Guest, table: Table, command: incoming.Read, key: str) -> Answer:
        """Somebody has read what the coach says."""
        if table.coach is None or table.coach.lesson.seat not in table.held_by(guest.id):
            raise not_yours()
        if command.step < table.coach.seen:
            return {"seq": table.number}
        bubble = table.coach.bubble(table.state)
        if bubble is None or bubble.number != command.step:
            raise stale(table.number)
        return await self._answer_after(table, [self._tables.event(table, CoachRead(command.step), None, key)], key)

    # Talking and asking.

    async def _hand(self, guest: Guest, table: Table, command: incoming.Hand, key: str) -> Answer:
        """Say that the team is to talk before its turn ends, or that it need not any more."""
        held = table.held_by(guest.id)
        if not held:
            raise not_yours()
        _check_playing(table)
        if not table.talks:
            raise Refused("not-now", "Nobody has to wait for talk at this table.")
        if command.up == (guest.id in table.questions.hands):
            return {"seq": table.number}
        self._check_signs(guest)
        name = table.names[held[0]]
        told = f"{name} wants to talk before the turn of the team ends." if command.up else f"{name} is ready to go on."
        return await self._answer_after(table, [self._hand_event(table, guest.id, command.up, told, key)], key)

    def _hand_event(self, table: Table, guest: str, is_up: bool, told: str, key: str | None) -> TableEvent:
        return self._tables.event(table, HandMoved(guest, is_up, told), table.held_by(guest)[0], key)

    async def _lower_hands(self, table: Table) -> None:
        """Nobody waits for talk with somebody who is away."""
        async with table.lock:
            gone = set() if table is not self._tables.loaded.get(table.id) else self._away(table)
            for guest in sorted(set(table.questions.raised(table)) & gone):
                told = f"{table.names[table.questions.raised(table)[guest]]} is away; nobody waits for talk any more."
                await self._answer_after(table, [self._hand_event(table, guest, False, told, None)], None)

    async def _chat(self, guest: Guest, table: Table, command: incoming.Chat) -> Answer:
        """Say something to everybody at the table."""
        text = await asyncio.to_thread(self._social.texts.words, guest, command.text, "A message", 500)
        held = table.held_by(guest.id)
        for policy in self._tables.policies:
            await policy.check_talk(table, guest)
        if not self._remarks.take(guest.id):
            raise Refused("busy", "You say a lot; wait a little.", retry=5)
        seat = held[0] if held else None
        remark, is_new = await asyncio.to_thread(
            chat.say, self._tables.database, table.id, guest, seat, text, command.key
        )
        if is_new:
            self._hub.said(table.id, remark)
        return {"seq": table.number}

    @staticmethod
    def why(guest: Guest, table: Table, command: incoming.Why) -> Answer:
        """Why a decision is not legal now, or nothing comes of pointing somewhere."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        if (command.decision is None) == (command.path is None):
            raise Refused("bad", "Ask either about a decision or about a path, not both.")
        if table.status != "playing":
            return {"reason": _why_nothing_can_be_played(table), "rule": ""}
        refusal = _refusal(table, command.seat, command.decision, command.path or [])
        if refusal is None:
            return {"reason": "", "rule": ""}
        coach = {} if table.coach is None else {"coach": table.coach.why(table.state)}
        return {"reason": refusal.reason, "rule": refusal.rule, **coach}

    @staticmethod
    def draw(guest: Guest, table: Table, command: incoming.Draw) -> Answer:
        """How a decision goes on that is made step by step."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        _check_playing(table)
        _check_targets(table, command.seat, command.path)
        sketch = table.game.sketch(table.state, command.seat, command.path)
        if sketch is None:
            raise Refused("not-now", "Nothing of that kind is asked now.")
        return sketch.wire()

    @staticmethod
    def trials(guest: Guest, table: Table, command: incoming.Try) -> Answer:
        """What a seat can try out without playing it."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        if table.status != "playing" or not table.game.has_trials:
            raise Refused("not-now", "There is nothing to try at this table now.")
        return {"choices": [trial.wire() for trial in table.game.trials(table.state, command.seat)]}

    async def _hint(self, guest: Guest, table: Table, command: incoming.Hint) -> Answer:
        """What a bot would do."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        for policy in self._tables.policies:
            policy.check_hint(table)
        if not table.facts.hints:
            raise Refused("not-now", "This table was made without hints.")
        if command.seat not in table.to_act:
            raise Refused("not-now", "There is nothing to decide at that seat now.")
        if not self._hints.take(guest.id):
            raise Refused("busy", "That is a lot of hints; wait a little.", retry=5)
        hint = await self._bot_pool.hint(table, command.seat, guest.id)
        decision = hint["steps"][0]["decision"]
        choices = table.game.choices(table.state, command.seat) if command.seat in table.to_act else []
        path = next((list(choice.path) for choice in choices if choice.notation == decision), [])
        return {"decision": decision, "path": path, **hint}


async def whole(work: Awaitable[Answer]) -> Answer:
    """Wait for something that goes on even if nobody waits for it any more: for who may be stopped."""
    return await asyncio.shield(asyncio.ensure_future(work))


def _answer(table: Table, done: TableEvent) -> Answer:
    """The answer to a command that led to this event, now or before."""
    number = table.number_of(done.seq)
    return {"seq": number, "asked": number} if isinstance(event_kinds.read(done), Asked) else {"seq": number}


def _tried(state: State, seat: int, decision: str) -> State:
    """What a decision leads to; raises Refused."""
    after = state.copy()
    try:
        after.play(decision, seat)
    except IllegalAction as error:
        raise Refused("illegal", error.reason, rule=error.rule) from None
    return after


def _keyed(events: list[TableEvent], key: str | None) -> list[TableEvent]:
    """The same events, the last of them with a client's key."""
    return [*events[:-1], incoming.replace(events[-1], key=key)]


def _refusal(table: Table, seat: int, decision: str | None, path: list[str]) -> IllegalAction | None:
    """Why a decision, or pointing somewhere, is not allowed; None if it is."""
    if decision is None:
        _check_targets(table, seat, path)
        return why_not(table.state, seat, path)
    try:
        table.state.copy().play(decision, seat)
    except IllegalAction as error:
        return error
    return None


def _check_lesson(table: Table, decisions: Sequence[str]) -> None:
    """Refuse a decision that is legal, but another one than the lesson means; what is not legal is refused as ever."""
    assert table.coach is not None
    _check_playing(table)
    state, seat = table.state.copy(), table.coach.lesson.seat
    for decision in decisions:
        answer = table.coach.answer(state, decision)
        if answer.kind == "other":
            raise Refused("coach", answer.words)
        if answer.kind == "wrong":
            raise Refused("illegal", answer.reason, rule=answer.rule, coach=answer.words)
        state.play(decision, seat)


def _check_targets(table: Table, seat: int, path: list[str]) -> None:
    """Refuse to talk about pieces that are not there."""
    pieces = table.game.scene(table.state, seat).pieces
    for target in path:
        if target not in pieces and not target.startswith("button:"):
            raise Refused("missing", "There is no such piece on the table.")


def _check_playing(table: Table) -> None:
    """Refuse what is for a game being played only."""
    if table.status != "playing":
        raise Refused("not-now", _why_nothing_can_be_played(table))


def _why_nothing_can_be_played(table: Table) -> str:
    if table.status == "open":
        return "The game has not begun: seats are still free."
    return "The game is over." if table.status == "over" else "This is a replay; play on from a moment of it instead."
