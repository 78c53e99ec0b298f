"""Show the players' documentation: how to play here, with friends, over days, in tournaments."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

import menagerie
from menagerie.server.base.errors import missing
from menagerie.server.show.title_catalog import to_html

PAGES: Final = (
    "table",
    "people",
    "time",
    "notices",
    "ratings",
    "daily",
    "duplicates",
    "tournaments",
    "puzzles",
    "review",
    "terminal",
)
"""The pages of docs/ that are for players, in reading order. pyproject.toml puts them into the wheel."""
_PACKAGE: Final = Path(menagerie.__file__).parent
# An installed package brings the pages along; a checkout has them beside the sources.
_FOLDERS: Final = (_PACKAGE / "docs", _PACKAGE.parent.parent / "docs")
_FENCE: Final = re.compile(r"(^```.*?^```\n)", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_HEADING: Final = re.compile(r"<(h[1-6])>(.*?)</\1>")


@cache
def html(name: str) -> str:
    """Return a page as HTML, with an anchor at every heading."""
    return _HEADING.sub(_anchor, to_html(_relinked(_read(name))))


@cache
def contents(name: str) -> str:
    """Return links to all pages, with a mark on the one that is shown."""
    items = [_item(page, is_here=page == name) for page in PAGES]
    return f"<ol>{''.join(items)}</ol>"


def _item(name: str, is_here: bool) -> str:
    heading = _read(name).partition("\n")[0].removeprefix("# ")
    mark = ' aria-current="page"' if is_here else ""
    return f'<li><a href="/docs/{name}"{mark}>{escape(heading)}</a></li>'


def _read(name: str) -> str:
    paths = [folder / f"{name}.md" for folder in _FOLDERS if name in PAGES]
    found = [path for path in paths if path.is_file()]
    if not found:
        raise missing("page")
    return found[0].read_text(encoding="utf-8")


def _relinked(text: str) -> str:
    """Return a page whose links lead to pages of this server. Other files of the project become plain words."""
    parts = _FENCE.split(text)
    return "".join([part if part.startswith("```") else _LINK.sub(_link, part) for part in parts])


def _link(found: re.Match[str]) -> str:
    words, target = found.groups()
    path, hash, anchor = target.partition("#")
    folder, _, name = path.removesuffix(".md").rpartition("/")
    if not path or re.match(r"[a-z]+:", target):
        return found[0]
    if folder == "rules":
        return f"[{words}](/rules/{name})"
    return f"[{words}](/docs/{name}{hash}{anchor})" if not folder and name in PAGES else words


def _anchor(found: re.Match[str]) -> str:
    """Return a heading with the id that links in Markdown use."""
    tag, words = found.groups()
    plain = re.sub(r"<[^>]+>", "", words).lower()
    name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
    return f'<{tag} id="{name}">{words}</{tag}>'
