"""Serve tables where people meet over HTTP. A room for each layer: an import points down.

http > services > features > play > show and bot_pool > table and people > store > protocol > base

It must not know a title, nor the terminal or the lab."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from menagerie.server.http.start import run

__all__ = ["run"]


def __getattr__(name: str) -> Any:
    """Load `run` on first use, so that a module of a lower room loads none of the rooms above it."""
    if name != "run":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from menagerie.server.http.start import run

    return run
