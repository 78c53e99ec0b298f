"""Keep the keys for notices. Made on first use and stored in the database, so all processes share them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from menagerie.server.store.database import Database
from menagerie.server.store.schema.tables import SECRET_ROWS, UNSUBSCRIBE_KEY, VAPID_KEY

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec


class Keys:
    """The keys for signing. Queries the database once, so call it in a thread. Crypto libraries are loaded when needed,
    not at every start."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._vapid = self._kept(VAPID_KEY, _new_vapid)
        self._off = self._kept(UNSUBSCRIBE_KEY, lambda: secrets.token_urlsafe(32)).encode()

    @cached_property
    def vapid(self) -> ec.EllipticCurvePrivateKey:
        """Return the key that signs messages to browsers."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        key = load_pem_private_key(self._vapid.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        return key

    @property
    def public(self) -> str:
        """Return the public key that browsers know us by."""
        from cryptography.hazmat.primitives import serialization

        point = self.vapid.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def off(self, guest: str) -> str:
        """Return the token in an email's link to unsubscribe without signing in."""
        return f"{guest}.{self._signed(guest)}"

    def who_is_off(self, token: str) -> str | None:
        """Return whom such a token belongs to, if it is one of ours."""
        guest, _, signed = token.partition(".")
        return guest if hmac.compare_digest(self._signed(guest).encode(), signed.encode("utf-8", "replace")) else None

    def _signed(self, guest: str) -> str:
        return hmac.new(self._off, b"mail " + guest.encode(), hashlib.sha256).hexdigest()

    def _kept(self, name: str, make: Callable[[], str]) -> str:
        """Return a secret. If two processes make it at once, both use the first one."""
        query = select(SECRET_ROWS.c.value).where(SECRET_ROWS.c.name == name)
        with self._database.engine.connect() as connection:
            found = connection.execute(query).scalar()
        if found is not None:
            return str(found)
        try:
            with self._database.writing() as connection:
                connection.execute(insert(SECRET_ROWS).values(name=name, value=make()))
        except IntegrityError:
            pass
        with self._database.engine.connect() as connection:
            return str(connection.execute(query).scalar_one())


def _new_vapid() -> str:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
