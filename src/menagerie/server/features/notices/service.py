"""Run notices: preferences, detection and sending."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from menagerie.server.base import clock
from menagerie.server.base.background_tasks import BackgroundTasks
from menagerie.server.base.errors import Refused, mistake
from menagerie.server.base.ids import new_id
from menagerie.server.base.mailer import Mailer
from menagerie.server.features.notices import outbox, preferences, push, webhooks
from menagerie.server.features.notices.changed_tables import ChangedTables
from menagerie.server.features.notices.detector import Watch
from menagerie.server.features.notices.keys import Keys
from menagerie.server.features.notices.preferences import Kinds, Preferences
from menagerie.server.features.notices.safe_http import Outside
from menagerie.server.features.notices.sender import Sender
from menagerie.server.protocol.outgoing.notices import NoticeDevice, NoticePreferences, Notices, NoticeWays, Webhook
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, hashed
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, SESSION_ROWS
from menagerie.server.store.schema.notices import HOOK_ROWS, PUSH_ROWS
from menagerie.server.table.registry import Tables

LOG: Final = logging.getLogger("menagerie.server")
BEAT: Final = 2.0
"""Seconds between two checks for news."""
DEVICES: Final = 10
"""The most devices per person."""


class NoticeService:
    """The notices of this server."""

    def __init__(self, tables: Tables, mailer: Mailer) -> None:
        settings = tables.settings
        self._database: Database = tables.database
        self._mailer = mailer
        self._settings = settings
        self.keys = Keys(self._database)
        self.outside = Outside(settings.private_receivers)
        self.changed = ChangedTables()
        self.watch = Watch(tables, self.changed, settings.notice_seconds)
        self.sender = Sender(self._database, mailer, settings, self.keys, self.outside)
        self._background_tasks = BackgroundTasks("A notice could not be removed")

    async def work(self) -> None:
        """Check and send again and again."""
        while True:
            await asyncio.sleep(BEAT)
            await self.look(waits=False)

    async def look(self, *, waits: bool = True) -> None:
        """Find out whom to notify, and send. `waits`: wait until it is sent."""
        try:
            await self.watch.look()
            await (self.sender.send_all() if waits else self.sender.begin())
        except Exception as error:
            # The database doesn't answer or the disk is full. The next check tries again.
            LOG.warning("Notices could not be checked: %s", mistake(error))

    async def close(self) -> None:
        """Stop."""
        await self.sender.finish()
        self._background_tasks.close()
        await self.outside.close()

    def come(self, table: str, guest: str) -> None:
        """Drop the notices about a table that a guest has entered."""
        self._background_tasks.begin(asyncio.to_thread(self._drop, table, guest))

    def _drop(self, table: str, guest: str) -> None:
        with self._database.engine.connect() as connection:
            if not outbox.waits(connection, guest, table):
                return
        with self._database.writing() as connection:
            outbox.make_moot(connection, guest, table, clock.now())

    # Preferences. These methods wait for the disk, so call them in a thread.

    def about(self, guest: Guest, token: str = "") -> Notices:
        """Return a person's preferences, devices, and undelivered notices."""
        with self._database.engine.connect() as connection:
            wish = preferences.of(connection, guest.id)
            hook = connection.execute(select(HOOK_ROWS).where(HOOK_ROWS.c.guest == guest.id)).first()
            confirmed = (ACCOUNT_ROWS.c.guest == guest.id) & ACCOUNT_ROWS.c.confirmed.is_not(None)
            has_mail = connection.execute(select(ACCOUNT_ROWS.c.guest).where(confirmed)).first() is not None
            devices = _devices(connection, guest.id, token)
            failures = outbox.failures(connection, guest.id)
        return Notices(
            wishes=NoticePreferences(
                kinds=wish.kinds,
                zone=wish.zone,
                quiet_from=wish.quiet_from,
                quiet_until=wish.quiet_until,
                digest=wish.digest,
            ),
            devices=devices,
            webhook=None if hook is None else Webhook(form=hook.form, address=hook.address),
            can=NoticeWays(
                push=self.keys.public,
                mail=self._mailer.is_there and has_mail,
                letters=self._mailer.is_there,
                webhook=guest.account and bool(self._settings.public_url),
            ),
            failures=failures,
        )

    def wish(self, guest: str, wanted: Preferences) -> None:
        """Change a person's preferences."""
        with self._database.writing() as connection:
            preferences.keep(connection, guest, preferences.check(wanted))
            outbox.apply_preferences(connection, guest, clock.now())

    def at_table(self, guest: str, table: str) -> Kinds | None:
        """Return a person's preferences for one table; None if they are the general ones."""
        with self._database.engine.connect() as connection:
            return preferences.at_table(connection, guest, table)

    def wish_at_table(self, guest: str, table: str, kinds: Kinds | None) -> None:
        """Change a person's preferences for one table."""
        if table_index.find(self._database, table) is None:
            raise Refused("missing", "This table doesn't exist.")
        checked = None if kinds is None else preferences.check_kinds(kinds)
        with self._database.writing() as connection:
            preferences.keep_at_table(connection, guest, table, checked)
            outbox.apply_preferences(connection, guest, clock.now())

    def unsubscribe(self, token: str) -> None:
        """Unsubscribe a person whose link in an email was followed."""
        guest = self.keys.who_is_off(token)
        if guest is None:
            raise Refused("bad", "This link isn't valid. Check that you copied all of it.")
        with self._database.writing() as connection:
            if connection.execute(select(ACCOUNT_ROWS.c.guest).where(ACCOUNT_ROWS.c.guest == guest)).first() is None:
                return  # deleted people get none anyway
            wish = preferences.of(connection, guest)
            kinds = {kind: [way for way in ways if way != "mail"] for kind, ways in wish.kinds.items()}
            preferences.keep(connection, guest, msgspec.structs.replace(wish, kinds=kinds))
            preferences.drop_way(connection, guest, "mail")
            outbox.apply_preferences(connection, guest, clock.now())

    # Devices and webhooks.

    def add_device(self, guest: str, token: str, device: push.Device) -> None:
        """Notify a person on this device, too. An earlier user of the same browser is no longer notified there."""
        self.outside.check(device.endpoint)
        push.check(device)
        with self._database.writing() as connection:
            query = select(SESSION_ROWS.c.id).where(SESSION_ROWS.c.token_hash == hashed(token))
            session = connection.execute(query).scalar()
            same = PUSH_ROWS.c.endpoint_hash == hashed(device.endpoint)
            connection.execute(delete(PUSH_ROWS).where(same | (PUSH_ROWS.c.session == session)))
            count = select(func.count()).select_from(PUSH_ROWS).where(PUSH_ROWS.c.guest == guest)
            if connection.execute(count).scalar_one() >= DEVICES:
                raise Refused("busy", f"You already get notices on {DEVICES} devices. Remove one first.")
            values = msgspec.structs.asdict(device) | {"endpoint_hash": hashed(device.endpoint), "session": session}
            values |= {"id": new_id(12), "guest": guest, "created": clock.now()}
            connection.execute(insert(PUSH_ROWS).values(values))

    def remove_device(self, guest: str, id: str) -> None:
        """Stop notifying a person on a device."""
        with self._database.writing() as connection:
            mine = (PUSH_ROWS.c.id == id) & (PUSH_ROWS.c.guest == guest)
            if connection.execute(delete(PUSH_ROWS).where(mine)).rowcount == 0:
                raise Refused("missing", "This device isn't registered for notices.")
            outbox.apply_preferences(connection, guest, clock.now())

    def set_webhook(self, guest: Guest, form: str, address: str) -> str:
        """Set a webhook; return the secret that signs plain messages."""
        if not guest.account:
            raise Refused("guest", "You need an account for a webhook. Create one first.")
        if not self._settings.public_url:
            raise Refused(
                "not-now",
                "This server doesn't know its public address, so it can't send links. Ask its operator to "
                "set public_url.",
            )
        if form not in webhooks.FORMS:
            raise Refused("bad", f"Unknown format. Choose one of these: {', '.join(webhooks.FORMS)}.")
        values = {"guest": guest.id, "form": form, "address": self.outside.check(address)}
        secret = secrets.token_urlsafe(32)
        with self._database.writing() as connection:
            connection.execute(delete(HOOK_ROWS).where(HOOK_ROWS.c.guest == guest.id))
            connection.execute(insert(HOOK_ROWS).values(values | {"secret": secret}))
        return secret

    def remove_webhook(self, guest: str) -> None:
        """Remove the webhook."""
        with self._database.writing() as connection:
            connection.execute(delete(HOOK_ROWS).where(HOOK_ROWS.c.guest == guest))
            outbox.apply_preferences(connection, guest, clock.now())


def _devices(connection: Connection, guest: str, token: str) -> list[NoticeDevice]:
    """Return the devices on which a person is notified."""
    columns = (PUSH_ROWS.c.id, PUSH_ROWS.c.created, PUSH_ROWS.c.endpoint_hash, SESSION_ROWS.c.device)
    query = select(*columns, SESSION_ROWS.c.token_hash).join(SESSION_ROWS, SESSION_ROWS.c.id == PUSH_ROWS.c.session)
    rows = connection.execute(query.where(PUSH_ROWS.c.guest == guest).order_by(PUSH_ROWS.c.created)).all()
    return [
        NoticeDevice(
            id=row.id,
            device=row.device or "A device",
            created=row.created,
            here=row.token_hash == hashed(token),
        )
        for row in rows
    ]
