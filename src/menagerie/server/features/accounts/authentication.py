"""Create accounts, sign people in and out, and delete them, as the handlers ask.

A token identifies the person asking. `Asker` holds it with what a safe answer needs: where the request comes from, and
which browser it is, so that a challenge issued to one browser is useless in another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.base.background_tasks import BackgroundTasks
from menagerie.server.base.errors import Refused, name_taken
from menagerie.server.base.mailer import Mailer
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.features.accounts.identity_sync import IdentitySync
from menagerie.server.people.accounts import accounts, devices, one_time_tokens, passkeys, sign_in_throttle
from menagerie.server.people.accounts.accounts import Account, Accounts, BothSeats, Gone, Kept, Outdated, Proof, Result
from menagerie.server.people.accounts.devices import Devices
from menagerie.server.people.accounts.passkeys import Made, Site
from menagerie.server.people.accounts.passwords import Passwords
from menagerie.server.people.accounts.security_alerts import Alerts
from menagerie.server.people.accounts.sign_in_throttle import Failures
from menagerie.server.people.social.service import SocialService
from menagerie.server.play.seating import Seating
from menagerie.server.protocol.incoming import PasskeyAnswer, PasskeyMade
from menagerie.server.protocol.outgoing.accounts import CodeLook, CodeOrigin
from menagerie.server.store.guests import Guest, Taken, people_now
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.table import name_erasure

WRONG: Final = "The name or the password is wrong."
NO_CODE: Final = "This code is wrong, expired or was already used."
OUTDATED: Final = "This account's sign-in has just changed. Try again."
PASSKEY_IN_USE: Final = "This passkey is already in use."
NO_SITE: Final = "Passkeys don't work at a numeric address. Use a password, or open the server by its name."
BOTH_SEATS: Final = (
    "As a guest you're playing against this account. Finish or leave that game, or sign in without "
    "bringing your "
    "guest data."
)
MOST_PASSKEYS: Final = 20


class Asker(msgspec.Struct, frozen=True):
    """The person asking, and from where."""

    guest: Guest | None
    token: str
    browser: str
    """Identifies this browser."""
    network: str
    device: str
    site: Site | None


class Origin(msgspec.Struct, frozen=True):
    """Where a code for a device was made."""

    device: str
    network: str
    at: float


class Authentication:
    """Carries out what people do about their identity."""

    def __init__(
        self,
        accounts: Accounts,
        seating: Seating,
        identity_sync: IdentitySync,
        social: SocialService,
        mailer: Mailer,
        limits: Limits,
    ) -> None:
        self.accounts = accounts
        self.devices = Devices(accounts.database)
        self.background_tasks = BackgroundTasks("A change of someone's identity could not be completed")
        self._alerts = Alerts(mailer, self.background_tasks, limits)
        self._database = accounts.database
        self._seating = seating
        self._identity_sync = identity_sync
        self._moderators = social.moderators
        self._failures = Failures(accounts.database)
        self._passwords = Passwords()
        self._keeping = Buckets(limits.keeps_per_minute / 60, limits.keeps_per_minute)
        """Limits attempts to create an account or get a code, since these reveal which names are taken."""

    # Creating an account, and ways to sign in.

    async def keep(self, asker: Asker, password: str) -> Kept:
        """Turn a guest into an account with a password."""
        guest = self._new_account(asker)
        return await self._keep(asker, await self._passwords.hash(password, [guest.name]), None)

    async def _keep(self, asker: Asker, password: str | None, passkey: tuple[Made, str] | None) -> Kept:
        guest = self._new_account(asker)
        try:
            kept = await asyncio.to_thread(self.accounts.keep, guest, asker.token, password, passkey)
        except Taken:
            if passkey is not None and await asyncio.to_thread(self.accounts.passkey, passkey[0].id) is not None:
                raise Refused("not-now", PASSKEY_IN_USE) from None
            raise name_taken() from None
        await self._identity_sync.look_at(guest.id)
        return kept

    def _new_account(self, asker: Asker) -> Guest:
        guest = _known(asker)
        if guest.account:
            raise Refused("not-now", "You already have an account with this name.")
        self._moderators.check_name(guest, guest.name)
        if not self._keeping.take(asker.network):
            raise Refused("busy", "Too many attempts. Wait a few seconds.", retry=10)
        return guest

    async def change(self, asker: Asker, work: Callable[[Connection], Result], what: str) -> tuple[Result, str]:
        """Change how an account signs in; return the result of `work` and this device's new token. All other devices
        are signed out, codes and links are revoked, and the owner gets an email."""
        account = await self.proved(asker)
        try:
            done, token = await asyncio.to_thread(self.accounts.change, account.guest, asker.token, work)
        except Gone:
            raise Refused("guest", "This device has been signed out. Sign in again.") from None
        await self._identity_sync.look_at(account.guest)
        self._alerts.changed(account, what, asker.device)
        return done, token

    async def set_password(self, asker: Asker, password: str) -> str:
        """Set a new password, or the first; return this device's new token."""
        account = await self.proved(asker)
        about = [account.name, *([account.email] if account.email else [])]
        made = await self._passwords.hash(password, about)
        changed = await self.change(
            asker,
            lambda connection: accounts.set_password(connection, account.guest, made),
            "The password of your account was changed.",
        )
        return changed[1]

    async def begin_passkey(self, asker: Asker) -> dict[str, Any]:
        """Return what the browser needs to make a passkey, for an account or to create one."""
        guest, site = _known(asker), _site(asker)
        if guest.account:
            await self.proved(asker)
        there = await asyncio.to_thread(self.accounts.passkeys, guest.id)
        if len(there) >= MOST_PASSKEYS:
            raise Refused("not-now", f"You already have {MOST_PASSKEYS} passkeys. Remove one first.")
        challenge = await self._give_challenge(asker, "make")
        ids = [row.id for row in there]
        return await asyncio.to_thread(passkeys.asked_to_make, site, guest.id, guest.name, challenge, ids)

    async def add_passkey(self, asker: Asker, answer: PasskeyMade) -> tuple[Kept | None, str]:
        """Add the browser's new passkey; return the device's new token, and recovery codes for a new account."""
        guest, site = _known(asker), _site(asker)
        challenge = await self._take_challenge(asker, "make", answer.client_data)
        made = await asyncio.to_thread(passkeys.made, site, challenge, answer)
        if not guest.account:
            kept = await self._keep(asker, None, (made, asker.device))
            return kept, kept.token
        try:
            changed = await self.change(
                asker,
                lambda connection: accounts.add_passkey(connection, guest.id, made, asker.device),
                "A passkey was added to your account.",
            )
        except IntegrityError:
            raise Refused("not-now", PASSKEY_IN_USE) from None
        return None, changed[1]

    async def remove_passkey(self, asker: Asker, id: str) -> str:
        """Remove a passkey if there is another way to sign in; return this device's new token."""
        account = await self.proved(asker)

        def remove(connection: Connection) -> None:
            if not accounts.remove_passkey(connection, account.guest, id):
                raise Refused("missing", "This passkey doesn't exist.")
            if not accounts.can_sign_in(connection, account.guest):
                raise Refused("not-now", "This is your only way to sign in. Add a passkey or a password first.")

        return (await self.change(asker, remove, "A passkey was removed from your account."))[1]

    async def new_codes(self, asker: Asker) -> tuple[list[str], str]:
        """Return new recovery codes, which replace the old ones, and this device's new token."""
        guest = _known(asker).id
        return await self.change(
            asker,
            lambda connection: accounts.new_codes(connection, guest),
            "New recovery codes were made for your account. The old ones no longer work.",
        )

    async def _give_challenge(self, asker: Asker, purpose: str) -> str:
        challenge = passkeys.new_challenge()
        await self._write(
            lambda connection: one_time_tokens.give(
                connection, purpose, one_time_tokens.CHALLENGE, bound=asker.browser, ticket=challenge
            )
        )
        return challenge

    async def _take_challenge(self, asker: Asker, purpose: str, client_data: str) -> str:
        """Return the signed challenge if it was issued to this browser and not used before."""
        challenge = passkeys.challenge_in(client_data)
        found = await self._write(
            lambda connection: one_time_tokens.take(connection, purpose, challenge, asker.browser)
        )
        if found is None:
            raise passkeys.wrong()
        return challenge

    async def _write(self, work: Callable[[Any], Any]) -> Any:
        def write() -> Any:
            with self._database.writing() as connection:
                return work(connection)

        return await asyncio.to_thread(write)

    # Proving an identity.

    async def by_password(self, asker: Asker, name: str, password: str) -> Proof:
        """Return the person with that name and password. An unknown name gets the same answer after the same work."""
        counted = (sign_in_throttle.at_name(name), sign_in_throttle.from_address(asker.network))
        await asyncio.to_thread(self._failures.count, *counted)
        account = await asyncio.to_thread(self.accounts.by_name, name)
        fits = await self._passwords.fits(password, account.password if account else None)
        if account is None or not fits:
            raise Refused("sign-in", WRONG)
        await asyncio.to_thread(self._failures.forgive, *counted)
        guest, stored = account.guest, account.password
        return Proof(guest, lambda connection: accounts.has_password(connection, guest, stored))

    async def ask_passkey(self, asker: Asker) -> dict[str, Any]:
        """Return what the browser needs to sign with any passkey."""
        return await asyncio.to_thread(passkeys.asked_to_sign, _site(asker), await self._give_challenge(asker, "sign"))

    async def by_passkey(self, asker: Asker, answer: PasskeyAnswer) -> Proof:
        """Return whose passkey has signed the challenge issued to this browser."""
        site = _site(asker)
        challenge = await self._take_challenge(asker, "sign", answer.client_data)
        found = await asyncio.to_thread(self.accounts.passkey, answer.id)
        if found is None:
            raise passkeys.wrong()
        counter = await asyncio.to_thread(passkeys.signed, site, challenge, answer, found.public_key, found.counter)
        if not await asyncio.to_thread(self.accounts.use_passkey, found.id, found.counter, counter):
            raise passkeys.wrong()
        guest, id = str(found.guest), str(found.id)
        return Proof(guest, lambda connection: accounts.has_passkey(connection, guest, id))

    async def by_code(self, asker: Asker, code: str) -> Proof:
        """Return whose recovery code this is. Signing in uses it up."""
        counted = sign_in_throttle.from_address(asker.network)
        await asyncio.to_thread(self._failures.count, counted)
        proof = await asyncio.to_thread(self.accounts.by_code, code)
        if proof is None:
            raise Refused("sign-in", NO_CODE)
        await asyncio.to_thread(self._failures.forgive, counted)
        return proof

    async def prove(self, asker: Asker, password: str) -> str:
        """Confirm with a password that the account's owner uses this signed-in device; return the new token for its
        cookie. Counted apart from attempts elsewhere, so that strangers can't slow it down."""
        account = await self._account(asker)
        counted = f"prove {account.guest}"
        await asyncio.to_thread(self._failures.count, counted)
        if not await self._passwords.fits(password, account.password):
            raise Refused("sign-in", "The password is wrong.")
        await asyncio.to_thread(self._failures.forgive, counted)
        return await self._proved(asker, account)

    async def prove_by_passkey(self, asker: Asker, answer: PasskeyAnswer) -> str:
        """Confirm it with a passkey."""
        account = await self._account(asker)
        if (await self.by_passkey(asker, answer)).guest != account.guest:
            raise Refused("sign-in", "This passkey belongs to another account.")
        return await self._proved(asker, account)

    async def _proved(self, asker: Asker, account: Account) -> str:
        token = await asyncio.to_thread(self.devices.prove, account.guest, asker.token)
        await self._identity_sync.look_at(account.guest)
        return token

    async def proved(self, asker: Asker) -> Account:
        """Return the asker's account; refuse one without a recent confirmation. A stolen cookie isn't enough to take
        over an account."""
        account = await self._account(asker)
        if not await asyncio.to_thread(self.devices.is_proved, asker.token):
            raise Refused("prove", "Confirm first that it's you, with your password or a passkey.")
        return account

    async def _account(self, asker: Asker) -> Account:
        account = await asyncio.to_thread(self.accounts.find, _known(asker).id)
        if account is None:
            raise Refused("not-now", "You need an account for this. Create one with a passkey or a password.")
        return account

    # Signing in and out.

    async def sign_in(self, asker: Asker, proof: Proof, bring: bool) -> str:
        """Sign this device in as the proven person; return the token for its cookie."""
        before, old = asker.guest, asker.token or None
        try:
            token = await asyncio.to_thread(self.accounts.sign_in, proof, asker.device, before, old, bring)
        except Outdated:
            raise Refused("sign-in", OUTDATED) from None
        except Gone:
            raise Refused("sign-in", "This account no longer exists.") from None
        except BothSeats:
            raise Refused("not-now", BOTH_SEATS) from None
        if before is not None:
            await self._identity_sync.look_at(before.id)
            if before.id != proof.guest and bring and not before.account:
                self.background_tasks.begin(self.catch_up())
        return token

    async def catch_up(self) -> None:
        """Load the tables that don't know yet who sits there, or that still name a deleted person: one by one, in the
        background."""
        for id in await asyncio.to_thread(self.accounts.behind):
            with contextlib.suppress(Refused, Elsewhere):  # damaged, or owned by another process
                await self._seating.visit(id)
        for guest in await asyncio.to_thread(self.accounts.unforgotten):
            named = await asyncio.to_thread(name_erasure.named_at, self._database, guest)
            done = [await self._seating.erase(id) for id in named]
            if all(done):
                await asyncio.to_thread(self.accounts.forgotten, guest)

    async def sign_out(self, asker: Asker) -> None:
        """Sign out this device."""
        guest = _known(asker)
        await asyncio.to_thread(self.devices.end_here, guest.id, asker.token)
        await self._identity_sync.look_at(guest.id)

    async def sign_out_everywhere(self, asker: Asker) -> None:
        """Sign out all devices, including this one."""
        guest = _known(asker)
        await asyncio.to_thread(self.devices.end_all, guest.id)
        await self._identity_sync.look_at(guest.id)

    async def end_device(self, asker: Asker, id: str) -> None:
        """Sign out one of the asker's devices."""
        guest = _known(asker)
        if not await asyncio.to_thread(self.devices.end, guest.id, id):
            raise Refused("missing", "This device is no longer signed in.")
        await self._identity_sync.look_at(guest.id)

    # A second device.

    async def device_code(self, asker: Asker) -> str:
        """Return a code that signs in another device as this person: once, within five minutes."""
        guest = _known(asker)
        if guest.account:
            await self.proved(asker)
        if not self._keeping.take(guest.id):
            raise Refused("busy", "Too many codes. Wait a few seconds.", retry=10)
        code = one_time_tokens.device_code()
        origin = msgspec.json.encode(Origin(asker.device, asker.network, clock.now())).decode()

        def give(connection: Connection) -> None:
            if not devices.is_signed_in(connection, guest.id, asker.token):
                raise Refused("guest", "This device has been signed out. Sign in again.")
            one_time_tokens.give(connection, "device", one_time_tokens.DEVICE, guest=guest.id, ticket=code, data=origin)

        await self._write(give)
        return code

    async def look_at_code(self, asker: Asker, code: str) -> CodeLook:
        """Return whose code was typed, where it was made, and what data would move along, without using the code up."""
        found = await self._code(asker, code, one_time_tokens.look)
        origin = msgspec.json.decode(found.data, type=Origin)
        people = await asyncio.to_thread(people_now, self.accounts.database, [found.guest])
        here = asker.guest
        is_same = here is not None and here.id == found.guest
        brings = None
        if here is not None and not here.account and not is_same:
            brings = await asyncio.to_thread(self.accounts.belongings, here.id)
        return CodeLook(
            name=people[found.guest].name,
            has=await asyncio.to_thread(self.accounts.belongings, found.guest),
            same=is_same,
            from_=CodeOrigin(device=origin.device, network=origin.network, near=origin.network == asker.network),
            at=origin.at,
            brings=brings,
        )

    async def by_device_code(self, asker: Asker, code: str) -> Proof:
        """Return whose code was typed. Signing in uses it up."""
        found = await self._code(asker, code, one_time_tokens.look)
        return Proof(str(found.guest), lambda connection: one_time_tokens.use(connection, found))

    async def _code(self, asker: Asker, code: str, act: Callable[[Connection, str, str], Any]) -> Any:
        counted = sign_in_throttle.from_address(asker.network)
        await asyncio.to_thread(self._failures.count, counted)
        found = await self._write(lambda connection: act(connection, "device", one_time_tokens.typed(code)))
        if found is None:
            raise Refused("sign-in", NO_CODE)
        await asyncio.to_thread(self._failures.forgive, counted)
        return found

    # Deleting an account.

    async def delete(self, asker: Asker, name: str) -> None:
        """Delete everything about a person who has typed their own name. They leave their seats in unfinished games."""
        guest = _known(asker)
        if name.strip() != guest.name:
            raise Refused("bad", f"To delete everything, type your name exactly as shown: {guest.name}.")
        if guest.account:
            await self.proved(asker)
        await self.remove(guest.id)
        self.background_tasks.begin(self.catch_up())

    async def remove(self, guest: str) -> None:
        """Delete a person who may be deleted. `catch_up` removes the name from the tables."""
        await asyncio.to_thread(self.accounts.delete, guest)
        await self._identity_sync.look_at(guest)


def _known(asker: Asker) -> Guest:
    if asker.guest is None:
        raise Refused("guest", "Choose a name first.")
    return asker.guest


def _site(asker: Asker) -> Site:
    if asker.site is None:
        raise Refused("not-now", NO_SITE)
    return asker.site
