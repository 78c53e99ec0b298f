"""Send push messages to browsers: encrypted for one device, signed with our key (VAPID)."""

from __future__ import annotations

import base64
import json
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from menagerie.server.base.errors import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

HOLDS: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a sleeping device."""
SIGNED: Final = 12 * 3600
"""Seconds for which our signature is valid, in real time rather than the server's clock."""


class Device(msgspec.Struct, frozen=True):
    """A browser that receives messages."""

    endpoint: str
    p256dh: str
    auth: str


def check(device: Device) -> None:
    """Refuse an invalid browser key."""
    from cryptography.hazmat.primitives.asymmetric import ec  # not at the top: starting the server doesn't need it

    try:
        point, auth = _decoded(device.p256dh), _decoded(device.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        auth = b""
    if len(auth) != 16:
        raise Refused("bad", "These are not valid keys of a browser.")


def message(
    device: Device, told: dict[str, Any], key: ec.EllipticCurvePrivateKey, by: str
) -> tuple[bytes, dict[str, str]]:
    """Return a message's body and headers. `by`: whom the push service may contact."""
    from py_vapid import Vapid02  # slow to load, and rarely needed
    from pywebpush import WebPusher

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    encoded = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(json.dumps(told).encode())
    parts = urlsplit(device.endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": by, "exp": int(time.time()) + SIGNED}
    signed = Vapid02(key).sign(claims)
    headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(HOLDS)}
    return bytes(encoded["body"]), headers | {"urgency": "normal", "authorization": signed["Authorization"]}


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
