"""What stands in addresses and queries, and its limits."""

from __future__ import annotations

from typing import Annotated

from litestar.params import Parameter

Id = Annotated[str, Parameter(max_length=64)]
LongId = Annotated[str, Parameter(max_length=2000)]
Pixels = Annotated[int, Parameter(ge=100, le=10_000)]
Moment = Annotated[int, Parameter(ge=0, le=10_000_000)]
Page = Annotated[int, Parameter(ge=1, le=10_000)]
