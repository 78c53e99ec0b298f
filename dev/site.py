"""What the site shows beside the pages in docs/: the README and its neighbours, and pictures of positions in the rules.

A hook of MkDocs (mkdocs.yml). Links to files of the checkout that are no pages become their names: the site stands for
itself, wherever it is put.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import menagerie
from menagerie.core.display import figures

ROOT: Final = Path(__file__).resolve().parent.parent
BESIDE: Final = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    **{f"examples/{path.name}": f"examples/{path.name}" for path in (ROOT / "examples").glob("*.md")},
}
"""Pages of the checkout that are not in docs/, and where the site has them."""
LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FETCHED: Final = re.compile(
    r"""<(?:script|link|img|iframe|source|object|embed)\b[^>]*?\b(?:src|href|data)=["']?((?:https?:)?//[^"'\s>]+)"""
)
CSS: Final = re.compile(r"""(?:@import\s+["']?|url\(\s*["']?)((?:https?:)?//[^"')\s]+)""")
LINES: Final = re.compile(r"<!-- lines -->\n.*?<!-- end -->\n\n", re.DOTALL)
"""Names in the pages of the API, one line each: the site shows whole docstrings instead."""
FENCE: Final = re.compile(r"(^```.*?^```\n)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages beside docs/, and the pictures of positions."""
    for name, place in BESIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=_relinked(text, name, place, files)))
    for title in menagerie.titles():
        page = (ROOT / "docs" / "rules" / f"{title}.md").read_text(encoding="utf-8")
        for number, figure in enumerate(figures.figures(menagerie.load(title), page)):
            files.append(File.generated(config, _figure(title, number), content=figure.picture()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Show the positions of a rules page as pictures, and links as what they lead to here."""
    place = page.file.src_uri
    if place in BESIDE.values():
        return markdown
    markdown = LINES.sub("", markdown)
    if place.startswith("rules/"):
        title = Path(place).stem
        shown = figures.figures(menagerie.load(title), markdown)
        pictures = [
            f"![{figure.words}](../{_figure(title, number)})\n\n*{figure.words}*" for number, figure in enumerate(shown)
        ]
        markdown = figures.replaced(markdown, pictures)
    return _relinked(markdown, f"docs/{place}", place, files)


def _figure(title: str, number: int) -> str:
    return f"pictures/rules/{title}-{number + 1}.svg"


def _relinked(text: str, source: str, place: str, files: Files) -> str:
    """The text of a page with links that lead somewhere on the site: `source` is where it stands in the checkout."""

    def link(found: re.Match[str]) -> str:
        bang, words, target = found.groups()
        path, hash, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return found.group()
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        there = BESIDE.get(meant) or meant.removeprefix("docs/")
        known = meant in BESIDE or (meant.startswith("docs/") and files.get_file_from_path(there) is not None)
        if not known:
            return words if f"`{meant}`" == words else f"{words} (`{meant}`)"
        return f"{bang}[{words}]({posixpath.relpath(there, posixpath.dirname(place) or '.')}{hash}{anchor})"

    parts = FENCE.split(text)
    return "".join([part if part.startswith("```") else LINK.sub(link, part) for part in parts])


def foreign(site: Path) -> list[str]:
    """What the built pages would fetch from elsewhere; links that a reader may follow are no matter."""
    found = []
    for path in sorted([*site.rglob("*.html"), *site.rglob("*.css")]):
        text = path.read_text(encoding="utf-8")
        fetched = CSS.findall(text) if path.suffix == ".css" else [*CSS.findall(text), *FETCHED.findall(text)]
        found += [f"{path.relative_to(site)}: {address}" for address in fetched]
    return found


if __name__ == "__main__":
    fetched = foreign(Path(sys.argv[1]))
    print("\n".join(fetched))
    sys.exit(1 if fetched else 0)
