"""Verify passkeys: what a browser is asked for, and its answers.

The site's name (the "relying party") is that of `public_url`, or else the host in the request. A passkey works for one
name only. Numeric addresses have none; there are passwords for those."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Settings, origin_of
from menagerie.server.protocol.incoming import PasskeyAnswer, PasskeyMade

WRONG: Final = "This passkey could not be verified. Try again, or sign in another way."


class Site(msgspec.Struct, frozen=True):
    """The site that a passkey belongs to."""

    name: str
    origins: tuple[str, ...]


class Made(msgspec.Struct, frozen=True):
    """A new passkey."""

    id: str
    public_key: str
    counter: int


def site(settings: Settings, host: str) -> Site | None:
    """Return the site of a request; None if it can't have passkeys."""
    if settings.public_url:
        origin = origin_of(settings.public_url)
        return Site(urlsplit(origin).hostname or "", (origin,))
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return None
    return None if not name or _is_address(name) else Site(name, (f"https://{host}", f"http://{host}"))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def new_challenge() -> str:
    """Return a challenge for a passkey to sign."""
    return encode(secrets.token_bytes(32))


def challenge_in(client_data: str) -> str:
    """Return the challenge that the browser says was signed. It counts only if we issued it."""
    try:
        return str(json.loads(decode(client_data))["challenge"])[:100]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise wrong() from None


def asked_to_make(site: Site, guest: str, name: str, challenge: str, there: list[str]) -> dict[str, Any]:
    """Return what a browser needs to make a passkey. Those `there` are excluded."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Menagerie",
        user_name=name,
        user_id=guest.encode(),
        user_display_name=name,
        challenge=decode(challenge),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=decode(id)) for id in there],
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def asked_to_sign(site: Site, challenge: str) -> dict[str, Any]:
    """Return what a browser needs to sign in with any of its passkeys for this site."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=site.name,
        challenge=decode(challenge),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def made(site: Site, challenge: str, answer: PasskeyMade) -> Made:
    """Return the passkey that a browser has made; refuse an invalid one."""
    import webauthn

    credential = _credential(answer.id, clientDataJSON=answer.client_data, attestationObject=answer.attestation)
    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=decode(challenge),
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
            require_user_verification=True,
        )
        _check_frame(answer.client_data)
    except Exception:  # untrusted data, and the library raises many kinds of errors
        raise wrong() from None
    return Made(encode(verified.credential_id), encode(verified.credential_public_key), verified.sign_count)


def signed(site: Site, challenge: str, answer: PasskeyAnswer, public_key: str, counter: int) -> int:
    """Return the new counter of a passkey that has signed a challenge. Refuse an invalid signature, and a counter that
    goes back, which means a copy exists."""
    import webauthn

    credential = _credential(
        answer.id,
        clientDataJSON=answer.client_data,
        authenticatorData=answer.authenticator_data,
        signature=answer.signature,
    )
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=decode(challenge),
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
            credential_public_key=decode(public_key),
            credential_current_sign_count=counter,
            require_user_verification=True,
        )
        _check_frame(answer.client_data)
    except Exception:
        raise wrong() from None
    return verified.new_sign_count


def _check_frame(client_data: str) -> None:
    """Refuse what was signed in a frame on another site's page. The library doesn't check that."""
    if json.loads(decode(client_data)).get("crossOrigin"):
        raise ValueError("signed in a frame of another site")


def _credential(id: str, **response: str) -> dict[str, Any]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def wrong() -> Refused:
    """Return the refusal of an invalid passkey."""
    return Refused("sign-in", WRONG)


def encode(data: bytes) -> str:
    """Encode bytes as browsers do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode them; refuse anything else."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise wrong() from None
