"""Derive the seeds of days from a secret of this server and the date.

All processes of the server find the same secret in the database, and no one else can compute a seed before it is
revealed. The promise is the same as for every table (`core.seed_commitment`): SHA-256 of `SEED:SALT`."""

from __future__ import annotations

import base64
import hmac
import secrets
from datetime import date
from typing import Final

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from menagerie.core import seed_commitment
from menagerie.server.features.daily import deal_days
from menagerie.server.features.daily.shared_deals import DayDeal
from menagerie.server.store.database import Database
from menagerie.server.store.schema.tables import DEALS_KEY, SECRET_ROWS

SEED_BYTES: Final = 16
SALT_DIGITS: Final = 32


class Chance(msgspec.Struct, frozen=True):
    """The seed of a day's deal, and the salt of its promise."""

    seed: int
    salt: str

    @property
    def commitment(self) -> str:
        """Return what is shown from the day before."""
        return seed_commitment.commitment(self.seed, self.salt)


class Seeds:
    """The seeds of all days since this server started having deals."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._secret: tuple[date, bytes] | None = None

    @property
    def first(self) -> date:
        """Return the first day with deals. May wait for the disk."""
        return self._found()[0]

    def of(self, day: date, title: str) -> Chance:
        """Return the chance of a day's deal. May wait for the disk."""
        return Chance(
            int.from_bytes(self._derived(f"seed {day} {title}")[:SEED_BYTES]),
            self._derived(f"salt {day} {title}").hex()[:SALT_DIGITS],
        )

    def link_of(self, deal: DayDeal, guest: str) -> str:
        """Return the table link of a person's ranked attempt. Links are unique, so there is one such attempt even under
        races."""
        return base64.urlsafe_b64encode(self._derived(f"link {deal} {guest}")[:18]).decode()

    def _derived(self, what: str) -> bytes:
        return hmac.digest(self._found()[1], what.encode(), "sha256")

    def _found(self) -> tuple[date, bytes]:
        if self._secret is None:
            stored = self._stored()
            if stored is None:
                self._make()
                stored = self._stored()
            assert stored is not None
            first, _, secret = stored.partition(" ")
            self._secret = date.fromisoformat(first), secret.encode()
        return self._secret

    def _stored(self) -> str | None:
        with self._database.engine.connect() as connection:
            return connection.execute(select(SECRET_ROWS.c.value).where(SECRET_ROWS.c.name == DEALS_KEY)).scalar()

    def _make(self) -> None:
        row = {"name": DEALS_KEY, "value": f"{deal_days.today()} {secrets.token_hex(32)}"}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(SECRET_ROWS).values(row))
        except IntegrityError:  # another process was faster: use its secret
            pass
