"""Provide databases in an older version of the schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import menagerie.server.store.migrations
from menagerie.server.store import engines


def go_back(place: str | Path, version: str) -> None:
    """Undo all migrations after that one."""
    config = Config()
    config.set_main_option("script_location", str(Path(menagerie.server.store.migrations.__file__).parent))
    engine = create_engine(engines.url_of(place))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)
    engine.dispose()
