"""Pictures for people to look at, in `build/screenshots`: taken in the long run, which has the time."""

from __future__ import annotations

from typing import Any, Final

from tests.budget import IS_LONG
from tests.web.conftest import ROOT

SCREENSHOTS: Final = ROOT / "build" / "screenshots"


def keep_picture(page: Any, name: str) -> None:
    """Keep what a page looks like now."""
    if IS_LONG:
        page.screenshot(path=SCREENSHOTS / f"{name}.png")
