"""Send waiting notices, each in its way, and note the outcome."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Row, delete, select

from menagerie.server.base import clock
from menagerie.server.base.errors import mistake
from menagerie.server.base.mailer import Mailer, NotSent
from menagerie.server.base.settings import Settings
from menagerie.server.features.notices import outbox, preferences, push, webhooks, wording
from menagerie.server.features.notices.keys import Keys
from menagerie.server.features.notices.outbox import Taken, Unit
from menagerie.server.features.notices.safe_http import Delivery, Outside
from menagerie.server.features.notices.send_slots import Places
from menagerie.server.features.notices.wording import NoticeText
from menagerie.server.store.database import Database
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.notices import HOOK_ROWS, PUSH_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

LOG: Final = logging.getLogger("menagerie.server")
LAST: Final = 1.0
"""Seconds for messages in flight to arrive when the server stops."""
TIDY: Final = 60.0
"""Seconds between two cleanups."""
Result = tuple[Delivery, str]
Sending = Callable[[], Awaitable[Result]]
"""A message that is ready."""
NO_RECIPIENT: Final[Result] = (Delivery.GONE, "The recipient no longer exists.")


class Sender:
    """Sends messages."""

    def __init__(self, database: Database, mailer: Mailer, settings: Settings, keys: Keys, outside: Outside) -> None:
        self._database = database
        self._mailer = mailer
        self._settings = settings
        self._keys = keys
        self._outside = outside
        self._tidied = 0.0
        self._places = Places()
        self._waiting: dict[Unit, asyncio.Task[None]] = {}
        self._under_way: set[asyncio.Future[None]] = set()

    @property
    def base(self) -> str:
        """Return the server's public address; empty if its operator hasn't set one."""
        return self._settings.public_url.rstrip("/")

    async def send_all(self) -> None:
        """Send what is due, and wait until it is sent."""
        await asyncio.gather(*await self.begin())

    async def begin(self) -> list[asyncio.Task[None]]:
        """Start sending what is due, without waiting for messages already in flight."""
        due, machines = await asyncio.to_thread(self._due)
        begun = []
        for unit, has_failed in due.items():
            if unit not in self._waiting:
                task = asyncio.ensure_future(self._send_safely(unit, machines[unit], has_failed))
                self._waiting[unit] = task
                task.add_done_callback(lambda _, unit=unit: self._waiting.pop(unit))  # type: ignore[misc]
                begun.append(task)
        return begun

    def _due(self) -> tuple[dict[Unit, bool], dict[Unit, str]]:
        now = clock.now()
        if abs(now - self._tidied) > TIDY:
            with self._database.writing() as connection:
                outbox.tidy(connection, now)
            self._tidied = now
        with self._database.engine.connect() as connection:
            due = outbox.units(connection, now)
            return due, outbox.receivers(connection, due) if due else {}

    async def _send_safely(self, unit: Unit, machine: str, has_failed: bool) -> None:
        async with self._places.place(unit.way, machine, has_failed=has_failed):
            sending = asyncio.ensure_future(self._send(unit))
            self._under_way.add(sending)
            sending.add_done_callback(self._under_way.discard)
            try:
                await asyncio.shield(sending)  # `finish` waits for it when the server stops
            except Exception as error:  # the lease expires, and a process tries again
                LOG.error("A notice could not be sent: %s", mistake(error))

    async def finish(self) -> None:
        """Note what has arrived when the server stops, so that it isn't sent again."""
        for task in list(self._waiting.values()):
            task.cancel()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=LAST)
        for sending in list(self._under_way):
            sending.cancel()

    async def _send(self, unit: Unit) -> None:
        gather = self._settings.notice_seconds
        taken = await asyncio.to_thread(outbox.take, self._database, unit, clock.now(), gather)
        if not taken:
            return
        told = await asyncio.to_thread(self._words, unit, taken)
        preparing = {"push": self._push, "mail": self._mail, "webhook": self._hook}[unit.way]
        ready = await preparing(unit, told) if told else NO_RECIPIENT
        if callable(ready):
            await asyncio.to_thread(self._begin, unit, taken)
        result = await ready() if callable(ready) else ready
        await asyncio.to_thread(self._write_down, unit, taken, result)

    def _words(self, unit: Unit, taken: Sequence[Taken]) -> list[NoticeText]:
        base = "" if unit.way == "push" else self.base
        with self._database.engine.connect() as connection:
            zone = preferences.of(connection, unit.guest).zone
            return wording.words(connection, unit.guest, zone, taken, base)

    def _begin(self, unit: Unit, taken: Sequence[Taken]) -> None:
        with self._database.writing() as connection:
            outbox.begin(connection, unit, taken, clock.now())

    def _write_down(self, unit: Unit, taken: Sequence[Taken], result: Result) -> None:
        (outcome, why), now = result, clock.now()
        with self._database.writing() as connection:
            if outcome is Delivery.SENT:
                outbox.mark_sent(connection, taken)
            elif outcome is Delivery.GONE:
                self._forget(connection, unit, taken)
            elif outcome is Delivery.REFUSED:
                outbox.mark_refused(connection, taken, now, why)
            else:
                outbox.mark_doubted(connection, taken, now, why)

    @staticmethod
    def _forget(connection: Connection, unit: Unit, taken: Sequence[Taken]) -> None:
        """Remove a destination that no longer exists."""
        outbox.mark_moot(connection, taken)
        if unit.way == "push":
            connection.execute(delete(PUSH_ROWS).where(PUSH_ROWS.c.id == unit.target))

    async def _push(self, unit: Unit, told: Sequence[NoticeText]) -> Sending | Result:
        row = await asyncio.to_thread(self._first, select(PUSH_ROWS).where(PUSH_ROWS.c.id == unit.target))
        if row is None or row.guest != unit.guest:
            return NO_RECIPIENT
        device = push.Device(row.endpoint, row.p256dh, row.auth)
        body, headers = await asyncio.to_thread(push.message, device, wording.pushed(told), self._key, self._by)
        return lambda: self._outside.post(device.endpoint, body, headers)

    @property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return self._keys.vapid

    @property
    def _by(self) -> str:
        """Return whom a push service may contact."""
        if self._settings.mail_from:
            return f"mailto:{self._settings.mail_from.rpartition('<')[2].rstrip('>').strip()}"
        return self.base if self._settings.is_secure else "mailto:nobody@menagerie.invalid"

    async def _mail(self, unit: Unit, told: Sequence[NoticeText]) -> Sending | Result:
        query = select(ACCOUNT_ROWS.c.email, GUEST_ROWS.c.name).join(GUEST_ROWS)
        mine = (ACCOUNT_ROWS.c.guest == unit.guest) & ACCOUNT_ROWS.c.confirmed.is_not(None)
        row = await asyncio.to_thread(self._first, query.where(mine))
        if row is None or not row.email:
            return NO_RECIPIENT
        if not self._mailer.is_there:
            return Delivery.REFUSED, "This server doesn't send email."
        token = self._keys.off(unit.guest)
        off, one_click = self._mailer.link(f"/off#{token}"), self._mailer.link(f"/api/notices/off/{token}")
        headers = {"List-Unsubscribe": f"<{one_click}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        text = wording.letter(row.name, told, off, self._mailer.link("/me#notices"))
        return lambda: self._post(row.email, wording.headline(told), text, headers)

    async def _post(self, to: str, subject: str, text: str, headers: dict[str, str]) -> Result:
        try:
            await self._mailer.send(to, subject, text, headers)
        except NotSent as problem:
            if problem.is_certain:
                return Delivery.REFUSED, "The mail server refused the email."
            return Delivery.DOUBTED, "The mail server didn't respond in time."
        return Delivery.SENT, ""

    async def _hook(self, unit: Unit, told: Sequence[NoticeText]) -> Sending | Result:
        row = await asyncio.to_thread(self._first, select(HOOK_ROWS).where(HOOK_ROWS.c.guest == unit.guest))
        if row is None:
            return NO_RECIPIENT
        body = webhooks.body(row.form, told)
        headers = webhooks.headers(row.form, row.secret, body, clock.now())
        return lambda: self._call(row.address, body, headers)

    async def _call(self, address: str, body: bytes, headers: dict[str, str]) -> Result:
        outcome, why = await self._outside.post(address, body, headers)
        # The webhook's owner may bring it back, so retry and finally show the failure.
        return (Delivery.REFUSED if outcome is Delivery.GONE else outcome), why

    def _first(self, query: Any) -> Row[Any] | None:
        with self._database.engine.connect() as connection:
            found: Row[Any] | None = connection.execute(query).first()
            return found
