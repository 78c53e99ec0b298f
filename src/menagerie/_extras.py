"""The extras: which packages each of them brings, and the error for those that are not installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError

_ENVS: Final = ("gymnasium", "numpy", "pettingzoo")
_RENDER: Final = (*_ENVS, "cssselect2", "pygame", "resvg_py", "tinycss2")
_SPIEL: Final = (*_ENVS, "pyspiel")
_LAB: Final = ("matplotlib", "numpy", "pandas", "pyarrow")
_CLUSTER: Final = ("distributed",)

_TABLE: Final = """
    aiohttp alembic argon2 cryptography h11 litestar markdown_it msgspec networkx openskill py_vapid pywebpush segno
    sqlalchemy tzdata uvicorn webauthn websockets zxcvbn
"""

EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "table": tuple(_TABLE.split()),
    "terminal": ("rich",),
    "learn": ("numpy",),
    "postgres": ("psycopg",),
    "metrics": ("prometheus_client",),
    "envs": _ENVS,
    "render": _RENDER,
    "spiel": _SPIEL,
    "lab": _LAB,
    "cluster": _CLUSTER,
    "research": tuple(sorted({*_RENDER, *_SPIEL, *_LAB, *_CLUSTER})),
}
"""By the names that are imported; pyproject.toml has the same by the names that are installed."""

WITH_RESEARCH: Final = ("envs", "render", "spiel", "lab", "cluster", "research")
"""What a checkout gets by `./menagerie install research`; it has the others from its first start on."""

LAUNCHER: Final = Path(__file__).parents[2] / "menagerie"
"""There in a checkout, not in an installed package."""


class MissingExtra(MenagerieError, ModuleNotFoundError):
    """An extra that is not installed. As it is an ImportError too, `pytest.importorskip("menagerie.envs")` works."""


def is_installed(extra: str) -> bool:
    """Return whether all packages of an extra are installed."""
    return all(find_spec(package) is not None for package in EXTRAS[extra])


def need(extra: str, what: str) -> None:
    """Raise MissingExtra, with the command that installs it, if `what` needs an extra that is not installed."""
    if not is_installed(extra):
        raise MissingExtra(f"Packages for {what} are missing. Install them with {how(extra)}.")


def how(extra: str) -> str:
    """Return the command that installs an extra."""
    if extra in WITH_RESEARCH and LAUNCHER.is_file():
        return "./menagerie install research"
    return f"pip install 'menagerie[{extra}]'"
