"""The address that others can use: what a link and its QR code say."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from menagerie.server.base.settings import Settings

EVERY: Final = ("0.0.0.0", "::", "")  # noqa: S104
"""The hosts that stand for all addresses of this machine."""
_OUTSIDE: Final = (("192.0.2.1", 9, socket.AF_INET), ("2001:db8::1", 9, socket.AF_INET6))
"""Addresses that nobody has: asked only which of our own would be used to reach them."""
ALONE: Final = (
    "Only this machine can open this address. To play with others start the server with "
    "./menagerie serve --host 0.0.0.0 (or set its public_url)."
)
UNPLUGGED: Final = "This machine is in no network at the moment: nobody else can open this address."


class Place(NamedTuple):
    """Where people find the server, and what is wrong with that."""

    origin: str
    warning: str | None = None


def reachable(settings: Settings, scheme: str, host: str) -> Place:
    """The origin that others can use. `host`: what the browser that asks called the server, with its port.

    Whoever came by a name or an address that others have too gives that on."""
    if settings.public_url:
        return Place(settings.public_url.rstrip("/"))
    here = Place(f"{scheme}://{host}")
    name = urlsplit(f"//{host}").hostname or ""
    if not _is_this_machine(name):
        return here
    if _is_this_machine(settings.host):
        return Place(here.origin, ALONE)
    found = lan_address() if settings.host in EVERY else settings.host
    if found is None:
        return Place(here.origin, UNPLUGGED)
    port = urlsplit(f"//{host}").port
    shown = f"[{found}]" if ":" in found else found
    return Place(f"{scheme}://{shown}" + ("" if port is None else f":{port}"))


def lan_address() -> str | None:
    """The address of this machine in its network. No packet is sent: the system only says which it would use."""
    for address, port, family in _OUTSIDE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((address, port))
                found = str(asked.getsockname()[0])
        except OSError:
            continue
        if found not in EVERY and not _is_this_machine(found):
            return found
    return None


def _is_this_machine(host: str) -> bool:
    """Whether a name or an address means the machine that uses it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def qr_code(address: str) -> str:
    """An address as a QR code: black on white in both themes, with the margin that cameras need."""
    import segno  # not at the top: a start does not need it

    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()
