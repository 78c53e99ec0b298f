"""Games to look at: bots that play each other, and records."""

from __future__ import annotations

import time

from menagerie.core.event import Event
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS
from menagerie.terminal.match import Match, Player
from menagerie.terminal.screen import Screen


def watch(match: Match, screen: Screen, pause: float) -> None:
    """Let bots play to the end, telling what happens; with a pause the table is shown after every decision."""
    while (bot := match.bot_to_act()) is not None:
        with screen.working(f"{bot.in_story} is thinking ..."):
            told = match.let_bot_play(bot)
        if pause and screen.is_terminal:
            screen.begin()
            _table(match, screen)
        for sentence in told:
            screen.story(f"{match.state.decisions:>4}  {sentence}", match.names)
        time.sleep(pause)
    screen.say()
    _table(match, screen)
    screen.say(match.state.result(), "good")


def _table(match: Match, screen: Screen) -> None:
    screen.players(match.state.game.name, match.labels, match.state.to_act)
    screen.table(str(match.state), room=6)
    screen.say()


def replay(record: Record, to: int | None, with_log: bool, screen: Screen) -> None:
    """Show a recorded game after a decision (None: the last), and how it came to that."""
    last = len(record.decisions)
    to = last if to is None else to
    state = record.at(to)
    players = [Player.from_record(seat, record.names.get(seat, "")) for seat in range(record.players)]
    if with_log:
        _tell(record, to, [player.in_story for player in players], screen)
    labels = [f"{LETTERS[player.seat]} {player.name or player.bot}".strip() for player in players]
    screen.players(state.game.name, labels, state.to_act)
    screen.table(str(state), room=4)
    screen.say()
    screen.say(f"After {to} of {last} decisions.", "quiet")
    if state.is_over:
        screen.say(state.result(), "good")
    else:
        for seat in state.to_act:
            screen.say(f"{labels[seat]}: {state.prompt(seat)}", "prompt")


def _tell(record: Record, to: int, names: list[str], screen: Screen) -> None:
    """The story, with the remarks that stand in the record."""
    state = record.begin()
    for number in range(to + 1):
        events: list[Event] = []
        if number:
            seat, decision = record.decisions[number - 1]
            state.play(decision, seat, events)
            record.deal_anew(state)
        for event in events:
            screen.story(f"{number:>4}  {event.tell(names)}", names)
        for remark in record.comments.get(number, []):
            screen.say(f"      ; {remark}", "quiet")
        if any(decisions == number for decisions, _ in record.anew):
            screen.say("      - what is hidden is dealt anew", "quiet")
    screen.say()
