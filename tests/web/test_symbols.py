"""The pages' few drawings are those of the tables: the server makes them into one file."""

import re

from menagerie.server.show import title_catalog
from menagerie.web import FOLDER

NAMED = re.compile(r"""data-icon="([^"]*)"|\bicon\(\s*["'`]([^"'`]*)["'`]""")


def named() -> dict[str, str]:
    """Every drawing that a page or a script names, and where."""
    found = {}
    for path in sorted([*FOLDER.rglob("*.html"), *FOLDER.rglob("*.js")]):
        for match in NAMED.finditer(path.read_text(encoding="utf-8")):
            found[match[1] or match[2]] = path.name
    return found


def test_every_drawing_that_the_pages_name_is_served() -> None:
    assert "logo" in named()
    missing = {name: where for name, where in named().items() if name not in title_catalog.ICONS}
    assert not missing, "add them to ICONS in server/show/title_catalog.py"
    for name in title_catalog.ICONS:
        assert f'<symbol id="{name}"' in title_catalog.icons()
