"""The table as text."""
from typing import Any


def table(view: dict[str, Any]) -> str:
    """What `view` shows, in lines."""
    return str(view)
