"""Games to watch: bots against bots, and records."""

from __future__ import annotations

import time
from collections.abc import Sequence

from menagerie.core.event import Event
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.terminal.match import Match, Player
from menagerie.terminal.screen import Screen


def watch(match: Match, screen: Screen, pause: float) -> None:
    """Let bots play to the end and print what happens; with a pause, show the table after every decision."""
    while (bot := match.bot_to_act()) is not None:
        with screen.working(f"{bot.in_story} is thinking ..."):
            told = match.let_bot_play(bot)
        if pause and screen.is_terminal:
            screen.begin()
            _table(match, screen)
        for sentence in told:
            screen.story(f"{match.state.ply:>4}  {sentence}", match.names)
        time.sleep(pause)
    screen.say()
    _table(match, screen)
    screen.say(match.state.result(), "good")
    for line in points(match.state, match.labels):
        screen.say(line)


def _table(match: Match, screen: Screen) -> None:
    screen.players(match.state.game.name, match.labels, match.state.to_act)
    screen.table(str(match.state), room=6)
    screen.say()


def points(state: State, labels: Sequence[str]) -> list[str]:
    """Return everyone's points by source as a table; nothing if there is only one source."""
    parts = [state.breakdown(seat) for seat in range(state.players)]
    names = list(dict.fromkeys([name for part in parts for name in part]))
    if len(names) < 2:
        return []
    wide = max([len(name) for name in names])
    columns = [max(len(label), 5) for label in labels]
    rows = [" " * wide + "".join([f"  {label:>{column}}" for label, column in zip(labels, columns, strict=True)])]
    for name in names:
        figures = [f"  {part.get(name, 0):>{column}}" for part, column in zip(parts, columns, strict=True)]
        rows.append(f"{name:<{wide}}{''.join(figures)}")
    totals = [f"  {score:>{column}}" for score, column in zip(state.scores, columns, strict=True)]
    return [*rows, f"{'together':<{wide}}{''.join(totals)}"]


def replay(record: Record, to: int | None, with_log: bool, screen: Screen) -> None:
    """Show a recorded game after a decision (None: the last), and what led there."""
    last = len(record.decisions)
    to = last if to is None else to
    state = record.at(to)
    players = [Player.from_record(seat, record.names.get(seat, "")) for seat in range(record.players)]
    state.names = tuple([player.in_story for player in players])
    if with_log:
        _tell(record, to, state.names, screen)
    labels = [player.label if player.name or player.bot else LETTERS[player.seat] for player in players]
    screen.players(state.game.name, labels, state.to_act)
    screen.table(str(state), room=4)
    screen.say()
    screen.say(f"After {to} of {last} decisions.", "quiet")
    if state.is_over:
        screen.say(state.result(), "good")
        for line in points(state, labels):
            screen.say(line)
    else:
        for seat in state.to_act:
            screen.say(f"{labels[seat]}: {state.prompt(seat)}", "prompt")


def _tell(record: Record, to: int, names: Sequence[str], screen: Screen) -> None:
    """Return the log with the record's remarks."""
    state = record.begin()
    _remarks(record, 0, screen)
    events: list[Event] = []
    for number in record.follow(state, to, events):
        for event in events:
            screen.story(f"{number:>4}  {event.tell(names)}", names)
        events.clear()
        _remarks(record, number, screen)
    screen.say()


def _remarks(record: Record, number: int, screen: Screen) -> None:
    """Return the record's remarks after that decision."""
    for remark in record.comments.get(number, []):
        screen.say(f"      ; {remark}", "quiet")
    if any(ply == number for ply, _ in record.anew):
        screen.say("      - hidden things are redealt", "quiet")
