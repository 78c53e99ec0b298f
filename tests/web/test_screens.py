"""Pictures of the lobby, large and small, light and dark, for people to look at; those of tables are in test_parts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.person import PHONE
from tests.web.pictures import keep_picture


def take(page: Any, name: str) -> None:
    """A picture in light and one in dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        keep_picture(page, f"{name}-{theme}")


@pytest.mark.long
@pytest.mark.parametrize(("name", "screen"), [("desktop", {}), ("phone", PHONE)])
def test_screenshots_of_the_lobby(person: Any, name: str, screen: dict[str, Any]) -> None:
    page = person("Lisa", **screen).page
    page.goto(person("Ben").server.address)
    page.wait_for_selector(".title")
    page.wait_for_load_state("networkidle")
    take(page, f"lobby-{name}")
