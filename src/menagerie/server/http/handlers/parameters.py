"""Define the parameters of addresses and queries with their limits, and the types of answers other than JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

import msgspec
from litestar.params import Parameter

from menagerie.server.base.errors import Refused

T = TypeVar("T")

Id = Annotated[str, Parameter(max_length=64)]
LongId = Annotated[str, Parameter(max_length=2000)]
Pixels = Annotated[int, Parameter(ge=100, le=10_000)]
Moment = Annotated[int, Parameter(ge=0, le=10_000_000)]
Page = Annotated[int, Parameter(ge=1, le=10_000)]

SVG: Final = "image/svg+xml"
ZIP: Final = "application/zip"


def parsed(read: Callable[[str], T], text: str, what: str) -> T:
    """Return what a parameter says that is JSON. Raises Refused."""
    try:
        return read(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad", f"{what} are not valid: {error}."[:400]) from None
