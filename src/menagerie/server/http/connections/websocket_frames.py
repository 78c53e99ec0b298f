"""Read and write websocket frames (RFC 6455, section 5.2) of the most common kind: one uncompressed frame of text.

The library handles all kinds, but takes several times as long, which for short messages outweighs everything else. So
these frames take a short cut, and all others go through the library."""

from __future__ import annotations

from struct import pack
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled version for this machine
    from websockets.utils import apply_mask

_TEXT: Final = 0x81
"""A complete text."""
_MASKED: Final = 0x80
_SHORT: Final = 126
"""The length of shorter messages fits in one byte."""


def head(size: int) -> bytes:
    """Return the head of a text frame with so many bytes."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    return pack("!BBH", _TEXT, 126, size) if size < 1 << 16 else pack("!BBQ", _TEXT, 127, size)


def text(data: bytes) -> bytes | None:
    """Return the text if these bytes are exactly one text frame."""
    if len(data) < 6 or data[0] != _TEXT or not _MASKED <= data[1] <= _MASKED + 126:
        return None
    size, at = data[1] - _MASKED, 2
    if size == 126:
        size, at = int.from_bytes(data[2:4]), 4
        if size < _SHORT:  # longer than necessary, which the standard forbids
            return None
    if len(data) != at + 4 + size:
        return None
    return apply_mask(data[at + 4 :], data[at : at + 4])


def is_utf8(message: bytes) -> bool:
    """Return whether a text is valid UTF-8."""
    if message.isascii():  # true for nearly all, and fast
        return True
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def are_whole(data: bytes) -> bool:
    """Return whether these bytes end at the end of a frame."""
    at = 0
    while at + 2 <= len(data):
        size, more = data[at + 1] & 0x7F, 0
        if size >= 126:
            more = 2 if size == 126 else 8
            size = int.from_bytes(data[at + 2 : at + 2 + more])
        at += 2 + more + (4 if data[at + 1] & _MASKED else 0) + size
    return at == len(data)
