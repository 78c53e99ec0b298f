"""Provide people who try deals: a server at noon of a day, and games played to their end by a simple rule."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import menagerie
from menagerie.core.record import Record
from menagerie.server.bot_pool import worker
from menagerie.server.bot_pool.pool import ALIKE_PLAYOUTS
from tests.server.support.days import DAY, HOUR, Days
from tests.server.support.people import Person, Server

LIMITS = {
    "keeps_per_minute": 10**6,
    "messages_burst": 10**6,
    "posts_burst": 10**6,
    "gets_burst": 10**6,
    "moves_per_minute": 10**6,
    "undos_per_minute": 10**6,
    "new_guests_per_minute": 10**6,
    "sockets_per_address": 1000,
}
SOLO = "night-at-the-zoo"
"""A solo title without bots, with a few dozen decisions."""


def at_noon() -> Days:
    """Return a clock that shows noon of tomorrow: whenever a test runs, midnight is far."""
    days = Days()
    days.pass_by((1.5 * DAY) - time.time() % DAY)
    return days


def server_at_noon(database: str | Path, days: Days | None = None, **settings: Any) -> Server:
    return Server(database, days or at_noon(), limits=LIMITS | {"tables_per_guest": 100}, **settings)


@contextmanager
def running_at_noon(database: str | Path) -> Iterator[Server]:
    """Return a server that may be stopped and killed."""
    server = server_at_noon(database).start()
    yield server
    server.stop()
    assert "Traceback" not in server.log


def first(choices: list[str]) -> str:
    return choices[0]


def last(choices: list[str]) -> str:
    return choices[-1]


def play(
    person: Person, table: str, choose: Callable[[list[str]], str] = first, most: int = 10_000, seat: int = 0
) -> Any:
    """Decide so often, or to the end; return the result, or None."""
    with person.watch(table) as screen:
        while not screen.turn["over"] and most > 0:
            choices = screen.choices(seat)
            if not choices:
                screen.next()
                continue
            answer = screen.play(choose(choices), seat)
            assert answer["ok"], answer
            screen.reach(answer["seq"])
            most -= 1
        return screen.turn["result"]


def begin(person: Person, title: str = SOLO, day: str = "", **more: Any) -> dict[str, Any]:
    """Start an attempt at today's deal, or another day's."""
    made: dict[str, Any] = person.post(f"/api/daily/{day or today(person)}/{title}", more)
    return made


def today(person: Person) -> str:
    return str(person.get("/api/daily")["today"])


def deal(person: Person, title: str = SOLO, day: str = "") -> dict[str, Any]:
    """Return what a person sees of a deal."""
    told = person.get(f"/api/daily/{day}" if day else "/api/daily")
    return next(one for one in told["deals"] if one["title"] == title)


def decisions(person: Person, table: str) -> list[tuple[int, str]]:
    """Return what everyone at a table has decided."""
    log = person.get(f"/api/tables/{table}/log")["log"]
    return [(entry["seat"], entry["decision"]) for entry in log if entry["decision"] is not None]


def line(title: str, players: int, kind: str, most: int) -> list[str]:
    """Return what bots of a kind decide among themselves at a table with a shared deal."""
    state = menagerie.load(title).new(players=players, seed=2026)
    while not state.is_over and state.ply < most:
        seat = state.to_act[0]
        thought = worker.think_alike(str(Record.of(state)), seat, kind, ALIKE_PLAYOUTS)
        state.play(thought.decisions[0], seat)
    return [str(action) for _, action in state.history]


__all__ = ["DAY", "HOUR", "SOLO", "at_noon", "begin", "deal", "decisions", "first", "last", "play", "today"]
