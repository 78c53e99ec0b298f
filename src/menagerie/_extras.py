"""What is not installed with the engine: which packages each extra brings, and what to say where they are missing."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError

EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "table": (
        *("aiohttp", "alembic", "argon2", "cryptography", "h11", "litestar", "markdown_it", "msgspec", "networkx"),
        *(
            "openskill",
            "py_vapid",
            "pywebpush",
            "segno",
            "sqlalchemy",
            "tzdata",
            "uvicorn",
            "webauthn",
            "websockets",
            "zxcvbn",
        ),
    ),
    "terminal": ("rich",),
    "lab": ("numpy",),
    "postgres": ("psycopg",),
    "metrics": ("prometheus_client",),
    "research": ("distributed", "gymnasium", "matplotlib", "numpy", "pettingzoo", "pyarrow", "pyspiel"),
}
"""By the names that are imported; pyproject.toml has the same by the names that are installed."""

LAUNCHER: Final = Path(__file__).parents[2] / "menagerie"
"""There in a checkout, not in an installed package."""


def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are here."""
    return all(find_spec(package) is not None for package in EXTRAS[extra])


def need(extra: str, what: str) -> None:
    """Raise one sentence with the command that installs it, if the extra that `what` needs is missing."""
    if not is_installed(extra):
        raise MenagerieError(f"{what} is not installed; {how(extra)} brings it.")


def how(extra: str) -> str:
    """The command that installs an extra. A checkout has all of them but one from its first start on."""
    if extra == "research" and LAUNCHER.is_file():
        return "./menagerie install research"
    return f"pip install 'menagerie[{extra}]'"
