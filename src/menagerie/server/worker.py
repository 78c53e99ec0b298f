"""What runs in the processes where bots think. Knows nothing of the server."""

from __future__ import annotations

import os
import signal
import threading
from collections import OrderedDict
from multiprocessing import connection, parent_process
from typing import Final

from menagerie import bots
from menagerie.core.errors import MenagerieError
from menagerie.core.record import Record
from menagerie.core.state import State

REMEMBERED: Final = 16

_games: OrderedDict[tuple[object, ...], State] = OrderedDict()
"""The games thought about lately, so that only new decisions have to be played."""


def prepare() -> None:
    """A worker ends when the server ends it or is gone, not by Ctrl-C, and lets the server go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with_the_server, name="server", daemon=True).start()


def _end_with_the_server() -> None:
    """Wait until the server is gone. If it was killed nobody else tells us, and we would wait for work for ever."""
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)


def think(text: str, seat: int, kind: str, seed: int, seconds: float) -> str:
    """The decision of a bot in the game of a record. The bot is shown only what its seat may see."""
    state = _state(Record.parse(text))
    try:
        action = bots.decide(bots.make(kind, seed), state, seat, bots.Clock(seconds=seconds))
    except MenagerieError:
        # A bot that fails must not stop the game.
        action = bots.decide(bots.make("random", seed), state, seat, bots.Clock(seconds=seconds))
    return str(action)


def _state(record: Record) -> State:
    """The state at the end of a record."""
    options = sorted(record.options.items())
    game = (record.title, record.players, record.seed, record.rules_version, *options, *record.anew)
    state = _games.pop(game, None)
    if state is not None:
        known = [(by, str(action)) for by, action in state.history]
        if known != record.decisions[: len(known)]:
            state = None
    if state is None:
        state = record.begin()
    for by, decision in record.decisions[state.decisions :]:
        state.play(decision, by)
        record.deal_anew(state)
    _games[game] = state
    if len(_games) > REMEMBERED:
        _games.popitem(last=False)
    return state
