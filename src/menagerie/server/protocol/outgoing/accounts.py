"""Guests and accounts: who I am, how my name is kept, and how I sign in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Ok, Outgoing


class Guest(Outgoing):
    """A guest, or somebody with an account."""

    id: str
    name: str
    account: bool


class Me(Outgoing):
    """Who I am."""

    guest: Guest | None
    """Null for somebody who has no name yet."""
    csrf: str
    """What every POST sends as the header `X-CSRF-Token`."""
    codes: Sequence[str] | UnsetType = UNSET
    """The recovery codes of a new account, which are never shown again."""


class Passkey(Outgoing):
    """A passkey of an account."""

    id: str
    name: str
    created: float
    used: float | None


class EmailAddress(Outgoing):
    """The e-mail address of an account."""

    address: str
    confirmed: bool


class KeptName(Outgoing):
    """How an account's name is kept."""

    password: bool
    """Whether there is a password."""
    passkeys: Sequence[Passkey]
    codes: int
    """How many recovery codes are left."""
    email: EmailAddress | None


class SignedInDevice(Outgoing):
    """A device on which somebody is signed in."""

    id: str
    device: str
    created: float
    seen: float
    here: bool
    """Whether it is the one that asks."""


class Belongings(Outgoing):
    """What belongs to somebody."""

    unfinished: int
    """Tables whose games are not over."""
    finished: int


class SignInWays(Outgoing):
    """What this server can do to sign people in."""

    mail: bool
    """Whether it sends e-mail."""
    passkeys: bool


class Account(Outgoing):
    """All about me."""

    guest: Guest
    account: KeptName | None
    """Null for a guest."""
    devices: Sequence[SignedInDevice]
    """The one that asks first."""
    has: Belongings
    can: SignInWays


class SignIn(Outgoing):
    """Which ways there are to sign in."""

    guest: Guest | None
    """Who is here now."""
    has: Belongings | None
    """What a guest here has."""
    can: SignInWays


class NewCodes(Ok, kw_only=True):
    """New recovery codes, which replace the old ones."""

    codes: Sequence[str]


class DeviceCode(Outgoing):
    """A code for another device of mine."""

    code: str
    link: str
    qr: str
    """The link as an image, as a `data:` address."""
    seconds: int
    """For how long it works."""


class CodeOrigin(Outgoing):
    """Where a code was made."""

    device: str
    network: str
    near: bool
    """Whether that is the network that asks."""


class CodeLook(Outgoing):
    """Whose code that is, and what signing in with it would do."""

    name: str
    has: Belongings
    same: bool
    """Whether it is me."""
    from_: CodeOrigin
    at: float
    """When it was made."""
    brings: Belongings | None
    """What I would bring along."""


PasskeyRequest = dict[str, Any]
"""What `navigator.credentials` is called with, as the WebAuthn standard has it."""
