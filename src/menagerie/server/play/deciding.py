"""Carry out the decisions of people, bots and standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.core.display.consequences import is_open
from menagerie.core.errors import IllegalAction
from menagerie.core.seats import listed
from menagerie.core.state import State
from menagerie.server.base.errors import Refused, not_yours, stale
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.table_changes import TableChanges, check_playing, keyed
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.table.event_kinds.decisions import OrderPlayed, Played
from menagerie.server.table.event_kinds.orders import OrderGiven, OrderWithdrawn
from menagerie.server.table.table import Table
from menagerie.server.table.values import Tried


class Deciding:
    """Carries out decisions, and stores standing orders."""

    def __init__(self, changes: TableChanges, limits: CommandLimits) -> None:
        self._changes = changes
        self._tables = changes.tables
        self._limits = limits

    async def play(self, guest: Guest, table: Table, command: incoming.Play, key: str) -> Answer:
        """Carry out a person's decision, or several that were made in one step."""
        if command.seat not in table.held_by(guest.id):
            if table.clocks is not None and command.seat in table.owned_by(guest.id):
                raise Refused("not-now", "Your time ran out. A bot plays your seat.")
            raise not_yours()
        decisions = command.decision.split("\n")
        if table.coach is not None and not table.is_stale(command.seq, command.seat):
            _check_lesson(table, decisions)
        if len(decisions) > 1:
            return await self._play_together(table, command, decisions, key)
        return await self.decide(table, command.seat, command.decision, command.seq, key)

    async def _play_together(self, table: Table, command: incoming.Play, decisions: list[str], key: str) -> Answer:
        """Store all of these decisions, or none."""
        check_playing(table)
        if table.is_stale(command.seq, command.seat):
            raise stale(table.number)
        state = table.state
        tried: list[Tried] = []
        events: list[TableEvent] = []
        for decision in decisions:
            if events and not is_open(table.state, state):
                # A refusal of the next decision would reveal what no one has seen yet.
                raise Refused("not-now", "One of these decisions reveals hidden information. Make them one at a time.")
            tried.append(_try(table, command.seat, decision, state))
            state = tried[-1].state
            self._check_talk(table, command.seat, state)
            events.append(self._tables.event(table, Played(tried[-1].decision), command.seat, None, state))
        events = keyed([*events, *self._tables.ending(table, state)], key)
        return await self._changes.advance(table, events, key, tried)

    async def decide(
        self, table: Table, seat: int, decision: str, seq: int, key: str | None, order: str = ""
    ) -> Answer:
        """Carry out a decision for a seat. The table's lock must be held. `order`: the standing order that made it."""
        check_playing(table)
        if table.is_stale(seq, seat):
            raise stale(table.number)
        tried = _try(table, seat, decision)
        self._check_talk(table, seat, tried.state)
        content = OrderPlayed(tried.decision, order) if order else Played(tried.decision)
        ending = self._tables.ending(table, tried.state)
        event = self._tables.event(table, content, seat, None if ending else key, tried.state)
        events = keyed([event, *ending], key) if ending else [event]
        return await self._changes.advance(table, events, key, [tried])

    def _check_talk(self, table: Table, seat: int, after: State) -> None:
        """Refuse a decision that would end the team's turn while a connected player wants to talk."""
        if not table.questions.hands:
            return
        assert after.past is not None
        away = self._changes.away(table)
        raised = {guest: held for guest, held in table.questions.raised(table).items() if guest not in away}
        if raised and table.game.closes_discussion(table.state, seat, after.past.action):
            people = listed(list(raised.values()), table.names)
            one = f"{people} wants to talk first. You can do this once the hand is down."
            several = f"{people} want to talk first. You can do this once all hands are down."
            raise Refused("talk", one if len(raised) == 1 else several)

    async def order(self, guest: Guest, table: Table, command: incoming.Order, key: str) -> Answer:
        """Give a standing order for a seat, or withdraw it."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        check_playing(table)
        if table.is_scripted:
            raise Refused("not-now", "Lessons have no standing orders.")
        self._limits.check_sign(guest)
        stands = table.orders.find(command.seat, command.order) is not None
        if not command.give:
            if not stands:
                raise Refused("not-now", "This standing order is no longer active.")
            event = self._tables.event(table, OrderWithdrawn(command.order), command.seat, key)
            return await self._changes.advance(table, [event], key)
        order = table.game.order(command.order)
        if order is None:
            raise Refused("missing", f"{table.game.name} has no such standing order.")
        if stands or not order.can_be_given(table.state, command.seat):
            raise Refused(
                "not-now",
                "This standing order is already active." if stands else "You can't give this standing order now.",
            )
        event = self._tables.event(table, OrderGiven(order.id, guest.id), command.seat, key)
        return await self._changes.advance(table, [event], key)


def _try(table: Table, seat: int, decision: str, before: State | None = None) -> Tried:
    """Return what a decision leads to; raise Refused."""
    try:
        return table.try_decision(seat, decision, before)
    except IllegalAction as error:
        raise Refused("illegal", error.reason, rule=error.rule) from None


def _check_lesson(table: Table, decisions: Sequence[str]) -> None:
    """Refuse a legal decision that the lesson doesn't ask for. Illegal ones are refused as in any game."""
    assert table.coach is not None
    check_playing(table)
    state, seat = table.state.copy(), table.coach.lesson.seat
    for decision in decisions:
        answer = table.coach.answer(state, decision)
        if answer.kind == "other":
            raise Refused("coach", answer.words)
        if answer.kind == "wrong":
            raise Refused("illegal", answer.reason, rule=answer.rule, coach=answer.words)
        state.play(decision, seat)
