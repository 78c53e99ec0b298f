"""Prepare the browser's files: compressed once, at addresses that change with their content, so that a browser never
asks for the same content twice."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from textwrap import indent
from typing import Final

import menagerie
from menagerie.server.http.script_graph import needed_scripts
from menagerie.server.show import title_catalog

WEB: Final = Path(menagerie.__file__).parent / "web"
STATIC: Final = WEB / "static"
PAGES: Final = WEB / "pages"
WHOLE_SCREEN: Final = ("table", "puzzle")
"""Pages without a footer."""
_PART: Final = re.compile(r"^( *)<!-- ([a-z-]+) -->\n", re.MULTILINE)
_SCRIPT: Final = re.compile(r'<script type="module"(?: async)? src="/static/([^"]+)">')

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class Asset:
    """Content that is sent as it is."""

    content: bytes
    packed: bytes
    tag: str
    kind: str


def asset(path: Path) -> Asset:
    """Return a file, read again if it has changed. Raises OSError."""
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(256)
def _read(path: Path, _changed: int, _size: int) -> Asset:
    return made(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")


@lru_cache(256)
def made(content: bytes, kind: str) -> Asset:
    """Return generated content."""
    return Asset(content, gzip.compress(content, mtime=0), title_catalog.tag(content), kind)


def page(name: str, links: Sequence[tuple[str, str]] = ()) -> Asset:
    """Return a page that names the current versions of its scripts and styles, with links in its footer. Raises
    OSError."""
    text = _PART.sub(_part, (PAGES / f"{name}.html").read_text(encoding="utf-8"))
    here = f'<a href="/{"" if name == "index" else name}"'
    text = text.replace(f"{here}>", f'{here} aria-current="page">')  # marks the current page in the navigation
    text = _preload(text).replace('"/static/', f'"/static/{version()}/')
    text = text.replace('"/style/look.css"', f'"{title_catalog.style_address("look")}"')
    if links and name not in WHOLE_SCREEN:
        told = " ".join([f'<a href="{escape(address)}">{escape(words)}</a>' for words, address in links])
        text = text.replace("</main>", f'  <nav class="foot" aria-label="About this server">{told}</nav>\n    </main>')
    return made(text.encode(), "text/html")


def _part(mark: re.Match[str]) -> str:
    """Return a part that several pages share: `<!-- bar -->` stands for `parts/bar.html`."""
    return indent((PAGES / "parts" / f"{mark[2]}.html").read_text(encoding="utf-8"), mark[1])


def _preload(text: str) -> str:
    """Return a page that names all scripts it needs, so that they are fetched at once instead of in waves."""
    scripts = _SCRIPT.findall(text)
    needed = dict.fromkeys([name for script in scripts for name in needed_scripts(STATIC, version(), script)])
    links = [f'    <link rel="modulepreload" href="/static/{name}">\n' for name in needed if name not in scripts]
    return text.replace("  </head>\n", f"{''.join(links)}  </head>\n", 1)


def version() -> str:
    """Return a version for all files in `static`. They refer to each other by name, so they change together."""
    files = sorted([path for path in STATIC.rglob("*") if path.is_file()])
    return _version(tuple([(path, path.stat().st_mtime_ns) for path in files]))


@lru_cache(4)
def _version(files: tuple[tuple[Path, int], ...]) -> str:
    whole = hashlib.sha256()
    for path, _ in files:
        whole.update(f"{path.relative_to(STATIC).as_posix()} {asset(path).tag}\n".encode())
    return whole.hexdigest()[:16]
