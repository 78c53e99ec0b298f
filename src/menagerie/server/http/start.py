"""Starting a server: the socket, the address for people, and uvicorn."""

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
"""The exit code of a server that cannot start."""
AGAIN: Final = 1.0
"""Seconds until a start tries to reach the database again."""
FIRST_HANDED_OVER: Final = 3
"""The first open file that systemd hands over."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket to listen on; without a port the first free one from FIRST_PORT on; port 0: any."""
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem = ""
    for number in wanted:
        try:
            listening = socket.create_server((host, number), family=family, backlog=2048)
            # Connections inherit it. Without it a small message waits until the last is acknowledged: up to 40 ms.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
        except OSError as error:
            problem = error.strerror or str(error)
    raise MenagerieError(f"Cannot listen on {host} port {wanted[0]}: {problem}.")


def handed_over() -> socket.socket | None:
    """The socket that systemd keeps for us while we are restarted (menagerie.socket), so that nobody finds the door
    closed: who comes meanwhile waits."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    # It must not be taken for theirs by the processes that we start.
    del os.environ["LISTEN_PID"], os.environ["LISTEN_FDS"]
    listening = socket.socket(fileno=FIRST_HANDED_OVER)
    os.set_inheritable(FIRST_HANDED_OVER, False)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def address_of(listening: socket.socket) -> str:
    """The address for people."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | Path | None = None,
    open_browser: bool = False,
    **settings: Any,
) -> None:
    """Serve until stopped (Ctrl-C or SIGTERM). Prints the address in one line. Further arguments: `Settings`."""
    place = database or default_database()
    serve(Settings(database=place, host=host, port=port, browser=open_browser, **settings))


def serve_for_programs(settings: Settings) -> int:
    """The same where every line is an object: why it does not start, too. The exit code."""
    _set_up_log(settings)
    try:
        serve(settings)
    except MenagerieError as error:
        LOG.error("%s", error)
        return CANNOT_START
    return 0


def serve(settings: Settings) -> None:
    """The same with all settings in one."""
    with _ending_well(), _collecting_later():
        _serve(settings)


@contextlib.contextmanager
def _ending_well() -> Iterator[None]:
    """Who is asked to stop (SIGTERM) ends with exit code 0. uvicorn raises the signal once more when it has stopped."""
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
    """A start makes much that stays, and hardly anything that nobody needs: looking for that again and again would take
    a fifth of its time. `Services.start` begins with it."""
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
        # The thread that writes to disk must not wait long for its turn when the others are busy.
        sys.setswitchinterval(0.001)
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C: everything is closed by now
            server.run(sockets=sockets)


Ready = tuple["GentleServer", list[socket.socket]]


def _prepare_in_time(settings: Settings, early: socket.socket | None) -> Ready | None:
    """Get everything ready. PostgreSQL may be starting as well: it is waited for."""
    from menagerie.server.store.engines import Unreachable

    end = time.monotonic() + settings.database_seconds
    while True:
        try:
            return _prepare(settings, early)
        except Unreachable as problem:
            if time.monotonic() >= end:
                raise
            LOG.warning("the database cannot be reached, trying again: %s", Away(problem))
            time.sleep(AGAIN)


def _prepare(settings: Settings, early: socket.socket | None) -> Ready | None:
    """Open the database and the sockets, and say where the tables are; nothing if another server has them and is shown
    instead."""
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
    with contextlib.suppress(Exception):  # the database is away, and why is told already
        services.storage.close()


def _listen_early(settings: Settings) -> socket.socket | None:
    """A socket at which people wait while all else is made ready, instead of being turned away and trying again: nobody
    is answered before the database is open. Nothing if others may be there for them (PostgreSQL), or if it cannot be
    had: then perhaps by the server that has the same database, which is a better reason not to start."""
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
    """Everything but the web, with the database open; nothing if another server has it and is shown instead."""
    # Not at the top: the bots' processes import this package too, and need nothing of the web.
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
    """Tell people where the tables are."""
    services.storage.claim.announce(address)
    place = services.storage.place
    if services.settings.log == "plain":
        print(f"Menagerie is at {address} (the tables are in {place}; Ctrl-C stops)", flush=True)
    if _shows_itself(services.settings):
        webbrowser.open(address)


def _greeting(services: Services, address: str) -> str:
    """What the log says when the server has started."""
    from menagerie.server.store.schema.tables import (
        VERSION,  # not at the top: without the extra `table` there is no SQLAlchemy
    )

    version = f"Menagerie {menagerie.__version__}, {_engine.describe()}"
    return f"Menagerie is at {address} (the tables are in {services.storage.place}, schema {VERSION}; {version})"


def _listen_inside(services: Services) -> list[socket.socket]:
    """The socket for other processes on the same database, if there can be any."""
    processes, relay = services.storage.processes, services.relay
    if processes is None or relay is None:
        return []
    host = services.settings.internal_host
    inside = listen(host, services.settings.internal_port or 0)
    relay.port = inside.getsockname()[1]
    processes.announce(f"{host}:{relay.port}")
    return [inside]


def _shows_itself(settings: Settings) -> bool:
    """Whether the table is opened in the browser: if it was asked for, or somebody sits here."""
    if settings.browser is not None:
        return settings.browser
    at_home = settings.host in ("127.0.0.1", "localhost", "::1")
    return at_home and (
        sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    )


def _make(services: Services) -> GentleServer:
    """The web server, with everything in its place; raises MenagerieError."""
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
        # How many connections are accepted at once. Where no file is left asyncio complains as often.
        backlog=256,
        ws_max_size=settings.limits.body,
        # Compression keeps a large buffer for every connection; a proxy in front can do it better.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=graceful_stop.REST,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )
    if settings.metrics_port is not None:
        from menagerie.server.http import metrics

        config.app = metrics.begin(services, config.door, config.app)
    return graceful_stop.GentleServer(config, services)
