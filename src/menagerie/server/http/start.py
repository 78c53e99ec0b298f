"""Start a server: the socket, the address to print, and uvicorn."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import menagerie
from menagerie import _engine, _extras
from menagerie.core.errors import MenagerieError
from menagerie.server.base.errors import Away
from menagerie.server.base.settings import FIRST_PORT, Settings, default_database

if TYPE_CHECKING:
    from menagerie.server.http.graceful_stop import GentleServer
    from menagerie.server.services.assembly import Services

LOG: Final = logging.getLogger("menagerie.server")
PORTS: Final = 20
CANNOT_START: Final = 2
"""The exit code of a server that can't start."""
AGAIN: Final = 1.0
"""Seconds between attempts to reach the database."""
FIRST_HANDED_OVER: Final = 3
"""The first open file that systemd passes on."""


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; without a port, on the first free one from FIRST_PORT; with port 0, on any."""
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem = ""
    for number in wanted:
        try:
            listening = socket.create_server((host, number), family=family, backlog=2048)
            # Connections inherit it. Without it a small message waits up to 40 ms for the last acknowledgement.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
        except OSError as error:
            problem = error.strerror or str(error)
    raise MenagerieError(f"Cannot listen on {host} port {wanted[0]}: {problem}.")


def handed_over() -> socket.socket | None:
    """Return the socket that systemd keeps open during a restart (menagerie.socket), so that clients wait instead of
    being refused."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    # Keep our child processes from taking it for theirs.
    del os.environ["LISTEN_PID"], os.environ["LISTEN_FDS"]
    listening = socket.socket(fileno=FIRST_HANDED_OVER)
    os.set_inheritable(FIRST_HANDED_OVER, False)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the address to show people."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | Path | None = None,
    open_browser: bool = False,
    **settings: Any,
) -> None:
    """Serve until stopped (Ctrl-C or SIGTERM). Prints one line with the address. Further arguments: `Settings`."""
    place = database or default_database()
    serve(Settings(database=place, host=host, port=port, browser=open_browser, **settings))


def serve_for_programs(settings: Settings) -> int:
    """Serve with every line as an object, including why the server doesn't start; return the exit code."""
    _set_up_log(settings)
    try:
        serve(settings)
    except MenagerieError as error:
        LOG.error("%s", error)
        return CANNOT_START
    return 0


def serve(settings: Settings) -> None:
    """Serve with all settings in one object."""
    with _ending_well(), _collecting_later():
        _serve(settings)


@contextlib.contextmanager
def _ending_well() -> Iterator[None]:
    """Exit with code 0 when asked to stop (SIGTERM). Uvicorn raises the signal again after stopping."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _collecting_later() -> Iterator[None]:
    """Suspend garbage collection during startup, which makes many lasting objects and hardly any garbage, so that
    collecting would take a fifth of its time. `Services.start` resumes it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _serve(settings: Settings) -> None:
    if settings.metrics_port is not None:
        _extras.need("metrics", "Prometheus")
    _set_up_log(settings)
    with contextlib.ExitStack() as opened:
        early = _listen_early(settings)
        if early is not None:
            opened.enter_context(early)
        ready = _prepare_in_time(settings, early)
        if ready is None:
            return
        server, sockets = ready
        for one in sockets:
            opened.enter_context(one)
        # The thread that writes to disk must not wait long for its turn when others are busy.
        sys.setswitchinterval(0.001)
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C: everything is already closed
            server.run(sockets=sockets)


Ready = tuple["GentleServer", list[socket.socket]]


def _prepare_in_time(settings: Settings, early: socket.socket | None) -> Ready | None:
    """Prepare everything, waiting for PostgreSQL if it is still starting."""
    from menagerie.server.store.engines import Unreachable

    end = time.monotonic() + settings.database_seconds
    while True:
        try:
            return _prepare(settings, early)
        except Unreachable as problem:
            if time.monotonic() >= end:
                raise
            LOG.warning("The database cannot be reached. Trying again: %s", Away(problem))
            time.sleep(AGAIN)


def _prepare(settings: Settings, early: socket.socket | None) -> Ready | None:
    """Open the database and the sockets, and print the address; return None if another server has the tables and is
    shown instead."""
    from menagerie.server.store import engines

    services = _open(settings)
    if services is None:
        return None
    with contextlib.ExitStack() as opened:
        opened.callback(_let_go, services)
        listening = early or opened.enter_context(listen(settings.host, settings.port))
        with engines.explaining(services.database.engine.url):
            inside = [opened.enter_context(one) for one in _listen_inside(services)]
            server = _make(services)
            _announce(services, address_of(listening))
            server.greeting = _greeting(services, address_of(listening))
        opened.pop_all()
    return server, [listening, *inside]


def _let_go(services: Services) -> None:
    with contextlib.suppress(Exception):  # the database is away, which has been reported
        services.storage.close()


def _listen_early(settings: Settings) -> socket.socket | None:
    """Return a socket on which clients wait during startup instead of being refused; no request is answered before the
    database is open. Return None if other processes may serve them (PostgreSQL), or if it can't be opened: perhaps the
    server with the same database has it, which is a better reason not to start."""
    kept = handed_over()
    if kept is not None or "://" in str(settings.database):
        return kept
    with contextlib.suppress(MenagerieError):
        return listen(settings.host, settings.port)
    return None


def _set_up_log(settings: Settings) -> None:
    from menagerie.server.base import logs

    logs.set_up(sys.stderr, settings.log)


def _open(settings: Settings) -> Services | None:
    """Return everything but the web, with the database open; None if another server has it and is shown instead."""
    # Not at the top: the bot processes import this package, too, and need nothing of the web.
    from menagerie.server.services.assembly import Services
    from menagerie.server.store.file_lock import InUse

    try:
        return Services(settings)
    except InUse as found:
        if not (_shows_itself(settings) and found.address):
            raise
        print(f"{found} It is opened in the browser.", flush=True)
        webbrowser.open(found.address)
        return None


def _announce(services: Services, address: str) -> None:
    """Print the address of the tables."""
    services.storage.claim.announce(address)
    place = services.storage.place
    if services.settings.log == "plain":
        print(f"Menagerie is at {address} (tables in {place}; press Ctrl-C to stop)", flush=True)
    if _shows_itself(services.settings):
        webbrowser.open(address)


def _greeting(services: Services, address: str) -> str:
    """Return the log's line about a started server."""
    from menagerie.server.store.schema.tables import (
        VERSION,  # not at the top: without the extra `table` there is no SQLAlchemy
    )

    version = f"Menagerie {menagerie.__version__}, {_engine.describe()}"
    return f"Menagerie is at {address} (tables in {services.storage.place}, schema {VERSION}; {version})"


def _listen_inside(services: Services) -> list[socket.socket]:
    """Return the socket for other processes on the same database, if there can be any."""
    processes, relay = services.storage.processes, services.relay
    if processes is None or relay is None:
        return []
    host = services.settings.internal_host
    inside = listen(host, services.settings.internal_port or 0)
    relay.port = inside.getsockname()[1]
    processes.announce(f"{host}:{relay.port}")
    return [inside]


def _shows_itself(settings: Settings) -> bool:
    """Return whether to open the table in the browser: if asked to, or on a desktop."""
    if settings.browser is not None:
        return settings.browser
    at_home = settings.host in ("127.0.0.1", "localhost", "::1")
    return at_home and (
        sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    )


def _make(services: Services) -> GentleServer:
    """Return the web server, fully assembled; raise MenagerieError."""
    from menagerie.server.http import graceful_stop
    from menagerie.server.http.application import create_app
    from menagerie.server.http.connections import connection_limits
    from menagerie.server.http.middleware import HttpFront

    settings = services.settings
    inside = services.relay.port if services.relay is not None else 0
    config = connection_limits.Config(
        HttpFront(create_app(settings, services)),
        connection_limits.Door(settings.limits, connection_limits.raise_open_files(), settings.proxies, inside),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_ping_interval=settings.limits.silence_seconds,
        ws_ping_timeout=settings.limits.silence_seconds,
        # How many connections are accepted at once. If open files run out, asyncio logs that many errors.
        backlog=256,
        ws_max_size=settings.limits.body,
        # Compression needs a large buffer per connection; a proxy in front does it better.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=graceful_stop.REST,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )
    if settings.metrics_port is not None:
        from menagerie.server.http import metrics

        config.app = metrics.begin(services, config.door, config.app)
    return graceful_stop.GentleServer(config, services)
