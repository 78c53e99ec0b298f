"""Guests and accounts: who I am, how my account is protected, and how I sign in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Ok, Outgoing


class Guest(Outgoing):
    """A guest, or a person with an account."""

    id: str
    name: str
    account: bool


class Me(Outgoing):
    """Who I am."""

    guest: Guest | None
    """Null for a person without a name."""
    csrf: str
    """To be sent with every POST as the header `X-CSRF-Token`."""
    codes: Sequence[str] | UnsetType = UNSET
    """The recovery codes of a new account, which are never shown again."""


class Passkey(Outgoing):
    """A passkey of an account."""

    id: str
    name: str
    created: float
    used: float | None


class EmailAddress(Outgoing):
    """The email address of an account."""

    address: str
    confirmed: bool


class KeptName(Outgoing):
    """How an account is protected."""

    password: bool
    """Whether there is a password."""
    passkeys: Sequence[Passkey]
    codes: int
    """How many recovery codes are left."""
    email: EmailAddress | None


class SignedInDevice(Outgoing):
    """A device that is signed in."""

    id: str
    device: str
    created: float
    seen: float
    here: bool
    """Whether it is the current one."""


class Belongings(Outgoing):
    """What belongs to a person."""

    unfinished: int
    """Tables with unfinished games."""
    finished: int


class SignInWays(Outgoing):
    """The ways to sign in that this server supports."""

    mail: bool
    """Whether it sends email."""
    passkeys: bool


class Account(Outgoing):
    """Everything about my account."""

    guest: Guest
    account: KeptName | None
    """Null for a guest."""
    devices: Sequence[SignedInDevice]
    """The current one first."""
    has: Belongings
    can: SignInWays


class SignIn(Outgoing):
    """How to sign in."""

    guest: Guest | None
    """Who is here now."""
    has: Belongings | None
    """What a guest here has."""
    can: SignInWays


class NewCodes(Ok, kw_only=True):
    """New recovery codes, which replace the old ones."""

    codes: Sequence[str]


class DeviceCode(Outgoing):
    """A code to sign in on another device."""

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
    """Whether it was made in the current network."""


class CodeLook(Outgoing):
    """Whose code it is, and what signing in with it would do."""

    name: str
    has: Belongings
    same: bool
    """Whether it is mine."""
    from_: CodeOrigin
    at: float
    """When it was made."""
    brings: Belongings | None
    """What I would bring along."""


PasskeyRequest = dict[str, Any]
"""The arguments for `navigator.credentials`, as the WebAuthn standard defines them."""
