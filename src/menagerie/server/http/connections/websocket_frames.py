"""Frames of websockets (RFC 6455, section 5.2) as nearly all of ours are: a text of one frame, not compressed.

The library makes and reads all kinds of frames, these too, in several times the time: for short messages that is more
than all else. So what is of this kind takes a short way, and everything else the library's.
"""

from __future__ import annotations

from struct import pack
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled one for this machine
    from websockets.utils import apply_mask

_TEXT: Final = 0x81
"""A text, and all of it."""
_MASKED: Final = 0x80
_SHORT: Final = 126
"""Shorter messages say their length at once."""


def head(size: int) -> bytes:
    """What goes before a text of so many bytes."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    return pack("!BBH", _TEXT, 126, size) if size < 1 << 16 else pack("!BBQ", _TEXT, 127, size)


def text(data: bytes) -> bytes | None:
    """The text that a client sends, if these bytes are the frame of a text and nothing else."""
    if len(data) < 6 or data[0] != _TEXT or not _MASKED <= data[1] <= _MASKED + 126:
        return None
    size, at = data[1] - _MASKED, 2
    if size == 126:
        size, at = int.from_bytes(data[2:4]), 4
        if size < _SHORT:  # it would have to be said otherwise
            return None
    if len(data) != at + 4 + size:
        return None
    return apply_mask(data[at + 4 :], data[at : at + 4])


def is_utf8(message: bytes) -> bool:
    """Whether a text is one."""
    if message.isascii():  # nearly all are: this takes no time
        return True
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def are_whole(data: bytes) -> bool:
    """Whether the last of some frames ends where these bytes end."""
    at = 0
    while at + 2 <= len(data):
        size, more = data[at + 1] & 0x7F, 0
        if size >= 126:
            more = 2 if size == 126 else 8
            size = int.from_bytes(data[at + 2 : at + 2 + more])
        at += 2 + more + (4 if data[at + 1] & _MASKED else 0) + size
    return at == len(data)
