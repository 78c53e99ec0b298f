"""The table of 18ZOO as text, good enough to play from in a terminal."""

from typing import Any


def table(view: dict[str, Any]) -> str:
    """What `view` shows, in lines."""
    return str(view["round"])
