"""Export metrics for Prometheus on a separate port; docs/operating.md says what to watch.

Events are counted as they happen; current values are looked up on request. Nothing here is imported or counted unless
`metrics_port` is set."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from sqlalchemy.exc import DBAPIError

from menagerie.core.errors import MenagerieError
from menagerie.server.base.errors import Refused
from menagerie.server.base.fair_queue import Rank
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.http.connections.connection_limits import Door
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.services.assembly import Do, Services
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.table import event_kinds

LOG: Final = logging.getLogger("menagerie.server")
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
BEAT: Final = 0.5
"""Seconds between measurements of the event loop's lag."""
COMMANDS: Final = [str(kind.__struct_config__.tag) for kind in get_args(incoming.AnyCommand)]


class Figures:
    """All counters."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.decisions = Counter("menagerie_decisions", "Decisions stored", registry=registry)
        self.events = Counter("menagerie_events", "Table events stored", registry=registry)
        self.batch_events = Histogram(
            "menagerie_store_batch_events", "Events per transaction", buckets=SIZES, registry=registry
        )
        self.batch_seconds = Histogram(
            "menagerie_store_batch_seconds", "Duration of a transaction", buckets=SECONDS, registry=registry
        )
        self.commands = Histogram(
            "menagerie_command_seconds",
            "Time from a person's command to its answer",
            ["command"],
            buckets=SECONDS,
            registry=registry,
        )
        self.refused = Counter("menagerie_refused", "Commands refused", ["code"], registry=registry)
        self.answers = Counter("menagerie_http_answers", "HTTP answers", ["status"], registry=registry)
        self.lines = Counter("menagerie_log_lines", "Log lines, written or only counted", ["level"], registry=registry)
        self.lateness = Histogram(
            "menagerie_loop_late_seconds", "Lag of the event loop", buckets=SECONDS, registry=registry
        )
        self.bots_failed = Counter(
            "menagerie_bots_failed", "Bots that failed and were replaced", ["kind"], registry=registry
        )
        # So that a rate starts at 0 and not with the first error.
        for level in ("warning", "error"):
            self.lines.labels(level)
        self.clocks = {tag: self.commands.labels(tag) for tag in COMMANDS}

    def stored(self, events: Sequence[TableEvent], seconds: float) -> None:
        """Count a finished transaction. Called in the thread that writes."""
        if events:
            self.decisions.inc(len([event for event in events if event_kinds.is_decision(event)]))
            self.events.inc(len(events))
            self.batch_events.observe(len(events))
        self.batch_seconds.observe(seconds)

    def look_up(self, services: Services, door: Door) -> None:
        """Register the current values to look up on request."""

        def gauge(name: str, what: str) -> Gauge:
            return Gauge(f"menagerie_{name}", what, registry=self.registry)

        tables, places = services.tables, services.bot_pool.places
        gauge("sockets", "Websockets at tables").set_function(lambda: services.hub.sockets)
        gauge("connections", "Connections of all kinds").set_function(lambda: door.connections)
        gauge("tables_loaded", "Tables in memory").set_function(lambda: len(tables.loaded))
        gauge("tables_watched", "Tables with viewers").set_function(lambda: len(tables.in_use))
        gauge("bots_thinking", "Busy bot processes").set_function(lambda: places.busy)
        gauge("bots_lost", "Whether bot processes can't be started or kept").set_function(
            lambda: services.bot_pool.is_lost
        )
        waiting = Gauge("menagerie_bots_waiting", "Requests waiting for a bot", ["rank"], registry=self.registry)
        for rank in Rank:
            waiting.labels(rank.name.lower()).set_function(partial(_waiting, services.bot_pool, rank))


def _waiting(bot_pool: BotPool, rank: Rank) -> float:
    try:
        return bot_pool.waiting()[rank]
    except DBAPIError:  # unknown without the database
        return math.nan


class Lines(logging.Handler):
    """Counts log lines before any are suppressed."""

    def __init__(self, lines: Counter) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        self._lines.labels(record.levelname.lower()).inc()


class Timed:
    """Measures commands."""

    def __init__(self, do: Do, figures: Figures) -> None:
        self._do = do
        self._figures = figures

    async def do(self, guest: Guest | None, table: str, command: incoming.AnyCommand) -> Answer:
        """Measure a command."""
        began = time.perf_counter()
        try:
            return await self._do(guest, table, command)
        except Refused as refused:
            self._figures.refused.labels(refused.code).inc()
            raise
        finally:
            self._figures.clocks[str(command.__struct_config__.tag)].observe(time.perf_counter() - began)


class Counted:
    """The application, with its HTTP answers counted by status."""

    def __init__(self, app: Any, answers: Counter) -> None:
        self._app = app
        self._answers = answers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Count an answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def counting(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._answers.labels(str(message["status"])).inc()
            await send(message)

        await self._app(scope, receive, counting)


def begin(services: Services, door: Door, app: Any) -> Any:
    """Start counting and serving metrics; return the application to serve. Raises MenagerieError."""
    figures, settings = Figures(), services.settings
    figures.look_up(services, door)
    assert settings.metrics_port is not None
    try:
        server, _ = start_http_server(settings.metrics_port, settings.metrics_host, figures.registry)
    except OSError as error:
        where = f"{settings.metrics_host} port {settings.metrics_port}"
        raise MenagerieError(f"Metrics cannot be served on {where}: {error.strerror}.") from None
    address = f"http://{settings.metrics_host}:{server.server_port}/metrics"
    if settings.log == "plain":
        print(f"Metrics are at {address}", flush=True)
    else:
        LOG.info("Metrics are at %s", address)
    services.store.watch(figures.stored)
    services.bots.when_failed = lambda kind: figures.bots_failed.labels(kind).inc()
    services.do = Timed(services.do, figures).do
    services.further.append(lambda: _watch_loop(figures.lateness))
    logging.getLogger().addHandler(Lines(figures.lines))
    return Counted(app, figures.answers)


async def _watch_loop(lateness: Histogram) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(BEAT)
        lateness.observe(max(0.0, time.perf_counter() - began - BEAT))
