"""Provide the network between a server and PostgreSQL: a relay on loopback that can be cut or fall silent."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import threading
from typing import Any, Final

from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import make_url

BETWEEN_CUTS: Final = range(20, 100)
"""How many messages pass between two cuts."""


class Wire:
    """Passes everything on between `url` and the PostgreSQL at another address."""

    def __init__(self, database: str) -> None:
        found: dict[str, Any] = conninfo_to_dict(database)
        host, port = str(found.get("host", "127.0.0.1")), found.get("port", 5432)
        self._far: Any = f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, int(port))
        self._door = socket.create_server(("127.0.0.1", 0))
        near = make_url(database).set(host="127.0.0.1", port=self._door.getsockname()[1])
        self.url = near.difference_update_query(["host", "port"]).render_as_string(hide_password=False)
        self._flows = threading.Event()
        self._flows.set()
        self._is_whole = True
        self._ends: set[socket.socket] = set()
        self.cuts = 0
        """How often `cut_often` has cut it."""
        self._chance: random.Random | None = None
        self._left = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._is_whole = False
        self.cut_once()

    def cut_once(self) -> None:
        """End all connections."""
        for end in list(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut_often(self, chance: random.Random) -> None:
        """End all connections again and again, each time after some more messages have passed, so that a slow machine
        gets as much done between two cuts as a fast one."""
        self._left, self._chance = chance.choice(BETWEEN_CUTS), chance

    def _count(self) -> None:
        """Note that something has passed."""
        if self._chance is not None:
            self._left -= 1
            if self._left <= 0:
                self._left = self._chance.choice(BETWEEN_CUTS)
                self.cuts += 1
                self.cut_once()

    def mend(self) -> None:
        """Repair it; what was held up arrives."""
        self._chance = None
        self._is_whole = True
        self._flows.set()

    def fall_silent(self) -> None:
        """Keep connections open, but pass nothing on."""
        self._flows.clear()

    def close(self) -> None:
        self.mend()
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut_once()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._door.accept()
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX if isinstance(self._far, str) else socket.AF_INET) as far:
            if not self._is_whole:
                return
            self._ends |= {near, far}
            with contextlib.suppress(OSError):
                far.connect(self._far)
                self._pass_on(near, far)
            self._ends -= {near, far}

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        while True:
            ready, _, _ = select.select([near, far], [], [])
            self._flows.wait()
            for one in ready:
                data = one.recv(65536)
                if not data:
                    return
                (far if one is near else near).sendall(data)
                self._count()
