"""Set the clock of a server in another process forward, for tests that can't wait for days."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path

HOUR = 3600.0
DAY = 24 * HOUR


class Days:
    """The clock offset of all servers started with this `environment`."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="menagerie-clock-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._file = Path(folder) / "ahead"
        self.ahead = 0.0

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment that a server needs."""
        return {"MENAGERIE_TEST_CLOCK": str(self._file)}

    def pass_by(self, seconds: float) -> None:
        """Set the clock forward atomically, so that no one reads a partial value."""
        self.ahead += seconds
        written = self._file.with_suffix(".new")
        written.write_text(repr(self.ahead))
        written.replace(self._file)
