"""What stands in addresses and queries, and its limits; and the forms of answers that are not JSON."""

from __future__ import annotations

from typing import Annotated, Final

from litestar.params import Parameter

Id = Annotated[str, Parameter(max_length=64)]
LongId = Annotated[str, Parameter(max_length=2000)]
Pixels = Annotated[int, Parameter(ge=100, le=10_000)]
Moment = Annotated[int, Parameter(ge=0, le=10_000_000)]
Page = Annotated[int, Parameter(ge=1, le=10_000)]

SVG: Final = "image/svg+xml"
ZIP: Final = "application/zip"
