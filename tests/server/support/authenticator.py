"""Provide a software passkey: make keys and sign challenges as an authenticator and its browser do."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Passkey:
    """One passkey. `counter` is its next value; a copy of the key would repeat values."""

    def __init__(self, origin: str, site: str) -> None:
        self.origin = origin
        self.site = site
        self.id = secrets.token_bytes(16)
        self.counter = 0
        self.flags = PRESENT | VERIFIED
        self.is_framed = False  # whether another site's page shows ours in a frame
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, str]:
        """Return the answer to `/api/me/passkey/begin`."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(self.flags | WITH_KEY) + about
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", options["challenge"])
        return {"id": encode(self.id), "client_data": encode(client_data), "attestation": encode(attestation)}

    def sign(self, options: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Return the answer to `/api/sign-in/passkey/begin`."""
        self.counter += 1
        data, client_data = self._data(self.flags), self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": encode(self.id),
            "client_data": encode(client_data),
            "authenticator_data": encode(data),
            "signature": encode(signature),
            **more,
        }

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.is_framed}
        return json.dumps(told).encode()
