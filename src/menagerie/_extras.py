"""What is not installed with the engine: which packages each extra brings, and what to say where they are missing."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from menagerie.core.errors import MenagerieError

EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "table": ("alembic", "h11", "litestar", "markdown_it", "msgspec", "sqlalchemy", "uvicorn", "websockets"),
    "terminal": ("rich",),
    "lab": ("numpy",),
    "postgres": ("psycopg",),
    "metrics": ("prometheus_client",),
}
"""By the names that are imported; pyproject.toml has the same by the names that are installed."""


def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are here."""
    return all(find_spec(package) is not None for package in EXTRAS[extra])


def need(extra: str, what: str) -> None:
    """Raise one sentence with the command that installs it, if the extra that `what` needs is missing."""
    if not is_installed(extra):
        raise MenagerieError(f"{what} is not installed; pip install {how(extra)} brings it.")


def how(extra: str) -> str:
    """What to ask pip for."""
    return f"'menagerie[{extra}]'"
