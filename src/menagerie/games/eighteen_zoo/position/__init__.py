"""A table of 18ZOO as text, part by part (docs/positions.md)."""

from menagerie.games.eighteen_zoo.position.whole import exchange

__all__ = ["exchange"]
