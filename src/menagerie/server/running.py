"""Starting a server: the socket, the address for people, and uvicorn."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from menagerie.core.errors import MenagerieError
from menagerie.server.settings import Limits, Settings

if TYPE_CHECKING:
    from menagerie.server.services import Services

FIRST_PORT: Final = 8460
PORTS: Final = 20


def default_database() -> Path:
    """Where the tables are kept if nothing else is said."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "menagerie" / "tables.db"


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


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | Path | None = None,
    open_browser: bool = False,
    limits: Limits | None = None,
    **settings: Any,
) -> None:
    """Serve until stopped (Ctrl-C or SIGTERM). Prints the address in one line. Further arguments: `Settings`."""
    # Not at the top: the bots' processes import this package too, and need nothing of the web.
    from menagerie.server import logs
    from menagerie.server.file_lock import InUse
    from menagerie.server.services import Services

    logs.set_up(sys.stderr)
    configured = Settings(database or default_database(), limits or Limits(), **settings)
    try:
        services = Services(configured)
    except InUse as found:
        if not (open_browser and found.address):
            raise
        print(f"{found} It is opened in the browser.", flush=True)
        webbrowser.open(found.address)
        return
    try:
        listening = listen(host, port)
    except MenagerieError:
        services.storage.close()
        raise
    sockets = [listening, *_listen_inside(services)]
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    services.storage.claim.announce(address)
    print(f"Menagerie is at {address} (the tables are in {services.storage.place}; Ctrl-C stops)", flush=True)
    if open_browser:
        webbrowser.open(address)
    _serve(services, sockets)


def _listen_inside(services: Services) -> list[socket.socket]:
    """The socket for other processes on the same database, if there can be any."""
    processes, relay = services.storage.processes, services.relay
    if processes is None or relay is None:
        return []
    host, _, port = services.settings.internal.partition(":")
    host = host or "127.0.0.1"
    try:
        inside = listen(host, int(port or 0))
    except MenagerieError:
        services.storage.close()
        raise
    relay.port = inside.getsockname()[1]
    processes.announce(f"{host}:{relay.port}")
    return [inside]


def _serve(services: Services, sockets: list[socket.socket]) -> None:
    import uvicorn

    from menagerie.server import door
    from menagerie.server.app import create_app

    settings = services.settings
    inside = services.relay.port if services.relay is not None else 0
    config = door.Config(
        create_app(settings, services),
        door.Door(settings.limits, door.raise_open_files(), settings.proxies, inside),
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
        timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )
    # The thread that writes to disk must not wait long for its turn when the others are busy.
    sys.setswitchinterval(0.001)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C: everything is closed by now
        uvicorn.Server(config).run(sockets=sockets)
