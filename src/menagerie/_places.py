"""Where this machine keeps what people have begun: a server's tables, and progress in the lessons."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder, if nothing else is said."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "menagerie"
