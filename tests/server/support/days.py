"""The clock of a server in another process, set forward by a test that does not wait for days."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path

HOUR = 3600.0
DAY = 24 * HOUR


class Days:
    """How far the clock of the servers that are started with this `environment` is ahead."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="menagerie-clock-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._file = Path(folder) / "ahead"
        self.ahead = 0.0

    @property
    def environment(self) -> dict[str, str]:
        """What a server must find in its environment."""
        return {"MENAGERIE_TEST_CLOCK": str(self._file)}

    def pass_by(self, seconds: float) -> None:
        """Set the clock forward; at once, so that nobody reads half of it."""
        self.ahead += seconds
        written = self._file.with_suffix(".new")
        written.write_text(repr(self.ahead))
        written.replace(self._file)
