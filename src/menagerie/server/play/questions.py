"""Answer questions that change nothing: why a decision is illegal, how one continues, what can be tried, and what a bot
would do."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import UNSET

from menagerie.core.display.choosing import why_not
from menagerie.core.errors import IllegalAction
from menagerie.server.base.errors import Refused, not_yours
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.table_changes import check_playing, why_not_playing
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Drawn, HintAnswer, Reason, Trials
from menagerie.server.protocol.outgoing.turn import Choice
from menagerie.server.store.guests import Guest
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table


def why(guest: Guest, table: Table, command: incoming.Why) -> Reason:
    """Return why a decision isn't legal now, or why pointing somewhere has no effect."""
    if command.seat not in table.held_by(guest.id):
        raise not_yours()
    if (command.decision is None) == (command.path is None):
        raise Refused("bad", "Ask about a decision or about a path, not both.")
    if table.status != "playing":
        return Reason(reason=why_not_playing(table), rule="")
    refusal = _refusal(table, command.seat, command.decision, command.path or [])
    if refusal is None:
        return Reason(reason="", rule="")
    coach = UNSET if table.coach is None else table.coach.why(table.state)
    return Reason(reason=refusal.reason, rule=refusal.rule, coach=coach)


def draw(guest: Guest, table: Table, command: incoming.Draw) -> Drawn:
    """Return how a step-by-step decision continues."""
    if command.seat not in table.held_by(guest.id):
        raise not_yours()
    check_playing(table)
    _check_targets(table, command.seat, command.path)
    sketch = table.game.sketch(table.state, command.seat, command.path)
    if sketch is None:
        raise Refused("not-now", "There is nothing of that kind to decide now.")
    return Drawn(
        words=sketch.words,
        choices=cast(list[Choice], [choice.wire() for choice in sketch.choices]),
        ghost=sketch.ghost,
        part=sketch.part,
        reason=sketch.reason,
        rule=sketch.rule,
    )


def trials(guest: Guest, table: Table, command: incoming.Try) -> Trials:
    """Return what a seat can try out without playing it."""
    if command.seat not in table.held_by(guest.id):
        raise not_yours()
    if table.status != "playing" or not table.game.has_trials:
        raise Refused("not-now", "There is nothing to try out at this table now.")
    found = [trial.wire() for trial in table.game.trials(table.state, command.seat)]
    return Trials(choices=cast(list[Choice], found))


class Hints:
    """Gets advice from bots."""

    def __init__(self, tables: Tables, bot_pool: BotPool, limits: CommandLimits) -> None:
        self._tables = tables
        self._bot_pool = bot_pool
        self._limits = limits

    async def hint(self, guest: Guest, table: Table, command: incoming.Hint) -> HintAnswer:
        """Return what a bot would do."""
        if command.seat not in table.held_by(guest.id):
            raise not_yours()
        for policy in self._tables.policies:
            policy.check_hint(table)
        if not table.facts.hints:
            raise Refused("not-now", "This table has no hints.")
        if command.seat not in table.to_act:
            raise Refused("not-now", "This seat has nothing to decide now. Ask again on your turn.")
        self._limits.check_hint(guest)
        hint = await self._bot_pool.hint(table, command.seat, guest.id)
        decision = hint["steps"][0]["decision"]
        choices = table.game.choices(table.state, command.seat) if command.seat in table.to_act else []
        path = next((list(choice.path) for choice in choices if choice.notation == decision), [])
        return msgspec.convert({"decision": decision, "path": path, **hint}, HintAnswer)


def _refusal(table: Table, seat: int, decision: str | None, path: list[str]) -> IllegalAction | None:
    """Return why a decision, or pointing somewhere, isn't allowed; None if it is."""
    if decision is None:
        _check_targets(table, seat, path)
        return why_not(table.state, seat, path)
    try:
        table.state.copy().play(decision, seat)
    except IllegalAction as error:
        return error
    return None


def _check_targets(table: Table, seat: int, path: list[str]) -> None:
    """Refuse targets that aren't on the table."""
    pieces = table.game.scene(table.state, seat).pieces
    for target in path:
        if target not in pieces and not target.startswith("button:"):
            raise Refused("missing", "That piece isn't on the table.")
