"""Find the address that others can use, for links and QR codes."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from menagerie.server.base.settings import Settings

EVERY: Final = ("0.0.0.0", "::", "")  # noqa: S104
"""Hosts that mean every address of this machine."""
_OUTSIDE: Final = (("192.0.2.1", 9, socket.AF_INET), ("2001:db8::1", 9, socket.AF_INET6))
"""Documentation addresses that no machine has, used only to ask which of our own would reach them."""
ALONE: Final = (
    "Only this machine can open this address. To play with others, start the server "
    "with "
    "./menagerie serve --host 0.0.0.0 or set its public_url."
)
UNPLUGGED: Final = (
    "This machine isn't connected to a network, so others can't open this address. Connect it and try again."
)


class Place(NamedTuple):
    """The address where people find the server, and what is wrong with it."""

    origin: str
    warning: str | None = None


def reachable(settings: Settings, scheme: str, host: str) -> Place:
    """Return the origin that others can use. `host`: the server as the browser called it, with its port.

    A name or an address that isn't this machine's alone is passed on as it is."""
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
    """Return this machine's address in its network. No packet is sent."""
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
    """Return whether a host means the machine that uses it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def qr_code(address: str) -> str:
    """Return a QR code of an address: black on white in both themes, with the margin that cameras need."""
    import segno  # not at the top: starting the server doesn't need it

    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()
